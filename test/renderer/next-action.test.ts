// Texts of the next action for a container.
import { describe, expect, test } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import { formatCell } from '#words/container-cells.ts'
import { makeRow } from '#support/row-factories.ts'
import {
  describeReason,
  formatActionByGate,
  formatLeadingAction,
  formatNextAction,
  formatRiskSeverity,
  formatRisksTip,
  formatStepSeverity,
  getStepTone,
  listNextSteps,
} from '../../src/renderer/src/features/containers/risks.ts'
import { createCellWords } from '../../src/renderer/src/features/lists/cell-words.ts'

describe('the next action for a container on and after its last free day', () =>
  test.each([
    [{ verdict: 'ready', activeHolds: [] }, 'Dispatch now or extend', 'Pick up or confirm gate-out; check fees'],
    [
      { verdict: 'unknown', activeHolds: [] },
      'Find out what is blocking it, or extend',
      'Pick up or confirm gate-out; check fees',
    ],
    [{ verdict: 'not-arrived', activeHolds: [] }, 'Follow up arrival or extend', 'Follow up arrival or extend'],
    [{ verdict: 'held', activeHolds: ['customs'] }, 'Clear customs hold, or extend', 'Clear customs hold; check fees'],
    [
      { verdict: 'held', activeHolds: ['other'] },
      'Ask terminal about hold, or extend',
      'Ask terminal about hold; check fees',
    ],
    [
      { verdict: 'held', activeHolds: ['Other', 'customs'] },
      'Clear customs hold, or extend',
      'Clear customs hold; check fees',
    ],
    [
      { verdict: 'conflict', activeHolds: ['customs', 'tmf'] },
      'Clear customs and TMF holds, or extend',
      'Clear customs and TMF holds; check fees',
    ],
    [
      { verdict: 'not-released', activeHolds: [] },
      'Find out what is blocking it, or extend',
      'Find out what is blocking it; check fees',
    ],
  ] as const)('%j: %s; %s', (part, today, past) => {
    const row = { ...part, activeHolds: [...part.activeHolds], feesDue: [], lastFreeDay: { band: 'past' as const } }
    expect([formatNextAction('last-free-day-today', row), formatNextAction('past-last-free-day', row)]).toEqual([
      today,
      past,
    ])
  }))

describe('the next action for a container that is not ready in time', () =>
  test.each([
    [{ verdict: 'held', activeHolds: ['customs', 'freight'] }, 'Clear customs and freight holds'],
    [{ verdict: 'held', activeHolds: ['Other'] }, 'Ask terminal about hold'],
    [{ verdict: 'unknown', activeHolds: [] }, 'Find out what is blocking it'],
    [{ verdict: 'not-released', activeHolds: [] }, 'Find out what is blocking it'],
    [{ verdict: 'not-arrived', activeHolds: [] }, 'Follow up arrival or extend'],
    [{ verdict: 'ready-unverified', activeHolds: [] }, 'Verify by phone or online'],
  ] as const)('%j: %s', (row, text) =>
    expect(
      formatNextAction('not-ready-in-time', {
        ...row,
        activeHolds: [...row.activeHolds],
        feesDue: [],
        lastFreeDay: { band: 'soon' },
      }),
    ).toBe(text),
  ))

const CLOSED_NOW = { isClosedNow: true, opensNext: '2026-11-23' }
const OPEN_NOW = { isClosedNow: false, opensNext: null }
const exam = { currency: 'USD', amount: 525, isPending: false }

