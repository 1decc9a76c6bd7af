// A container has own data of the user: assignee, tags, notes and priority. A change of many containers can be undone,
// and no sync changes the data.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ContainerFilter, ContainerRow, ContainerSort } from '#contract/containers.ts'
import type { Today } from '#contract/today.ts'
import {
  type SyncedEngine,
  loadAllRows,
  waitForFirstSweep,
  waitForNewSweep,
  startSyncedEngine,
} from '#support/synced-engine.ts'

const list = async (
  { client }: Pick<SyncedEngine, 'client'>,
  filter: Partial<ContainerFilter> = {},
  sort: ContainerSort = [],
) =>
  (
    await client.call('containers.list', {
      filter: { scope: 'all', ...filter },
      sort,
      window: { offset: 0, limit: 500 },
    })
  ).rows
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const loadOwn = async (engine: SyncedEngine, id: string) =>
  (await loadAllRows(engine)).find((row) => row.id === id)?.own
const NO_OWN_DATA = { assignee: null, isMine: false, tags: [], note: null, noteCount: 0, priority: 'normal' }

async function startWith(count = 40) {
  const engine = await startSyncedEngine({ containers: count })
  const rows = await loadAllRows(engine)
  const containerAt = (index: number): ContainerRow => {
    const row = rows[index]
    if (!row) throw new Error(`there is no container ${index}`)
    return row
  }
  return { engine, client: engine.client, rows, containerAt }
}

describe('assigning', () => {
  test('many containers get one assignee, are found by it, and undo restores the assignee of each', async () => {
    const { engine, client, containerAt } = await startWith()
    const [firstId, secondId, thirdId] = [containerAt(0).id, containerAt(1).id, containerAt(2).id]
    await client.call('own.assign', { ids: [firstId], assignee: 'Ana' })
    const change = await client.call('own.assign', { ids: [firstId, secondId, thirdId], assignee: 'Ben' })
    expect(change.changed).toBe(3)
    expect(new Set(idsOf(await list(engine, { assignedTo: ['Ben'] })))).toEqual(new Set([firstId, secondId, thirdId]))
    expect(await client.call('own.undo', change)).toEqual({ undone: 3 })
    expect([await loadOwn(engine, firstId), await loadOwn(engine, secondId)]).toEqual([
      { ...NO_OWN_DATA, assignee: 'Ana' },
      NO_OWN_DATA,
    ])
  })

  test('undo skips a container that was assigned again since', async () => {
    const { engine, client, containerAt } = await startWith()
    const [firstId, secondId] = [containerAt(0).id, containerAt(1).id]
    const change = await client.call('own.assign', { ids: [firstId, secondId], assignee: 'Ben' })
    await client.call('own.assign', { ids: [secondId], assignee: 'Cleo' })
    expect(await client.call('own.undo', change)).toEqual({ undone: 1 })
    expect([(await loadOwn(engine, firstId))?.assignee, (await loadOwn(engine, secondId))?.assignee]).toEqual([
      null,
      'Cleo',
    ])
  })

  test('a known name keeps its spelling, and the user finds their own containers after they enter their name', async () => {
    const { engine, client, containerAt } = await startWith()
    await client.call('own.assign', { ids: [containerAt(0).id], assignee: 'Ana' })
    expect((await client.call('own.assign', { ids: [containerAt(1).id], assignee: '  ana ' })).assignees).toEqual([
      { ids: [containerAt(1).id], was: null, is: 'Ana' },
    ])
    expect(await list(engine, { isMine: true })).toEqual([])
    await client.call('own.setMe', { name: 'ANA' })
    expect(await client.call('own.me', {})).toEqual({ name: 'ANA' })
    expect(new Set(idsOf(await list(engine, { isMine: true })))).toEqual(
      new Set([containerAt(0).id, containerAt(1).id]),
    )
    expect(await loadOwn(engine, containerAt(0).id)).toMatchObject({ isMine: true })
    expect(await list(engine, { isMine: false })).toHaveLength(38)
    // The name is not part of the settings, and saving settings does not change it.
    const settings = await client.call('settings.get', {})
    expect(settings).not.toHaveProperty('me')
    await client.call('settings.set', settings)
    expect(await client.call('own.me', {})).toEqual({ name: 'ANA' })
    await client.call('own.setMe', { name: null })
    expect(await list(engine, { isMine: true })).toEqual([])
  })

  test('a filter finds containers without an assignee, and the facets count them', async () => {
    const { engine, client, containerAt } = await startWith()
    await client.call('own.assign', { ids: [containerAt(0).id], assignee: 'Ana' })
    expect(await list(engine, { assignedTo: [''] })).toHaveLength(39)
    const { assignedTo } = await client.call('containers.facets', { filter: { scope: 'all' } })
    expect(assignedTo).toEqual([
      { value: '', label: '', count: 39 },
      { value: 'Ana', label: 'Ana', count: 1 },
    ])
  })

  test('lists are sorted by assignee, and containers without one are last in both directions', async () => {
    const { engine, client, containerAt } = await startWith()
    await client.call('own.assign', { ids: [containerAt(3).id], assignee: 'ben' })
    await client.call('own.assign', { ids: [containerAt(2).id], assignee: 'Ana' })
    const loadFirst = async (direction: 'asc' | 'desc') =>
      idsOf((await list(engine, {}, [{ column: 'assignee', direction }])).slice(0, 3))
    expect((await loadFirst('asc')).slice(0, 2)).toEqual([containerAt(2).id, containerAt(3).id])
    expect((await loadFirst('desc')).slice(0, 2)).toEqual([containerAt(3).id, containerAt(2).id])
  })

  test('an unknown container is refused, and no container is assigned', async () => {
    const { engine, client, containerAt } = await startWith()
    await expect(
      client.call('own.assign', { ids: [containerAt(0).id, 'unknown'], assignee: 'Ana' }),
    ).rejects.toMatchObject({ code: 'containers/unknown' })
    expect(await list(engine, { assignedTo: ['Ana'] })).toEqual([])
  })
})

