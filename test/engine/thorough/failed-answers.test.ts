// Every kind of failed answer has its own error and changes no row and no age, and the sync recovers when the service
// works again.
import { describe, expect, test } from 'vitest'
import { getErrorCode } from '#support/error-code.ts'
import type { Fault } from '#support/network.ts'
import { alterJson, repeatFirstAnswers, TRUNCATED } from '#support/network.ts'
import { type SyncedEngine, loadAllRows, listStableRows, startSyncedEngine } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'
import { startTrackingService } from '#support/tracking-service.ts'
import { createFakeClock } from '#support/fake-clock.ts'

const JSON_API = 'application/vnd.api+json'
const loadStatus = ({ client }: SyncedEngine) => client.call('sync.status', {})

const faults: [string, Fault, { state: string; code: string }][] = [
  ['the network is down', { kind: 'fail', reason: 'unreachable' }, { state: 'offline', code: 'api/offline' }],
  [
    'the connection breaks in the middle',
    { kind: 'fail', reason: 'broken' },
    { state: 'offline', code: 'api/offline' },
  ],
  [
    'the certificate is not trusted',
    { kind: 'fail', reason: 'certificate' },
    { state: 'offline', code: 'api/certificate' },
  ],
  [
    'the office’s proxy wants a password',
    { kind: 'fail', reason: 'proxy-login' },
    { state: 'offline', code: 'api/proxy-login' },
  ],
  [
    'the office’s proxy forbids the address',
    { kind: 'fail', reason: 'proxy-refused' },
    { state: 'offline', code: 'api/proxy-refused' },
  ],
  ['no answer ever comes', { kind: 'hang' }, { state: 'offline', code: 'api/timeout' }],
  ['the answer is endless', { kind: 'fail', reason: 'too-large' }, { state: 'trouble', code: 'api/too-large' }],
  [
    'the key is refused',
    { kind: 'answer', status: 401, contentType: JSON_API, body: '{"errors":[{"status":"401"}]}' },
    { state: 'key-rejected', code: 'api/unauthorized' },
  ],
  [
    'the account is locked',
    { kind: 'answer', status: 403, contentType: JSON_API, body: '{"errors":[{"title":"Forbidden"}]}' },
    { state: 'key-rejected', code: 'api/forbidden' },
  ],
  [
    'a login page with status 200',
    { kind: 'answer', status: 200, body: '<html>Sign in to Guest WiFi</html>' },
    { state: 'trouble', code: 'api/not-json' },
  ],
  [
    'a redirect to a login page',
    { kind: 'answer', status: 302, headers: { location: 'http://login.example' } },
    { state: 'trouble', code: 'api/redirected' },
  ],
  ['the network wants a login (511)', { kind: 'answer', status: 511 }, { state: 'trouble', code: 'api/redirected' }],
  ['an HTML 404', { kind: 'answer', status: 404 }, { state: 'trouble', code: 'api/not-found' }],
  [
    'a 500 with a null source',
    {
      kind: 'answer',
      status: 500,
      contentType: JSON_API,
      body: '{"errors":[{"status":"500","source":null,"title":"Internal","detail":null}]}',
    },
    { state: 'trouble', code: 'api/server-error' },
  ],
  ['a 503 without a body', { kind: 'answer', status: 503, body: '' }, { state: 'trouble', code: 'api/server-error' }],
  ['truncated JSON', TRUNCATED, { state: 'trouble', code: 'api/malformed' }],
  [
    'JSON of another kind',
    { kind: 'answer', status: 200, contentType: 'application/json', body: '{"ok":true}' },
    { state: 'trouble', code: 'api/malformed' },
  ],
  [
    'an empty 200',
    { kind: 'answer', status: 200, contentType: JSON_API, body: '' },
    { state: 'trouble', code: 'api/malformed' },
  ],
]

