// The server of the browser host over real sockets on 127.0.0.1. It serves public files and sessions, and refuses other
// requests.
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { LanguageChoice } from '#contract/rules/language.ts'
import { type PageSession, getCloseCode, openSession, openSocket, postToken } from '#support/web-page.ts'
import { startServer } from '../../../src/web/server.ts'
import { MAX_MESSAGE_BYTES } from '../../../src/web/sockets.ts'
import {
  sendRequest,
  attached,
  content,
  options,
  openTestSession,
  sessions,
  useWebServer,
  web,
} from '#support/web-server.ts'

useWebServer()

describe('files', () => {
  test.each<[LanguageChoice, string | null, string]>([
    ['system', 'es-AR,es;q=0.9', 'es'],
    ['system', 'fr', 'en'],
    ['system', null, 'en'],
    ['de', 'es', 'de'],
  ])(
    'the page starts in the chosen language, %s, or in the preferred one of the browser',
    async (choice, header, expected) => {
      options.language = choice
      const answer = await fetch(web.origin, header === null ? {} : { headers: { 'accept-language': header } })
      expect(await answer.text()).toContain(`<html lang="${expected}">`)
    },
  )

  test('the page has a new nonce each time, which is in its policy', async () => {
    const [first, second] = [await sendRequest('/'), await sendRequest('/')]
    const nonce = /nonce="([\w-]{22})"/.exec(first.text)?.[1]
    expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce!}'`)
    expect(first.headers['content-security-policy']).toContain(`connect-src 'self' ws://127.0.0.1:${web.port};`)
    expect(second.text).not.toBe(first.text)
  })

  test('a script has its type and may be cached; HEAD has the headers only', async () => {
    expect(await sendRequest('/assets/app-1a.js')).toMatchObject({
      status: 200,
      text: 'export {}',
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    })
    expect(await sendRequest('/assets/app-1a.js', { method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '9' },
    })
  })

  test.each([
    '/nothing',
    '/assets/gone.js',
    '/assets/app-1a.js.map',
    '/../package.json',
    '/%2e%2e/package.json',
    '//',
    '/assets/',
    '/session/x',
    '/session?x',
  ])('%s does not exist', async (path) =>
    expect((await sendRequest(path)).status).toBe(path.startsWith('/session?') ? 405 : 404),
  )

  test.each([
    ['POST', '/'],
    ['PUT', '/assets/app-1a.js'],
    ['GET', '/session'],
  ])('%s %s is not allowed', async (method, path) => expect((await sendRequest(path, { method })).status).toBe(405))

  test('a request with another host name is refused', async () => {
    expect((await sendRequest('/', { headers: { host: 'evil.example' } })).status).toBe(403)
    expect((await sendRequest('/', { headers: { host: `127.0.0.1:${web.port + 1}` } })).status).toBe(403)
    expect((await sendRequest('/', { headers: { host: `localhost:${web.port}` } })).status).toBe(200)
  })

  test('no answer is readable by another site', async () => {
    const { headers } = await sendRequest('/', { headers: { origin: 'https://evil.example' } })
    expect([
      headers['access-control-allow-origin'],
      headers['cross-origin-resource-policy'],
      headers['referrer-policy'],
    ]).toEqual([undefined, 'same-origin', 'no-referrer'])
  })
})

describe('the session', () => {
  test('the token is exchanged for a cookie that no script can read', async () => {
    const answer = await postToken(web.origin, sessions.createToken(), web.origin)
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(`^quaywatch-${web.port}=[\\w-]+; HttpOnly; SameSite=Strict; Path=/$`),
    )
  })

  test('a used token, a wrong one, another origin and no JSON are refused, and a refusal does not use the token', async () => {
    const token = sessions.createToken()
    expect((await postToken(web.origin, token, 'https://evil.example')).status).toBe(403)
    expect((await postToken(web.origin, 'wrong', web.origin)).status).toBe(403)
    expect(
      (await fetch(`${web.origin}/session`, { method: 'POST', headers: { origin: web.origin }, body: 'token' })).status,
    ).toBe(403)
    expect(
      (
        await fetch(`${web.origin}/session`, {
          method: 'POST',
          headers: { origin: web.origin },
          body: `{"token":"${'x'.repeat(5000)}"}`,
        })
      ).status,
    ).toBe(403)
    expect((await postToken(web.origin, token, web.origin)).status).toBe(200)
    expect((await postToken(web.origin, token, web.origin)).status).toBe(403)
  })
})

