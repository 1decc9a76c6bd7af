// A data folder belongs to one account of one service. With another address, or a key of another account, no waiting
// request is sent and no record is read into the folder. With a renewed key of the same account, waiting requests are
// sent.
import { describe, expect, test } from 'vitest'
import { createFakeClock } from '#support/fake-clock.ts'
import type { Fault } from '#support/network.ts'
import { type SyncedEngine, loadAllRows, waitForFirstSweep } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'
import { type TrackingServiceOptions, startTrackingService } from '#support/tracking-service.ts'
import { newBillRequest, createRequest, getRequest, isPost } from '#support/tracking-requests.ts'

const RENEWED = { apiKey: 'renewed-key' }
const OTHER_ACCOUNT = { apiKey: 'others-key' }
const OTHER_ADDRESS = { baseUrl: 'https://elsewhere.example/v2', apiKey: 'others-key' }
const listNumbers = async (engine: SyncedEngine) => (await loadAllRows(engine)).map(({ number }) => number)
const loadStatus = ({ client }: SyncedEngine) => client.call('sync.status', {})
const waitUntilChecked = (engine: SyncedEngine) =>
  engine.clock.advanceUntil(async () => (await loadStatus(engine)).state !== 'starting')

/** Starts an engine on a service with two accounts. The first account has two keys. */
async function startWithTwoAccounts(options: TrackingServiceOptions = {}) {
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const service = startTrackingService(clock, { containers: 12, ...options })
  const otherService = startTrackingService(clock, { containers: 12, seed: 2, key: OTHER_ACCOUNT.apiKey })
  const engine = await startTestEngine({
    clock,
    handle: (request) => {
      if (request.headers['authorization'] === 'Token others-key') return otherService.handle(request)
      const isRenewed = request.headers['authorization'] === 'Token renewed-key'
      return service.handle(
        isRenewed ? { ...request, headers: { ...request.headers, authorization: 'Token test-key' } } : request,
      )
    },
  })
  return { engine: Object.assign(engine, { service }), otherService }
}

/** Returns a stopped engine that has read all containers, and has one request that was saved while it was offline. */
async function startWithQueue() {
  const { engine, otherService } = await startWithTwoAccounts()
  await waitForFirstSweep(engine)
  engine.network.unplug()
  const id = await createRequest(engine, newBillRequest('260000001', { refs: ['ACCOUNT-A'] }))
  await engine.stop()
  engine.network.plug()
  const sentBefore = engine.network.sent.length
  return { engine, otherService, id, listSent: () => engine.network.sent.slice(sentBefore) }
}