describe('the next action for a ready container with fees due', () => {
  test.each([
    ['last-free-day-today', 'ready', 'Pay $525, then dispatch or extend'],
    ['last-free-day-today', 'ready-unverified', 'Pay $525, then dispatch or extend'],
    ['last-free-day-tomorrow', 'ready', 'Pay $525, then pick up by tomorrow or extend'],
    ['no-appointment', 'ready', 'Pay $525, then book appointment'],
    ['appointment-too-late', 'ready', 'Pay $525, then rebook or extend'],
    ['fees-running', 'ready', 'Pay $525, then pick up to stop charges'],
    ['past-last-free-day', 'ready', 'Pay $525, then pick up to stop charges'],
    ['past-last-free-day', 'unknown', 'Pick up or confirm gate-out; check fees'],
    ['last-free-day-today', 'unknown', 'Find out what is blocking it, or extend'],
  ] as const)('%s, %s: %s', (reason, verdict, text) =>
    expect(formatNextAction(reason, { verdict, activeHolds: [], feesDue: [exam], lastFreeDay: { band: 'past' } })).toBe(
      text,
    ),
  )

  const ready = { ...makeRow(0), verdict: 'ready' as const, activeHolds: [], pendingHolds: [], feesDue: [exam] }

  test('names an unpriced fee, and is the same in a file', () => {
    const row = { ...ready, risks: [{ reason: 'no-appointment' as const, severity: 2 as const }] }
    const unpriced = { ...row, feesDue: [{ currency: null, amount: 0, isPending: true }] }
    const words = createCellWords()
    const formatBoth = (each: ContainerRow) => [
      formatLeadingAction(each),
      formatCell('nextAction', each, { words, zone: 'UTC' }),
    ]
    expect(formatBoth(row)).toEqual(['Pay $525, then book appointment', 'Pay 525.00 USD, then book appointment'])
    expect(new Set(formatBoth(unpriced))).toEqual(new Set(['Pay posted fee, then book appointment']))
    expect(formatBoth({ ...row, risks: [] })).toEqual(['Pay $525 before pickup', 'Pay 525.00 USD before pickup'])
    expect(formatBoth({ ...row, risks: [], feesDue: [] })).toEqual(['', ''])
    // A snapshot that was saved before the text with fees existed.
    const olderWords = Object.fromEntries(Object.entries(words).filter(([key]) => key !== 'action payFeesBook'))
    expect(formatCell('nextAction', row, { words: olderWords, zone: 'UTC' })).toBe('Book appointment')
  })

  test.each(['last-free-day-today', 'last-free-day-tomorrow'] as const)(
    'rebooks an appointment that is later than the last free day: %s',
    (reason) => {
      const risks = ([reason, 'appointment-too-late'] as const).map((name) => ({ reason: name, severity: 2 as const }))
      const row = { ...ready, risks }
      expect([formatLeadingAction(row), ...listNextSteps(row).map(({ action }) => action)]).toEqual([
        'Pay $525, then rebook or extend',
        'Pay $525, then rebook or extend',
      ])
      expect(formatLeadingAction({ ...row, feesDue: [] })).toBe('Rebook appointment or extend')
      expect(formatLeadingAction({ ...row, verdict: 'unknown' })).not.toContain('ebook')
    },
  )

  test.each([
    ['last-free-day-today', '2026-11-20', 'Rebook appointment or extend'],
    ['last-free-day-today', '2026-11-19', 'Ask for an extension'],
    ['last-free-day-today', null, 'Ask for an extension'],
    ['last-free-day-tomorrow', '2026-11-21', 'Rebook appointment or extend'],
    ['last-free-day-tomorrow', '2026-11-19', 'Ask for an extension'],
  ] as const)('%s with the last gate day %s and a later appointment: %s', (reason, date, action) => {
    const isToday = reason === 'last-free-day-today'
    const lastFreeDay = { ...ready.lastFreeDay, date: isToday ? '2026-11-20' : '2026-11-21', daysLeft: isToday ? 0 : 1 }
    const gateDay = { date, opens: null, closes: null, isOver: date === null || date < '2026-11-20', ...OPEN_NOW }
    const risks = ([reason, 'appointment-too-late'] as const).map((name) => ({ reason: name, severity: 2 as const }))
    const row = { ...ready, feesDue: [], lastFreeDay, gateDay, risks }
    expect(listNextSteps(row)[0]?.action).toBe(action)
    expect(formatCell('nextAction', row, { words: createCellWords(), zone: 'UTC' })).toBe(action)
  })

  test.each([
    ['without another reason', [], [], 'Rebook appointment', 'Rebook appointment'],
    [
      'with fees',
      [],
      [exam],
      'Rebook appointment · Pay $525 before pickup',
      'Rebook appointment · Pay 525.00 USD before pickup',
    ],
    ['before a less severe reason', ['sources-disagree'], [], 'Rebook appointment', 'Rebook appointment'],
    ['today', ['last-free-day-today'], [], 'Rebook appointment or extend', 'Rebook appointment or extend'],
    ['after the last free day', ['past-last-free-day'], [], 'Pick up or confirm gate-out; check fees', null],
  ] as const)('is to rebook an appointment at a closed gate: %s', (_, reasons, feesDue, action, written) => {
    const severity = reasons[0] === 'sources-disagree' ? 3 : 1
    const risks = reasons.map((reason) => ({ reason, severity }))
    const row = { ...ready, feesDue: [...feesDue], risks, isGateClosedAtAppointment: true }
    const words = createCellWords()
    expect([formatLeadingAction(row), listNextSteps(row)[0]?.action]).toEqual([action, action])
    expect(formatCell('nextAction', row, { words, zone: 'UTC' })).toBe(written ?? action)
    if (!action.startsWith('Rebook appointment')) return
    // A snapshot that was saved before this text existed.
    const olderWords = Object.fromEntries(Object.entries(words).filter(([key]) => key !== 'action rebook'))
    expect(formatCell('nextAction', row, { words: olderWords, zone: 'UTC' })).toMatch(/^Rebook appointment or extend/)
  })

  test('names the closed gate as the reason to rebook, and the payment once', () => {
    const risks = [{ reason: 'sources-disagree' as const, severity: 3 as const }]
    const row = { ...ready, risks, isGateClosedAtAppointment: true }
    expect(formatRisksTip(row, null)?.split('\n')[0]).toBe(
      'Gate closed at appointment · Rebook appointment · Pay $525 before pickup',
    )
    expect(listNextSteps(row).filter(({ action }) => action.includes('$525'))).toHaveLength(1)
  })

  test('is to dispatch now if the gate is open today, but not on the last free day tomorrow', () => {
    const row = {
      ...ready,
      feesDue: [],
      lastFreeDay: { ...ready.lastFreeDay, date: '2026-11-21', daysLeft: 1 },
      gateDay: { date: '2026-11-20', opens: null, closes: null, isOver: false, ...OPEN_NOW },
      risks: [{ reason: 'last-free-day-tomorrow' as const, severity: 2 as const }],
    }
    expect(formatLeadingAction(row)).toBe('Dispatch now or extend')
    expect(formatLeadingAction({ ...row, verdict: 'held', activeHolds: ['customs'] })).not.toContain('Dispatch')
  })

  test.each([
    [false, 'Dispatch now or extend · gate closes at 16:00'],
    [true, 'Ask for an extension · gate closed at 16:00'],
  ])('names the hour of the gate on the last free day; the gate is over: %s', (isOver, action) => {
    const row = {
      ...ready,
      feesDue: [],
      lastFreeDay: { ...ready.lastFreeDay, band: 'today' as const, date: '2026-11-20', daysLeft: 0 },
      gateDay: { date: '2026-11-20', opens: '07:00', closes: '16:00', isOver, ...OPEN_NOW },
      risks: [{ reason: 'last-free-day-today' as const, severity: 2 as const }],
    }
    expect(formatActionByGate(row, null)).toBe(action)
    const inTwoDays = { ...row.lastFreeDay, band: 'soon' as const, daysLeft: 2 }
    expect(
      formatActionByGate({ ...row, gateDay: { ...row.gateDay, isOver: false }, lastFreeDay: inTwoDays }, null),
    ).not.toContain('16:00')
  })

  test.each([
    [
      'past-last-free-day',
      'ready',
      [exam],
      'Pay $525, then pick up when open',
      'Pay 525.00 USD, then pick up when open',
    ],
    ['past-last-free-day', 'ready', [], 'Pick up when open or confirm gate-out; check fees', null],
    ['past-last-free-day', 'unknown', [], 'Pick up when open or confirm gate-out; check fees', null],
    ['past-last-free-day', 'held', [], 'Clear customs hold; check fees', null],
  ] as const)('past the last free day at a closed gate: %s, %s', (reason, verdict, feesDue, action, inFile) => {
    const row = {
      ...ready,
      verdict,
      feesDue: [...feesDue],
      activeHolds: ['customs'],
      lastFreeDay: { ...ready.lastFreeDay, band: 'past' as const, date: '2026-11-20', daysLeft: -2 },
      gateDay: { date: '2026-11-20', opens: '07:00', closes: '16:00', isOver: true, ...CLOSED_NOW },
      risks: [{ reason, severity: 1 as const }],
    }
    expect(formatActionByGate(row, null)).toBe(`${action} · gate opens Mon 23 Nov 07:00`)
    expect(formatCell('nextAction', row, { words: createCellWords(), zone: 'UTC' })).toBe(inFile ?? action)
    expect(formatActionByGate({ ...row, gateDay: { ...row.gateDay, ...OPEN_NOW } }, null)).not.toContain('open')
    const charged = { ...row, risks: [...row.risks, { reason: 'fees-running' as const, severity: 2 as const }] }
    expect(listNextSteps(charged)[0]?.action).toBe(action)
    expect(listNextSteps(charged).filter((step) => step.action.startsWith('Pick up when open'))).toHaveLength(
      action.startsWith('Pick') ? 1 : 0,
    )
    const olderWords = Object.fromEntries(Object.entries(createCellWords()).filter(([key]) => !/WhenOpen$/.test(key)))
    expect(formatCell('nextAction', row, { words: olderWords, zone: 'UTC' })).not.toContain('WhenOpen')
  })

  test.each([
    ['ready', [exam], 'Pay $525, then pick up when open', 'Pay $525, then pick up to stop charges'],
    ['unknown', [], 'Pick up when open', 'Pick up to stop charges'],
    ['held', [exam], 'Clear customs hold', 'Clear customs hold'],
  ] as const)(
    'before an own last free day, while charges run at a closed gate: %s',
    (verdict, feesDue, action, open) => {
      const row = {
        ...ready,
        verdict,
        feesDue: [...feesDue],
        activeHolds: ['customs'],
        lastFreeDay: { ...ready.lastFreeDay, source: 'manual' as const, band: 'week' as const, daysLeft: 7 },
        gateDay: { date: ready.lastFreeDay.date, opens: '07:00', closes: '16:00', isOver: false, ...CLOSED_NOW },
        risks: [{ reason: 'fees-running' as const, severity: 2 as const }],
      }
      expect(formatActionByGate(row, null)).toBe(`${action} · gate opens Mon 23 Nov 07:00`)
      expect(listNextSteps(row).map((step) => step.action)).toEqual([action])
      expect(formatActionByGate({ ...row, gateDay: { ...row.gateDay, ...OPEN_NOW } }, null)).toBe(open)
    },
  )

  test('names the fees beside an extension, because they are due before the pickup as well', () => {
    const row = {
      ...ready,
      lastFreeDay: { ...ready.lastFreeDay, band: 'today' as const, date: '2026-11-20', daysLeft: 0 },
      gateDay: { date: '2026-11-20', opens: '07:00', closes: '16:00', isOver: true, ...OPEN_NOW },
      risks: (['last-free-day-today', 'no-appointment'] as const).map((reason) => ({ reason, severity: 2 as const })),
    }
    const action = 'Ask for an extension · Pay $525 before pickup'
    expect(formatActionByGate(row, null)).toBe(`${action} · gate closed at 16:00`)
    expect(listNextSteps(row).map((step) => step.action)).toEqual([action, 'Book appointment'])
    expect(formatRisksTip(row, null)).toContain(` · ${action}\n`)
    const words = createCellWords()
    expect(formatCell('nextAction', row, { words, zone: 'UTC' })).toBe(
      'Ask for an extension · Pay 525.00 USD before pickup',
    )
    const olderWords = Object.fromEntries(Object.entries(words).filter(([key]) => key !== 'action payFees'))
    expect(formatCell('nextAction', row, { words: olderWords, zone: 'UTC' })).toBe('Ask for an extension')
  })

  test('advises the payment once', () => {
    const reasons = ['last-free-day-today', 'no-appointment'] as const
    const row = { ...ready, risks: reasons.map((reason) => ({ reason, severity: 2 as const })) }
    expect(listNextSteps(row).map(({ action }) => action)).toEqual([
      'Pay $525, then dispatch or extend',
      'Book appointment',
    ])
  })
})

