import { expect, test } from 'vitest'
import { handoverText } from '../../src/renderer/src/features/handover/handover.ts'
import { makeRow } from '#support/row-factories.ts'

const asOf = '2026-11-23T15:00:00Z'

test('a line of the handover has the customer and the fees due', () => {
  const row = {
    ...makeRow(0),
    customer: 'Juniper Ash Home',
    feesDue: [{ currency: 'USD', amount: 450, isPending: false }],
  }
  const text = handoverText({ me: null, assigned: [], snoozed: [], open: { rows: [row], count: 1 }, notes: [], asOf })
  expect(text).toContain('; Juniper Ash Home; Fees due: $450; ')
})

test('leaves out what nobody reported', () => {
  const row = { ...makeRow(0), customer: null, feesDue: [] }
  const text = handoverText({ me: null, assigned: [], snoozed: [], open: { rows: [row], count: 1 }, notes: [], asOf })
  expect(text).not.toContain('Fees due')
  expect(text).not.toContain('; ;')
})
