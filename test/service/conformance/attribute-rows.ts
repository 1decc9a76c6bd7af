// Creates rows from the specification's tables of attributes and relationships.
import assert from 'node:assert/strict'
import type { Resource } from './client.ts'
import type { Services } from './services.ts'
import type { Row, Section } from './row.ts'
import { nullable, uuid, type Shape } from './shapes.ts'

/**
 * With `may be null`, both a value and a null must occur. With `null if unknown`, a null is allowed but need not occur.
 */
export type Nulls = 'never null' | 'may be null' | 'null if unknown'
export type AttributeEntry = readonly [name: string, shape: Shape, nulls?: Nulls]
export type RelationEntry = readonly [
  name: string,
  types: readonly string[],
  cardinality: 'one' | 'one or none' | 'many' | 'none or many',
]

export type LoadRecords = (services: Services) => readonly Resource[] | Promise<readonly Resource[]>

export function createAttributeRows(
  section: Section,
  type: string,
  loadRecords: LoadRecords,
  entries: readonly AttributeEntry[],
): Row[] {
  return entries.map(([name, shape, nulls = 'never null']) => ({
    section,
    kind: 'attribute',
    what: `${type}.${name}, ${nulls}`,
    check: async (services) => {
      const records = await loadRecords(services)
      assert.ok(records.length > 0, `no ${type} occurred`)
      for (const { id, attributes } of records) {
        const problem = Object.hasOwn(attributes, name)
          ? (nulls === 'never null' ? shape : nullable(shape))(attributes[name])
          : 'present'
        assert.equal(
          problem,
          null,
          `${type} ${id}: ${name} is ${JSON.stringify(attributes[name])}, should be ${problem ?? ''}`,
        )
      }
      if (nulls !== 'null if unknown')
        assert.ok(
          records.some(({ attributes }) => attributes[name] !== null),
          `${name} is never anything but null`,
        )
      if (nulls === 'may be null')
        assert.ok(
          records.some(({ attributes }) => attributes[name] === null),
          `${name} is never null`,
        )
    },
  }))
}

/**
 * Creates a row that checks the names of the attributes and relationships: none is missing, and there are no others.
 */
export function createAttributeNamesRow(
  section: Section,
  type: string,
  loadRecords: LoadRecords,
  attributes: readonly string[],
  relationships: readonly string[],
): Row {
  return {
    section,
    kind: 'rule',
    what: `a ${type} has these attributes and relationships and no others`,
    check: async (services) => {
      for (const record of await loadRecords(services)) {
        assert.equal(record.type, type)
        assert.equal(uuid(record.id), null)
        assert.deepEqual(Object.keys(record.attributes).sort(), [...attributes].sort())
        assert.deepEqual(Object.keys({ ...record.relationships }).sort(), [...relationships].sort())
      }
    },
  }
}

export function createRelationshipRows(
  section: Section,
  type: string,
  loadRecords: LoadRecords,
  entries: readonly RelationEntry[],
): Row[] {
  return entries.map(([name, types, cardinality]) => ({
    section,
    kind: 'relationship',
    what: `${type}.${name}: ${cardinality} ${types.join(' or ')}`,
    check: async (services) => {
      const foundTypes = new Set<string>()
      for (const { id, relationships } of await loadRecords(services)) {
        const data = relationships[name]?.data
        assert.notEqual(data, undefined, `${type} ${id} has no ${name}`)
        assert.equal(
          Array.isArray(data),
          cardinality.endsWith('many'),
          `${type} ${id}: ${name} is ${JSON.stringify(data)}`,
        )
        const identifiers = Array.isArray(data) ? data : [data ?? null]
        if (identifiers.length === 0) foundTypes.add('none')
        for (const entry of identifiers) {
          foundTypes.add(entry?.type ?? 'none')
          if (entry === null) assert.equal(cardinality, 'one or none', `${type} ${id}: ${name} is null`)
          else
            assert.deepEqual(
              [Object.keys(entry).sort(), uuid(entry.id), types.includes(entry.type)],
              [['id', 'type'], null, true],
              `${type} ${id}: ${name} is ${JSON.stringify(entry)}`,
            )
        }
      }
      assert.ok(
        types.some((type) => foundTypes.has(type)),
        `${name} names no record`,
      )
      assert.equal(
        foundTypes.has('none'),
        cardinality.includes('none'),
        `${name}, ${cardinality}, led to ${[...foundTypes].join(', ')}`,
      )
    },
  }))
}

/** Creates a row for each value of an enumeration, which must occur, and one row that finds other values. */
export function createValueRows(
  section: Section,
  what: string,
  values: readonly unknown[],
  loadValues: (services: Services) => readonly unknown[] | Promise<readonly unknown[]>,
): Row[] {
  const noOtherValue: Row = {
    section,
    kind: 'rule',
    what: `${what} has no other value`,
    check: async (services) =>
      assert.deepEqual(
        [...new Set(await loadValues(services))].filter((value) => !values.includes(value)),
        [],
      ),
  }
  return [
    noOtherValue,
    ...values.map((value): Row => ({
      section,
      kind: 'value',
      what: `${what} ${String(value)} occurs`,
      check: async (services) =>
        assert.ok((await loadValues(services)).includes(value), `${String(value)} never occurs`),
    })),
  ]
}
