// The program navigates only to its own page, and the page may only write to the clipboard.
import { describe, expect, test } from 'vitest'
import type { Session } from 'electron'
import { WebContents } from '#standin/web-contents.ts'
import { app, session } from '#standin/electron.ts'
import { isPrevented } from '#standin/modelled.ts'
import { guardEveryContents, guardSession } from '../../../src/main/window/guards.ts'
import { createOrigin } from '../../../src/main/window/origin.ts'

app.becomeReady()
const origin = createOrigin(null)
guardEveryContents(origin)
guardSession(session.defaultSession as unknown as Session, origin)

function createContents(): WebContents {
  const contents = new WebContents()
  app.emit('web-contents-created', {}, contents)
  return contents
}

const foreignUrls = [
  'https://example.org/',
  'app://other/',
  'app://bundle/assets/a.js',
  'app://bundle@example.org/',
  'app://x@bundle/',
  'file:///etc/passwd',
  'javascript:1',
  'about:blank',
  '',
]

describe('navigation', () => {
  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s is allowed only to our page', (event) => {
    const contents = createContents()
    expect(foreignUrls.filter((url) => !isPrevented(contents, event, { url }))).toEqual([])
    expect(
      ['app://bundle/', 'app://bundle/index.html', 'app://bundle/#/lfd'].filter((url) =>
        isPrevented(contents, event, { url }),
      ),
    ).toEqual([])
  })

  test('no window is opened and no webview attached', () => {
    const contents = createContents()
    expect(contents.openHandler({ url: 'app://bundle/' })).toEqual({ action: 'deny' })
    expect(isPrevented(contents, 'will-attach-webview')).toBe(true)
  })
})

test('a download by a page is prevented, because only the main process writes files', () =>
  expect(isPrevented(session.defaultSession, 'will-download')).toBe(true))

describe('permissions', () => {
  const { handlers } = session.defaultSession
  const askPermission = (permission: string, requestingUrl: string) => {
    let answer: boolean | null = null
    const request = handlers.get('request') as (
      contents: null,
      permission: string,
      callback: (granted: boolean) => void,
      details: object,
    ) => void
    request(null, permission, (granted) => (answer = granted), { requestingUrl })
    const check = handlers.get('check') as (contents: null, permission: string, origin: string) => boolean
    return [answer, check(null, permission, requestingUrl)]
  }

  test('the page may write to the clipboard', () =>
    expect(askPermission('clipboard-sanitized-write', 'app://bundle/')).toEqual([true, true]))

  test.each(['clipboard-read', 'notifications', 'media', 'geolocation', 'openExternal', 'fullscreen', 'unknown'])(
    'no page gets %s',
    (permission) => expect(askPermission(permission, 'app://bundle/')).toEqual([false, false]),
  )

  test('another origin gets no permission, and no page gets a device', () => {
    expect(askPermission('clipboard-sanitized-write', 'https://example.org/')).toEqual([false, false])
    expect((handlers.get('device') as () => boolean)()).toBe(false)
  })
})

test('the spell checker is off, so that no dictionary is downloaded', () =>
  expect(session.defaultSession.isSpellCheckerOn).toBe(false))

describe('the development server', () => {
  const dev = createOrigin('http://localhost:5173')
  test.each([
    ['http://localhost:5173/', true],
    ['http://localhost:5174/', false],
    ['https://localhost:5173/', false],
    ['app://bundle/', false],
  ])('%s is trusted: %s', (url, isTrusted) =>
    expect([dev.isTrusted(url), dev.isPage(url)]).toEqual([isTrusted, isTrusted]),
  )
})
