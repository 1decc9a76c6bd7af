// The list of changes since yesterday, which does not depend on what the user has marked as seen.
import { expect, test } from 'vitest'
import type { ChangeFilter } from '#contract/changes.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { startStillEngine } from '#support/still-engine.ts'
import { loadAllRows } from '#support/synced-engine.ts'

const DAY_MS = 24 * 3_600_000
const yardSpot = (name: string) => ({ location_at_pod_terminal: name })

test('the changes since yesterday are those of today and of the day before, also in the rows of records', async () => {
  const engine = await startStillEngine({ containers: 10 })
  const [first, second] = await loadAllRows(engine)
  await engine.patch({ [first!.id]: yardSpot('A1') })
  const filter: ChangeFilter = { scope: 'since-yesterday', kinds: ['other'] }
  const window = { offset: 0, limit: 10 }
  /** The changed containers, and the number of changes in each row of a record. */
  const readBoth = async () => {
    const { rows } = await engine.client.call('changes.groups', { filter, window })
    const list = await engine.client.call('changes.list', { filter, window })
    const changed = list.rows.map(({ objectId }) => objectId).toSorted()
    return [changed, rows.map(({ count }) => count).toSorted()]
  }
  const sortIds = (...rows: (ContainerRow | undefined)[]) => rows.map((row) => row!.id).toSorted()
  const { newestId } = await engine.client.call('changes.seenMark', {})
  await engine.client.call('changes.markSeen', { throughId: newestId })
  engine.clock.sleepMachine(30 * 3_600_000)
  await engine.patch({ [first!.id]: yardSpot('B2'), [second!.id]: yardSpot('C3') })
  expect(await readBoth()).toEqual([sortIds(first, first, second), [1, 2]])
  engine.clock.sleepMachine(DAY_MS)
  await engine.clock.advance(120_000)
  expect(await readBoth()).toEqual([sortIds(first, second), [1, 1]])
  engine.clock.sleepMachine(DAY_MS)
  await engine.clock.advance(120_000)
  expect(await readBoth()).toEqual([[], []])
})