describe('the sockets', () => {
  const formatHello = ({ secret }: PageSession) => JSON.stringify({ secret })

  test('cookie and secret together are accepted, confirmed and served', async () => {
    const ownSession = await openTestSession()
    const socket = openSocket(ownSession, '/ws/engine')
    await once(socket, 'open')
    socket.send(formatHello(ownSession))
    const [first] = (await once(socket, 'message')) as [Buffer]
    expect([first.toString(), attached.length]).toEqual(['{"ready":true}', 1])
    const received = new Promise((resolve) => attached[0]!.onMessage(resolve))
    socket.send('{"type":"call"}')
    expect(await received).toEqual({ type: 'call' })
    socket.close()
    await new Promise<void>((resolve) => attached[0]!.onClose(resolve))
  })

  test('a heartbeat is returned at once and is no message to the engine', async () => {
    const ownSession = await openTestSession()
    const socket = openSocket(ownSession, '/ws/engine')
    await once(socket, 'open')
    socket.send(formatHello(ownSession))
    await once(socket, 'message')
    const messages: unknown[] = []
    attached[0]!.onMessage((message) => messages.push(message))
    socket.send('{"beat":true}')
    const [reply] = (await once(socket, 'message')) as [Buffer]
    expect([reply.toString(), messages]).toEqual(['{"beat":true}', []])
    socket.close()
  })

  test('a second tab of the same browser does not end the session of the first, also after a reload', async () => {
    const first = await openTestSession()
    const second = await openSession(`${web.origin}/#t=${sessions.createToken()}`, first)
    // The browser has one cookie for both tabs: the last one that it received.
    const browserHeaders = { cookie: second.cookie }
    for (const tab of [first, second]) {
      const socket = openSocket(tab, '/ws/engine', browserHeaders)
      await once(socket, 'open')
      socket.send(formatHello(tab))
      expect(String((await once(socket, 'message'))[0])).toBe('{"ready":true}')
      socket.close()
    }
  })

  test('an unknown cookie gets the answer that the session has ended', async () => {
    const ownSession = await openTestSession()
    expect(
      await getCloseCode(
        openSocket(ownSession, '/ws/engine', { cookie: `quaywatch-${web.port}=other` }),
        formatHello(ownSession),
      ),
    ).toBe(4401)
    expect(await getCloseCode(openSocket(ownSession, '/ws/engine', { cookie: '' }), formatHello(ownSession))).toBe(4401)
  })

  test('the cookie alone, which other local servers receive, opens nothing', async () => {
    const [ownSession, other] = [await openTestSession(), await openTestSession()]
    for (const first of [formatHello(other), '{}', 'x', Buffer.from(formatHello(ownSession))])
      expect(await getCloseCode(openSocket(ownSession, '/ws/engine'), first)).toBe(4401)
    expect(attached).toEqual([])
  })

  test('another origin, another host and another path are refused before any message', async () => {
    const ownSession = await openTestSession()
    expect(
      await getCloseCode(
        openSocket(ownSession, '/ws/engine', { origin: 'https://evil.example' }),
        formatHello(ownSession),
      ),
    ).toBe(-1)
    expect(
      await getCloseCode(
        openSocket(ownSession, '/ws/engine', { origin: 'http://evil.example', host: 'evil.example' }),
        formatHello(ownSession),
      ),
    ).toBe(-1)
    expect(await getCloseCode(openSocket(ownSession, '/ws/other'), formatHello(ownSession))).toBe(-1)
  })

  test('the server survives connections that close at once', async () => {
    const brokenSockets = Array.from({ length: 20 }, () => connectTcp({ host: '127.0.0.1', port: web.port }))
    for (const broken of brokenSockets) {
      await once(broken, 'connect')
      broken.write(
        `GET /ws/engine HTTP/1.1\r\nHost: 127.0.0.1:${web.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      )
      broken.resetAndDestroy()
    }
    expect((await sendRequest('/')).status).toBe(200)
    const ownSession = await openTestSession()
    const socket = openSocket(ownSession, '/ws/engine')
    await once(socket, 'open')
    socket.close()
  })

  test('without an engine the page gets the code to retry', async () => {
    options.hasEngine = false
    const ownSession = await openTestSession()
    expect(await getCloseCode(openSocket(ownSession, '/ws/engine'), formatHello(ownSession))).toBe(1013)
    expect(attached).toEqual([])
  })

  test.each([
    ['too long', 'x'.repeat(MAX_MESSAGE_BYTES + 1), 1009],
    ['not JSON', '{', 1003],
  ])('a message that is %s ends the connection', async (_, text, code) => {
    const ownSession = await openTestSession()
    const socket = openSocket(ownSession, '/ws/engine')
    await once(socket, 'open')
    socket.send(formatHello(ownSession))
    await once(socket, 'message')
    attached[0]!.onMessage(() => undefined)
    socket.send(text)
    expect((await once(socket, 'close'))[0]).toBe(code)
  })

  test('a page that sends too many requests is disconnected', async () => {
    const ownSession = await openTestSession()
    const socket = openSocket(ownSession, '/ws/engine')
    await once(socket, 'open')
    socket.send(formatHello(ownSession))
    await once(socket, 'message')
    const messages: unknown[] = []
    attached[0]!.onMessage((message) => messages.push(message))
    for (let n = 0; n < 10_000; n++) socket.send(`{"n":${n}}`)
    expect((await once(socket, 'close'))[0]).toBe(1008)
    // Messages that were already sent are not served either.
    expect(messages.length).toBeLessThanOrEqual(3000)
    expect((await sendRequest('/')).status).toBe(200)
  })
})

test('a used port is reported with a solution; a used default port is replaced by a free one', async () => {
  await expect(startServer(web.port, content, sessions)).rejects.toThrow(
    `Port ${web.port} cannot be opened; perhaps another program has it. Give another with --port`,
  )
  const [first, second] = [await startServer(null, content, sessions), await startServer(null, content, sessions)]
  expect(first.port).not.toBe(second.port)
  for (const { server } of [first, second]) server.close()
})