describe('a key of another account', () => {
  test('sends no waiting request and reads no container of the other account', async () => {
    const { engine, id, listSent } = await startWithQueue()
    await engine.restart(OTHER_ACCOUNT)
    const numbersBefore = await listNumbers(engine)
    await engine.clock.advance(600_000)
    expect(listSent().filter(isPost)).toEqual([])
    expect(
      listSent().every(
        ({ url }) =>
          /\/v2\/(containers|shipments|documents)\/[^/]+$/.test(new URL(url).pathname) || url.includes('/documents?'),
      ),
    ).toBe(true)
    expect(listSent().length).toBeLessThanOrEqual(6)
    expect(await listNumbers(engine)).toEqual(numbersBefore)
    expect(await loadStatus(engine)).toMatchObject({ state: 'other-account', error: { code: 'api/other-account' } })
    expect(await getRequest(engine, id)).toMatchObject({ state: 'waiting', failure: { code: 'api/other-account' } })
  })

  test('is not accepted although the user confirms it, and calls of the user are refused with the reason', async () => {
    const { engine, listSent } = await startWithQueue()
    await engine.restart(OTHER_ACCOUNT)
    await waitUntilChecked(engine)
    const [row] = await loadAllRows(engine)
    await expect(engine.client.call('sync.acceptKey', { connection: null })).rejects.toMatchObject({
      code: 'api/other-account',
    })
    await expect(engine.client.call('containers.reread', { id: row!.id })).rejects.toMatchObject({
      code: 'api/other-account',
    })
    await engine.client.call('sync.refresh', {})
    await engine.clock.advance(120_000)
    expect([listSent().filter(isPost), (await loadStatus(engine)).state]).toEqual([[], 'other-account'])
  })

  test('is recognized by the account that its documents name', async () => {
    const { engine } = await startWithTwoAccounts()
    const createDocument = (account: string) => ({
      type: 'document',
      id: `of-${account}`,
      attributes: { name: 'a.pdf', created_at: '2026-11-19T08:00:00Z' },
      relationships: { account: { data: { type: 'account', id: account } } },
    })
    engine.network.fault(({ url, headers }) => {
      const account = headers['authorization'] === 'Token others-key' ? 'account-c' : 'account-a'
      return url.includes('/v2/documents?')
        ? {
            kind: 'answer',
            status: 200,
            contentType: 'application/vnd.api+json',
            body: JSON.stringify({ data: [createDocument(account), { ...createDocument('none'), relationships: {} }] }),
          }
        : null
    })
    await waitForFirstSweep(engine)
    await engine.clock.advanceUntil(
      async () =>
        (
          await engine.client.call('documents.list', {
            filter: { scope: 'all' },
            sort: [],
            window: { offset: 0, limit: 10 },
          })
        ).total > 0,
    )
    const listPathsRequestedWith = async (connection: typeof OTHER_ACCOUNT) => {
      await engine.stop()
      const countBefore = engine.network.sent.length
      await engine.restart(connection)
      await waitUntilChecked(engine)
      return engine.network.sent.slice(countBefore).map(({ url }) => new URL(url).pathname)
    }
    expect([await listPathsRequestedWith(OTHER_ACCOUNT), (await loadStatus(engine)).state]).toEqual([
      ['/v2/documents'],
      'other-account',
    ])
    expect((await listPathsRequestedWith(RENEWED))[0]).toBe('/v2/documents')
    // The state becomes live after the next complete sweep.
    await engine.clock.advanceUntil(async () => (await loadStatus(engine)).state === 'live')
  })

  test('does not change the age of the board', async () => {
    const { engine } = await startWithQueue()
    await engine.restart()
    const { lastCompleteAt } = await loadStatus(engine)
    const listEndedSweeps = async () =>
      (await engine.client.call('status.get', {})).sweeps.filter(({ endedAt }) => endedAt !== null)
    const sweepsBefore = await listEndedSweeps()
    await engine.restart(OTHER_ACCOUNT)
    await engine.clock.advance(600_000)
    expect(lastCompleteAt).not.toBeNull()
    expect(await loadStatus(engine)).toMatchObject({ state: 'other-account', lastCompleteAt, isFirstSweep: false })
    expect(await listEndedSweeps()).toEqual(sweepsBefore)
  })

  test('can be replaced by a key of this account, and then the waiting request is sent', async () => {
    const { engine, id, listSent } = await startWithQueue()
    await engine.restart(OTHER_ACCOUNT)
    await waitUntilChecked(engine)
    await engine.restart({ apiKey: 'test-key' })
    await engine.clock.advanceUntil(async () => (await getRequest(engine, id)).state === 'created', 180_000)
    expect(
      listSent()
        .filter(isPost)
        .map(({ headers }) => headers['authorization']),
    ).toEqual(['Token test-key'])
  })
})

