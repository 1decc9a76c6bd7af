// The text of a handover, which somebody else reads, perhaps after midnight.
import { expect, test } from 'vitest'
import { writeHandoverText } from '../../src/renderer/src/features/handover/handover.ts'
import { makeRow } from '#support/row-factories.ts'

const asOf = '2026-11-23T15:00:00Z'

test('a line of the handover has the customer and the fees due', () => {
  const row = {
    ...makeRow(0),
    customer: 'Juniper Ash Home',
    feesDue: [{ currency: 'USD', amount: 450, isPending: false }],
  }
  const text = writeHandoverText(
    { me: null, assigned: [], snoozed: [], open: { rows: [row], count: 1 }, notes: [], asOf },
    asOf,
  )
  expect(text).toContain('; Juniper Ash Home; Fees due: $450; ')
})

test('leaves out what nobody reported', () => {
  const row = { ...makeRow(0), customer: null, feesDue: [] }
  const text = writeHandoverText(
    { me: null, assigned: [], snoozed: [], open: { rows: [row], count: 1 }, notes: [], asOf },
    asOf,
  )
  expect(text).not.toContain('Fees due')
  expect(text).not.toContain('; ;')
})

const tomorrow = {
  ...makeRow(0),
  number: 'MSCU1234566',
  lastFreeDay: { ...makeRow(0).lastFreeDay, date: '2026-11-24', band: 'tomorrow', daysLeft: 1, clock: 'running' },
} satisfies ReturnType<typeof makeRow>

test('a line has the day beside the count of days', () =>
  expect(
    writeHandoverText(
      { me: null, assigned: [], snoozed: [], open: { rows: [tomorrow], count: 1 }, notes: [], asOf },
      asOf,
    ),
  ).toContain('- MSCU 123456 6: Tomorrow, Tue 24 Nov'))

test('the title of an assignee does not say “you”, because somebody else reads the text', () =>
  expect(
    writeHandoverText(
      {
        me: 'Ana',
        assigned: [{ name: 'Ana', rows: [tomorrow], count: 1 }],
        snoozed: [],
        open: { rows: [], count: 0 },
        notes: [],
        asOf,
      },
      asOf,
    ),
  ).toMatch(/Ana \(1\)/))
