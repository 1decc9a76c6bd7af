// Changes of technical flags, and the first values of a record that was just tracked, are recorded and not listed.
import { expect, test } from 'vitest'
import { startStillEngine } from '#support/still-engine.ts'
import { type SyncedEngine, loadAllRows } from '#support/synced-engine.ts'

async function listUnseen({ client }: SyncedEngine): Promise<string[]> {
  const { rows } = await client.call('changes.list', { filter: { scope: 'unseen' }, window: { offset: 0, limit: 500 } })
  return rows.map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`)
}

async function markSeen({ client }: SyncedEngine): Promise<void> {
  await client.call('changes.markSeen', { throughId: (await client.call('changes.seenMark', {})).newestId })
}

test('the list of changes has neither retries nor the first values of a container that was just tracked', async () => {
  const engine = await startStillEngine({ containers: 20 })
  const { id } = (await loadAllRows(engine))[0]!
  const now = (await engine.client.call('sync.status', {})).now
  await engine.patch({ [id]: { availability_known: null, seal_number: null } })
  await markSeen(engine)
  await engine.patch({ [id]: { availability_known: true, seal_number: 'S1' } })
  expect(await listUnseen(engine)).toEqual(['seal_number: – → "S1"'])
  await engine.patch({ [id]: { created_at: now, seal_number: null } })
  await markSeen(engine)
  await engine.patch({ [id]: { seal_number: 'S2' } })
  expect(await listUnseen(engine)).toEqual([])
  await engine.patch({ [id]: { seal_number: 'S3' } })
  expect(await listUnseen(engine)).toEqual(['seal_number: "S2" → "S3"'])
})

test('the time since a container is ready counts from a first value, which the list omits', async () => {
  const engine = await startStillEngine({ containers: 20 })
  const { id } = (await loadAllRows(engine)).find(({ verdict }) => verdict === 'ready')!
  const now = (await engine.client.call('sync.status', {})).now
  await engine.patch({ [id]: { created_at: now, available_for_pickup: null } })
  await markSeen(engine)
  await engine.patch({ [id]: { available_for_pickup: true } })
  expect(await listUnseen(engine)).toEqual([])
  const { readySince } = (await loadAllRows(engine)).find((row) => row.id === id)!
  expect(readySince! > now).toBe(true)
})
