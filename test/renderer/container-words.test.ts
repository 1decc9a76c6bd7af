// Texts about a container: its band, verdict, holds and milestones.
import { mount } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import type { Band, LastFreeDay } from '#contract/deadlines.ts'
import { NOW, instantFromNow, dayFromNow, makeRow } from '#support/row-factories.ts'
import type { Column } from '../../src/renderer/src/ui/grid/columns.ts'
import { chargeColumns } from '../../src/renderer/src/features/charges/charge-columns.ts'
import ContainerCard from '../../src/renderer/src/features/lfd/board/ContainerCard.vue'
import DecisionList from '../../src/renderer/src/features/today/DecisionList.vue'
import DayCell from '../../src/renderer/src/features/containers/cells/DayCell.vue'
import SourcesCell from '../../src/renderer/src/features/containers/cells/SourcesCell.vue'
import { formatEvent, formatLeg, formatPickupPlace } from '../../src/renderer/src/features/containers/journey.ts'
import {
  describeBand,
  formatBandTip,
  formatBand,
  formatLastFreeDay,
  isUncertain,
  formatSourcesTip,
} from '../../src/renderer/src/features/containers/bands.ts'
import { createColumns } from '../../src/renderer/src/features/containers/container-columns.ts'
import { formatNumberTip } from '../../src/renderer/src/features/containers/column-makers.ts'
import {
  formatFeeName,
  formatHoldName,
  formatFeesDue,
  formatStatus,
  formatStoppedReason,
  formatVerdict,
  formatVerdictInFull,
  formatVerdictShort,
  describeWhoClears,
} from '../../src/renderer/src/features/containers/readiness.ts'

const nowMs = Date.parse(NOW)
const HOUR = 3_600_000

function rowWith(lastFreeDay: Partial<LastFreeDay>, rest: Partial<ContainerRow> = {}): ContainerRow {
  const row = { ...makeRow(0), risks: [] }
  return {
    ...row,
    pickupZone: 'America/Los_Angeles',
    ...rest,
    lastFreeDay: { ...row.lastFreeDay, zone: 'America/Los_Angeles', flags: [], ...lastFreeDay },
  }
}

