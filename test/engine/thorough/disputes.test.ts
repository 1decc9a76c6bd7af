// The evidence for a dispute has from the history of one container what changed, when it was first seen, and what is
// unknown.
import { describe, expect, test } from 'vitest'
import { type StillEngine, startStillEngine } from '#support/still-engine.ts'
import { waitForNewSweep } from '#support/synced-engine.ts'

const HOUR_MS = 3_600_000
const createQuery = (id: string) => ({ id, charge: 'demurrage' as const, invoiceDate: null, at: null })
const loadEvidence = ({ client }: StillEngine, id: string) => client.call('disputes.evidence', createQuery(id))
const loadNow = async ({ client }: StillEngine) => (await client.call('sync.status', {})).now

/** Starts an engine with a container in Los Angeles. Only the test changes its values. */
async function startWithContainer() {
  const engine = await startStillEngine({ containers: 20 })
  const { rows } = await engine.client.call('containers.list', {
    filter: { scope: 'open' },
    sort: [],
    window: { offset: 0, limit: 20 },
  })
  const { id, shipmentId } = rows.find(({ isInland }) => !isInland)!
  const checkedAt = (n: number) => `2026-11-20T${String(n).padStart(2, '0')}:00:00Z`
  const patchAtHour = async (n: number, attributes: Record<string, unknown>) => {
    await engine.patch({
      [id]: {
        pod_timezone: 'America/Los_Angeles',
        final_destination_timezone: null,
        terminal_checked_at: checkedAt(n),
        ...attributes,
      },
    })
    return loadNow(engine)
  }
  return { engine, id, shipmentId, patchAtHour }
}
const createDeadline = (instant: string | null) => ({
  import_deadlines: { pickup_lfd_line: null, pickup_lfd_terminal: instant, pickup_lfd_rail: null },
  pickup_lfd: instant,
})

