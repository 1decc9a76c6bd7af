// The mirror belongs to one service and one key: it starts its sweeps again with a new key, and does not repeat a link
// that fails. account-check.test.ts tests whether a new key may be used in the folder.
import { expect, test } from 'vitest'
import { createFakeClock } from '#support/fake-clock.ts'
import { type Fault, alterJson, repeatFirstAnswers } from '#support/network.ts'
import { waitForFirstSweep, startSyncedEngine } from '#support/synced-engine.ts'
import { type TestEngine, startTestEngine } from '#support/test-engine.ts'
import { startTrackingService } from '#support/tracking-service.ts'

const JSON_API = 'application/vnd.api+json'
const isList = (url: string) => /\/v2\/containers\?/.test(url)
const isPage = (url: string, n: number) => isList(url) && new RegExp(`page(\\[|%5B)number(\\]|%5D)=${n}\\b`).test(url)
const isEvents = (url: string) => url.includes('/transport_events')
const loadStatus = ({ client }: TestEngine) => client.call('sync.status', {})

/** Starts an engine on an account that accepts every key. */
async function startRenewable(containers: number) {
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const { handle } = startTrackingService(clock, { containers })
  return startTestEngine({
    clock,
    handle: (request) => handle({ ...request, headers: { ...request.headers, authorization: 'Token test-key' } }),
  })
}
const RENEWED = { apiKey: 'renewed-key' }

test('a new key during a sweep starts the sweep again', async () => {
  const engine = await startRenewable(450)
  engine.network.fault(({ url }) => (isPage(url, 4) ? { kind: 'hang' } : null))
  await engine.clock.advanceUntil(async () => (await loadStatus(engine)).progress?.done === 300)
  const sent = engine.network.sent.length
  await engine.restart(RENEWED)
  engine.network.fault(null)
  await engine.clock.advance(60_000)
  const lists = engine.network.sent.slice(sent).filter(({ url }) => isList(url))
  expect(
    lists.slice(0, 5).map(({ url }) => isPage(url, 2) || isPage(url, 3) || isPage(url, 4) || isPage(url, 5)),
  ).toEqual([false, true, true, true, true])
  const { state, isFirstSweep, lastCompleteAt } = await loadStatus(engine)
  expect([state, isFirstSweep, lastCompleteAt !== null]).toEqual(['live', false, true])
})

test('a sweep may take longer than ten minutes, but after ten minutes without a page it starts again', async () => {
  const engine = await startRenewable(450)
  const countFirstPages = () =>
    engine.network.sent.filter(({ url }) => isList(url) && ![2, 3, 4, 5].some((n) => isPage(url, n))).length
  const failAt = async (page: number, minutes: number) => {
    engine.network.fault(({ url }) => (isPage(url, page) ? { kind: 'fail', reason: 'unreachable' } : null))
    await engine.clock.advance(minutes * 60_000)
  }
  for (const page of [2, 3, 4]) await failAt(page, 5)
  expect([countFirstPages(), (await loadStatus(engine)).progress?.done]).toEqual([1, 300])
  await failAt(5, 11)
  engine.network.fault(null)
  await waitForFirstSweep(engine)
  expect(countFirstPages()).toBe(2)
})

test('tracking requests are read from the last time on, and completely with a new key', async () => {
  const engine = await startRenewable(12)
  await waitForFirstSweep(engine)
  await engine.clock.advance(60_000)
  const isFirstReadFiltered = async (connection?: typeof RENEWED) => {
    const sent = engine.network.sent.length
    await engine.restart(connection)
    const request = () => engine.network.sent.slice(sent).find(({ url }) => url.includes('/tracking_requests'))
    await engine.clock.advanceUntil(() => request() !== undefined)
    await engine.clock.advance(10_000)
    return request()!.url.includes('filter')
  }
  expect([await isFirstReadFiltered(), await isFirstReadFiltered(RENEWED), await isFirstReadFiltered(RENEWED)]).toEqual(
    [true, false, true],
  )
})

test('events that the service refused to one key are requested at once with the next key', async () => {
  const engine = await startRenewable(12)
  engine.network.fault(({ url, headers }) =>
    isEvents(url) && headers['authorization'] === 'Token test-key'
      ? { kind: 'answer', status: 403, contentType: JSON_API, body: '{}' }
      : null,
  )
  await waitForFirstSweep(engine)
  await engine.clock.advanceUntil(() => engine.network.sent.filter(({ url }) => isEvents(url)).length === 12)
  const refused = new Set(
    engine.network.sent.filter(({ url }) => isEvents(url)).map(({ url }) => new URL(url).pathname),
  )
  await engine.restart(RENEWED)
  await engine.clock.advance(120_000)
  const requestedPaths = engine.network.sent
    .filter(({ headers }) => headers['authorization'] === 'Token renewed-key')
    .map(({ url }) => new URL(url).pathname)
  expect([...refused].filter((path) => !requestedPaths.includes(path))).toEqual([])
})

const otherHostPage = alterJson((body) => ({
  ...body,
  links: { next: 'https://elsewhere.example/v2/containers?page[number]=2' },
}))
const unprocessable: Fault = {
  kind: 'answer',
  status: 422,
  contentType: JSON_API,
  body: '{"errors":[{"title":"page is out of range"}]}',
}

test.each<[string, (url: string) => boolean, Fault]>([
  ['whose next page is on another host', (url) => isList(url) && !url.includes('number'), otherHostPage],
  ['whose next page is refused', (url) => isPage(url, 2), unprocessable],
])('a sweep %s starts again from its first page at the next try', async (_name, isFaulty, fault) => {
  const engine = await startSyncedEngine({ containers: 250 })
  await engine.clock.advance(120_000)
  let faults = 0
  let lists = 0
  // The link of this sweep fails each time. The next sweep gets another link.
  engine.network.fault(({ url }) => {
    if (isList(url) && !url.includes('number') && lists++ > 0) return null
    return lists === 1 && isFaulty(url) ? (faults++, fault) : null
  })
  await engine.clock.advanceUntil(() => faults > 0, 60_000)
  const completeBefore = (await loadStatus(engine)).lastCompleteAt!
  await engine.clock.advanceUntil(async () => (await loadStatus(engine)).lastCompleteAt! > completeBefore, 120_000)
  expect((await loadStatus(engine)).state).toBe('live')
})

test('events that wait long for a permit are requested once', async () => {
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const engine = await startTestEngine({ clock, handle: startTrackingService(clock, { containers: 12 }).handle })
  const sameAnswers = repeatFirstAnswers()
  const requested: string[] = []
  engine.network.fault((request) => {
    if (!isEvents(request.url)) return sameAnswers(request)
    requested.push(request.url)
    return requested.length === 1
      ? { kind: 'answer', status: 429, contentType: JSON_API, body: '{}', headers: { 'retry-after': '150' } }
      : null
  })
  await engine.clock.advance(400_000)
  const [refused, ...answered] = requested
  expect(answered).toContain(refused)
  expect(answered.toSorted()).toEqual([...new Set(answered)].toSorted())
})