describe.each(faults)('%s', (_name, fault, expected) =>
  test('is reported with its code, changes no data, and ends when the service works again', async () => {
    const engine = await startSyncedEngine({ containers: 12 })
    const sameAnswers = repeatFirstAnswers()
    engine.network.fault(sameAnswers)
    await engine.clock.advance(60_000)
    const before = await listStableRows(engine)
    const { lastSuccessAt } = await loadStatus(engine)

    engine.network.fault(() => fault)
    await engine.clock.advanceUntil(async () => (await loadStatus(engine)).state === expected.state, 120_000)
    await engine.clock.advance(300_000)
    const status = await loadStatus(engine)
    expect([status.state, status.error?.code]).toEqual([expected.state, expected.code])
    expect(status.lastSuccessAt! < status.since).toBe(true)
    expect(status.lastSuccessAt! >= lastSuccessAt!).toBe(true)
    expect(await listStableRows(engine)).toEqual(before)

    engine.network.fault(sameAnswers)
    // A refused key waits for the user. Other faults are retried after at most a minute.
    if (expected.state === 'key-rejected') await engine.client.call('sync.refresh', {})
    await engine.clock.advanceUntil(async () => (await loadStatus(engine)).state === 'live', 70_000)
    expect((await loadStatus(engine)).error).toBeNull()
    expect(await listStableRows(engine)).toEqual(before)
  }),
)

test('after a refused key at most two more requests are sent until the user acts', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  engine.network.fault(() => ({ kind: 'answer', status: 401, contentType: JSON_API, body: '{}' }))
  const before = engine.network.sent.length
  await engine.clock.advance(3_600_000)
  expect(engine.network.sent.length - before).toBeLessThanOrEqual(2)
})

test('a reread that succeeds after the key was refused starts the sync again', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  engine.network.fault(() => ({ kind: 'answer', status: 401, contentType: JSON_API, body: '{}' }))
  await engine.clock.advanceUntil(async () => (await loadStatus(engine)).state === 'key-rejected')
  engine.network.fault(null)
  const [first] = await loadAllRows(engine)
  const reread = engine.client.call('containers.reread', { id: first!.id })
  await engine.clock.advance(1_000)
  await reread
  const { state, lastCompleteAt } = await loadStatus(engine)
  expect(state).toBe('live')
  await engine.clock.advanceUntil(async () => (await loadStatus(engine)).lastCompleteAt! > lastCompleteAt!, 60_000)
})

test('an outage causes at most 61 requests an hour', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  engine.network.unplug()
  await engine.clock.advance(60_000)
  const before = engine.network.sent.length
  await engine.clock.advance(3_600_000)
  expect(engine.network.sent.length - before).toBeLessThanOrEqual(61)
})

test('an outage ends with the first answered list, although the service answers 404 for many records', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(30_000)
  engine.network.unplug()
  await engine.clock.advance(90_000)
  expect((await loadStatus(engine)).state).toBe('offline')
  engine.network.plug()
  engine.network.fault(({ url }) =>
    url.includes('/transport_events') ? { kind: 'answer', status: 404, contentType: JSON_API, body: '{}' } : null,
  )
  const reconnectedMono = engine.clock.mono()
  await engine.clock.advanceUntil(async () => (await loadStatus(engine)).state === 'live', 75_000)
  // The next try is at most a minute later.
  expect(engine.clock.mono() - reconnectedMono).toBeLessThan(75_000)
})

test('a request without an answer fails after 30 s', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  engine.network.fault(() => ({ kind: 'hang' }))
  const before = engine.network.sent.length
  await engine.clock.advanceUntil(() => engine.network.sent.length > before)
  await engine.clock.advance(29_900)
  expect((await loadStatus(engine)).state).toBe('checking')
  await engine.clock.advance(200)
  expect((await loadStatus(engine)).state).toBe('offline')
})

test('a reread that sleep interrupts fails with a timeout and does not change the state of the connection', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  const [first] = await loadAllRows(engine)
  engine.network.fault(({ url }) => (url.includes(`/containers/${first!.id}?`) ? { kind: 'hang' } : null))
  let code: unknown = null
  void getErrorCode(engine.client.call('containers.reread', { id: first!.id })).then((result) => {
    code = result
  })
  await engine.clock.advance(1_000)
  engine.clock.sleepMachine(3_600_000)
  await engine.clock.advanceUntil(() => code !== null, 20_000)
  expect([code, (await loadStatus(engine)).state]).toEqual(['api/timeout', 'checking'])
})

test('requests from before sleep are not waited for', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  engine.network.fault(() => ({ kind: 'hang' }))
  const before = engine.network.sent.length
  await engine.clock.advanceUntil(() => engine.network.sent.length > before)
  engine.network.fault(null)
  engine.clock.sleepMachine(8 * 3_600_000)
  const since = (await loadStatus(engine)).now
  await engine.clock.advance(16_000)
  const status = await loadStatus(engine)
  expect([status.state, status.lastSuccessAt! > since]).toEqual(['live', true])
})

