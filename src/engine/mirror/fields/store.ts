// Custom fields in the mirror: their definitions and options as records, and the values of one record, found by their
// owner. Definitions are few; there are as many values as records times fields.
import type { FieldType, FieldValue } from '#contract/fields.ts'
import { boolean, number, record, related, text } from '../../api/attributes.ts'
import type { Resource } from '../../api/decode.ts'
import { resourceOf } from '../records.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import type { Entity } from '../kinds.ts'
import { fieldTypeOf, readValue } from './value.ts'

const DEFINITION = 'custom_field_definition'
const OPTION = 'custom_field_option'
const FIELD = 'custom_field'

export type FieldOption = { id: string; value: string; label: string }

export type Definition = {
  id: string
  slug: string
  name: string
  description: string | null
  type: FieldType
  options: FieldOption[]
  isRequired: boolean
  maxLength: number | null
}

export type StoredValue = {
  id: string
  slug: string
  definitionId: string | null
  raw: unknown
  display: string | null
}

/** By the service's name of the entity. The live service names containers "Cargo". */
const entityByName: Partial<Record<string, Entity>> = {
  Shipment: 'shipment',
  Container: 'container',
  Cargo: 'container',
  TrackingRequest: 'tracking_request',
}

/** The records of this type that are not gone. */
function loadNotGone(db: ReadableDb, type: string): Resource[] {
  return db
    .all<{ id: string; raw: string }>(
      'SELECT r.id, r.raw FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = +? AND s.gone_since IS NULL ORDER BY r.key',
      type,
    )
    .map(({ id, raw }) => resourceOf(type, id, raw))
}

/** The service's names of the entities with definitions, to request their values. */
export function loadEntityNames(db: ReadableDb): Partial<Record<Entity, string>> {
  const rows = db.all<{ name: string | null }>(
    `SELECT DISTINCT json_extract(r.raw, '$.attributes.entity_type') AS name FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = +? AND s.gone_since IS NULL`,
    DEFINITION,
  )
  const named = rows.flatMap(({ name }): [Entity, string][] => {
    const entity = entityByName[name ?? '']
    return entity && name !== null ? [[entity, name]] : []
  })
  return Object.fromEntries(named)
}

export function loadDefinitions(db: ReadableDb, entity: Entity): Definition[] {
  const definitions = loadNotGone(db, DEFINITION).filter(
    ({ attributes }) => entityByName[text(attributes, 'entity_type') ?? ''] === entity,
  )
  const options = definitions.some(hasOptions) ? loadOptionsByDefinition(db) : new Map<string | undefined, Resource[]>()
  return definitions
    .map((definition) => toDefinition(definition, options.get(definition.id) ?? []))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

function loadOptionsByDefinition(db: ReadableDb): Map<string | undefined, Resource[]> {
  return Map.groupBy(loadNotGone(db, OPTION), (option) => related(option, 'definition')?.id)
}

function toDefinition({ id, attributes }: Resource, options: Resource[]): Definition {
  const rules = record(attributes, 'validation')
  const slug = text(attributes, 'api_slug') ?? id
  return {
    id,
    slug,
    name: text(attributes, 'display_name') ?? slug,
    description: text(attributes, 'description'),
    type: fieldTypeOf(text(attributes, 'data_type')),
    options: options.toSorted(comparePositions).flatMap(toOption),
    isRequired: boolean(rules, 'required') ?? false,
    maxLength: number(rules, 'max_length'),
  }
}

function comparePositions(one: Resource, other: Resource): number {
  const positionOf = ({ attributes }: Resource) => number(attributes, 'position') ?? Number.MAX_SAFE_INTEGER
  return positionOf(one) - positionOf(other)
}

function toOption({ id, attributes }: Resource): FieldOption[] {
  const value = text(attributes, 'value')
  return value === null ? [] : [{ id, value, label: text(attributes, 'label') ?? value }]
}

function hasOptions({ attributes }: Resource): boolean {
  return ['option', 'options'].includes(fieldTypeOf(text(attributes, 'data_type')))
}

/** Loads the ids of definitions whose values are chosen from a list. */
export function loadDefinitionIdsWithOptions(db: ReadableDb): string[] {
  return loadNotGone(db, DEFINITION)
    .filter(hasOptions)
    .map(({ id }) => id)
}

/** Stores which record a value belongs to, and returns that record; null if the value does not name one. */
export function saveFieldOwner(db: WritableDb, field: Resource): { type: string; id: string } | null {
  const owner = related(field, 'entity')
  if (owner)
    db.run('INSERT OR IGNORE INTO field_of (entity, entity_id, id) VALUES (?, ?, ?)', owner.type, owner.id, field.id)
  return owner
}

export function loadOwnerOfField(db: ReadableDb, id: string): { type: string; id: string } | null {
  return (
    db.get<{ type: string; id: string }>('SELECT entity AS type, entity_id AS id FROM field_of WHERE id = ?', id) ??
    null
  )
}

export function valuesOf(db: ReadableDb, entity: Entity, entityId: string): StoredValue[] {
  const rows = db.all<{ id: string; raw: string }>(
    `SELECT f.id, r.raw FROM field_of f CROSS JOIN res r ON r.type = '${FIELD}' AND r.id = f.id CROSS JOIN seen s ON s.key = r.key
     WHERE f.entity = +? AND f.entity_id = +? AND s.gone_since IS NULL`,
    entity,
    entityId,
  )
  return rows.map(({ id, raw }) => toStoredValue(resourceOf(FIELD, id, raw)))
}

function toStoredValue(field: Resource): StoredValue {
  const { id, attributes } = field
  return {
    id,
    slug: text(attributes, 'api_slug') ?? '',
    definitionId: related(field, 'definition')?.id ?? null,
    raw: attributes['value'],
    display: text(attributes, 'display_value'),
  }
}

/** Null if the service has no value; undefined if there is no such field. */
export function loadFieldValue(db: ReadableDb, entity: Entity, entityId: string, slug: string): FieldValue | undefined {
  const definition = loadDefinitions(db, entity).find((candidate) => candidate.slug === slug)
  if (!definition) return undefined
  const stored = valuesOf(db, entity, entityId).find((value) => isValueOf(value, definition))
  return readValue(definition.type, stored?.raw)
}

export function isValueOf({ slug, definitionId }: StoredValue, definition: Definition): boolean {
  return definitionId === null ? slug === definition.slug : definitionId === definition.id
}
