// Requests over real connections use the proxies that the system names. The tests check which proxy is used, when the
// system is asked again, and which failure is reported.
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import { createServer as createNetServer } from 'node:net'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type HttpFailure, createHttp, trustSystemCertificates } from '#engine/outside/http.ts'
import { type FindProxies, createProxies } from '#engine/outside/proxies.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { HANG_MS } from '#support/hang.ts'
import { CERT, KEY, startHttpProxy, startListening, startSocksProxy } from '#support/proxies.ts'

const defaultCertificates = tls.getCACertificates('default')
beforeAll(() => tls.setDefaultCACertificates([...defaultCertificates, CERT]))
afterAll(() => tls.setDefaultCACertificates([...defaultCertificates]))

/** A service whose name only a proxy can resolve. */
async function startService(answer: (release: (text: string) => void) => void = (release) => release('hello')) {
  const port = await startListening(
    createServer({ key: KEY, cert: CERT }, (_request, response) => answer((text) => response.end(text))),
  )
  return { port, url: `https://tracking.example:${port}/v2`, name: `tracking.example:${port}` }
}

function createClient(find: FindProxies) {
  const clock = createFakeClock(0)
  const queriedOrigins: string[] = []
  const proxies = createProxies(clock, (origin) => {
    queriedOrigins.push(origin)
    return find(origin)
  })
  const http = createHttp(proxies)
  const get = async (url: string, signal = AbortSignal.timeout(HANG_MS)) => {
    const { status, bytes } = await http.send({ method: 'GET', url, headers: {}, maxBytes: 1_000 }, signal)
    return `${status} ${Buffer.from(bytes).toString()}`
  }
  const catchFailure = (url: string) =>
    get(url).then(
      () => null,
      (error: unknown) => [(error as HttpFailure).reason, (error as HttpFailure).proxy],
    )
  return { clock, queriedOrigins, proxies, get, catchFailure }
}

const UNREACHABLE = 'http://127.0.0.1:9'

describe('a request is sent', () => {
  test.each([
    ['an HTTP proxy', 'http', (port: number) => startHttpProxy(port)],
    ['an HTTPS proxy', 'https', (port: number) => startHttpProxy(port, { isTls: true })],
    ['a SOCKS 5 proxy', 'socks5h', (port: number) => startSocksProxy(port)],
    ['a SOCKS 4 proxy', 'socks4a', (port: number) => startSocksProxy(port)],
  ] as const)('through %s, which resolves the name itself', async (_kind, scheme, start) => {
    const { port, url, name } = await startService()
    const proxy = await start(port)
    const { get, queriedOrigins } = createClient(() => Promise.resolve([`${scheme}://127.0.0.1:${proxy.port}`]))
    expect([await get(url), await get(url), queriedOrigins]).toEqual(['200 hello', '200 hello', [`https://${name}`]])
    // One connection serves both requests.
    expect(proxy.requested).toEqual([name])
  })

  test('directly to this computer, without a question to the system', async () => {
    const port = await startListening(
      createHttpServer((_request, response) => {
        response.end('own')
      }),
    )
    const { get, queriedOrigins } = createClient(() => Promise.resolve([UNREACHABLE]))
    expect([await get(`http://127.0.0.1:${port}/`), await get(`http://localhost:${port}/`), queriedOrigins]).toEqual([
      '200 own',
      '200 own',
      [],
    ])
  })

  test('directly where the system says so', async () => {
    const { proxies } = createClient(() => Promise.resolve([null, UNREACHABLE]))
    expect(await proxies.findProxy('https://tracking.example/v2')).toBeNull()
  })

  test('nowhere before the system has answered, and an abort ends the wait', async () => {
    const { get } = createClient(() => new Promise(() => undefined))
    const limit = new AbortController()
    const sending = get('https://tracking.example/v2', limit.signal)
    limit.abort()
    await expect(sending).rejects.toMatchObject({ reason: 'aborted' })
    await expect(get('https://tracking.example/v2', AbortSignal.abort())).rejects.toMatchObject({ reason: 'aborted' })
  })
})