describe('own tags', () => {
  test('are separate from the tags of the service, ignore case, can be filtered by, and can be undone', async () => {
    const { engine, client, containerAt } = await startWith()
    const [firstId, secondId] = [containerAt(0).id, containerAt(1).id]
    const serviceTags = containerAt(0).tags
    await client.call('own.changeTags', { ids: [firstId], add: ['Rush'], remove: [] })
    const change = await client.call('own.changeTags', {
      ids: [firstId, secondId],
      add: ['rush', 'fragile'],
      remove: ['unused'],
    })
    expect(change.tags).toEqual([
      { tag: 'Rush', isThere: true, ids: [secondId] },
      { tag: 'fragile', isThere: true, ids: [firstId, secondId] },
    ])
    expect(await loadOwn(engine, firstId)).toMatchObject({ tags: ['fragile', 'Rush'] })
    expect((await loadAllRows(engine)).find(({ id }) => id === firstId)?.tags).toEqual(serviceTags)
    expect(idsOf(await list(engine, { ownTags: ['fragile', 'Rush'] })).toSorted()).toEqual(
      [firstId, secondId].toSorted(),
    )
    expect((await client.call('containers.facets', { filter: { scope: 'all' } })).ownTags).toEqual([
      { value: 'fragile', label: 'fragile', count: 2 },
      { value: 'Rush', label: 'Rush', count: 2 },
    ])
    await client.call('own.undo', change)
    expect([(await loadOwn(engine, firstId))?.tags, (await loadOwn(engine, secondId))?.tags]).toEqual([['Rush'], []])
    const removed = await client.call('own.changeTags', { ids: [firstId, secondId], add: [], remove: ['RUSH'] })
    expect([removed.changed, await loadOwn(engine, firstId)]).toEqual([1, NO_OWN_DATA])
    await client.call('own.undo', removed)
    expect((await loadOwn(engine, firstId))?.tags).toEqual(['Rush'])
  })

  test('own.shared reports what several containers have in common, and own.words lists all names and tags', async () => {
    const { client, containerAt } = await startWith()
    const ids = [containerAt(0).id, containerAt(1).id]
    await client.call('own.changeTags', { ids, add: ['rush'], remove: [] })
    await client.call('own.changeTags', { ids: [containerAt(0).id], add: ['fragile'], remove: [] })
    await client.call('own.assign', { ids: [containerAt(0).id], assignee: 'Ana' })
    expect(await client.call('own.shared', { ids })).toMatchObject({
      assignee: null,
      isOneAssignee: false,
      tags: [
        { tag: 'rush', count: 2 },
        { tag: 'fragile', count: 1 },
      ],
      priority: 'normal',
    })
    expect(await client.call('own.words', {})).toEqual({
      assignees: [{ value: 'Ana', label: 'Ana', count: 1 }],
      tags: [
        { value: 'rush', label: 'rush', count: 2 },
        { value: 'fragile', label: 'fragile', count: 1 },
      ],
    })
  })
})

