// The user’s own data: assigned, tagged, noted and ranked, for one container or many, undone, and never changed by a
// reading.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ContainerFilter, ContainerRow, ContainerSort } from '#contract/containers.ts'
import { type SyncedEngine, allRows, firstSweep, nextSweep, startSyncedEngine } from '#support/synced-engine.ts'

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
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const rowOf = async (engine: SyncedEngine, id: string) => (await allRows(engine)).find((row) => row.id === id)?.own
const nobody = { assignee: null, isMine: false, tags: [], note: null, noteCount: 0, priority: 'normal' }

async function startWith(count = 40) {
  const engine = await startSyncedEngine({ containers: count })
  const rows = await allRows(engine)
  const box = (place: number): ContainerRow => {
    const row = rows[place]
    if (!row) throw new Error(`there is no container ${place}`)
    return row
  }
  return { engine, client: engine.client, rows, box }
}

describe('assigning', () => {
  test('many at once, known again by name, and taken back to what each was', async () => {
    const { engine, client, box } = await startWith()
    const [a, b, c] = [box(0).id, box(1).id, box(2).id]
    await client.call('own.assign', { ids: [a], assignee: 'Ana' })
    const change = await client.call('own.assign', { ids: [a, b, c], assignee: 'Ben' })
    expect(change.changed).toBe(3)
    expect(new Set(ids(await list(engine, { assignedTo: ['Ben'] })))).toEqual(new Set([a, b, c]))
    expect(await client.call('own.undo', change)).toEqual({ undone: 3 })
    expect([await rowOf(engine, a), await rowOf(engine, b)]).toEqual([{ ...nobody, assignee: 'Ana' }, nobody])
  })

  test('what was assigned anew since is not taken back with it', async () => {
    const { engine, client, box } = await startWith()
    const [a, b] = [box(0).id, box(1).id]
    const change = await client.call('own.assign', { ids: [a, b], assignee: 'Ben' })
    await client.call('own.assign', { ids: [b], assignee: 'Cleo' })
    expect(await client.call('own.undo', change)).toEqual({ undone: 1 })
    expect([(await rowOf(engine, a))?.assignee, (await rowOf(engine, b))?.assignee]).toEqual([null, 'Cleo'])
  })

  test('a name already written is taken as it stands there, and mine is told apart once I said who I am', async () => {
    const { engine, client, box } = await startWith()
    await client.call('own.assign', { ids: [box(0).id], assignee: 'Ana' })
    expect((await client.call('own.assign', { ids: [box(1).id], assignee: '  ana ' })).assignees).toEqual([
      { ids: [box(1).id], was: null, is: 'Ana' },
    ])
    expect(await list(engine, { isMine: true })).toEqual([])
    await client.call('own.setMe', { name: 'ANA' })
    expect(await client.call('own.me', {})).toEqual({ name: 'ANA' })
    expect(new Set(ids(await list(engine, { isMine: true })))).toEqual(new Set([box(0).id, box(1).id]))
    expect(await rowOf(engine, box(0).id)).toMatchObject({ isMine: true })
    expect(await list(engine, { isMine: false })).toHaveLength(38)
    // Settings of the account are another matter, and saving those leaves it alone.
    const settings = await client.call('settings.get', {})
    expect(settings).not.toHaveProperty('me')
    await client.call('settings.set', settings)
    expect(await client.call('own.me', {})).toEqual({ name: 'ANA' })
    await client.call('own.setMe', { name: null })
    expect(await list(engine, { isMine: true })).toEqual([])
  })

  test('nobody can be asked for, and the choices of a filter count it', async () => {
    const { engine, client, box } = await startWith()
    await client.call('own.assign', { ids: [box(0).id], assignee: 'Ana' })
    expect(await list(engine, { assignedTo: [''] })).toHaveLength(39)
    const { assignedTo } = await client.call('containers.facets', { filter: { scope: 'all' } })
    expect(assignedTo).toEqual([
      { value: '', label: '', count: 39 },
      { value: 'Ana', label: 'Ana', count: 1 },
    ])
  })

  test('lists are sorted by it, without one last in either direction', async () => {
    const { engine, client, box } = await startWith()
    await client.call('own.assign', { ids: [box(3).id], assignee: 'ben' })
    await client.call('own.assign', { ids: [box(2).id], assignee: 'Ana' })
    const first = async (direction: 'asc' | 'desc') =>
      ids((await list(engine, {}, [{ column: 'assignee', direction }])).slice(0, 3))
    expect((await first('asc')).slice(0, 2)).toEqual([box(2).id, box(3).id])
    expect((await first('desc')).slice(0, 2)).toEqual([box(3).id, box(2).id])
  })

  test('a container nobody ever read is refused, and then nothing is done', async () => {
    const { engine, client, box } = await startWith()
    await expect(client.call('own.assign', { ids: [box(0).id, 'nowhere'], assignee: 'Ana' })).rejects.toMatchObject({
      code: 'containers/unknown',
    })
    expect(await list(engine, { assignedTo: ['Ana'] })).toEqual([])
  })
})

