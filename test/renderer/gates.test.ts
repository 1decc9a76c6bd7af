// What the gate of a terminal means for a last free day, in words and marks.
import { describe, expect, test } from 'vitest'
import type { GateDay } from '#contract/terminals.ts'
import { isGateClosed } from '#words/gate-state.ts'
import { formatCell } from '#words/container-cells.ts'
import { makeRow } from '#support/row-factories.ts'
import {
  describeBand,
  describeBandWithoutGate,
  formatBandTip,
} from '../../src/renderer/src/features/containers/bands.ts'
import { formatGateLimit, formatGateLine } from '../../src/renderer/src/features/containers/gates.ts'
import { describeCard } from '../../src/renderer/src/features/lfd/board/card-words.ts'
import { createCellWords } from '../../src/renderer/src/features/lists/cell-words.ts'

const FRIDAY = '2026-11-20'
const SATURDAY = '2026-11-21'
const NOW_MS = Date.parse('2026-11-20T20:00:00Z')
const DAY_HOURS = { opens: '07:00', closes: '16:00' }
const NIGHT_HOURS = { opens: '18:00', closes: '03:00' }

const SUNDAY_CLOSED = { date: FRIDAY, ...DAY_HOURS, isOver: true, isClosedNow: true, opensNext: '2026-11-23' }

type Gate = Partial<Omit<GateDay, 'date' | 'isOver'>> & Pick<GateDay, 'date' | 'isOver'>
type Day = {
  date: string
  band: 'today' | 'tomorrow' | 'soon' | 'confirm' | 'not-discharged' | 'past'
  daysLeft: number
}
const TODAY: Day = { date: FRIDAY, band: 'today', daysLeft: 0 }
const TOMORROW: Day = { date: SATURDAY, band: 'tomorrow', daysLeft: 1 }

function createRow(day: Day, gateDay: Gate) {
  const row = makeRow(0)
  const zone = 'America/Los_Angeles'
  const openGate = { opens: null, closes: null, isClosedNow: false, opensNext: null }
  return {
    ...row,
    gateDay: { ...openGate, ...gateDay },
    lastFreeDay: { ...row.lastFreeDay, ...day, zone, clock: 'running' as const, flags: [] },
  }
}

describe.each([
  ['before it closes', TODAY, { date: FRIDAY, ...DAY_HOURS, isOver: false }, false, 'gate closes at 16:00'],
  ['after it closed', TODAY, { date: FRIDAY, ...DAY_HOURS, isOver: true }, true, 'gate closed at 16:00'],
  [
    'on the day before, the last one with a gate',
    TOMORROW,
    { date: FRIDAY, ...DAY_HOURS, isOver: false },
    true,
    'last gate day Fri 20 Nov, gate closes at 16:00',
  ],
  ['at night', TODAY, { date: FRIDAY, ...NIGHT_HOURS, isOver: false }, false, null],
  ['without hours', TODAY, { date: FRIDAY, opens: null, closes: null, isOver: false }, false, null],
] as const)('a gate %s', (_, day, gateDay, isClosed, limit) => {
  const row = createRow(day, gateDay)

  test(`limits a pickup: ${limit}`, () => {
    expect([isGateClosed(row), formatGateLimit(row, NOW_MS)]).toEqual([isClosed, limit])
  })

  test('is named in the tooltip, instead of midnight if it closes before', () => {
    const isUntilMidnight = formatBandTip(row, NOW_MS)?.includes('Until midnight') ?? false
    expect(isUntilMidnight).toBe(day === TODAY && limit === null)
  })

  test('is in the spoken text, on the card and in a file only if it is closed', () => {
    const note = formatCell('lastFreeDayNote', row, { words: createCellWords(), zone: 'UTC' })
    for (const text of [describeBand(row, NOW_MS), describeCard(row, NOW_MS), note])
      expect(/gate/.test(text), text).toBe(isClosed)
  })
})

test.each(['confirm', 'not-discharged', 'past'] as const)(
  'a gate says nothing about a day in the past (%s)',
  (band) => {
    const row = createRow(
      { date: '2026-11-02', band, daysLeft: -18 },
      { date: '2026-11-02', ...DAY_HOURS, isOver: true },
    )
    expect([isGateClosed(row), formatGateLimit(row, NOW_MS), formatGateLine(row, NOW_MS)]).toEqual([false, null, null])
    expect(describeBand(row, NOW_MS)).not.toContain('gate')
  },
)

describe.each([
  [SUNDAY_CLOSED, 'gate opens Mon 23 Nov 07:00', 'gate opens 2026-11-23 07:00', /gate opens Monday.* 23.* 07:00$/],
  [{ ...SUNDAY_CLOSED, opens: null }, 'gate opens Mon 23 Nov', 'gate opens 2026-11-23', /gate opens Monday.* 23/],
  [
    { ...SUNDAY_CLOSED, opensNext: null },
    'gate closed for the next month',
    'gate closed for the next month',
    /gate closed for the next month$/,
  ],
])('a gate that is closed now, after the last free day: %j', (gateDay, limit, note, spoken) => {
  test('limits a pickup, and a file says the same', () => {
    const row = createRow({ date: FRIDAY, band: 'past', daysLeft: -2 }, gateDay)
    expect([isGateClosed(row), formatGateLimit(row, NOW_MS)]).toEqual([true, limit])
    expect(formatBandTip(row, NOW_MS)?.split('\n')).toContain(limit)
    expect(formatCell('lastFreeDayNote', row, { words: createCellWords(), zone: 'UTC' }).split('; ').at(-1)).toBe(note)
  })

  test('is spoken with the date in words', () => {
    const row = createRow({ date: FRIDAY, band: 'past', daysLeft: -2 }, gateDay)
    expect(describeBand(row, NOW_MS)).toMatch(spoken)
    expect(describeBandWithoutGate(row, NOW_MS)).not.toContain('gate')
  })

  test.each(['confirm', 'not-discharged'] as const)('says nothing about a container to verify (%s)', (band) => {
    const row = createRow({ date: FRIDAY, band, daysLeft: -2 }, gateDay)
    expect(formatGateLimit(row, NOW_MS)).toBeNull()
    expect(formatCell('lastFreeDayNote', row, { words: createCellWords(), zone: 'UTC' })).not.toContain('gate')
  })
})

test('a gate that is closed now is named before the last free day if charges run, beside the last gate day', () => {
  const gateDay = { ...SUNDAY_CLOSED, date: '2026-11-27', isOver: false }
  const uncharged = createRow({ date: '2026-11-29', band: 'soon', daysLeft: 9 }, gateDay)
  const charged = { ...uncharged, risks: [{ reason: 'fees-running' as const, severity: 2 as const }] }
  expect([formatGateLimit(uncharged, NOW_MS), formatGateLimit(charged, NOW_MS)]).toEqual([
    'last gate day Fri 27 Nov',
    'gate opens Mon 23 Nov 07:00',
  ])
  expect(formatBandTip(charged, NOW_MS)?.split('\n')).toEqual([
    'LFD is Sunday; last gate day Fri 27 Nov, gate 07:00–16:00',
    'gate opens Mon 23 Nov 07:00',
  ])
  expect(describeBand(charged, NOW_MS)).toMatch(/gate opens Monday.* 07:00, last gate day Friday.* 27/)
  const note = formatCell('lastFreeDayNote', charged, { words: createCellWords(), zone: 'UTC' })
  expect(note.split('; ').slice(-2)).toEqual(['gate opens 2026-11-23 07:00', 'last gate day 2026-11-27'])
})