describe('the evidence of one container', () => {
  // Midnight of 20, 23 and 19 Nov in Los Angeles (UTC-8): later first, then earlier.
  test('has each last free day, when it was first seen, when its source was checked, and when it ended', async () => {
    const { engine, id, patchAtHour } = await startWithContainer()
    await patchAtHour(1, createDeadline('2026-11-20T08:00:00Z'))
    const afterFirst = await loadNow(engine)
    const afterSecond = await patchAtHour(2, createDeadline('2026-11-23T08:00:00Z'))
    const afterThird = await patchAtHour(3, createDeadline('2026-11-19T08:00:00Z'))
    const line = (await loadEvidence(engine, id)).lines.find(
      ({ field }) => field === 'import_deadlines.pickup_lfd_terminal',
    )!
    expect([line.topic, line.source, line.zone]).toEqual(['last-free-day', 'terminal', 'America/Los_Angeles'])
    const [second, third] = line.values.slice(-2)
    const [first] = line.values.slice(-3)
    expect([first?.date, second?.date, third?.date]).toEqual(['2026-11-20', '2026-11-23', '2026-11-19'])
    expect([first?.endedAt, second?.endedAt, third?.endedAt]).toEqual([second?.firstSeenAt, third?.firstSeenAt, null])
    // Only the last value is confirmed by the last check at the terminal.
    expect([first?.confirmedAt, second?.confirmedAt, third?.confirmedAt]).toEqual([
      null,
      null,
      new Date('2026-11-20T03:00:00Z').toISOString(),
    ])
    expect([second?.sourceAt, third?.sourceAt]).toEqual(
      ['2026-11-20T02:00:00Z', '2026-11-20T03:00:00Z'].map((at) => new Date(at).toISOString()),
    )
    // Each value was first seen by the read between the two times.
    expect(second!.firstSeenAt! > afterFirst && second!.firstSeenAt! <= afterSecond).toBe(true)
    expect(third!.firstSeenAt! > afterSecond && third!.firstSeenAt! <= afterThird).toBe(true)
  })

  test('has no check time of the terminal for a last free day of the line', async () => {
    const { engine, id, shipmentId, patchAtHour } = await startWithContainer()
    await engine.patch({ [shipmentId!]: { line_tracking_last_succeeded_at: '2026-11-19T05:00:00Z' } })
    const line = (instant: string) => ({
      import_deadlines: { pickup_lfd_line: instant, pickup_lfd_terminal: null, pickup_lfd_rail: null },
    })
    await patchAtHour(1, line('2026-11-20T08:00:00Z'))
    await patchAtHour(2, line('2026-11-23T08:00:00Z'))
    const last = (await loadEvidence(engine, id)).lines
      .find(({ field }) => field === 'import_deadlines.pickup_lfd_line')!
      .values.at(-1)
    expect(last).toMatchObject({
      seen: 'changed',
      sourceAt: null,
      confirmedAt: new Date('2026-11-19T05:00:00Z').toISOString(),
    })
  })

  test('has the source and the check time of a value only if the service reports them', async () => {
    const { engine, id, patchAtHour } = await startWithContainer()
    const createDays = (instant: string) => ({
      import_deadlines: { pickup_lfd_line: instant, pickup_lfd_terminal: instant, pickup_lfd_rail: instant },
      pickup_lfd: instant,
      ind_ata_at: instant,
    })
    await patchAtHour(1, createDays('2026-11-24T08:00:00Z'))
    await patchAtHour(2, createDays('2026-11-25T08:00:00Z'))
    const { lines } = await loadEvidence(engine, id)
    const findLine = (field: string) => lines.find((line) => line.field === field)!
    const sourceOf = (field: string) => [findLine(field).source, findLine(field).values.at(-1)!.sourceAt]
    // The record has the time of the check at the terminal, and of no other source.
    expect(sourceOf('import_deadlines.pickup_lfd_terminal')).toEqual(['terminal', '2026-11-20T02:00:00.000Z'])
    expect([
      sourceOf('import_deadlines.pickup_lfd_line'),
      sourceOf('import_deadlines.pickup_lfd_rail'),
      sourceOf('pickup_lfd'),
    ]).toEqual([
      ['line', null],
      ['rail', null],
      ['service', null],
    ])
    // No event names the source of the arrival.
    expect(sourceOf('ind_ata_at')).toEqual(['service', null])
  })

  test('has a hold that was placed and cleared, and a fee that increased', async () => {
    const { engine, id, patchAtHour } = await startWithContainer()
    await patchAtHour(1, { holds_at_pod_terminal: [], fees_at_pod_terminal: [] })
    await patchAtHour(2, {
      holds_at_pod_terminal: [{ name: 'usda', status: 'hold', description: 'Exam' }],
      fees_at_pod_terminal: [{ type: 'exam', amount: 100, currency_code: 'USD' }],
    })
    await patchAtHour(3, { fees_at_pod_terminal: [{ type: 'exam', amount: 250, currency_code: 'USD' }] })
    await patchAtHour(4, { holds_at_pod_terminal: [] })
    const { lines } = await loadEvidence(engine, id)
    const listLastValues = (field: string) => lines.find((line) => line.field === field)!.values.slice(-3)
    const [, placed, cleared] = listLastValues('holds_at_pod_terminal/usda')
    expect([JSON.parse(placed!.value!), cleared!.value, placed!.endedAt]).toEqual([
      { name: 'usda', status: 'hold', description: 'Exam' },
      null,
      cleared!.firstSeenAt,
    ])
    const [none, small, large] = listLastValues('fees_at_pod_terminal/exam')
    expect([none!.value, JSON.parse(small!.value!), JSON.parse(large!.value!), large!.endedAt]).toEqual([
      null,
      { type: 'exam', amount: 100, currency_code: 'USD' },
      { type: 'exam', amount: 250, currency_code: 'USD' },
      null,
    ])
    expect(small!.endedAt).toBe(large!.firstSeenAt)
  })

  test('marks a manual last free day with its reason, and has the time of its removal', async () => {
    const { engine, id } = await startWithContainer()
    await engine.client.call('containers.setManualLastFreeDay', {
      id,
      manual: { date: '2026-11-27', reason: 'Told by phone' },
    })
    await engine.clock.advance(HOUR_MS)
    await engine.client.call('containers.setManualLastFreeDay', { id, manual: null })
    const [line] = (await loadEvidence(engine, id)).lines
    expect(line).toMatchObject({
      field: 'manual',
      source: 'user',
      values: [
        { date: '2026-11-27', reason: 'Told by phone' },
        { date: null, reason: null, endedAt: null },
      ],
    })
    expect(line!.values[0]!.endedAt).toBe(line!.values[1]!.firstSeenAt)
  })

  test('has a gap for the time before the first read, and for a time without reads', async () => {
    const { engine, id, patchAtHour } = await startWithContainer()
    await patchAtHour(1, { ...createDeadline(null), ind_facility_lfd_on: null })
    const { firstReadAt, gaps } = await loadEvidence(engine, id)
    expect(gaps).toContainEqual({ kind: 'before-first', until: firstReadAt })
    expect(gaps.filter(({ kind }) => kind === 'not-read' || kind === 'readings-unknown')).toEqual([])
    // Five hours without network are a gap, which is open while it lasts and has an end afterwards.
    const lastReadBefore = (await loadEvidence(engine, id)).lastReadAt
    engine.network.fault(() => ({ kind: 'fail', reason: 'unreachable' }))
    await engine.clock.advance(5 * HOUR_MS)
    const openGap = (await loadEvidence(engine, id)).gaps.find(({ kind }) => kind === 'not-read')
    expect(openGap).toMatchObject({ until: null })
    expect(Math.abs(Date.parse((openGap as { from: string }).from) - Date.parse(lastReadBefore))).toBeLessThan(HOUR_MS)
    engine.network.fault(null)
    await waitForNewSweep(engine)
    const after = (await loadEvidence(engine, id)).gaps.filter(({ kind }) => kind === 'not-read')
    expect(after).toHaveLength(1)
    const { from, until } = after[0] as { from: string; until: string }
    expect(Date.parse(until) - Date.parse(from)).toBeGreaterThan(5 * HOUR_MS - 60_000)
    // The gap is stored.
    await engine.restart()
    expect((await loadEvidence(engine, id)).gaps).toContainEqual({ kind: 'not-read', from, until })
  })

  test('has the row of the board at a moment, and no row before the first read', async () => {
    const { engine, id, patchAtHour } = await startWithContainer()
    const timeBefore = await patchAtHour(1, createDeadline('2026-11-20T08:00:00Z'))
    await engine.clock.advance(1_000)
    await patchAtHour(2, createDeadline('2026-11-25T08:00:00Z'))
    const { client } = engine
    const loadRowAt = async (moment: string) =>
      (await client.call('disputes.evidence', { ...createQuery(id), at: moment })).pastRow
    expect((await loadRowAt(timeBefore))?.lastFreeDay.date).toBe('2026-11-20')
    expect((await loadRowAt(await loadNow(engine)))?.lastFreeDay.date).toBe('2026-11-25')
    expect(await loadRowAt('2020-01-01T00:00:00.000Z')).toBe(null)
  })

  test.each([
    { title: 'is the sum of its fees', second: 50.5, minor: 30_050 },
    { title: 'is blank if a fee has the amount 0', second: 0, minor: null },
    { title: 'is blank if a fee has no amount', second: null, minor: null },
  ])('the reported amount $title', async ({ second, minor }) => {
    const { engine, id, patchAtHour } = await startWithContainer()
    const fee = { type: 'demurrage', currency_code: 'USD' }
    await patchAtHour(1, {
      fees_at_pod_terminal: [
        { ...fee, amount: 250 },
        { ...fee, amount: second },
      ],
    })
    const { checklist } = await loadEvidence(engine, id)
    const amount = checklist.find(({ item }) => item === 'amount')
    expect(amount?.value).toEqual(minor === null ? null : { kind: 'money', currency: 'USD', minor })
  })

  test('of an unknown container is refused', async () => {
    const { engine } = await startWithContainer()
    await expect(loadEvidence(engine, 'no such')).rejects.toMatchObject({ code: 'containers/unknown' })
  })
})
