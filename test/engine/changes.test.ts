// Lists the changes since the user last marked them as seen. Each is one row, and so is a change that is reverted
// within an hour. The list can also show the whole history.
import { describe, expect, test } from 'vitest'
import type { ChangeFilter, ChangeRow } from '#contract/changes.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { type StillEngine, startStillEngine } from '#support/still-engine.ts'
import { type SyncedEngine, loadAllRows, waitForNewSweep, startSyncedEngine } from '#support/synced-engine.ts'

const list = (
  { client }: SyncedEngine,
  filter: Partial<ChangeFilter> = {},
  window = { offset: 0, limit: 500 },
  listId?: string,
) =>
  client.call('changes.list', {
    filter: { scope: 'unseen', ...filter },
    window,
    ...(listId === undefined ? {} : { listId }),
  })
const loadRows = async (engine: SyncedEngine, filter: Partial<ChangeFilter> = {}) => (await list(engine, filter)).rows
const loadMark = ({ client }: SyncedEngine) => client.call('changes.seenMark', {})
const markSeen = async (engine: SyncedEngine, throughId?: number) => {
  await engine.client.call('changes.markSeen', { throughId: throughId ?? (await loadMark(engine)).newestId })
}
const formatRow = ({ field, before, after }: ChangeRow) => `${field}: ${before ?? '–'} → ${after ?? '–'}`
const findFirstContainer = async (engine: SyncedEngine, keep: (row: ContainerRow) => boolean = () => true) =>
  (await loadAllRows(engine)).find(keep)!
const yardSpot = (name: string) => ({ location_at_pod_terminal: name })