test('holds are joined with “and”, on screen and in a file', () => {
  const holds = ['Freight', 'customs', 'usda']
  const row = {
    ...makeRow(0),
    verdict: 'held' as const,
    activeHolds: holds,
    risks: [{ reason: 'last-free-day-today' as const, severity: 1 as const }],
  }
  const text = 'Clear freight, customs and USDA holds, or extend'
  expect(formatLeadingAction(row)).toBe(text)
  expect(formatCell('nextAction', row, { words: createCellWords(), zone: 'UTC' })).toBe(text)
})

test('one named hold beside an unnamed one is one hold, on screen and in a file', () => {
  const row = {
    ...makeRow(0),
    verdict: 'held' as const,
    activeHolds: ['freight', 'other'],
    risks: [{ reason: 'last-free-day-today' as const, severity: 1 as const }],
  }
  const text = 'Clear freight hold, or extend'
  expect(formatLeadingAction(row)).toBe(text)
  expect(formatCell('nextAction', row, { words: createCellWords(), zone: 'UTC' })).toBe(text)
})

test('a container that probably left is verified first, before fees are paid or holds are cleared', () => {
  const lastFreeDay = { ...makeRow(0).lastFreeDay, band: 'confirm' as const }
  const reasons = ['past-last-free-day', 'fees-running', 'terminal-check-old', 'tracking-stopped'] as const
  const risks = reasons.map((reason, index) => ({ reason, severity: (index + 1) as 1 | 2 | 3 | 4 }))
  const laterSteps = { ready: ['Information'], held: ['If still at terminal', 'Information'] }
  for (const verdict of ['ready', 'held'] as const) {
    const row = { ...makeRow(0), lastFreeDay, verdict, activeHolds: ['customs'], feesDue: [exam], risks }
    const [first, ...others] = listNextSteps(row)
    expect([formatLeadingAction(row), first?.action, first && formatRiskSeverity(first.risk)]).toEqual([
      'Verify by phone or online',
      'Verify by phone or online',
      'Verify',
    ])
    expect(others.map(formatStepSeverity)).toEqual(laterSteps[verdict])
    expect(others.map(getStepTone).every((tone) => tone === 'later')).toBe(true)
  }
})