describe('a 429', () => {
  test('stops all requests for the time that the service asks for, and the sync then continues', async () => {
    const engine = await startSyncedEngine({ containers: 12 })
    let refused = 0
    engine.network.fault(() =>
      refused++ === 0
        ? { kind: 'answer', status: 429, contentType: JSON_API, body: '{}', headers: { 'retry-after': '40' } }
        : null,
    )
    await engine.clock.advanceUntil(() => refused === 1)
    await engine.clock.advance(1_000)
    const status = await loadStatus(engine)
    expect([status.state, status.error?.code, status.requests.allowed]).toEqual([
      'rate-limited',
      'api/rate-limited',
      68,
    ])
    const wait = Date.parse(status.nextTryAt!) - Date.parse(status.now)
    expect(wait).toBeGreaterThan(38_000)
    const sent = engine.network.sent.length
    await engine.clock.advance(wait - 100)
    expect(engine.network.sent.length).toBe(sent)
    await engine.clock.advance(5_000)
    expect((await loadStatus(engine)).state).toBe('live')
  })
  const startRefused = async (retryAfter: string, seconds: number) => {
    const engine = await startSyncedEngine({ containers: 12 })
    await engine.clock.advance(120_000)
    engine.network.fault(() => ({
      kind: 'answer',
      status: 429,
      contentType: JSON_API,
      body: '{}',
      headers: { 'retry-after': retryAfter, date: new Date(engine.clock.wall()).toUTCString() },
    }))
    await engine.clock.advanceUntil(async () => (await loadStatus(engine)).state === 'rate-limited', 60_000)
    const before = engine.network.sent.length
    await engine.clock.advance(seconds * 1_000)
    return { engine, sent: engine.network.sent.length - before + 1, status: await loadStatus(engine) }
  }
  test.each([
    ['a year ahead as a date', 'Sat, 20 Nov 2027 17:00:00 GMT'],
    ['twelve days', '999999'],
    ['a number beyond all dates', '9'.repeat(400)],
  ])('that asks to wait for %s causes a wait of ten minutes', async (_name, retryAfter) => {
    const { engine, sent, status } = await startRefused(retryAfter, 1)
    const wait = Date.parse(status.nextTryAt!) - Date.parse(status.now)
    expect(sent).toBeLessThanOrEqual(3)
    expect([wait > 590_000, wait <= 602_000]).toEqual([true, true])
    engine.network.fault(null)
    await engine.clock.advanceUntil(async () => (await loadStatus(engine)).state === 'live', 620_000)
  })
  test.each([
    ['a negative number', '-5'],
    ['nonsense', 'soon'],
  ])('with %s causes a wait of ten seconds', async (_name, retryAfter) => {
    const { status } = await startRefused(retryAfter, 1)
    const wait = Date.parse(status.nextTryAt!) - Date.parse(status.now)
    expect([wait > 8_000, wait <= 12_000]).toEqual([true, true])
  })
  test.each([
    ['no wait at all', '0'],
    ['a date that has passed', 'Fri, 20 Nov 2020 17:00:00 GMT'],
  ])('that asks for %s causes at most eight requests in 30 s', async (_name, retryAfter) => {
    const { engine, sent } = await startRefused(retryAfter, 30)
    expect(sent).toBeLessThanOrEqual(8)
    engine.network.fault(null)
    // The time of the last wait and of one sweep.
    await engine.clock.advanceUntil(async () => (await loadStatus(engine)).state === 'live', 35_000)
  })
  test('with a long wait does not block a refresh by the user, which sends one request', async () => {
    const { engine } = await startRefused('999999', 5)
    const sent = engine.network.sent.length
    await engine.client.call('sync.refresh', {})
    await engine.clock.advance(20_000)
    expect(engine.network.sent.length - sent).toBe(1)
    expect((await loadStatus(engine)).state).toBe('rate-limited')
    engine.network.fault(null)
    await engine.client.call('sync.refresh', {})
    await engine.clock.advanceUntil(async () => (await loadStatus(engine)).state === 'live', 20_000)
  })
  test('during a reread is reported to the user at once', async () => {
    const engine = await startSyncedEngine({ containers: 12 })
    engine.network.fault(() => ({
      kind: 'answer',
      status: 429,
      contentType: JSON_API,
      body: '{}',
      headers: { 'retry-after': '40' },
    }))
    const { rows } = await engine.client.call('containers.list', {
      filter: { scope: 'all' },
      sort: [],
      window: { offset: 0, limit: 1 },
    })
    const reread = getErrorCode(engine.client.call('containers.reread', { id: rows[0]!.id }))
    await engine.clock.advance(500)
    expect(await reread).toBe('api/rate-limited')
  })
  test('makes a reread fail without a request, and the state remains rate-limited', async () => {
    const engine = await startSyncedEngine({ containers: 12 })
    let refused = 0
    engine.network.fault(() =>
      refused++ === 0
        ? { kind: 'answer', status: 429, contentType: JSON_API, body: '{}', headers: { 'retry-after': '40' } }
        : null,
    )
    await engine.clock.advanceUntil(() => refused === 1)
    await engine.clock.advance(1_000)
    const sent = engine.network.sent.length
    const [first] = await loadAllRows(engine)
    expect(await getErrorCode(engine.client.call('containers.reread', { id: first!.id }))).toBe('api/rate-limited')
    expect([(await loadStatus(engine)).state, engine.network.sent.length]).toEqual(['rate-limited', sent])
  })
})

