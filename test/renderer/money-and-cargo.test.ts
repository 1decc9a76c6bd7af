import { describe, expect, test } from 'vitest'
import {
  formatContainerNumber,
  formatEquipment,
  formatKilograms,
  formatPounds,
} from '../../src/renderer/src/words/cargo.ts'
import { formatFees, formatMoney, splitFees } from '../../src/renderer/src/words/money.ts'
import { formatEstimate, formatTotals } from '../../src/renderer/src/features/rates/rates.ts'
import { formatCount, t } from '../../src/renderer/src/words/words.ts'

describe('money', () => {
  test.each([
    [850, 'USD', '$850'],
    [1240.5, 'CAD', 'CA$1,240.50'],
    [120, 'EUR', '€120'],
    [90, 'ZZZ', 'ZZZ 90'],
    [75, 'bad code', 'bad code 75'],
    [300, null, '300 (currency not given)'],
  ])('%d %s reads %s', (amount, currency, text) => {
    // Intl separates an unknown code by a no-break space.
    expect(formatMoney(amount, currency).replace('\u00a0', ' ')).toBe(text)
  })

  test('that is an estimate says so once', () => {
    const costed = {
      state: 'costed' as const,
      minor: 1_500_000,
      currency: 'USD',
      days: 2,
      counting: 'calendar' as const,
      table: { id: 'a', name: 'A' },
      parts: [],
    }
    const total = formatTotals([costed, { minor: 2_000, currency: 'EUR' }])
    expect([
      t('rate.total', { amount: total }),
      formatEstimate(costed, 'rate.noDate', 'rate.rough'),
      formatEstimate(costed, 'rate.noDate'),
    ]).toEqual(['Est. exposure ~$15,000 · ~€20', '~$15,000', '~$15,000 est.'])
  })

  test('is never added up across currencies', () =>
    expect(
      formatFees([
        { currency: 'USD', amount: 850, isPending: false },
        { currency: 'EUR', amount: 120, isPending: false },
      ]),
    ).toBe('$850 + €120'))

  test('in an unknown currency is last', () =>
    expect(
      formatFees([
        { currency: null, amount: 900, isPending: false },
        { currency: 'EUR', amount: 120, isPending: false },
      ]),
    ).toBe('€120 + 900 (currency not given)'))

  test('posted without a price is shown as pending', () => {
    const unpriced = { currency: 'USD', amount: 0, isPending: true }
    const partlyPriced = { currency: 'USD', amount: 850, isPending: true }
    expect([
      formatFees([unpriced]),
      formatFees([unpriced], 'short'),
      formatFees([partlyPriced]),
      formatFees([]),
    ]).toEqual(['Posted, amount pending', 'Pending', 'at least $850', ''])
  })
})

test('money that is not final is a minimum in its currency only, unless a fee has no price yet', () => {
  const final = { currency: 'USD', amount: 850, isPending: false }
  const partly = { currency: 'EUR', amount: 120, isPending: true }
  const unpriced = { currency: null, amount: 0, isPending: true }
  expect([formatFees([final, partly]), formatFees([final, partly, unpriced])]).toEqual([
    '$850 + at least €120',
    'at least $850 + €120',
  ])
})

test('the largest amount is apart from the others, with the fees that have no price yet', () => {
  const fees = [
    { currency: 'USD', amount: 850, isPending: false },
    { currency: 'EUR', amount: 120, isPending: false },
    { currency: null, amount: 0, isPending: true },
  ]
  const { largest, others } = splitFees(fees)
  expect([formatFees(largest), formatFees(others)]).toEqual(['at least $850', '€120'])
  expect(splitFees([])).toEqual({ largest: [], others: [] })
})

describe('a container', () => {
  test('number is grouped by owner, serial and check digit; anything else stays as it is', () =>
    expect(['MSCU1234567', 'MSCU123456', 'mscu1234567', 'BOOKING-1'].map(formatContainerNumber)).toEqual([
      'MSCU 123456 7',
      'MSCU123456',
      'mscu1234567',
      'BOOKING-1',
    ]))

  test.each([
    [{ type: 'dry', lengthFt: 40, height: 'high_cube' }, '40′ HC dry'],
    [{ type: 'open top', lengthFt: 20, height: 'standard' }, '20′ open top'],
    [{ type: 'hanging garden', lengthFt: null, height: null }, 'hanging garden'],
    [{ type: null, lengthFt: 45, height: 'high_cube' }, '45′ HC'],
    [{ type: 'constructor', lengthFt: null, height: null }, 'constructor'],
    [{ type: null, lengthFt: null, height: null }, ''],
  ])('of kind %j reads %s', (equipment, text) => expect(formatEquipment(equipment)).toBe(text))

  test('weight is kilograms, with pounds beside it', () =>
    expect([formatKilograms(49_913), formatPounds(49_913)]).toEqual(['22,640 kg', '49,913 lb']))
})

test('counts have thousands separators', () =>
  expect([formatCount(61), formatCount(1048), formatCount(20_412)]).toEqual(['61', '1,048', '20,412']))