describe('tags', () => {
  test('are the user’s own beside those of the shipment, filtered by and taken back one by one', async () => {
    const { engine, client, box } = await startWith()
    const [a, b] = [box(0).id, box(1).id]
    const before = box(0).tags
    await client.call('own.changeTags', { ids: [a], add: ['Rush'], remove: [] })
    const change = await client.call('own.changeTags', {
      ids: [a, b],
      add: ['rush', 'fragile'],
      remove: ['nothing of it'],
    })
    expect(change.tags).toEqual([
      { tag: 'Rush', isThere: true, ids: [b] },
      { tag: 'fragile', isThere: true, ids: [a, b] },
    ])
    expect(await rowOf(engine, a)).toMatchObject({ tags: ['fragile', 'Rush'] })
    expect((await allRows(engine)).find(({ id }) => id === a)?.tags).toEqual(before)
    expect(ids(await list(engine, { ownTags: ['fragile', 'Rush'] })).toSorted()).toEqual([a, b].toSorted())
    expect((await client.call('containers.facets', { filter: { scope: 'all' } })).ownTags).toEqual([
      { value: 'Rush', label: 'Rush', count: 2 },
      { value: 'fragile', label: 'fragile', count: 2 },
    ])
    await client.call('own.undo', change)
    expect([(await rowOf(engine, a))?.tags, (await rowOf(engine, b))?.tags]).toEqual([['Rush'], []])
    const removed = await client.call('own.changeTags', { ids: [a, b], add: [], remove: ['RUSH'] })
    expect([removed.changed, await rowOf(engine, a)]).toEqual([1, nobody])
    await client.call('own.undo', removed)
    expect((await rowOf(engine, a))?.tags).toEqual(['Rush'])
  })

  test('what several have in common is told before they are changed at once', async () => {
    const { client, box } = await startWith()
    const both = [box(0).id, box(1).id]
    await client.call('own.changeTags', { ids: both, add: ['rush'], remove: [] })
    await client.call('own.changeTags', { ids: [box(0).id], add: ['fragile'], remove: [] })
    await client.call('own.assign', { ids: [box(0).id], assignee: 'Ana' })
    expect(await client.call('own.shared', { ids: both })).toMatchObject({
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
  test('are several, newest first, each with its time; changed, removed, and both taken back', async () => {
    const { engine, client, box } = await startWith()
    const { id } = box(0)
    const first = await client.call('own.addNote', { ids: [id], text: 'Broker has the papers' })
    await engine.clock.advance(60_000)
    await client.call('own.addNote', { ids: [id], text: 'Driver called' })
    const notes = async () => (await client.call('containers.get', { id })).notes
    expect((await notes()).map(({ text }) => text)).toEqual(['Driver called', 'Broker has the papers'])
    expect(await rowOf(engine, id)).toMatchObject({ note: 'Driver called', noteCount: 2 })
    const noteId = first.notes[0]?.id ?? ''
    await engine.clock.advance(60_000)
    const changed = await client.call('own.changeNote', { id: noteId, text: 'Broker lacks the papers' })
    expect((await notes())[1]).toMatchObject({ text: 'Broker lacks the papers', at: first.notes[0]?.is?.at })
    expect((await notes())[1]?.editedAt).not.toBeNull()
    const removed = await client.call('own.changeNote', { id: noteId, text: null })
    expect(await notes()).toHaveLength(1)
    await expect(client.call('own.changeNote', { id: noteId, text: 'too late' })).rejects.toMatchObject({
      code: 'own/no-note',
    })
    expect(await client.call('own.undo', removed)).toEqual({ undone: 1 })
    expect(await client.call('own.undo', changed)).toEqual({ undone: 1 })
    expect((await notes())[1]).toEqual(first.notes[0]?.is)
    expect(await client.call('own.undo', first)).toEqual({ undone: 1 })
    expect((await notes()).map(({ text }) => text)).toEqual(['Driver called'])
  })

  test('a note changed in two windows loses nobody’s words: the later ones stand beside it', async () => {
    const { client, box } = await startWith()
    const {
      notes: [written],
    } = await client.call('own.addNote', { ids: [box(0).id], text: 'Call on Friday' })
    const note = { id: written?.id ?? '', seen: 'Call on Friday' }
    const texts = async () =>
      (await client.call('own.notes', { containerId: box(0).id })).notes.map(({ text }) => text).toSorted()
    await client.call('own.changeNote', { ...note, text: 'Call on Monday' })
    const beside = await client.call('own.changeNote', { ...note, text: 'Call the broker on Friday' })
    expect([beside, await texts()]).toMatchObject([
      { changed: 1, notes: [{ was: null }] },
      ['Call on Monday', 'Call the broker on Friday'],
    ])
    expect(await client.call('own.changeNote', { ...note, text: 'Call on Monday' })).toMatchObject({ changed: 0 })
    await client.call('own.undo', beside)
    expect(await texts()).toEqual(['Call on Monday'])
  })

  test('a note that was changed since is not taken back with its writing', async () => {
    const { client, box } = await startWith()
    const written = await client.call('own.addNote', { ids: [box(0).id, box(1).id], text: 'Call on Friday' })
    await client.call('own.changeNote', { id: written.notes[0]?.id ?? '', text: 'Call on Monday' })
    expect(await client.call('own.undo', written)).toEqual({ undone: 1 })
    expect((await client.call('own.notes', { containerId: box(0).id })).notes).toMatchObject([
      { text: 'Call on Monday' },
    ])
  })

  test('lists are filtered and sorted by them', async () => {
    const { engine, client, box } = await startWith()
    await client.call('own.addNote', { ids: [box(4).id], text: 'older' })
    await engine.clock.advance(60_000)
    await client.call('own.addNote', { ids: [box(2).id], text: 'newer' })
    expect(ids(await list(engine, { hasNote: true }, [{ column: 'note', direction: 'desc' }]))).toEqual([
      box(2).id,
      box(4).id,
    ])
    expect(await list(engine, { hasNote: false })).toHaveLength(38)
  })

  test('blank ones, and names of several lines, are refused', async () => {
    const { client, box } = await startWith()
    await expect(client.call('own.addNote', { ids: [box(0).id], text: '   ' })).rejects.toMatchObject({
      code: 'contract/invalid-input',
    })
    await expect(client.call('own.assign', { ids: [box(0).id], assignee: 'Ana\nBen' })).rejects.toMatchObject({
      code: 'contract/invalid-input',
    })
  })
})

describe('priority', () => {
  test('is a customer’s, of all its containers, and the last word in what needs a decision', async () => {
    const { engine, client } = await startWith(200)
    const before = await client.call('today.get', {})
    const key = ({ risks, lastFreeDay, feesDue }: ContainerRow) =>
      JSON.stringify([risks[0]?.severity, lastFreeDay.daysLeft, feesDue])
    const tied = [...Map.groupBy(before.decisions, key).values()].find(
      (rows) =>
        rows.length > 1 &&
        new Set(rows.map(({ customer }) => customer)).size > 1 &&
        rows.every(({ customer }) => customer !== null),
    )
    const last = tied?.findLast(({ customer }) => customer !== tied[0]?.customer)
    if (!tied || !last?.customer)
      throw new Error('this world has no two containers that are alike but for their customer')
    const change = await client.call('own.setPriority', { customers: [last.customer], priority: 'high' })
    const after = await client.call('today.get', {})
    const order = (rows: readonly ContainerRow[]) =>
      rows.filter((row) => key(row) === key(last)).map(({ own }) => own.priority)
    expect(order(after.decisions)[0]).toBe('high')
    expect(order(after.decisions)).toEqual(
      order(after.decisions).toSorted((a, b) => Number(b === 'high') - Number(a === 'high')),
    )
    const high = await list(engine, { priorities: ['high'] })
    expect(new Set(high.map(({ customer }) => customer))).toEqual(new Set([last.customer]))
    expect(high.length).toBe((await allRows(engine)).filter(({ customer }) => customer === last.customer).length)
    expect(
      (await list(engine, {}, [{ column: 'priority', direction: 'asc' }]))
        .slice(0, high.length)
        .every(({ own }) => own.priority === 'high'),
    ).toBe(true)
    expect(await client.call('own.undo', change)).toEqual({ undone: 1 })
    expect(ids((await client.call('today.get', {})).decisions)).toEqual(ids(before.decisions))
  })
})

describe('search', () => {
  test('finds notes, own tags and who it is assigned to, by whole words and parts, at once and until they go', async () => {
    const { client, box } = await startWith()
    const found = async (text: string) =>
      (await client.call('search.find', { text, limit: 10 })).hits.map(({ id, field }) => [id, field])
    const note = await client.call('own.addNote', { ids: [box(0).id], text: 'Forklift damaged the door' })
    await client.call('own.changeTags', { ids: [box(1).id], add: ['Überhöhe'], remove: [] })
    await client.call('own.assign', { ids: [box(2).id], assignee: 'Zdeněk' })
    expect(await found('forklift damaged')).toEqual([[box(0).id, 'note']])
    expect(await found('uberhohe')).toEqual([[box(1).id, 'own-tag']])
    expect(await found('zden')).toEqual([[box(2).id, 'assignee']])
    await client.call('own.undo', note)
    expect(await found('forklift')).toEqual([])
  })

  test('the text of a list’s filter finds them as well, beside the reason of a date set by hand', async () => {
    const { engine, client, box } = await startWith()
    await client.call('own.addNote', { ids: [box(0).id], text: 'Forklift damaged' })
    await client.call('containers.setManualLastFreeDay', {
      id: box(0).id,
      manual: { date: '2026-11-30', reason: 'Extended by phone' },
    })
    expect(ids(await list(engine, { text: 'forklift' }))).toEqual([box(0).id])
    await client.call('own.changeTags', { ids: [box(0).id], add: ['rush'], remove: [] })
    const found = async (text: string) =>
      (await client.call('search.find', { text, limit: 10 })).hits.map(({ id }) => id)
    expect([await found('extended'), await found('forklift'), await found('rush')]).toEqual([
      [box(0).id],
      [box(0).id],
      [box(0).id],
    ])
  })
})

describe('it stays', () => {
  test('through further readings, a restart, and a mirror that is read anew', async () => {
    const { engine, client, box } = await startWith()
    const { id, customer } = box(0)
    await client.call('own.assign', { ids: [id], assignee: 'Ana' })
    await client.call('own.changeTags', { ids: [id], add: ['rush'], remove: [] })
    await client.call('own.addNote', { ids: [id], text: 'Forklift damaged' })
    if (customer !== null) await client.call('own.setPriority', { customers: [customer], priority: 'high' })
    const kept = await rowOf(engine, id)
    expect(kept).toEqual({
      assignee: 'Ana',
      isMine: false,
      tags: ['rush'],
      note: 'Forklift damaged',
      noteCount: 1,
      priority: customer === null ? 'normal' : 'high',
    })
    await nextSweep(engine)
    expect(await rowOf(engine, id)).toEqual(kept)
    await engine.restart()
    expect(await rowOf(engine, id)).toEqual(kept)
    await engine.stop()
    for (const end of ['', '-wal', '-shm']) rmSync(join(engine.dir, `mirror.db${end}`), { force: true })
    await engine.restart()
    await firstSweep(engine)
    // The start told of the mirror that was gone.
    expect(engine.errors.splice(0)).toMatchObject([expect.stringContaining('db/mirror-rebuilt')])
    expect(await rowOf(engine, id)).toEqual(kept)
    expect((await engine.client.call('search.find', { text: 'forklift', limit: 5 })).hits.map((hit) => hit.id)).toEqual(
      [id],
    )
    expect(ids(await list(engine, { assignedTo: ['Ana'], hasNote: true, ownTags: ['rush'] }))).toEqual([id])
  })
})

test('holds and fees tell the assignee and the notes of their container, are sorted by the one and filtered by it', async () => {
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

test('boxes that are out for more than so many days can be asked for', async () => {
  const { engine } = await startWith(200)
  const rows = await list(engine, { scope: 'open', isEmptyOut: true })
  const long = rows.filter(({ daysOut }) => daysOut !== null && daysOut > 5)
  expect([long.length > 0, long.length < rows.length]).toEqual([true, true])
  expect(new Set(ids(await list(engine, { scope: 'open', isEmptyOut: true, daysOutOver: 5 })))).toEqual(
    new Set(ids(long)),
  )
})
