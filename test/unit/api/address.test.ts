// The addresses of requests. The API key must never be sent to another host, although links have many spellings.
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { normalizeBaseUrl, resolveUrl } from '#engine/api/addresses.ts'

const catchCode = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
}

describe('a link', () => {
  const base = 'https://track.example/v2'
  test.each([
    ['/containers?page[size]=100', 'https://track.example/v2/containers?page[size]=100'],
    ['/v2/containers?x=1', 'https://track.example/v2/containers?x=1'],
    [
      'https://track.example/v2/containers?page%5Bnumber%5D=2',
      'https://track.example/v2/containers?page%5Bnumber%5D=2',
    ],
    ['https://track.example/v2/v2/containers', 'https://track.example/v2/containers'],
    ['http://track.example/v2/containers', 'https://track.example/v2/containers'],
    ['/documents/1/download_url', 'https://track.example/v2/documents/1/download_url'],
  ])('%s becomes %s', (path, url) => expect(resolveUrl(base, path)).toBe(url))
  test.each(['mailto:somebody@track.example', 'https://'])('%s is malformed', (path) =>
    expect(catchCode(() => resolveUrl(base, path))).toBe('api/malformed'),
  )
  test.each([
    'https://evil.example/v2/containers',
    '//evil.example/v2/x',
    'https://track.example:8443/v2/x',
    'https://track.example@evil.example/',
  ])('%s is not followed', (path) => expect(catchCode(() => resolveUrl(base, path))).toBe('api/link-elsewhere'))
})

describe('a typed address', () => {
  test.each([
    ['https://track.example/v2', 'https://track.example/v2'],
    ['https://track.example', 'https://track.example/v2'],
    [' track.example/v2/ ', 'https://track.example/v2'],
    ['http://127.0.0.1:4600/v2', 'http://127.0.0.1:4600/v2'],
    ['http://localhost:4600', 'http://localhost:4600/v2'],
    ['127.0.0.1:4600', 'https://127.0.0.1:4600/v2'],
    ['https://proxy.example/tracking/v2/', 'https://proxy.example/tracking/v2'],
  ])('%s becomes %s', (typed, url) => expect(normalizeBaseUrl(typed)).toBe(url))
  test.each([
    '',
    '   ',
    'ftp://track.example',
    'javascript:alert(1)',
    'https://',
    'https://user:pass@track.example',
    'not an address',
    'http://track.example/v2',
    'http://10.0.0.1/v2',
    'http://127.0.0.1.evil.example/v2',
  ])('"%s" is refused', (typed) => expect(catchCode(() => normalizeBaseUrl(typed))).toBe('api/bad-address'))
})