describe('the list of changes', () => {
  test('is empty after the first sweep', async () => {
    const engine = await startSyncedEngine({ containers: 40 })
    expect(await list(engine, { scope: 'all' })).toMatchObject({ rows: [], total: 0, outOf: 0 })
    expect(await loadMark(engine)).toEqual({
      markedAt: expect.stringMatching(/^2026-11-20T17:/) as unknown,
      isStart: true,
      newestId: 0,
      unseen: 0,
      canUndo: false,
    })
  })

  test('has the newest change first, with its record, its kind, and when its source was last checked', async () => {
    const engine = await startStillEngine({ containers: 20 })
    const row = await findFirstContainer(engine, ({ shipmentId }) => shipmentId !== null)
    await engine.patch({
      [row.id]: { terminal_checked_at: '2026-11-20T16:30:00Z', available_for_pickup: null, import_deadlines: null },
    })
    await markSeen(engine)
    await engine.patch({
      [row.id]: {
        import_deadlines: { pickup_lfd_terminal: '2026-11-24T08:00:00Z' },
        terminal_checked_at: '2026-11-20T17:01:00Z',
      },
    })
    await engine.patch({
      [row.shipmentId!]: {
        pod_eta_at: '2026-12-24T08:00:00Z',
        line_tracking_last_succeeded_at: '2026-11-20T12:00:00Z',
      },
    })
    const about = (await loadRows(engine)).filter(({ objectId }) => objectId === row.id || objectId === row.shipmentId)
    expect(about).toMatchObject([
      {
        kind: 'arrival',
        severity: 3,
        object: 'shipment',
        number: row.masterBill,
        shipmentId: null,
        field: 'pod_eta_at',
        sourceAt: '2026-11-20T12:00:00.000Z',
        isNew: true,
      },
      {
        kind: 'last-free-day',
        severity: 3,
        object: 'container',
        number: row.number,
        shipmentId: row.shipmentId,
        field: 'import_deadlines.pickup_lfd_terminal',
        before: null,
        after: '"2026-11-24T08:00:00Z"',
        sourceAt: '2026-11-20T17:01:00.000Z',
        isNew: true,
        isReverted: false,
      },
    ])
  })

  test('shows when a cleared hold was first seen, if it was placed after the first reading', async () => {
    const engine = await startStillEngine({ containers: 20 })
    const row = await findFirstContainer(engine)
    const holds = (...names: string[]) => ({
      holds_at_pod_terminal: names.map((name) => ({ name, status: 'hold', description: null })),
    })
    await engine.patch({ [row.id]: holds('customs') })
    const [placed] = await loadRows(engine, { kinds: ['hold'] })
    await markSeen(engine)
    await engine.patch({ [row.id]: holds() })
    expect(await loadRows(engine, { kinds: ['hold'] })).toMatchObject([{ after: null, heldSince: placed!.seenAt }])
    expect(placed).toMatchObject({ heldSince: null })
  })

  test('gives each change the time zone of its place, as the history of the container does', async () => {
    const engine = await startStillEngine({ containers: 20 })
    const row = await findFirstContainer(
      engine,
      ({ isInland, portOfLading, portOfDischarge }) =>
        !isInland && portOfLading.zone !== null && portOfDischarge.zone !== null,
    )
    await engine.patch({
      [row.id]: {
        pol_full_in_at: '2026-10-02T03:04:05Z',
        pickup_lfd: '2026-11-29T08:00:00Z',
        pod_discharged_at: '2026-11-12T03:04:05Z',
        seal_number: 'X 1',
      },
    })
    const zones = {
      pol_full_in_at: row.portOfLading.zone,
      pickup_lfd: row.pickupZone,
      pod_discharged_at: row.portOfDischarge.zone,
      seal_number: null,
    }
    const zoneOf = (changes: readonly { field: string; zone: string | null }[]) =>
      Object.fromEntries(changes.map(({ field, zone }) => [field, zone]))
    expect(zoneOf((await loadRows(engine)).filter(({ objectId }) => objectId === row.id))).toMatchObject(zones)
    expect(zoneOf((await engine.client.call('containers.get', { id: row.id })).changes)).toMatchObject(zones)
  })

  test('announces the topic of changes for a new change, and not without one', async () => {
    const engine = await startStillEngine({ containers: 10 })
    // Waits for the announcement of the mark, which is delayed.
    await engine.clock.advance(1_000)
    const topics: string[] = []
    engine.client.on('changed', ({ topic }) => topics.push(topic))
    await engine.clock.advance(300_000)
    expect(topics).not.toContain('changes')
    const row = await findFirstContainer(engine)
    await engine.patch({ [row.id]: yardSpot('Row 1') })
    expect(topics).toContain('changes')
  })

  test('can be filtered by kind, text and severity, alone or combined', async () => {
    const engine = await startStillEngine({ containers: 20 })
    const [one, other] = (await loadAllRows(engine)) as [ContainerRow, ContainerRow]
    await engine.patch({ [one.id]: { ...yardSpot('A 1'), current_status: 'dropped' }, [other.id]: yardSpot('B 2') })
    const fields = async (filter: Partial<ChangeFilter>) =>
      (await loadRows(engine, filter)).map(({ objectId, field }) => [objectId, field]).toSorted()
    const number = `${one.number.slice(0, 4)} ${one.number.slice(4)}`.toLowerCase()
    expect(await fields({ kinds: ['status'] })).toEqual([[one.id, 'current_status']])
    expect(await fields({ text: number })).toEqual([
      [one.id, 'current_status'],
      [one.id, 'location_at_pod_terminal'],
    ])
    expect(await fields({ kinds: ['other'], text: number })).toEqual([[one.id, 'location_at_pod_terminal']])
    expect(await fields({ kinds: ['other', 'status'] })).toEqual(
      [
        [one.id, 'current_status'],
        [one.id, 'location_at_pod_terminal'],
        [other.id, 'location_at_pod_terminal'],
      ].toSorted(),
    )
    expect(await fields({ kinds: [], text: 'no such thing' })).toEqual([])
    expect(await fields({ severities: [4] })).toEqual(await fields({ kinds: ['other', 'status'] }))
    expect(await fields({ kinds: ['status'], severities: [4] })).toEqual([[one.id, 'current_status']])
    expect(await fields({ severities: [1, 2, 3], text: number })).toEqual([])
    expect(await fields({ kinds: ['status'], severities: [1] })).toEqual([])
  })

  test('keeps its order while changes arrive, and counts the new ones', async () => {
    const engine = await startStillEngine({ containers: 20 })
    const row = await findFirstContainer(engine)
    await engine.patch({ [row.id]: { ...yardSpot('A 1'), seal_number: 'S-1' } })
    const first = await list(engine)
    await engine.patch({ [row.id]: { current_status: 'dropped' } })
    const later = await list(engine, {}, { offset: 0, limit: 500 }, first.listId)
    expect(later).toMatchObject({ listId: first.listId, total: 2, reordered: 1, outOf: first.outOf + 1 })
    expect(later.rows).toEqual(first.rows)
    expect((await loadRows(engine)).map(({ field }) => field)[0]).toBe('current_status')
    const window = await list(engine, {}, { offset: 1, limit: 1 }, first.listId)
    expect(window.rows).toEqual(first.rows.slice(1, 2))
  })
})

