import { describe, expect, test } from 'vitest'
import { findPageFile, createPageHeaders, renderPage } from '#host/page.ts'

describe('the file of an address', () => {
  test.each([
    ['/', 'index.html'],
    ['/index.html', 'index.html'],
    ['/assets/index-C0ffee_1.js', 'assets/index-C0ffee_1.js'],
    ['/assets/inter.latin.woff2', 'assets/inter.latin.woff2'],
  ])('%s is %s', (pathname, file) => expect(findPageFile(pathname)?.file).toBe(file))

  test.each([
    '/lfd',
    '/assets/',
    '/assets/../index.html',
    '/../package.json',
    '/assets/..%2findex.html',
    '/assets//x.js',
    '/assets\\x.js',
    '/x.map',
    '/assets/a/b.js',
    '/.env',
    '/assets/.x.js',
    '/x..js',
    '//x.js',
    '/index.html/',
    '/assets/x.js?y',
    '/assets/x.exe',
    '',
  ])('%s is not a file', (pathname) => expect(findPageFile(pathname)).toBeNull())
})

describe('the headers and the text of the page', () => {
  const page = findPageFile('/')!

  test('the policy names this answer’s nonce and never allows inline code or style', () => {
    const policy = createPageHeaders(page, 'n0nce', null)['content-security-policy']
    expect(policy).toContain("style-src-elem 'self' 'nonce-n0nce'")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toContain('unsafe')
  })

  test('the policy of the browser host allows only its own sockets', () =>
    expect(createPageHeaders(page, 'n', 'ws://127.0.0.1:1')['content-security-policy']).toContain(
      "connect-src 'self' ws://127.0.0.1:1;",
    ))

  test('the browser can cache only files with a hash in their names', () => {
    const cacheControl = (pathname: string) => createPageHeaders(findPageFile(pathname)!, 'n', null)['cache-control']
    expect([cacheControl('/'), cacheControl('/icon.svg'), cacheControl('/assets/index-abc.js')]).toEqual([
      'no-store',
      'no-store',
      'public, max-age=31536000, immutable',
    ])
  })

  test('the nonce replaces every placeholder, and the page names its language', () =>
    expect(
      renderPage('<html lang="en"><a nonce="__CSP_NONCE__"><b nonce="__CSP_NONCE__">', { nonce: 'x', language: 'zh' }),
    ).toBe('<html lang="zh"><a nonce="x"><b nonce="x">'))
})
