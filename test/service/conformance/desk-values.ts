// Rows that compare records of the desk with their expected values.
import assert from 'node:assert/strict'
import type { Resource } from './client.ts'
import type { Desk } from './desk.ts'
import type { Row, Section } from './row.ts'

export type Pick = (desk: Desk) => Resource

/** Each attribute of a record of the desk has exactly this value. */
export function valuesOf(
  section: Section,
  type: string,
  pick: Pick,
  attributes: Readonly<Record<string, unknown>>,
): Row[] {
  return [
    {
      section,
      kind: 'rule',
      what: `a ${type} has these attributes and no others`,
      check: async (given) => {
        const record = pick(await given.desk())
        assert.equal(record.type, type)
        assert.deepEqual(Object.keys(record.attributes).sort(), Object.keys(attributes).sort())
      },
    },
    ...Object.entries(attributes).map(([name, wanted]): Row => ({
      section,
      kind: 'attribute',
      what: `${type}.${name} has the value it was created with`,
      check: async (given) => assert.deepEqual(pick(await given.desk()).attributes[name], wanted),
    })),
  ]
}

export const of =
  (path: (desk: Desk) => string): Pick =>
  (desk) =>
    desk.client.get(path(desk), desk.at).data
export const MADE = '2026-11-20T17:00:00Z'
