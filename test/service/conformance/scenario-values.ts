// Creates rows that compare a record of the scenario with its expected values.
import assert from 'node:assert/strict'
import type { Resource } from './client.ts'
import type { Scenario } from './scenario.ts'
import type { Row, Section } from './row.ts'

export type ReadScenarioRecord = (scenario: Scenario) => Resource

/** Creates a row for each attribute, which must have exactly this value, and one row that finds other attributes. */
export function createExactValueRows(
  section: Section,
  type: string,
  pick: ReadScenarioRecord,
  attributes: Readonly<Record<string, unknown>>,
): Row[] {
  return [
    {
      section,
      kind: 'rule',
      what: `a ${type} has these attributes and no others`,
      check: async (services) => {
        const record = pick(await services.scenario())
        assert.equal(record.type, type)
        assert.deepEqual(Object.keys(record.attributes).sort(), Object.keys(attributes).sort())
      },
    },
    ...Object.entries(attributes).map(([name, expected]): Row => ({
      section,
      kind: 'attribute',
      what: `${type}.${name} has the value it was created with`,
      check: async (services) => assert.deepEqual(pick(await services.scenario()).attributes[name], expected),
    })),
  ]
}

export const createScenarioReader =
  (path: (scenario: Scenario) => string): ReadScenarioRecord =>
  (scenario) =>
    scenario.client.get(path(scenario), scenario.worldMs).data
export const CREATED_AT = '2026-11-20T17:00:00Z'
