// Texts of the next action for a container.
import { describe, expect, test } from 'vitest'
import { makeRow } from '#support/row-factories.ts'
import { describeReason, formatNextAction, listNextSteps } from '../../src/renderer/src/features/containers/risks.ts'

describe('the next action for a container on and after its last free day', () =>
  test.each([
    [{ verdict: 'ready', activeHolds: [] }, 'Dispatch now or extend', 'Pick up or confirm gate-out; check fees'],
    [
      { verdict: 'unknown', activeHolds: [] },
      'Find out what is blocking it, or extend',
      'Pick up or confirm gate-out; check fees',
    ],
    [{ verdict: 'not-arrived', activeHolds: [] }, 'Follow up arrival or extend', 'Follow up arrival or extend'],
    [{ verdict: 'held', activeHolds: ['customs'] }, 'Clear Customs hold, or extend', 'Clear Customs hold; check fees'],
    [
      { verdict: 'held', activeHolds: ['other'] },
      'Ask terminal about hold, or extend',
      'Ask terminal about hold; check fees',
    ],
    [
      { verdict: 'held', activeHolds: ['Other', 'customs'] },
      'Clear Customs hold, or extend',
      'Clear Customs hold; check fees',
    ],
    [
      { verdict: 'conflict', activeHolds: ['customs', 'tmf'] },
      'Clear Customs, TMF hold, or extend',
      'Clear Customs, TMF hold; check fees',
    ],
    [
      { verdict: 'not-released', activeHolds: [] },
      'Find out what is blocking it, or extend',
      'Find out what is blocking it; check fees',
    ],
  ] as const)('%j: %s; %s', (part, today, past) => {
    const row = { ...part, activeHolds: [...part.activeHolds] }
    expect([formatNextAction('last-free-day-today', row), formatNextAction('past-last-free-day', row)]).toEqual([
      today,
      past,
    ])
  }))

describe('the next action for a container that is not ready in time', () =>
  test.each([
    [{ verdict: 'held', activeHolds: ['customs', 'freight'] }, 'Clear Customs, Freight hold'],
    [{ verdict: 'held', activeHolds: ['Other'] }, 'Ask terminal about hold'],
    [{ verdict: 'unknown', activeHolds: [] }, 'Find out what is blocking it'],
    [{ verdict: 'not-released', activeHolds: [] }, 'Find out what is blocking it'],
    [{ verdict: 'not-arrived', activeHolds: [] }, 'Follow up arrival or extend'],
    [{ verdict: 'ready-unverified', activeHolds: [] }, 'Verify by phone or online'],
  ] as const)('%j: %s', (row, text) =>
    expect(formatNextAction('not-ready-in-time', { ...row, activeHolds: [...row.activeHolds] })).toBe(text),
  ))

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
  expect(listActions({ verdict: 'ready' })).toEqual(['Pick up or confirm gate-out; check fees'])
  expect(listActions({ verdict: 'held', activeHolds: ['vacis'] })).toEqual(['Clear VACIS hold; check fees'])
  expect(listActions({ verdict: 'not-released' })).toEqual(['Find out what is blocking it; check fees'])
  expect(listActions({ verdict: 'ready', risks: charged.risks.slice(1) })).toEqual(['Pick up to stop charges'])
  const neverChecked = { ...row, ages: { ...row.ages, terminal: null } }
  expect([row, neverChecked].map((each) => describeReason('terminal-check-old', each, null))).toEqual([
    'Terminal check outdated',
    'Terminal never checked',
  ])
})
