// Typed numbers are classified. The check digits were computed by ISO 6346, independently of our code.
import { describe, expect, test } from 'vitest'
import { normalizeNumber } from '#engine/mirror/tracking/number.ts'
import { type FindLine, classify, findPrefix } from '#engine/tracking/classify.ts'

const noLine: FindLine = () => null
const classifyText = (text: string, lineOf = noLine) => classify(text, lineOf)
const getVerdict = (text: string) => classifyText(text).verdict
const BILL_OR_BOOKING = ['bill_of_lading', 'booking_number']

describe('a container number', () => {
  test.each([
    ['CSQU3054383'],
    ['MSCU6639870'],
    ['TGHU7559934'],
    // The remainder is 10, which is written as 0.
    ['MSKU0000080'],
    // Other categories than freight containers: J is detachable equipment, Z is a trailer.
    ['ABCJ1234563'],
    ['ABCZ1234564'],
  ])('%s is trackable', (number) =>
    expect(classifyText(number)).toMatchObject({
      number,
      verdict: 'trackable',
      types: ['container'],
      correctedNumber: null,
    }),
  )

  test.each([
    ['small letters', 'csqu3054383'],
    ['mixed letters', 'CsQu3054383'],
    ['blanks', ' CSQU 305438 3 '],
    ['dashes', 'CSQU-305438-3'],
    ['a slash before the check digit', 'CSQU 305438/3'],
    ['dots', 'CSQU.305438.3'],
    ['non-breaking blanks', 'CSQU\u00a0305438\u202f3'],
    ['a non-breaking hyphen and a minus sign', 'CSQU\u2011305438\u22123'],
    ['full-width letters and digits', 'ＣＳＱＵ３０５４３８３'],
    ['line feeds around it', '\r\nCSQU3054383\r\n\n'],
    ['a line feed in the middle', 'CSQU305\n4383'],
    ['a mark of writing direction and a soft hyphen', '\u200eCSQU\u00ad3054383\u200b'],
    ['tabs', '\tCSQU\t3054383'],
    ['its name before it', 'Container No: CSQU3054383'],
    ['a carrier behind a semicolon', 'CSQU3054383;Evergreen'],
    ['a customer before it', 'Juniper Foods, CSQU 305438 3'],
    ['a carrier behind a blank', 'CSQU3054383 MSC'],
  ])('is read with %s', (_, text) =>
    expect(classifyText(text)).toMatchObject({ number: 'CSQU3054383', verdict: 'trackable', types: ['container'] }),
  )

  test('with a wrong check digit gets a correction and can still be sent', () =>
    expect(classifyText('CSQU 305438-4')).toEqual({
      number: 'CSQU3054384',
      verdict: 'wrong-check-digit',
      types: ['container'],
      correctedNumber: 'CSQU3054383',
      line: null,
    }))

  test('without its check digit gets a completed number and cannot be sent without it', () =>
    expect(classifyText('CSQU305438')).toMatchObject({
      number: 'CSQU305438',
      verdict: 'wrong-check-digit',
      types: [],
      correctedNumber: 'CSQU3054383',
    }))

  test('with a wrong check digit can be a bill if its prefix is the SCAC of a line', () => {
    expect(classifyText('MSCU6639871')).toMatchObject({
      verdict: 'wrong-check-digit',
      types: ['container', 'bill_of_lading'],
      correctedNumber: 'MSCU6639870',
    })
    expect(classifyText('OOLU123456')).toMatchObject({ verdict: 'wrong-check-digit', types: ['bill_of_lading'] })
  })

  test.each([
    ['MSKU0000080', 'MAEU'],
    ['MSCU6639870', 'MSCU'],
    // A leased container can be on a vessel of any line.
    ['TGHU7559934', null],
  ])('%s suggests the line %s from its owner code', (number, scac) =>
    expect(classifyText(number).line?.scac ?? null).toBe(scac),
  )
})

describe('a bill or booking', () => {
  test.each([
    ['MAEU212345678', 'MAEU'],
    ['medu ab 123456', 'MSCU'],
    ['HLCU-SHA-1234ABCD5', 'HLCU'],
    ['ONEYRICB12345600', 'ONEY'],
    ['SAFM123456789', 'MAEU'],
  ])('%s names its line', (text, scac) =>
    expect(classifyText(text)).toMatchObject({ verdict: 'trackable', types: BILL_OR_BOOKING, line: { scac } }),
  )

  test('names a line that only the service knows', () => {
    const lineOf: FindLine = (scac) => (scac === 'QXYZ' ? { scac: 'QXYZ', name: 'Quiet Line' } : null)
    expect(classifyText('QXYZ12345678')).toMatchObject({ verdict: 'unclear', line: null })
    expect(classifyText('QXYZ12345678', lineOf)).toMatchObject({
      verdict: 'trackable',
      line: { scac: 'QXYZ', name: 'Quiet Line' },
    })
  })

  test.each([
    ['MBL: 212345678', ['bill_of_lading']],
    ['B/L no. ABC1234567', ['bill_of_lading']],
    ['Booking # 212345678', ['booking_number']],
    ['BKG 123ABCD456789', ['booking_number']],
    ['EBKG12345678', ['booking_number']],
  ])('%s is classified by its label', (text, types) =>
    expect(classifyText(text)).toMatchObject({ verdict: 'trackable', types }),
  )

  test.each([
    ['bare digits', '212345678', ['booking_number', 'bill_of_lading']],
    ['an unknown prefix', 'SHFX12345678', BILL_OR_BOOKING],
    ['letters in the middle', '123ABCD456789', BILL_OR_BOOKING],
    ['SEAL as a prefix', 'SEAL123456789', BILL_OR_BOOKING],
    ['PO in a longer prefix', 'PONY12345678', BILL_OR_BOOKING],
    ['ORD in a longer prefix', 'ORDX12345678', BILL_OR_BOOKING],
  ])('with %s is unclear, so the user chooses', (_, text, types) =>
    expect(classifyText(text)).toMatchObject({ verdict: 'unclear', types, line: null }),
  )

  test.each([['TEST-TR-SUCCEEDED'], ['test tr succeeded'], ['TESTTRSUCCEEDED']])(
    '%s is a test number of the service',
    (text) =>
      expect(classifyText(text)).toMatchObject({
        number: 'TEST-TR-SUCCEEDED',
        verdict: 'trackable',
        types: ['bill_of_lading'],
        line: { scac: 'TEST' },
      }),
  )
})

