// The handover from one shift to the next lists containers by person, snoozed and unassigned ones, and recent notes.
import { describe, expect, test } from 'vitest'
import { startStillEngine } from '#support/still-engine.ts'
import { loadAllRows, loadDecisionIds, startSyncedEngine } from '#support/synced-engine.ts'

describe('a shift handover', () => {
  test('begins with last free days that are today', async () => {
    const { client } = await startSyncedEngine({ containers: 300 })
    const { open } = await client.call('handover.get', {})
    const bands = open.rows.map(({ lastFreeDay }) => lastFreeDay.band)
    expect([bands.includes('today'), bands.includes('past')]).toEqual([true, true])
    expect(bands.lastIndexOf('today')).toBeLessThan(bands.findIndex((band) => band !== 'today'))
  })

  test('lists containers in the order of Today', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    const { open } = await engine.client.call('handover.get', { hasAllRows: true })
    expect(open.rows.map(({ id }) => id)).toEqual(await loadDecisionIds(engine))
  })

  test('has the fees due of each list by currency, also of containers that it does not list', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    const rows = await loadAllRows(engine)
    const [muted] = rows.filter(({ feesDue, emptyReturnedAt }) => feesDue.length > 0 && emptyReturnedAt === null)
    await engine.client.call('alerts.mute', { containerIds: [muted!.id], isMuted: true })
    const { open, snoozedFeesDue } = await engine.client.call('handover.get', {})
    expect(snoozedFeesDue).toEqual(muted!.feesDue)
    expect(open.count).toBeGreaterThan(open.rows.length)
    const { rows: openRows } = await engine.client.call('containers.list', {
      filter: { scope: 'open', risks: [], assignedTo: [''] },
      sort: [],
      window: { offset: 0, limit: 500 },
    })
    const sums = new Map<string | null, number>()
    for (const { id, feesDue } of openRows)
      if (id !== muted!.id)
        for (const { currency, amount } of feesDue) sums.set(currency, (sums.get(currency) ?? 0) + amount)
    expect(new Map(open.feesDue.map(({ currency, amount }) => [currency, amount]))).toEqual(sums)
  })

  test('lists only snoozed containers that are open, and totals exactly their fees', async () => {
    const engine = await startStillEngine({ containers: 300 })
    const withFees = (await loadAllRows(engine)).filter(
      ({ feesDue, emptyReturnedAt }) => feesDue.length > 0 && emptyReturnedAt === null,
    )
    const [returned, open] = [withFees[0]!, withFees[1]!]
    // The service reports some returns without a date.
    await engine.patch({ [returned.id]: { current_status: 'empty_returned' } })
    await engine.client.call('alerts.mute', { containerIds: [returned.id, open.id], isMuted: true })
    // Loads the closed containers too.
    await engine.client.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } })
    const { snoozed, snoozedFeesDue } = await engine.client.call('handover.get', {})
    expect(snoozed.map(({ row }) => row.id)).toEqual([open.id])
    expect(snoozedFeesDue).toEqual(open.feesDue)
  })

  test('lists assigned, snoozed, muted and open containers, until their state changes', async () => {
    const engine = await startSyncedEngine({ containers: 40 })
    const { client, clock } = engine
    const first = await client.call('handover.get', {})
    expect([first.assigned, first.snoozed, first.notes, first.me]).toEqual([[], [], [], null])
    const [assigned, snoozed] = first.open.rows
    await client.call('own.setMe', { name: 'Ines' })
    await client.call('own.assign', { ids: [assigned!.id], assignee: 'Ines' })
    const mutedRow = (await loadAllRows(engine)).find(
      ({ id, emptyReturnedAt }) => id !== assigned!.id && id !== snoozed!.id && emptyReturnedAt === null,
    )!
    await client.call('alerts.mute', { containerIds: [mutedRow.id], isMuted: true })
    const until = new Date(Date.parse(first.asOf) + 60_000).toISOString()
    await client.call('alerts.snooze', { containerIds: [snoozed!.id], until })
    await client.call('own.addNote', { ids: [snoozed!.id], text: 'Broker called' })
    const now = await client.call('handover.get', {})
    expect(now.assigned.map(({ name, rows, count }) => [name, rows.map(({ id }) => id), count])).toEqual([
      ['Ines', [assigned!.id], 1],
    ])
    expect(now.snoozed.map(({ row, until: end }) => [row.id, end])).toEqual([
      [snoozed!.id, until],
      [mutedRow.id, null],
    ])
    // Each container is in one list only.
    const listedElsewhere = [assigned!.id, snoozed!.id, mutedRow.id]
    const open = first.open.rows.map(({ id }) => id).filter((id) => !listedElsewhere.includes(id))
    expect([now.open.rows.map(({ id }) => id), now.open.count]).toEqual([open, open.length])
    expect(now.notes).toMatchObject([{ containerId: snoozed!.id, number: snoozed!.number, text: 'Broker called' }])
    expect(now.me).toBe('Ines')
    await clock.advance(120_000)
    const later = await client.call('handover.get', {})
    expect([later.notes.length, later.snoozed.map(({ row }) => row.id)]).toEqual([1, [mutedRow.id]])
  })

  test('lists a container once that is assigned and snoozed: with its assignee in the list of snoozed ones', async () => {
    const { client } = await startSyncedEngine({ containers: 40 })
    const [first, second] = (await client.call('handover.get', {})).open.rows
    await client.call('own.assign', { ids: [first!.id, second!.id], assignee: 'Ines' })
    await client.call('alerts.mute', { containerIds: [first!.id], isMuted: true })
    const { assigned, snoozed } = await client.call('handover.get', {})
    expect(assigned.map(({ rows, count }) => [rows.map(({ id }) => id), count])).toEqual([[[second!.id], 1]])
    expect(snoozed.map(({ row }) => [row.id, row.own.assignee])).toEqual([[first!.id, 'Ines']])
  })

  test('begins with the figures of Today', async () => {
    const { client } = await startSyncedEngine({ containers: 300 })
    const { summary } = await client.call('handover.get', {})
    const { tiles, money, decisionCount } = await client.call('today.get', {})
    const countOf = (name: string) => tiles.find(({ tile }) => tile === name)?.count
    expect(summary).toEqual({
      decisions: decisionCount,
      today: countOf('today'),
      tomorrow: countOf('tomorrow'),
      past: countOf('past'),
      feesDue: money.due,
      feesDueCount: money.dueCount,
    })
  })

  test('lists every container with a last free day today, also if they are more than it lists otherwise', async () => {
    const { client } = await startSyncedEngine({ containers: 500 })
    const { asOf, open } = await client.call('handover.get', { hasAllRows: true })
    const manual = { date: asOf.slice(0, 10), reason: 'The line said so by phone' }
    for (const { id } of open.rows.slice(0, 60)) await client.call('containers.setManualLastFreeDay', { id, manual })
    const rows = (await client.call('handover.get', {})).open.rows
    const dueToday = rows.filter(({ lastFreeDay }) => lastFreeDay.band === 'today')
    expect(dueToday.length).toBeGreaterThan(50)
    expect(rows).toEqual(dueToday)
    expect(dueToday.length).toBe((await client.call('handover.get', {})).summary.today)
  })

  test('lists every container when the user asks for all rows', async () => {
    const { client } = await startSyncedEngine({ containers: 500 })
    const cut = (await client.call('handover.get', {})).open
    const { open } = await client.call('handover.get', { hasAllRows: true })
    expect([cut.rows.length, cut.count > 50]).toEqual([50, true])
    expect(open.rows).toHaveLength(cut.count)
    expect(open.feesDueCount).toBe(open.rows.filter(({ feesDue }) => feesDue.length > 0).length)
  })
})
