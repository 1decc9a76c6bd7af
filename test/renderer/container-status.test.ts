// The status of a container agrees with the rest of its row.
import { describe, expect, test } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import { makeRow } from '#support/row-factories.ts'
import { createColumns } from '../../src/renderer/src/features/containers/container-columns.ts'

function statusOf(clock: ContainerRow['lastFreeDay']['clock'], status: string): string {
  const row = makeRow(0)
  const [column] = createColumns(['status'])
  return column!.text({ ...row, status, lastFreeDay: { ...row.lastFreeDay, clock } }, null)
}

describe('the status of a container', () => {
  test('that is out and loaded again says that it was picked up', () =>
    expect(statusOf('stopped', 'loaded')).toBe('Loaded after pickup'))

  test('that is not out is the word of the service', () =>
    expect([statusOf('running', 'loaded'), statusOf('stopped', 'picked_up')]).toEqual(['Loaded', 'Picked up']))
})