describe('the system is asked again', () => {
  const url = 'https://tracking.example/v2'
  const answerInOrder = (...answers: (string | null)[][]) => {
    let count = 0
    return () => Promise.resolve(answers[Math.min(count++, answers.length - 1)] ?? [])
  }

  test('after five minutes, separately for each address', async () => {
    const { clock, proxies, queriedOrigins } = createClient(answerInOrder(['http://a:1'], ['http://b:2'], [null]))
    const first = [
      await proxies.findProxy(url),
      await proxies.findProxy('https://storage.example/x'),
      await proxies.findProxy(`${url}/more`),
    ]
    await clock.advance(5 * 60_000 - 1)
    const unchanged = await proxies.findProxy(url)
    await clock.advance(1)
    expect([first, unchanged, await proxies.findProxy(url), queriedOrigins]).toEqual([
      ['http://a:1', 'http://b:2', 'http://a:1'],
      'http://a:1',
      null,
      ['https://tracking.example', 'https://storage.example', 'https://tracking.example'],
    ])
  })

  test('after a wake-up', async () => {
    const { proxies } = createClient(answerInOrder(['http://office:8080'], [null]))
    const officeProxy = await proxies.findProxy(url)
    proxies.forget()
    expect([officeProxy, await proxies.findProxy(url)]).toEqual(['http://office:8080', null])
  })

  test('after a proxy was unreachable, and the next request uses the new proxy', async () => {
    const { port, url: serviceUrl } = await startService()
    const proxy = await startHttpProxy(port)
    const { catchFailure, get, queriedOrigins } = createClient(
      answerInOrder([UNREACHABLE], [`http://127.0.0.1:${proxy.port}`]),
    )
    expect([await catchFailure(serviceUrl), await get(serviceUrl), queriedOrigins.length]).toEqual([
      ['unreachable', UNREACHABLE],
      '200 hello',
      2,
    ])
  })

  test('and a different answer does not interrupt a running request', async () => {
    let release: (text: string) => void = () => undefined
    const arrived = Promise.withResolvers<undefined>()
    const { port, url: serviceUrl } = await startService((answer) => {
      release = answer
      arrived.resolve(undefined)
    })
    const [first, second] = [await startHttpProxy(port), await startHttpProxy(port)]
    const { proxies, get } = createClient(
      answerInOrder([`http://127.0.0.1:${first.port}`], [`http://127.0.0.1:${second.port}`]),
    )
    const sending = get(serviceUrl)
    await arrived.promise
    proxies.forget()
    expect(await proxies.findProxy(serviceUrl)).toBe(`http://127.0.0.1:${second.port}`)
    release('late')
    expect(await sending).toBe('200 late')
  })
})

describe('of several proxies', () => {
  test('the second is used after the first is unreachable, and the first again after five minutes or a wake-up', async () => {
    const { port, url, name } = await startService()
    const second = await startHttpProxy(port)
    const { clock, proxies, catchFailure, get } = createClient(() =>
      Promise.resolve([UNREACHABLE, `http://127.0.0.1:${second.port}`]),
    )
    expect([await catchFailure(url), await get(url), second.requested]).toEqual([
      ['unreachable', UNREACHABLE],
      '200 hello',
      [name],
    ])
    await clock.advance(5 * 60_000)
    expect(await catchFailure(url)).toEqual(['unreachable', UNREACHABLE])
    proxies.forget()
    expect(await proxies.findProxy(url)).toBe(UNREACHABLE)
  })

  test.each([
    ['ten seconds', 10_000, null],
    ['ten seconds, but not after less', 9_999, 'the proxy'],
  ])('the next one is used after an attempt to connect that took %s', async (_duration, ms, failedProxy) => {
    const silent = createNetServer()
    const isConnected = once(silent, 'connection')
    const proxy = `http://127.0.0.1:${await startListening(silent)}`
    const { proxies, get } = createClient(() => Promise.resolve([proxy, null]))
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => now.mockRestore())
    const limit = new AbortController()
    const sending = get('https://tracking.example/v2', limit.signal)
    await isConnected
    now.mockReturnValue(ms)
    limit.abort()
    await expect(sending).rejects.toMatchObject({ reason: 'aborted' })
    expect(await proxies.findProxy('https://tracking.example/v2')).toBe(failedProxy === null ? null : proxy)
  })

  test('a direct connection is used if the system lists one, and the first proxy if all of them failed', async () => {
    const { proxies } = createClient((origin) =>
      Promise.resolve(origin.endsWith('both') ? ['http://a:1', 'http://b:2'] : ['http://a:1', null]),
    )
    proxies.onFailure('https://one', 'http://a:1')
    proxies.onFailure('https://both', 'http://b:2')
    expect([await proxies.findProxy('https://one'), await proxies.findProxy('https://both')]).toEqual([
      null,
      'http://a:1',
    ])
  })
})