describe('a band', () => {
  test.each<[Band, number | null, string, string]>([
    ['past', -2, '2 days past LFD', 'two days past last free day, Wednesday 18 November, Los Angeles'],
    ['past', -1, '1 day past LFD', 'one day past last free day, Thursday 19 November, Los Angeles'],
    ['past', -12, '12 days past LFD', '12 days past last free day, Sunday 8 November, Los Angeles'],
    ['today', 0, 'Last free day today', 'last free day is today, Friday 20 November, Los Angeles'],
    ['tomorrow', 1, 'Tomorrow', 'last free day in one day, Saturday 21 November, Los Angeles'],
    ['soon', 3, 'in 3 days', 'last free day in three days, Monday 23 November, Los Angeles'],
    ['week', 6, 'in 6 days', 'last free day in six days, Thursday 26 November, Los Angeles'],
    ['later', 12, 'Wed 2 Dec', 'last free day Wednesday 2 December, Los Angeles'],
    [
      'confirm',
      -16,
      'Needs confirmation · 16 d past',
      'needs confirmation, 16 days past last free day, Wednesday 4 November, Los Angeles',
    ],
    ['not-discharged', 9, 'Not discharged', 'Not discharged'],
  ])('%s with %d days left has its text and its spoken text', (band, daysLeft, word, spoken) => {
    const row = rowWith({ band, daysLeft, date: daysLeft === null ? null : dayFromNow(daysLeft) })
    expect([formatBand(row, nowMs), describeBand(row, nowMs)]).toEqual([word, spoken])
  })

  test('without a date shows since when a date is missing', () => {
    const row = rowWith({ band: 'none', date: null, daysLeft: null, daysSinceDischarge: 2 })
    expect([formatBand(row, nowMs), describeBand(row, nowMs)]).toEqual([
      'No LFD reported · 2 d since discharge',
      'No LFD reported · 2 d since discharge',
    ])
  })

  test('marks an uncertain day that has no band beside it', () => {
    const drawDay = (isFlagged: boolean) =>
      mount(DayCell, { props: { day: 'Mon 7 Dec', isDisputed: false, tone: 'later', isFlagged } }).text()
    expect([drawDay(true), drawDay(false)]).toEqual(['Mon 7 Dec*', 'Mon 7 Dec'])
  })

  test('is spoken as not certain where it is marked as uncertain', () => {
    const row = rowWith({ band: 'today', daysLeft: 0, date: dayFromNow(0), flags: ['may-be-later'] })
    expect(describeBand(row, nowMs)).toBe('last free day is today, Friday 20 November, Los Angeles, not certain')
  })

  test('of a picked-up container names the local day of its pickup', () => {
    const pickedUp = rowWith({ band: 'out', date: null, daysLeft: null }, { fullOutAt: '2026-11-18T07:30:00Z' })
    expect([formatBand(pickedUp, nowMs), formatBand({ ...pickedUp, fullOutAt: null }, nowMs)]).toEqual([
      'Picked up Tue 17 Nov',
      'Picked up',
    ])
  })

  test('shows the number of days if "tomorrow" is longer than a day', () =>
    expect(formatBand(rowWith({ band: 'tomorrow', daysLeft: 2, date: dayFromNow(2) }), nowMs)).toBe('in 2 days'))

  test('is spoken with the name of the place, not with the city of its time zone', () => {
    const zone = 'America/Los_Angeles'
    const row = rowWith(
      { band: 'today', daysLeft: 0, date: dayFromNow(0) },
      { isInland: false, portOfDischarge: { name: 'Tacoma', locode: 'USTIW', zone } },
    )
    expect(describeBand(row, nowMs)).toBe('last free day is today, Friday 20 November, Tacoma')
  })

  test('without a known place is spoken as “place unknown”', () =>
    expect(describeBand(rowWith({ band: 'today', daysLeft: 0, date: dayFromNow(0), zone: null }), nowMs)).toBe(
      'last free day is today, Friday 20 November, place unknown',
    ))

  test('today shows the closing time in the terminal’s own zone', () =>
    expect(formatBandTip(rowWith({ band: 'today', daysLeft: 0, date: dayFromNow(0) }), nowMs)).toBe(
      'Until midnight terminal time, now 09:32 PST; the gate may close earlier',
    ))

  test('has “unverified” in its tooltip if the terminal was not checked for long', () => {
    const unchecked = rowWith(
      { band: 'soon', daysLeft: 3, date: dayFromNow(3), clock: 'running' },
      { ages: { service: NOW, terminal: instantFromNow(-9 * 24 * HOUR), line: NOW } },
    )
    expect([formatBand(unchecked, nowMs), isUncertain(unchecked, nowMs), formatBandTip(unchecked, nowMs)]).toEqual([
      'in 3 days',
      true,
      'Unverified, terminal last checked 9 d ago',
    ])
  })

  test('is marked close to its date if the terminal check is outdated', () => {
    const ages = { service: NOW, terminal: instantFromNow(-26 * HOUR), line: NOW }
    const row = rowWith(
      { band: 'soon', date: dayFromNow(3) },
      { ages, risks: [{ reason: 'terminal-check-old', severity: 3 }] },
    )
    expect([isUncertain(row, nowMs), formatBandTip(row, nowMs)]).toEqual([true, 'Terminal checked 26 h ago'])
  })

  test('shows every flag in words', () => {
    const row = rowWith(
      { band: 'soon', daysLeft: 3, date: dayFromNow(3), flags: ['may-be-later', 'port-date-inland-move'] },
      { ages: { service: NOW, terminal: NOW, line: NOW } },
    )
    expect(formatBandTip(row, nowMs)).toBe('May be one day later: verify\nPort date on an inland move')
  })
})

test('sources are listed with the day each reported, never as confirmed', () => {
  const row = rowWith({
    sources: [
      { source: 'terminal', date: '2026-11-20', isRelevant: true },
      { source: 'manual', date: '2026-11-23', isRelevant: true },
    ],
  })
  expect(formatSourcesTip(row.lastFreeDay, nowMs)).toBe(
    'Fri 20 Nov · Terminal, per terminal via service\nMon 23 Nov · Manual, set by hand',
  )
})