describe('changes by record', () => {
  const groups = async ({ client }: SyncedEngine, filter: Partial<ChangeFilter> = {}) =>
    client.call('changes.groups', { filter: { scope: 'unseen', ...filter }, window: { offset: 0, limit: 50 } })

  test('are one row for each, that with the newest change first, and the most severe change first in it', async () => {
    const engine = await startStillEngine({ containers: 20 })
    const [one, other] = await loadAllRows(engine)
    const hold = { name: 'tmf', status: 'hold', description: null }
    await engine.patch({ [one!.id]: { seal_number: 'S1', holds_at_pod_terminal: [hold] } })
    await engine.patch({ [other!.id]: yardSpot('A 1') })
    await engine.patch({ [one!.id]: { weight_in_lbs: 1 } })
    const { rows, total, outOf } = await groups(engine)
    const { newestId, unseen } = await loadMark(engine)
    expect([rows.map(({ changes }) => changes[0]?.objectId), total]).toEqual([[one!.id, other!.id], 2])
    expect(outOf).toBeGreaterThanOrEqual(2)
    expect(rows[0]).toMatchObject({ id: newestId, customer: one!.customer })
    expect(rows[0]?.changes[0]).toMatchObject({ field: 'holds_at_pod_terminal/tmf' })
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(unseen)
  })

  test('have only what passes the filter, and nothing that was marked as seen', async () => {
    const engine = await startStillEngine({ containers: 20 })
    const { id } = await findFirstContainer(engine)
    await engine.patch({ [id]: yardSpot('A 1') })
    await markSeen(engine)
    await engine.patch({ [id]: { ...yardSpot('B 2'), fees_at_pod_terminal: [{ type: 'exam', amount: 9 }] } })
    const fieldsOf = async (filter: Partial<ChangeFilter>) =>
      (await groups(engine, filter)).rows.map(({ changes }) => changes.map(({ field }) => field).toSorted())
    expect(await fieldsOf({ kinds: ['other'] })).toEqual([['location_at_pod_terminal']])
    expect(await fieldsOf({ severities: [1] })).toEqual([['fees_at_pod_terminal/exam']])
    expect((await groups(engine, { scope: 'all', kinds: ['other'] })).rows[0]).toMatchObject({ count: 2 })
  })

  test('are unread if one of them is, also behind many that are more severe', async () => {
    const engine = await startStillEngine({ containers: 20 })
    const { id } = await findFirstContainer(engine)
    const holds = Array.from({ length: 9 }, (_, i) => ({ name: `exam ${i}`, status: 'hold', description: null }))
    await engine.patch({ [id]: { holds_at_pod_terminal: holds } })
    await markSeen(engine)
    await engine.patch({ [id]: yardSpot('B 2') })
    const [row] = (await groups(engine, { scope: 'all' })).rows
    expect([row?.isNew, row?.changes[0]?.field, row?.changes[1]?.isNew]).toEqual([
      true,
      'location_at_pod_terminal',
      false,
    ])
  })
})

