// The status of a container agrees with the rest of its row.
import { describe, expect, test } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import { makeRow } from '#support/row-factories.ts'
import { createColumns } from '../../src/renderer/src/features/containers/container-columns.ts'

function formatStatusCell(clock: ContainerRow['lastFreeDay']['clock'], status: string): string {
  const row = makeRow(0)
  const [column] = createColumns(['status'])
  return column!.text({ ...row, status, lastFreeDay: { ...row.lastFreeDay, clock } }, null)
}

describe('the status of a container', () => {
  test('that was picked up and is loaded again says that it was picked up', () =>
    expect(formatStatusCell('stopped', 'loaded')).toBe('Loaded after pickup'))

  test('in every other case is the word of the service', () =>
    expect([formatStatusCell('running', 'loaded'), formatStatusCell('stopped', 'picked_up')]).toEqual([
      'Loaded',
      'Picked up',
    ]))
})