describe('notes', () => {
  test('are listed newest first with their times, and adding, changing and removing one can be undone', async () => {
    const { engine, client, containerAt } = await startWith()
    const { id } = containerAt(0)
    const first = await client.call('own.addNote', { ids: [id], text: 'Broker has the papers' })
    await engine.clock.advance(60_000)
    await client.call('own.addNote', { ids: [id], text: 'Driver called' })
    const loadNotes = async () => (await client.call('containers.get', { id })).notes
    expect((await loadNotes()).map(({ text }) => text)).toEqual(['Driver called', 'Broker has the papers'])
    expect(await loadOwn(engine, id)).toMatchObject({ note: 'Driver called', noteCount: 2 })
    const noteId = first.notes[0]?.id ?? ''
    await engine.clock.advance(60_000)
    const changed = await client.call('own.changeNote', { id: noteId, text: 'Broker lacks the papers' })
    expect((await loadNotes())[1]).toMatchObject({ text: 'Broker lacks the papers', at: first.notes[0]?.is?.at })
    expect((await loadNotes())[1]?.editedAt).not.toBeNull()
    const removed = await client.call('own.changeNote', { id: noteId, text: null })
    expect(await loadNotes()).toHaveLength(1)
    await expect(client.call('own.changeNote', { id: noteId, text: 'too late' })).rejects.toMatchObject({
      code: 'own/no-note',
    })
    expect(await client.call('own.undo', removed)).toEqual({ undone: 1 })
    expect(await client.call('own.undo', changed)).toEqual({ undone: 1 })
    expect((await loadNotes())[1]).toEqual({ ...first.notes[0]?.is, author: null })
    expect(await client.call('own.undo', first)).toEqual({ undone: 1 })
    expect((await loadNotes()).map(({ text }) => text)).toEqual(['Driver called'])
  })

  test('a note changed in two windows keeps both texts', async () => {
    const { client, containerAt } = await startWith()
    const {
      notes: [written],
    } = await client.call('own.addNote', { ids: [containerAt(0).id], text: 'Call on Friday' })
    const note = { id: written?.id ?? '', seen: 'Call on Friday' }
    const loadTexts = async () =>
      (await client.call('own.notes', { containerId: containerAt(0).id })).notes.map(({ text }) => text).toSorted()
    await client.call('own.changeNote', { ...note, text: 'Call on Monday' })
    const addedNote = await client.call('own.changeNote', { ...note, text: 'Call the broker on Friday' })
    expect([addedNote, await loadTexts()]).toMatchObject([
      { changed: 1, notes: [{ was: null }] },
      ['Call on Monday', 'Call the broker on Friday'],
    ])
    expect(await client.call('own.changeNote', { ...note, text: 'Call on Monday' })).toMatchObject({ changed: 0 })
    await client.call('own.undo', addedNote)
    expect(await loadTexts()).toEqual(['Call on Monday'])
  })

  test('undo of an added note skips a container whose note was changed since', async () => {
    const { client, containerAt } = await startWith()
    const written = await client.call('own.addNote', {
      ids: [containerAt(0).id, containerAt(1).id],
      text: 'Call on Friday',
    })
    await client.call('own.changeNote', { id: written.notes[0]?.id ?? '', text: 'Call on Monday' })
    expect(await client.call('own.undo', written)).toEqual({ undone: 1 })
    expect((await client.call('own.notes', { containerId: containerAt(0).id })).notes).toMatchObject([
      { text: 'Call on Monday' },
    ])
  })

  test('lists are filtered and sorted by notes', async () => {
    const { engine, client, containerAt } = await startWith()
    await client.call('own.addNote', { ids: [containerAt(4).id], text: 'older' })
    await engine.clock.advance(60_000)
    await client.call('own.addNote', { ids: [containerAt(2).id], text: 'newer' })
    expect(idsOf(await list(engine, { hasNote: true }, [{ column: 'note', direction: 'desc' }]))).toEqual([
      containerAt(2).id,
      containerAt(4).id,
    ])
    expect(await list(engine, { hasNote: false })).toHaveLength(38)
  })

  test('blank notes and names with a line break are refused', async () => {
    const { client, containerAt } = await startWith()
    await expect(client.call('own.addNote', { ids: [containerAt(0).id], text: '   ' })).rejects.toMatchObject({
      code: 'contract/invalid-input',
    })
    await expect(client.call('own.assign', { ids: [containerAt(0).id], assignee: 'Ana\nBen' })).rejects.toMatchObject({
      code: 'contract/invalid-input',
    })
  })
})