describe('a value that returns to its former value', () => {
  const setUp = async () => {
    const engine = await startStillEngine({ containers: 12 })
    const row = await findFirstContainer(engine)
    await engine.patch({ [row.id]: yardSpot('A 1') })
    await markSeen(engine)
    return { engine, id: row.id }
  }
  const changeOnce = async ({ engine, id }: { engine: StillEngine; id: string }) => {
    await engine.patch({ [id]: yardSpot('B 2') })
    expect((await loadRows(engine)).map(formatRow)).toEqual(['location_at_pod_terminal: "A 1" → "B 2"'])
  }

  test('within an hour is one row, and counts as one change', async () => {
    const { engine, id } = await setUp()
    await changeOnce({ engine, id })
    await engine.patch({ [id]: yardSpot('A 1') })
    expect(await loadRows(engine)).toMatchObject([{ before: '"B 2"', after: '"A 1"', isReverted: true }])
    expect(await loadMark(engine)).toMatchObject({ unseen: 1 })
    expect(
      await engine.client.call('today.get', {}),
      'a reverted change is counted but is not listed as changed',
    ).toMatchObject({ changes: [], changeCount: 1 })
  })
  test('and then changes again adds one row', async () => {
    const { engine, id } = await setUp()
    await changeOnce({ engine, id })
    await engine.patch({ [id]: yardSpot('A 1') })
    await engine.patch({ [id]: yardSpot('B 2') })
    expect((await loadRows(engine)).map(({ after, isReverted }) => [after, isReverted])).toEqual([
      ['"B 2"', false],
      ['"A 1"', true],
    ])
    await engine.patch({ [id]: yardSpot('A 1') })
    expect((await loadRows(engine)).map(({ after, isReverted }) => [after, isReverted])).toEqual([
      ['"A 1"', true],
      ['"A 1"', true],
    ])
  })
  test('after more than an hour is two rows', async () => {
    const { engine, id } = await setUp()
    await changeOnce({ engine, id })
    engine.clock.sleepMachine(61 * 60_000)
    await engine.patch({ [id]: yardSpot('A 1') })
    expect((await loadRows(engine)).map(({ isReverted }) => isReverted)).toEqual([false, false])
  })
  test('through a third value is one row for each step', async () => {
    const { engine, id } = await setUp()
    await changeOnce({ engine, id })
    await engine.patch({ [id]: yardSpot('C 3') })
    await engine.patch({ [id]: yardSpot('A 1') })
    expect((await loadRows(engine)).map(({ isReverted }) => isReverted)).toEqual([false, false, false])
  })
  test('is a new row if the user has seen the first change, because they must learn of the return', async () => {
    const { engine, id } = await setUp()
    await changeOnce({ engine, id })
    await markSeen(engine)
    await engine.patch({ [id]: yardSpot('A 1') })
    expect(await loadRows(engine)).toMatchObject([{ before: '"B 2"', after: '"A 1"', isReverted: false }])
  })
})