describe('another kind of number', () => {
  test.each([
    ['house-bill', 'HBL12345678'],
    ['house-bill', 'hbl: ssha/12345'],
    ['house-bill', 'HBLSHA2611001'],
    ['house-bill', 'HAWB 123-45678'],
    ['house-bill', 'House B/L 998877'],
    ['house-bill', 'H/BL# 77661'],
    ['house-bill', 'HB2611001'],
    ['purchase-order', 'PO12345'],
    ['purchase-order', 'PO#4500123456'],
    ['purchase-order', 'P.O. 4500123456'],
    ['purchase-order', 'p.o.4500123456'],
    ['purchase-order', 'PO-2026-118'],
    ['purchase-order', 'Purchase order no. 77'],
    ['purchase-order', 'ORDER-556677'],
    ['purchase-order', 'Order 556677'],
    ['seal', 'SEAL 1234567'],
    ['seal', 'Seal#ML-US1234567'],
    ['seal', 'SEAL: FX12345678'],
    ['seal', 'Seal no. 998877'],
    ['customs-entry', 'ABC-1234567-8'],
    ['customs-entry', '9dx-1234567\u20118'],
    ['customs-entry', 'Entry no. 12345678901'],
    ['customs-entry', 'X20261120123456'],
    ['customs-entry', 'ITN: X20261120123456'],
    ['customs-entry', '26DE123456789012A3'],
    ['customs-entry', 'MRN 26NL000510ABCDEF12'],
  ] as const)('%s: %s', (verdict, text) => expect(classifyText(text)).toMatchObject({ verdict, types: [], line: null }))

  test.each([
    ['a date that does not exist', 'X20261320123456'],
    ['a country without such numbers', '26US123456789012A3'],
    ['an entry without its dashes', 'ABC12345678'],
  ])('is not detected in %s', (_, text) => expect(getVerdict(text)).toBe('unclear'))

  test('is not detected in a container number whose owner code begins with the same letters', () => {
    expect(getVerdict('HBLU1234567')).toBe('wrong-check-digit')
    expect(getVerdict('PONU1234567')).toBe('wrong-check-digit')
  })
})

describe('text that is not a number', () => {
  test.each([[''], ['   '], ['\n\r\n'], ['\u00a0\u200b'], ['---'], [' - / . ']])('%j is empty', (text) =>
    expect(classifyText(text)).toMatchObject({ number: '', verdict: 'empty', types: [] }),
  )
  test.each([
    ['too short', 'AB12'],
    ['words', 'hello world'],
    ['a sentence with a year', 'see mail of 2026'],
    ['an emoji in it', '🚢MSCU6639870'],
    ['only an emoji', '🚢'],
    ['other letters', 'МSСU6639870'],
    ['two numbers, one per line', 'MSCU6639870\nCSQU3054383'],
    ['two bare numbers, one per line', '2123456\n7890123'],
    ['two hundred characters', '1234567890'.repeat(20)],
    ['a web address', 'https://example.test/track?n=1'],
    ['the address of a service', 'http://127.0.0.1:47500/v2'],
  ])('is detected: %s', (_, text) => expect(classifyText(text)).toMatchObject({ verdict: 'not-a-number', types: [] }))
})

test.each(['EGLV123456789012, ops@example.test', 'EGLV123456789012; https://example.test'])(
  'a number beside an address is not refused: %s',
  (text) => expect(classifyText(text)).toMatchObject({ verdict: 'trackable' }),
)

test('a number is sent as capital letters and digits without separators', () => {
  expect(normalizeNumber(' medu ab-12/34.56 ')).toBe('MEDUAB123456')
  expect(normalizeNumber('test-tr-failed')).toBe('TEST-TR-FAILED')
})

test.each([
  ['MSCU6639870', 'MSCU'],
  ['MEDUAB123456', 'MEDU'],
  ['212345678', null],
  ['ABC1234567', null],
  ['ABCDEFGH', null],
])('the prefix of %s is %s', (number, prefix) => expect(findPrefix(number)).toBe(prefix))
