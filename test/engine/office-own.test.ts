// Engines of one office: what a user writes on one computer is on the others, also in their lists and search. What a
// reader cannot change.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ComputerSettings } from '#contract/own-data.ts'
import { startOffice } from '#support/engine-office.ts'
import { loadAllRows, waitForFirstSweep } from '#support/synced-engine.ts'
import { rateTable } from '#support/rate-table.ts'
import { startTestEngine } from '#support/test-engine.ts'

test('a note and an assignment of a follower are on the leader within seconds, and an undo of them too', async () => {
  const leader = await startOffice(false)
  await waitForFirstSweep(leader)
  const follower = await leader.startEngine('other')
  await waitForFirstSweep(follower)
  const [container] = await loadAllRows(follower)
  const ids = [container!.id]
  const changes: string[] = []
  leader.client.on('changed', ({ topic }) => void changes.push(topic))
  await follower.client.call('own.addNote', { ids, text: 'Driver called' })
  const change = await follower.client.call('own.assign', { ids, assignee: 'Maria' })
  const loadOwn = async () => (await loadAllRows(leader)).find(({ id }) => id === container!.id)?.own
  await leader.clock.advanceUntil(async () => (await loadOwn())?.assignee === 'Maria', 5_000)
  expect(await loadOwn()).toMatchObject({ assignee: 'Maria', isMine: false, note: 'Driver called', noteCount: 1 })
  expect((await leader.client.call('containers.get', { id: container!.id })).notes).toMatchObject([
    { text: 'Driver called', author: 'lea' },
  ])
  expect(changes).toContain('containers')
  expect((await leader.client.call('search.find', { text: 'driver called', limit: 5 })).hits).toMatchObject([
    { id: container!.id },
  ])
  await follower.client.call('own.undo', change)
  await leader.clock.advanceUntil(async () => (await loadOwn())?.assignee === null, 5_000)
  expect(await loadOwn()).toMatchObject({ note: 'Driver called' })
})

test('the override of a follower governs on the leader, names its author, and its undo does not replace a later one', async () => {
  const leader = await startOffice(false)
  await waitForFirstSweep(leader)
  const follower = await leader.startEngine('other')
  await waitForFirstSweep(follower)
  const { id } = (await loadAllRows(follower)).find(({ lastFreeDay }) => lastFreeDay.date !== null)!
  const setDay = ({ client }: typeof follower, date: string, undoOf?: string) =>
    client.call('containers.setManualLastFreeDay', { id, manual: { date, reason: 'line' }, ...(undoOf && { undoOf }) })
  const waitFor = async ({ client }: typeof follower, date: string) => {
    await leader.clock.advanceUntil(
      async () => (await client.call('containers.get', { id })).row.lastFreeDay.date === date,
      5_000,
    )
    return client.call('containers.get', { id })
  }
  const { at } = await setDay(follower, '2026-12-01')
  expect((await waitFor(leader, '2026-12-01')).manual).toMatchObject({ date: '2026-12-01', author: 'lea' })
  await setDay(leader, '2026-12-03')
  await waitFor(follower, '2026-12-03')
  await expect(setDay(follower, '2026-11-30', at)).rejects.toMatchObject({ code: 'containers/date-set-again' })
  expect((await waitFor(leader, '2026-12-03')).manual).toMatchObject({ date: '2026-12-03' })
})

test('the rates of a follower give costs on the leader, and a reader cannot enter any', async () => {
  const leader = await startOffice(false)
  await waitForFirstSweep(leader)
  const follower = await leader.startEngine('other')
  await waitForFirstSweep(follower)
  await follower.client.call('rates.save', rateTable('all'))
  await leader.clock.advanceUntil(async () => (await leader.client.call('rates.list', {})).length === 1, 5_000)
  const states = (await loadAllRows(leader)).map(({ exposure }) => exposure?.state)
  expect(states).toContain('costed')
  const reader = await leader.startEngine('third', { login: 'rita' })
  await waitForFirstSweep(reader)
  await leader.clock.advanceUntil(async () => (await reader.client.call('rates.list', {})).length === 1, 5_000)
  for (const change of [
    reader.client.call('rates.remove', { id: 'all' }),
    reader.client.call('terminals.set', { place: 'Newark', days: [1], closed: [], opens: null, closes: null }),
  ])
    await expect(change).rejects.toMatchObject({ code: 'office/not-allowed' })
  expect(await reader.client.call('rates.list', {})).toHaveLength(1)
})

const computer: ComputerSettings = {
  ...{ theme: 'dark', metered: 'seldom', sparesBattery: null },
  keys: { custom: {}, hasSingleKeys: false },
  looks: { dateStyle: 'iso', contrast: 'more' },
}

test('a reader restores what the office does not share, and changes everything in a session without it', async () => {
  const leader = await startOffice(false)
  const { clock, service } = leader
  await waitForFirstSweep(leader)
  const reader = await leader.startEngine('other', { login: 'rita' })
  await waitForFirstSweep(reader)
  await clock.advanceUntil(async () => (await reader.client.call('sync.status', {})).sharesOwnData, 5_000)
  const ids = [(await loadAllRows(leader))[0]!.id]
  const note = await leader.client.call('own.addNote', { ids, text: 'Driver called' })
  await leader.client.call('own.setMe', { name: 'Lea S.' })
  const layout = { order: [], widths: {}, hidden: [] }
  const view = { name: 'Mine', screen: 'lfd', filter: { scope: 'board' as const }, sort: [], layout, density: 'auto' }
  await leader.client.call('views.save', { id: 'v1', ...view })
  const { file } = await leader.client.call('ownData.export', { computer, about: [] })
  await leader.client.call('own.undo', note)
  mkdirSync(join(reader.dir, 'restore', 'token'), { recursive: true })
  writeFileSync(join(reader.dir, 'restore', 'token', 'file'), readFileSync(join(leader.dir, 'spool', file), 'utf8'))

  const { id, parts } = await reader.client.call('ownData.check', { name: 'file' })
  const countsByPart = new Map(parts.map(({ part, inFile }) => [part, inFile]))
  expect([countsByPart.get('notes'), countsByPart.get('me')]).toEqual([0, 1])
  await reader.client.call('ownData.restore', { id, how: 'merge', computer })
  expect((await reader.client.call('views.list', {})).map(({ name }) => name)).toEqual(['Mine'])
  // In an office, the user's name is that of the member.
  expect(await reader.client.call('own.me', {})).toEqual({ name: 'rita' })
  const { notes } = await reader.client.call('own.notes', { containerId: ids[0]! })
  expect(notes).toEqual([])
  await expect(reader.client.call('own.addNote', { ids, text: 'mine' })).rejects.toMatchObject({
    code: 'office/not-allowed',
  })

  await clock.advanceUntilSettled(reader.stop())
  const alone = await startTestEngine({ clock, handle: service.handle, dir: reader.dir, idPrefix: 'other' })
  await alone.client.call('own.addNote', { ids, text: 'mine' })
  expect((await alone.client.call('sync.status', {})).sharesOwnData).toBe(false)
})