describe('the computer’s clock', () =>
  test('a year ahead changes neither the current time nor the days left, and the status reports it', async () => {
    const engine = await startSyncedEngine({ containers: 60 })
    engine.network.fault(repeatFirstAnswers())
    await engine.clock.advance(60_000)
    const before = await listStableRows(engine)
    engine.clock.setWall(engine.clock.wall() + 365 * 86_400_000)
    await engine.clock.advance(60_000)
    const status = await loadStatus(engine)
    expect(status.now.slice(0, 10)).toBe('2026-11-20')
    expect(status.clockSkewS).toBeGreaterThan(364 * 86_400)
    expect(await listStableRows(engine)).toEqual(before)
  }))

describe('an address and a key that are checked before they are stored', () => {
  const startWithoutKey = async (key = 'test-key') => {
    const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
    const service = startTrackingService(clock, { containers: 34 })
    const engine = await startTestEngine({ clock, handle: service.handle, apiKey: null })
    const check = (serviceUrl: string, apiKey = key) => {
      const answer = engine.client.call('sync.checkConnection', { serviceUrl, apiKey })
      answer.catch(() => undefined)
      return engine.clock.advance(40_000).then(() => answer)
    }
    return { engine, check }
  }
  test('are accepted with the number of containers', async () => {
    const { check } = await startWithoutKey()
    expect(await check(' https://track.example/ ')).toEqual({
      serviceUrl: 'https://track.example/v2',
      containers: 34,
      account: 'same',
    })
  })
  test.each<[string, string, string, Fault | null, string]>([
    ['a wrong key', 'https://track.example', 'wrong', null, 'api/unauthorized'],
    ['a key with a line break in it', 'https://track.example', 'abc\ndef', null, 'api/unauthorized'],
    ['no key', 'https://track.example', '  ', null, 'api/no-key'],
    ['no address', 'here', 'test-key', { kind: 'fail', reason: 'unreachable' }, 'api/offline'],
    ['an invalid address', 'ftp://x', 'test-key', null, 'api/bad-address'],
    ['a web site', 'https://track.example', 'test-key', { kind: 'answer', status: 200 }, 'api/not-json'],
    [
      'a server without such a path',
      'https://track.example',
      'test-key',
      { kind: 'answer', status: 404 },
      'api/not-found',
    ],
    ['a server that never answers', 'https://track.example', 'test-key', { kind: 'hang' }, 'api/timeout'],
  ])('%s is refused with its own code', async (_name, url, key, fault, code) => {
    const { engine, check } = await startWithoutKey()
    if (fault) engine.network.fault(() => fault)
    expect(await getErrorCode(check(url, key))).toBe(code)
    expect((await engine.client.call('sync.status', {})).state).toBe('no-key')
  })
  test('the key is sent only to the host of the checked address', async () => {
    const { engine, check } = await startWithoutKey()
    engine.network.fault(() =>
      alterJson((body) => ({ ...body, links: { next: 'https://evil.example/v2/containers' } })),
    )
    await check('https://track.example')
    expect(new Set(engine.network.sent.map(({ url }) => new URL(url).host))).toEqual(new Set(['track.example']))
  })
})