describe('an override', () => {
  const sources: LastFreeDay['sources'] = [
    { source: 'manual', date: '2026-11-23', isRelevant: true },
    { source: 'terminal', date: '2026-11-20', isRelevant: true },
  ]
  const own = rowWith({ source: 'manual', date: '2026-11-23', band: 'soon', daysLeft: 3, sources })
  const reported = rowWith({ source: 'terminal', date: '2026-11-20', band: 'today', daysLeft: 0, sources: [] })
  const columns: readonly Column<never>[] = [...createColumns(['lastFreeDay']), ...chargeColumns].filter(
    ({ key }) => key === 'lastFreeDay',
  )

  test.each(columns)('has the mark M beside its date, in the tooltip and in the spoken text of list $#', (column) => {
    const render = (row: ContainerRow) => mount({ render: () => column.draw!(row as never, nowMs) })
    expect(render(own).find('[data-testid="own-day"]').text()).toBe('M')
    expect(column.tip!(own as never, nowMs)).toMatch(/The override is in effect\.\nMon 23 Nov · Manual/)
    expect(column.spoken!(own as never, nowMs)).toContain('The override is in effect.')
    expect(render(reported).find('[data-testid="own-day"]').exists()).toBe(false)
    expect(column.spoken!(reported as never, nowMs)).not.toContain('override')
  })

  test('has the mark in a row of Today', () => {
    const rows = [{ ...own, risks: [{ reason: 'no-appointment' as const, severity: 2 }] }, reported]
    const group = { reason: 'no-appointment' as const, isToConfirm: false, count: 2, rows, sort: [] }
    const groups = [{ ...group, filter: { scope: 'board' as const } }]
    const list = mount(DecisionList, { props: { groups, quieted: [], openId: null, now: nowMs } })
    expect(list.findAll('[data-testid="own-day"]').map((mark) => mark.attributes('title'))).toEqual([
      expect.stringContaining('The override is in effect.'),
    ])
  })

  test('has the mark on a card of the board', () => {
    const mountCard = (row: ContainerRow) =>
      mount(ContainerCard, { props: { row, now: nowMs, isActive: false, isOpen: false } })
    expect(mountCard(own).find('[data-testid="own-day"]').exists()).toBe(true)
    expect(mountCard(own).attributes('title')).toContain('The override is in effect.')
    expect(mountCard(reported).find('[data-testid="own-day"]').exists()).toBe(false)
  })
})

describe('the cell of the sources of a last free day', () => {
  const listDays = (
    isDisputed: boolean,
    ...reports: [LastFreeDay['sources'][number]['source'], number, 'irrelevant'?][]
  ) => {
    const sources = reports.map(([source, day, irrelevant]) => ({
      source,
      date: `2026-11-${day}`,
      isRelevant: irrelevant === undefined,
    }))
    return mount(SourcesCell, { props: { sources, isDisputed } })
      .findAll('.day')
      .map((group) => group.text())
  }

  test('shows the days that are in dispute before a day that is not relevant', () =>
    expect(listDays(true, ['line', 20], ['terminal', 22, 'irrelevant'], ['rail', 24])).toEqual([
      'S20 Nov',
      'R24 Nov',
      '…',
    ]))

  test('shows at most two days, whichever sources reported the others', () => {
    expect(listDays(true, ['manual', 19], ['line', 20], ['terminal', 22], ['rail', 24])).toEqual([
      'M19 Nov',
      'S20 Nov',
      '…',
    ])
    expect(
      listDays(false, ['manual', 19], ['line', 20, 'irrelevant'], ['terminal', 22, 'irrelevant'], ['rail', 20]),
    ).toEqual(['M19 Nov', 'SR20 Nov', '…'])
    expect(listDays(true, ['line', 20], ['terminal', 22])).toEqual(['S20 Nov', 'T22 Nov'])
  })

  test('has no days if all sources report the same one', () =>
    expect(listDays(false, ['line', 20], ['terminal', 20])).toEqual(['ST']))
})