describe('priority', () =>
  test('is set for a customer, applies to all its containers, and orders decisions that are otherwise equal', async () => {
    const { engine, client } = await startWith(200)
    const todayBefore = await client.call('today.get', {})
    const getRankKey = ({ risks, lastFreeDay, feesDue }: ContainerRow) =>
      JSON.stringify([risks[0]?.severity, lastFreeDay.daysLeft, feesDue])
    const rowsOf = ({ decisions }: Today) => decisions.flatMap(({ rows }) => rows)
    const tiedRows = [...Map.groupBy(rowsOf(todayBefore), getRankKey).values()].find(
      (rows) =>
        rows.length > 1 &&
        new Set(rows.map(({ customer }) => customer)).size > 1 &&
        rows.every(({ customer }) => customer !== null),
    )
    const last = tiedRows?.findLast(({ customer }) => customer !== tiedRows[0]?.customer)
    if (!tiedRows || !last?.customer) throw new Error('no two containers of this world differ only in their customer')
    const change = await client.call('own.setPriority', { customers: [last.customer], priority: 'high' })
    const todayAfter = await client.call('today.get', {})
    const priorities = (rows: readonly ContainerRow[]) =>
      rows.filter((row) => getRankKey(row) === getRankKey(last)).map(({ own }) => own.priority)
    expect(priorities(rowsOf(todayAfter))[0]).toBe('high')
    expect(priorities(rowsOf(todayAfter))).toEqual(
      priorities(rowsOf(todayAfter)).toSorted((a, b) => Number(b === 'high') - Number(a === 'high')),
    )
    const highRows = await list(engine, { priorities: ['high'] })
    expect(new Set(highRows.map(({ customer }) => customer))).toEqual(new Set([last.customer]))
    expect(highRows.length).toBe(
      (await loadAllRows(engine)).filter(({ customer }) => customer === last.customer).length,
    )
    expect(
      (await list(engine, {}, [{ column: 'priority', direction: 'asc' }]))
        .slice(0, highRows.length)
        .every(({ own }) => own.priority === 'high'),
    ).toBe(true)
    expect(await client.call('own.undo', change)).toEqual({ undone: 1 })
    expect(idsOf(rowsOf(await client.call('today.get', {})))).toEqual(idsOf(rowsOf(todayBefore)))
  }))

describe('search', () => {
  test('finds notes, own tags and assignees by whole words or their beginnings, until they are undone', async () => {
    const { client, containerAt } = await startWith()
    const findHits = async (text: string) =>
      (await client.call('search.find', { text, limit: 10 })).hits.map(({ id, field }) => [id, field])
    const note = await client.call('own.addNote', { ids: [containerAt(0).id], text: 'Forklift damaged the door' })
    await client.call('own.changeTags', { ids: [containerAt(1).id], add: ['Überhöhe'], remove: [] })
    await client.call('own.assign', { ids: [containerAt(2).id], assignee: 'Zdeněk' })
    expect(await findHits('forklift damaged')).toEqual([[containerAt(0).id, 'note']])
    expect(await findHits('uberhohe')).toEqual([[containerAt(1).id, 'own-tag']])
    expect(await findHits('zden')).toEqual([[containerAt(2).id, 'assignee']])
    await client.call('own.undo', note)
    expect(await findHits('forklift')).toEqual([])
  })

  test('finds the reason of a manual date, and the text filter of a list finds notes', async () => {
    const { engine, client, containerAt } = await startWith()
    await client.call('own.addNote', { ids: [containerAt(0).id], text: 'Forklift damaged' })
    await client.call('containers.setManualLastFreeDay', {
      id: containerAt(0).id,
      manual: { date: '2026-11-30', reason: 'Extended by phone' },
    })
    expect(idsOf(await list(engine, { text: 'forklift' }))).toEqual([containerAt(0).id])
    await client.call('own.changeTags', { ids: [containerAt(0).id], add: ['rush'], remove: [] })
    const findHits = async (text: string) =>
      (await client.call('search.find', { text, limit: 10 })).hits.map(({ id }) => id)
    expect([await findHits('extended'), await findHits('forklift'), await findHits('rush')]).toEqual([
      [containerAt(0).id],
      [containerAt(0).id],
      [containerAt(0).id],
    ])
  })
})

