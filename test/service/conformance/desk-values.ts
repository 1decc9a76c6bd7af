// Rows that compare records of the desk with their expected values.
import assert from 'node:assert/strict'
import type { Resource } from './client.ts'
import type { Desk } from './desk.ts'
import type { Row, Section } from './row.ts'

export type DeskRecord = (desk: Desk) => Resource

/** Each attribute of a record of the desk has exactly this value. */
export function valuesOf(
  section: Section,
  type: string,
  pick: DeskRecord,
  attributes: Readonly<Record<string, unknown>>,
): Row[] {
  return [
    {
      section,
      kind: 'rule',
      what: `a ${type} has these attributes and no others`,
      check: async (services) => {
        const record = pick(await services.desk())
        assert.equal(record.type, type)
        assert.deepEqual(Object.keys(record.attributes).sort(), Object.keys(attributes).sort())
      },
    },
    ...Object.entries(attributes).map(([name, expected]): Row => ({
      section,
      kind: 'attribute',
      what: `${type}.${name} has the value it was created with`,
      check: async (services) => assert.deepEqual(pick(await services.desk()).attributes[name], expected),
    })),
  ]
}

export const readFromDesk =
  (path: (desk: Desk) => string): DeskRecord =>
  (desk) =>
    desk.client.get(path(desk), desk.worldMs).data
export const CREATED_AT = '2026-11-20T17:00:00Z'