describe('a verdict', () => {
  const base = {
    activeHolds: [],
    pendingHolds: [],
    feesDue: [],
    isInland: false,
    dischargedAt: null,
    ages: { service: NOW, terminal: instantFromNow(-31 * HOUR), line: NOW },
  }

  test.each([
    [{ verdict: 'out' as const }, 'Picked up'],
    [{ verdict: 'not-arrived' as const }, 'Not discharged'],
    [{ verdict: 'not-arrived' as const, isInland: true }, 'Not discharged'],
    [{ verdict: 'not-arrived' as const, isInland: true, dischargedAt: NOW }, 'Not at destination'],
    [{ verdict: 'conflict' as const, activeHolds: ['customs'] }, 'Conflict: available, but on hold'],
    [{ verdict: 'held' as const, activeHolds: ['customs'] }, 'Customs hold'],
    [{ verdict: 'held' as const, activeHolds: ['CUSTOMS', 'usda'] }, 'Customs hold +1'],
    [{ verdict: 'held' as const, activeHolds: ['agriculture'] }, 'agriculture hold'],
    [{ verdict: 'unknown' as const }, 'Not reported by terminal'],
    [{ verdict: 'not-released' as const }, 'Not released by terminal'],
    [{ verdict: 'ready' as const }, 'Ready'],
    [{ verdict: 'ready' as const, pendingHolds: ['vacis'] }, 'Ready, hold soon'],
    [{ verdict: 'ready-unverified' as const }, 'Ready (unverified, 31 h)'],
    [{ verdict: 'ready-unverified' as const, ages: { ...base.ages, terminal: null } }, 'Ready (never verified)'],
  ])('%j reads %s', (part, word) => expect(formatVerdict({ ...base, ...part }, nowMs)).toBe(word))

  test.each([
    [{ verdict: 'not-arrived' as const, isInland: true, dischargedAt: NOW }, 'Not at destination'],
    [{ verdict: 'not-arrived' as const }, 'Not discharged'],
    [{ verdict: 'conflict' as const, activeHolds: ['customs'] }, 'Conflict: on hold'],
    [{ verdict: 'held' as const, activeHolds: ['customs', 'freight'] }, 'Customs hold +1'],
    [{ verdict: 'unknown' as const }, 'Not reported'],
    [{ verdict: 'not-released' as const }, 'Not released'],
    [{ verdict: 'ready' as const }, 'Ready'],
    [{ verdict: 'ready' as const, pendingHolds: ['vacis'] }, 'Ready, hold soon'],
    [{ verdict: 'ready-unverified' as const }, 'Ready (unverified)'],
  ])('%j is short in a list: %s', (part, word) => expect(formatVerdictShort({ ...base, ...part }, nowMs)).toBe(word))

  test('names every hold in the panel', () =>
    expect(
      [['customs'], ['customs', 'freight']].map((activeHolds) =>
        formatVerdictInFull({ ...base, verdict: 'held', activeHolds }, nowMs),
      ),
    ).toEqual(['Customs hold', 'Customs hold, Freight hold']))

  test('is complete in the tooltip of a list, unless the cell has all of it', () => {
    const [column] = createColumns(['verdict'])
    const tipOf = (row: ContainerRow) => column!.tip!(row, nowMs)
    expect([
      tipOf({ ...makeRow(0), ...base, verdict: 'not-released' }),
      tipOf({ ...makeRow(0), ...base, verdict: 'conflict', activeHolds: ['customs'] }),
      tipOf({ ...makeRow(0), ...base, verdict: 'ready', feesDue: [], pendingHolds: ['vacis'] }),
      tipOf({ ...makeRow(0), ...base, verdict: 'ready', feesDue: [] }),
    ]).toEqual([
      'Not released by terminal',
      'Conflict: available, but on hold\nWait for the next terminal check',
      'Ready, hold soon\nVACIS (pending)',
      null,
    ])
  })

  test('of a container that is ready names the fees that are due', () => {
    const fees = [{ currency: 'USD', amount: 850, isPending: false }]
    expect([
      formatFeesDue({ ...base, verdict: 'ready', feesDue: fees }),
      formatFeesDue({ ...base, verdict: 'ready', feesDue: [{ currency: 'USD', amount: 0, isPending: true }] }),
      formatFeesDue({ ...base, verdict: 'held', feesDue: fees }),
      formatFeesDue({ ...base, verdict: 'ready' }),
      formatFeesDue({ ...base, verdict: 'ready', feesDue: [{ currency: null, amount: 175, isPending: false }] }),
      formatFeesDue(
        { ...base, verdict: 'ready', feesDue: [{ currency: null, amount: 175, isPending: false }] },
        'short',
      ),
    ]).toEqual(['Fees due: $850', 'Fees due', null, null, 'Fees due: 175 (currency not given)', 'Fees due: 175 (?)'])
  })
})