describe('own data', () =>
  test('survives a sweep, a restart, and a rebuilt mirror', async () => {
    const { engine, client, containerAt } = await startWith()
    const { id, customer } = containerAt(0)
    await client.call('own.assign', { ids: [id], assignee: 'Ana' })
    await client.call('own.changeTags', { ids: [id], add: ['rush'], remove: [] })
    await client.call('own.addNote', { ids: [id], text: 'Forklift damaged' })
    if (customer !== null) await client.call('own.setPriority', { customers: [customer], priority: 'high' })
    const ownBefore = await loadOwn(engine, id)
    expect(ownBefore).toEqual({
      assignee: 'Ana',
      isMine: false,
      tags: ['rush'],
      note: 'Forklift damaged',
      noteCount: 1,
      priority: customer === null ? 'normal' : 'high',
    })
    await waitForNewSweep(engine)
    expect(await loadOwn(engine, id)).toEqual(ownBefore)
    await engine.restart()
    expect(await loadOwn(engine, id)).toEqual(ownBefore)
    await engine.stop()
    for (const end of ['', '-wal', '-shm']) rmSync(join(engine.dir, `mirror.db${end}`), { force: true })
    await engine.restart()
    await waitForFirstSweep(engine)
    // The engine reported at its start that it rebuilt the mirror.
    expect(engine.errors.splice(0)).toMatchObject([expect.stringContaining('db/mirror-rebuilt')])
    expect(await loadOwn(engine, id)).toEqual(ownBefore)
    expect((await engine.client.call('search.find', { text: 'forklift', limit: 5 })).hits.map((hit) => hit.id)).toEqual(
      [id],
    )
    expect(idsOf(await list(engine, { assignedTo: ['Ana'], hasNote: true, ownTags: ['rush'] }))).toEqual([id])
  }))

test('rows of holds and fees show the assignee and the note of their container, and assignees sort and filter them', async () => {
  const { client } = await startWith(200)
  const charges = (filter = {}, sort: { column: 'assignee'; direction: 'asc' }[] = []) =>
    client.call('charges.list', { filter, sort, window: { offset: 0, limit: 500 } })
  const { containerId } = (await charges()).rows.at(-1) ?? { containerId: '' }
  await client.call('own.assign', { ids: [containerId], assignee: 'Ana' })
  await client.call('own.addNote', { ids: [containerId], text: 'Broker asked' })
  const { rows } = await charges({ assignedTo: ['Ana'] })
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows)
    expect([row.containerId, row.own.assignee, row.own.note]).toEqual([containerId, 'Ana', 'Broker asked'])
  expect((await charges({}, [{ column: 'assignee', direction: 'asc' }])).rows[0]?.containerId).toBe(containerId)
  expect((await client.call('charges.facets', { filter: {} })).assignedTo).toContainEqual({
    value: 'Ana',
    label: 'Ana',
    count: rows.length,
  })
})

test('a filter finds containers that were picked up more than a number of days ago and are not returned', async () => {
  const { engine } = await startWith(200)
  const rows = await list(engine, { scope: 'open', isEmptyOut: true })
  const overFiveDays = rows.filter(({ daysOut }) => daysOut !== null && daysOut > 5)
  expect([overFiveDays.length > 0, overFiveDays.length < rows.length]).toEqual([true, true])
  expect(new Set(idsOf(await list(engine, { scope: 'open', isEmptyOut: true, daysOutOver: 5 })))).toEqual(
    new Set(idsOf(overFiveDays)),
  )
})