test('two reasons with the same action are one step', () => {
  const row = {
    ...makeRow(0),
    verdict: 'not-arrived' as const,
    activeHolds: [],
    risks: [
      { reason: 'last-free-day-today' as const, severity: 1 as const },
      { reason: 'not-ready-in-time' as const, severity: 2 as const },
      { reason: 'terminal-check-old' as const, severity: 3 as const },
    ],
  }
  expect(listNextSteps(row).map(({ action, risk, reasons }) => [action, risk.severity, reasons])).toEqual([
    ['Follow up arrival or extend', 1, ['last-free-day-today', 'not-ready-in-time']],
    ['Verify by phone or online', 3, ['terminal-check-old']],
  ])
  const held = { ...row, verdict: 'held' as const, activeHolds: ['vacis'] }
  expect(listNextSteps(held).map(({ action, reasons }) => [action, reasons])).toEqual([
    ['Clear VACIS hold, or extend', ['last-free-day-today', 'not-ready-in-time']],
    ['Verify by phone or online', ['terminal-check-old']],
  ])
  const charged = {
    ...row,
    risks: [
      { reason: 'past-last-free-day' as const, severity: 1 as const },
      { reason: 'fees-running' as const, severity: 1 as const },
    ],
  }
  const listActions = (part: object) => listNextSteps({ ...charged, ...part }).map(({ action }) => action)
  expect(listActions({ verdict: 'ready' })).toEqual(['Pay $850, then pick up to stop charges'])
  expect(listActions({ verdict: 'held', activeHolds: ['vacis'] })).toEqual(['Clear VACIS hold; check fees'])
  expect(listActions({ verdict: 'not-released' })).toEqual(['Find out what is blocking it; check fees'])
  expect(listActions({ verdict: 'ready', feesDue: [], risks: charged.risks.slice(1) })).toEqual([
    'Pick up to stop charges',
  ])
  const neverChecked = { ...row, ages: { ...row.ages, terminal: null } }
  expect([row, neverChecked].map((each) => describeReason('terminal-check-old', each, null))).toEqual([
    'Terminal check outdated',
    'Terminal never checked',
  ])
})

test('a container without an appointment has another reason if it missed one', () => {
  const rows = [null, '2026-11-20T16:00:00.000Z'].map((appointmentAt) => ({ ...makeRow(0), appointmentAt }))
  expect(rows.map((row) => describeReason('no-appointment', row, null))).toEqual([
    'Ready, no appointment',
    'Appointment missed',
  ])
})

test('a ready container that was not verified has no reason that says that it is not ready', () => {
  const row = { ...makeRow(0), verdict: 'ready-unverified' as const }
  expect(describeReason('not-ready-in-time', row, null)).toBe('Ready (unverified)')
  expect(describeReason('not-ready-in-time', { ...row, verdict: 'held' }, null)).toBe(
    'Not ready, or not verified, in time',
  )
})