describe('the mark of seen changes', () => {
  const setUp = async () => {
    const engine = await startStillEngine({ containers: 12, isUnread: true })
    const row = await findFirstContainer(engine)
    await engine.patch({ [row.id]: yardSpot('A 1') })
    return { engine, change: (to: string) => engine.patch({ [row.id]: yardSpot(to) }) }
  }

  test('leaves later changes new, and survives a restart', async () => {
    const { engine, change } = await setUp()
    const { newestId, unseen } = await loadMark(engine)
    expect(unseen).toBeGreaterThan(0)
    await change('B 2')
    await markSeen(engine, newestId)
    await engine.restart()
    expect(await loadMark(engine)).toMatchObject({
      unseen: 1,
      newestId: newestId + 1,
      canUndo: true,
      markedAt: expect.stringMatching(/^2026-11-20T17:/) as unknown,
    })
    expect((await loadRows(engine)).map(formatRow)).toEqual(['location_at_pod_terminal: "A 1" → "B 2"'])
    const all = await loadRows(engine, { scope: 'all' })
    expect(all.map(({ isNew }) => isNew)).toEqual(all.map(({ id }) => id > newestId))
    expect(all.length).toBe(unseen + 1)
  })
  test('does not cover changes that have not happened yet', async () => {
    const { engine, change } = await setUp()
    await markSeen(engine, 1_000_000)
    await change('B 2')
    expect(await loadMark(engine)).toMatchObject({ unseen: 1 })
  })
  test('never goes backwards', async () => {
    const { engine } = await setUp()
    await markSeen(engine)
    const marked = await loadMark(engine)
    await engine.clock.advance(60_000)
    await markSeen(engine, 0)
    expect(await loadMark(engine)).toEqual(marked)
  })
  test('is undone step by step, until changes count from the first complete reading again', async () => {
    const { engine, change } = await setUp()
    const unmarked = await loadMark(engine)
    await markSeen(engine)
    const firstMark = await loadMark(engine)
    await change('B 2')
    await markSeen(engine)
    await engine.client.call('changes.undoSeen', {})
    expect(await loadMark(engine)).toEqual({ ...firstMark, unseen: 1, newestId: firstMark.newestId + 1 })
    await engine.client.call('changes.undoSeen', {})
    expect(await loadMark(engine)).toEqual({
      ...unmarked,
      unseen: unmarked.unseen + 1,
      newestId: unmarked.newestId + 1,
    })
    await engine.client.call('changes.undoSeen', {})
    expect(await loadMark(engine)).toMatchObject({
      ...unmarked,
      isStart: true,
      canUndo: false,
      unseen: expect.any(Number) as unknown,
      newestId: expect.any(Number) as unknown,
    })
  })
  test('is undone to the first complete reading after five marks, and to the second mark after six', async () => {
    const { engine } = await setUp()
    const countUndos = async () => {
      for (let steps = 0; ; steps++) {
        if (!(await loadMark(engine)).canUndo) return steps
        await engine.client.call('changes.undoSeen', {})
      }
    }
    for (let i = 0; i < 5; i++) await markSeen(engine)
    expect([await countUndos(), (await loadMark(engine)).isStart]).toEqual([5, true])
    for (let i = 0; i < 6; i++) await markSeen(engine)
    expect([await countUndos(), (await loadMark(engine)).isStart]).toEqual([4, false])
  })
  test('is at the end of the first complete reading until the user marks, and later readings do not move it', async () => {
    const engine = await startSyncedEngine({ containers: 12 })
    const { markedAt } = await loadMark(engine)
    await waitForNewSweep(engine)
    expect(await loadMark(engine)).toMatchObject({ markedAt, isStart: true })
  })
  test('can be undone at most four times; the marks before these remain', async () => {
    const { engine } = await setUp()
    for (let i = 0; i < 8; i++) await markSeen(engine)
    let steps = 0
    while ((await loadMark(engine)).canUndo) {
      await engine.client.call('changes.undoSeen', {})
      steps++
    }
    await engine.client.call('changes.undoSeen', {})
    expect(steps).toBe(4)
    expect(await loadMark(engine)).toMatchObject({ unseen: 0, markedAt: expect.any(String) as unknown })
  })
  test('is announced for changes and for containers, whose rows show what is new', async () => {
    const { engine } = await setUp()
    const topics = new Set<string>()
    engine.client.on('changed', ({ topic }) => topics.add(topic))
    await markSeen(engine)
    await engine.clock.advance(1_000)
    expect(topics).toEqual(new Set(['changes', 'containers']))
  })
})
