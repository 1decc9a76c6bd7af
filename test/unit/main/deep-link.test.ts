// Which links of the scheme quaywatch are followed, which are refused, and where the program finds them.
import { beforeEach, describe, expect, test } from 'vitest'
import { createSeededRandom } from '#support/seeded.ts'
import { app } from '#standin/electron.ts'
import { findLink, readDeepLink, registerDeepLinks } from '../../../src/main/system/deep-link.ts'
import { createPending } from '../../../src/main/window/pending.ts'
import { hostileLinks } from './hostile-links.ts'

const refused = { query: null, isRefused: true }

describe('a link', () => {
  test.each([
    ['quaywatch://shipments/find?q=MSCU1234567', 'MSCU1234567'],
    ['quaywatch://shipments/find/?q=MSCU1234567', 'MSCU1234567'],
    ['QuayWatch://shipments/find?q=OBLN%20612%2034567', 'OBLN 612 34567'],
    ['quaywatch://shipments/find?q=PO+4711%2F22%20%26%20Söhne%20%E6%B8%AF', 'PO 4711/22 & Söhne 港'],
    [`quaywatch://shipments/find?q=${'x'.repeat(200)}`, 'x'.repeat(200)],
  ])('%s starts a search', (link, query) => expect(readDeepLink(link)).toEqual({ query, isRefused: false }))

  test('is refused if it is one of 200 hostile ones', () => {
    expect(new Set(hostileLinks).size).toBeGreaterThanOrEqual(200)
    expect(hostileLinks.filter((link) => !readDeepLink(link).isRefused)).toEqual([])
  })

  test.each([
    '',
    'quaywatch://shipments/find',
    'quaywatch://shipments/find?q=',
    'quaywatch://shipments/find?q=%20',
    `quaywatch://shipments/find?q=${'x'.repeat(201)}`,
    `quaywatch://shipments/find?q=${'%41'.repeat(700)}`,
  ])('without a search text, or with one that is too long, is refused: %s', (link) =>
    expect(readDeepLink(link)).toEqual(refused),
  )

  test('of random pieces gives a short printable text or is refused', () => {
    const pieces = [
      'quaywatch:',
      '//',
      '/',
      'shipments',
      'find',
      '?',
      'q',
      '=',
      '&',
      '#',
      '@',
      ':',
      '%',
      '%00',
      '%0A',
      '%C3%B6',
      '\\',
      '..',
      ' ',
      '\n',
      'MSCU1234567',
      '\u200b',
      '\ud800',
      '"',
      '--',
      'x'.repeat(150),
    ]
    const random = createSeededRandom(8)
    for (let round = 0; round < 2_000; round++) {
      const link = `${round % 2 ? 'quaywatch://shipments/find?q=' : ''}${Array.from({ length: 1 + Math.floor(random() * 9) }, () => pieces[Math.floor(random() * pieces.length)]).join('')}`
      const { query, isRefused } = readDeepLink(link)
      expect(isRefused).toBe(query === null)
      if (query !== null) expect(query).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\uFFFD]{1,200}$/u)
    }
  })
})

describe('the command line', () => {
  const link = 'quaywatch://shipments/find?q=1'

  test('can contain one link at any position', () => {
    expect(findLink(['.', '--allow-file-access-from-files', link, '--original-process-start-time=1'])).toEqual({
      query: '1',
      isRefused: false,
    })
    expect(findLink(['--', link])).toEqual({ query: '1', isRefused: false })
  })

  test('without a link gives no link, and with two links is refused', () =>
    expect([findLink(['.', '--sample', `--data-dir=${link}`]), findLink([link, link])]).toEqual([null, refused]))
})

describe('the registration for links', () => {
  beforeEach(() => {
    app.protocolClients.length = 0
  })

  test('is made only on Windows, with `--` so that no switch can follow', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) registerDeepLinks(platform, true, 'C:\\Quaywatch.exe')
    expect(app.protocolClients).toEqual([['quaywatch', 'C:\\Quaywatch.exe', ['--']]])
  })

  test('remains with the installed program during development', () => {
    registerDeepLinks('win32', false, 'electron.exe')
    expect(app.protocolClients).toEqual([])
  })
})

describe('a value that waits for the page', () => {
  test('is announced to a new server at once and after each change, and can be taken once', () => {
    const noValue = { isNone: true }
    const pending = createPending<object>(noValue)
    const taken: object[] = []
    pending.set({ first: 1 })
    pending.serve(() => {
      taken.push(pending.take())
    })
    pending.set({ second: 2 })
    expect([taken, pending.take()]).toEqual([[{ first: 1 }, { second: 2 }], noValue])
  })

  test('is empty at first, which is not announced', () => {
    const announcements: number[] = []
    createPending<string | null>(null).serve(() => announcements.push(1))
    expect(announcements).toEqual([])
  })
})
