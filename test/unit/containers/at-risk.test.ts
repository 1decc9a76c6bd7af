// The reasons of risk: each row has facts that just cause the reason, and facts that just do not.
import { describe, expect, test } from 'vitest'
import { RiskReason } from '#contract/risk.ts'
import { type RiskInput, findRisks } from '../../../src/engine/mirror/containers/at-risk.ts'

/** A container without any risk. */
const noRisk: RiskInput = {
  clock: 'running',
  verdict: 'ready',
  daysLeft: 6,
  lastFreeDay: '2026-11-26',
  appointmentDate: '2026-11-21',
  dischargeDate: '2026-11-19',
  arrivalDate: '2026-11-18',
  daysSinceDischarge: 1,
  hoursSinceCheck: 2,
  isDisputed: false,
  hasRunningFee: false,
  officialHoldDays: null,
  isLastFreeDayEarlier: false,
  arrivalMovedHours: 0,
  daysToArrival: null,
  isTrackingStopped: false,
  isOnRail: false,
}

const reasons = (patch: Partial<RiskInput>) => findRisks({ ...noRisk, ...patch }).map(({ reason }) => reason)

/** Reason, severity, facts that cause the reason, and similar facts that do not. */
const table: [RiskReason, number, Partial<RiskInput>, Partial<RiskInput>][] = [
  ['past-last-free-day', 1, { daysLeft: -1 }, { daysLeft: -1, clock: 'not-started' }],
  ['last-free-day-today', 1, { daysLeft: 0 }, { daysLeft: 1 }],
  ['last-free-day-tomorrow', 2, { daysLeft: 1 }, { daysLeft: 2 }],
  ['last-free-day-tomorrow', 2, { daysLeft: 1 }, { daysLeft: 1, verdict: 'held' }],
  ['not-ready-in-time', 2, { daysLeft: 1, verdict: 'held' }, { daysLeft: 1 }],
  ['not-ready-in-time', 2, { daysLeft: 3, verdict: 'held' }, { daysLeft: 4, verdict: 'held' }],
  ['not-ready-in-time', 2, { daysLeft: 3, verdict: 'ready-unverified' }, { daysLeft: 3, verdict: 'ready' }],
  [
    'not-ready-in-time',
    2,
    { daysLeft: 2, verdict: 'not-arrived', clock: 'not-started' },
    { daysLeft: null, verdict: 'not-arrived' },
  ],
  [
    'not-ready-in-time',
    2,
    { daysLeft: -1, verdict: 'held' },
    { daysLeft: -1, verdict: 'not-arrived', clock: 'not-started' },
  ],
  ['appointment-too-late', 2, { appointmentDate: '2026-11-27' }, { appointmentDate: '2026-11-26' }],
  [
    'appointment-too-late',
    2,
    { appointmentDate: '2026-11-27', daysLeft: 0 },
    { appointmentDate: '2026-11-27', daysLeft: -1 },
  ],
  ['no-appointment', 2, { daysLeft: 2, appointmentDate: null }, { daysLeft: 3, appointmentDate: null }],
  [
    'no-appointment',
    2,
    { daysLeft: 2, appointmentDate: null },
    { daysLeft: 2, appointmentDate: null, verdict: 'held' },
  ],
  ['last-free-day-earlier', 2, { isLastFreeDayEarlier: true }, {}],
  ['fees-running', 2, { hasRunningFee: true }, {}],
  ['terminal-check-old', 3, { daysLeft: 3, hoursSinceCheck: 24.1 }, { daysLeft: 3, hoursSinceCheck: 24 }],
  ['terminal-check-old', 3, { daysLeft: 3, hoursSinceCheck: null }, { daysLeft: 4, hoursSinceCheck: null }],
  [
    'no-last-free-day',
    3,
    { daysLeft: null, lastFreeDay: null, daysSinceDischarge: 2 },
    { daysLeft: null, lastFreeDay: null, daysSinceDischarge: 1 },
  ],
  [
    'no-last-free-day',
    3,
    { daysLeft: null, lastFreeDay: null, daysSinceDischarge: 2 },
    { daysLeft: null, lastFreeDay: null, daysSinceDischarge: null },
  ],
  [
    'no-last-free-day',
    3,
    { daysLeft: null, lastFreeDay: null, daysSinceDischarge: 2 },
    { daysLeft: null, lastFreeDay: null, daysSinceDischarge: 2, isOnRail: true },
  ],
  ['sources-disagree', 3, { isDisputed: true }, {}],
  ['hold-ageing', 3, { officialHoldDays: 2 }, { officialHoldDays: 1.9 }],
  ['last-free-day-impossible', 3, { lastFreeDay: '2026-11-18' }, { lastFreeDay: '2026-11-19' }],
  [
    'last-free-day-impossible',
    3,
    { lastFreeDay: '2026-11-17', dischargeDate: null },
    { lastFreeDay: '2026-11-18', dischargeDate: null },
  ],
  [
    'last-free-day-impossible',
    3,
    { daysLeft: -1, lastFreeDay: '2026-11-19', dischargeDate: null, clock: 'not-started' },
    { daysLeft: -1, lastFreeDay: '2026-11-19', dischargeDate: null },
  ],
  ['arrival-moved', 4, { arrivalMovedHours: -24, daysToArrival: 5 }, { arrivalMovedHours: 23.9, daysToArrival: 5 }],
  ['arrival-moved', 4, { arrivalMovedHours: 24, daysToArrival: 0 }, { arrivalMovedHours: 24, daysToArrival: 6 }],
  ['tracking-stopped', 4, { isTrackingStopped: true }, {}],
]

describe('risks', () => {
  test.each(table)('%s has severity %i: caused by %j, not by %j', (reason, severity, causing, notCausing) => {
    expect(findRisks({ ...noRisk, ...causing })).toContainEqual({ reason, severity })
    expect(reasons(notCausing)).not.toContain(reason)
  })

  test('every reason is in the table', () =>
    expect(new Set(table.map(([reason]) => reason))).toEqual(new Set(RiskReason.options)))

  test('a container without a problem has no reason', () => expect(reasons({})).toEqual([]))

  test('a container that is out has no reason in spite of all problems', () => {
    const everything = Object.assign({}, ...table.map(([, , causing]) => causing)) as Partial<RiskInput>
    expect(reasons({ ...everything, clock: 'stopped' })).toEqual([])
  })

  test('all reasons are listed, the most severe first', () =>
    expect(
      reasons({
        daysLeft: -2,
        lastFreeDay: '2026-11-18',
        verdict: 'held',
        hasRunningFee: true,
        isTrackingStopped: true,
        hoursSinceCheck: 30,
      }),
    ).toEqual([
      'past-last-free-day',
      'not-ready-in-time',
      'fees-running',
      'terminal-check-old',
      'last-free-day-impossible',
      'tracking-stopped',
    ]))

  test('a past date before the discharge is a conflict of data, not a cost', () =>
    expect(
      reasons({
        clock: 'not-started',
        verdict: 'not-arrived',
        daysLeft: -3,
        lastFreeDay: '2026-11-17',
        dischargeDate: null,
        appointmentDate: null,
        daysSinceDischarge: null,
      }),
    ).toEqual(['last-free-day-impossible']))
})