describe('names of the service', () => {
  test('are shown as terms of the trade if they are known, else as sent', () => {
    expect([
      formatStatus('awaiting_inland_transfer'),
      formatStatus('teleported'),
      formatStatus(null),
      formatStatus('toString'),
    ]).toEqual(['Awaiting rail', 'teleported', 'No status yet', 'toString'])
    expect([
      formatHoldName('TMF'),
      formatHoldName('tmf'),
      formatHoldName('mystery'),
      formatFeeName('extended_dwell_time'),
      formatFeeName('mystery'),
      formatStoppedReason('no_updates_at_line'),
      formatStoppedReason('lost_at_sea'),
      formatStatus('in_the_sky'),
    ]).toEqual([
      'TMF',
      'TMF',
      'mystery',
      'Extended dwell',
      'mystery',
      'no updates from the line',
      'lost at sea',
      'in the sky',
    ])
  })

  test.each([
    ['freight', 'Line, once paid'],
    ['customs', 'Broker'],
    ['VACIS', 'Broker'],
    ['USDA', 'Broker or USDA'],
    ['TMF', 'Payer, via terminal'],
    ['mystery', 'See terminal’s text'],
  ])('a %s hold is cleared by: %s', (name, clearedBy) => expect(describeWhoClears(name)).toBe(clearedBy))
})

test('a missing date has the same explanation on every screen', () => {
  const noDate = { date: null, daysLeft: null, daysSinceDischarge: null }
  for (const band of ['none', 'not-discharged', 'out'] as const) {
    const row = rowWith({ ...noDate, band }, { fullOutAt: null })
    expect(formatLastFreeDay(row.lastFreeDay, nowMs)).toBe(formatBand(row, nowMs))
  }
  expect([
    formatLastFreeDay(rowWith({ ...noDate, band: 'not-discharged' }).lastFreeDay, nowMs),
    formatLastFreeDay(rowWith({ date: '2026-11-20' }).lastFreeDay, nowMs),
  ]).toEqual(['Not discharged', 'Fri 20 Nov'])
})

test('the pickup location is the port if the service names no terminal, but not of a container that moves inland', () => {
  const row = { ...makeRow(0), pickupPlace: null, isInland: false }
  const unknownPort = { ...row, portOfDischarge: { name: null, locode: null, zone: null } }
  expect(
    [{ ...row, pickupPlace: 'APMT Pier 400' }, row, { ...row, isInland: true }, unknownPort].map(formatPickupPlace),
  ).toEqual(['APMT Pier 400', `${row.portOfDischarge.name} (port)`, null, null])
})

test('milestones are terms of the trade, and unknown ones have a readable form of their name', () =>
  expect([
    formatEvent('transport.full_out'),
    formatEvent('pickup_lfd_rail.changed'),
    formatEvent('transport.teleported_away'),
    formatLeg({ leg: 'transshipment', ordinal: 2 }),
    formatLeg({ leg: 'ocean', ordinal: 0 }),
  ]).toEqual([
    'Gate-out, full (picked up)',
    'Rail’s last free day changed',
    'Teleported away',
    'Transshipment 2',
    'Ocean',
  ]))

test('the tooltip of a number says that the terminal or the line never checked the container', () => {
  const row = makeRow(0)
  const neverCheckedRow = { ...row, ages: { ...row.ages, terminal: null, line: null }, masterBill: 'MEDU1' }
  expect(formatNumberTip(neverCheckedRow, Date.parse(NOW))).toMatch(
    /^Synced .+ · terminal never checked · line never checked/,
  )
})