describe('a renewed key', () => {
  test('does not change the age of the board while the list cannot be read', async () => {
    const { engine } = await startWithQueue()
    await engine.restart()
    const { lastCompleteAt } = await loadStatus(engine)
    engine.network.fault(({ url }) =>
      url.includes('/containers?')
        ? { kind: 'answer', status: 500, contentType: 'application/json', body: '{}' }
        : null,
    )
    await engine.restart(RENEWED)
    await engine.clock.advance(60_000)
    expect(lastCompleteAt).not.toBeNull()
    expect(await loadStatus(engine)).toMatchObject({ state: 'incomplete', lastCompleteAt })
  })

  test('sends waiting requests after three known records answered', async () => {
    const { engine, id, listSent } = await startWithQueue()
    await engine.restart(RENEWED)
    await engine.clock.advanceUntil(async () => (await getRequest(engine, id)).state === 'created', 180_000)
    expect(listSent().filter(isPost)).toHaveLength(1)
    const firstPost = listSent().findIndex(isPost)
    expect(
      listSent()
        .slice(0, 3)
        .map(({ method, url }) => [method, /\/v2\/(containers|shipments)\/[^/]+$/.test(new URL(url).pathname)]),
    ).toEqual(Array.from({ length: 3 }, () => ['GET', true]))
    expect(firstPost).toBeGreaterThanOrEqual(3)
  })

  test('sends nothing while its account cannot be checked, and continues when it can', async () => {
    const { engine, id, listSent } = await startWithQueue()
    const offline: Fault = { kind: 'fail', reason: 'unreachable' }
    engine.network.fault(() => offline)
    await engine.restart(RENEWED)
    await engine.clock.advance(300_000)
    expect(listSent().filter(({ method }) => method !== 'GET')).toEqual([])
    expect(await loadStatus(engine)).toMatchObject({ state: 'offline', error: { code: 'api/offline' } })
    expect((await getRequest(engine, id)).failure).toMatchObject({ code: 'api/offline' })
    engine.network.fault(null)
    await engine.clock.advanceUntil(async () => (await getRequest(engine, id)).state === 'created', 180_000)
  })

  test('that was checked before it was stored is used without another check', async () => {
    const { engine, listSent } = await startWithQueue()
    await engine.restart()
    const check = engine.client.call('sync.checkConnection', { serviceUrl: 'https://track.example/v2', ...RENEWED })
    await engine.clock.advance(10_000)
    expect(await check).toMatchObject({ account: 'same' })
    await engine.stop()
    const countBefore = listSent().length
    await engine.restart(RENEWED)
    await engine.clock.advance(2_000)
    expect(
      listSent()
        .slice(countBefore)
        .some(({ url }) => url.includes('/containers?')),
    ).toBe(true)
  })
})

describe('a key whose account is unclear', () => {
  /** Starts with a key for which the service answers 403 for each known record. */
  async function startUnclear() {
    const setup = await startWithQueue()
    const { engine } = setup
    engine.network.fault(({ method, url }) =>
      method === 'GET' &&
      /\/v2\/(containers|shipments|documents)(\/|\?)/.test(url) &&
      !url.includes('?page') &&
      !url.includes('?filter')
        ? { kind: 'answer', status: 403, contentType: 'application/json', body: '{}' }
        : null,
    )
    await engine.restart(RENEWED)
    await engine.clock.advanceUntil(async () => (await loadStatus(engine)).state === 'other-account')
    return setup
  }

  test('sends nothing until the user confirms that it is the same account', async () => {
    const { engine, id, listSent } = await startUnclear()
    await engine.clock.advance(600_000)
    expect([listSent().filter(isPost), (await loadStatus(engine)).error]).toMatchObject([
      [],
      { code: 'api/account-unclear', details: { isAsked: true } },
    ])
    await engine.client.call('sync.acceptKey', { connection: null })
    await engine.clock.advanceUntil(async () => (await getRequest(engine, id)).state === 'created', 180_000)
  })

  test('can be confirmed before it is stored', async () => {
    const { engine, id } = await startUnclear()
    await engine.restart({ apiKey: 'test-key' })
    await engine.stop()
    await engine.restart()
    await engine.client.call('sync.acceptKey', { connection: { serviceUrl: 'https://track.example', ...RENEWED } })
    await engine.restart(RENEWED)
    await engine.clock.advanceUntil(async () => (await getRequest(engine, id)).state === 'created', 180_000)
    await expect(
      engine.client.call('sync.acceptKey', {
        connection: { serviceUrl: OTHER_ADDRESS.baseUrl, apiKey: OTHER_ADDRESS.apiKey },
      }),
    ).rejects.toMatchObject({ code: 'api/other-account' })
  })
})

describe('another address', () => {
  test('gets no request', async () => {
    const { engine, listSent, id } = await startWithQueue()
    await engine.restart(OTHER_ADDRESS)
    await engine.clock.advance(600_000)
    expect([listSent(), (await loadStatus(engine)).state, (await getRequest(engine, id)).failure?.code]).toEqual([
      [],
      'other-account',
      'api/other-account',
    ])
  })

  test('is accepted if nothing was read and nothing waits, because it corrects the first address', async () => {
    const { engine } = await startWithTwoAccounts()
    engine.network.unplug()
    await engine.clock.advance(30_000)
    engine.network.plug()
    await engine.restart(OTHER_ADDRESS)
    await waitForFirstSweep(engine)
    expect((await listNumbers(engine)).length).toBe(12)
  })
})