describe('the certificates of this computer', () => {
  test('are trusted beside Node’s own', () => {
    const system = vi
      .spyOn(tls, 'getCACertificates')
      .mockImplementation((kind) => (kind === 'system' ? [CERT] : defaultCertificates))
    const set = vi.spyOn(tls, 'setDefaultCACertificates').mockImplementation(() => undefined)
    onTestFinished(() => {
      for (const spy of [system, set]) spy.mockRestore()
    })
    trustSystemCertificates((error) => {
      throw error
    })
    expect(set.mock.calls).toEqual([[[...defaultCertificates, CERT]]])
  })

  test('that cannot be read are reported, and the program continues', () => {
    const refuse = vi.spyOn(tls, 'getCACertificates').mockImplementation(() => {
      throw new Error('no store')
    })
    onTestFinished(() => refuse.mockRestore())
    const errors: string[] = []
    trustSystemCertificates((error) => errors.push(String(error)))
    expect(errors).toEqual(['Error: no store'])
  })
})

describe('a proxy that does not forward the request', () => {
  const failThrough = async (scheme: string, start: (port: number) => Promise<{ port: number }>) => {
    const { port, url } = await startService()
    const proxy = `${scheme}://127.0.0.1:${(await start(port)).port}`
    const [reason, failedProxy] = (await createClient(() => Promise.resolve([proxy])).catchFailure(url)) ?? []
    expect(failedProxy).toBe(proxy)
    return reason
  }

  test.each([
    ['wants a password', 407, 'proxy-login'],
    ['forbids the address', 403, 'proxy-refused'],
    ['does not know how to tunnel', 405, 'proxy-refused'],
    ['does not reach the server itself', 502, 'broken'],
  ])('over HTTP: if it %s, the failure names that reason', async (_what, refusal, reason) =>
    expect(await failThrough('http', (port) => startHttpProxy(port, { refusal }))).toBe(reason),
  )

  test.each([
    ['wants a password', { requiresLogin: true }, 'proxy-login'],
    ['forbids the address', { reply: 2 }, 'proxy-refused'],
    ['does not reach the server itself', { reply: 4 }, 'broken'],
  ])('over SOCKS 5: if it %s, the failure names that reason', async (_what, options, reason) =>
    expect(await failThrough('socks5h', (port) => startSocksProxy(port, options))).toBe(reason),
  )

  test.each([
    ['forbids the address', 92, 'proxy-refused'],
    ['does not reach the server itself', 91, 'broken'],
  ])('over SOCKS 4: if it %s, the failure names that reason', async (_what, reply, reason) =>
    expect(await failThrough('socks4a', (port) => startSocksProxy(port, { reply }))).toBe(reason),
  )

  test.each(['http', 'https', 'socks4a', 'socks5h'])(
    'and does not run is reported as unreachable (%s)',
    async (scheme) =>
      expect(
        await createClient(() => Promise.resolve([`${scheme}://127.0.0.1:9`])).catchFailure(
          'https://tracking.example/v2',
        ),
      ).toEqual(['unreachable', `${scheme}://127.0.0.1:9`]),
  )

  test('and answers an unencrypted request with 407 is reported as proxy-login', async () => {
    const proxy = `http://127.0.0.1:${(await startHttpProxy(0, { refusal: 407 })).port}`
    expect(await createClient(() => Promise.resolve([proxy])).catchFailure('http://storage.example/file')).toEqual([
      'proxy-login',
      proxy,
    ])
  })

  test.each(['http', 'socks5h'])('does not hide an untrusted certificate of the service (%s)', async (scheme) => {
    tls.setDefaultCACertificates([...defaultCertificates])
    try {
      expect(await failThrough(scheme, scheme === 'http' ? startHttpProxy : startSocksProxy)).toBe('certificate')
    } finally {
      tls.setDefaultCACertificates([...defaultCertificates, CERT])
    }
  })
})
