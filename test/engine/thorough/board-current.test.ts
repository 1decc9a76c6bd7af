// "Live" means that the board is current. Checks the chip, the Status page, the error list and the ages while the list
// of containers cannot be read to its end, and that they recover afterwards.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Fault, alterJson } from '#support/network.ts'
import { startSyncedEngine } from '#support/synced-engine.ts'
import { describeError } from '../../../src/renderer/src/engine/errors.ts'
import {
  createPageFault,
  getPageNumber,
  isContainerList,
  createErrorAnswer,
  createPageLink,
  createInventedPage,
  SECOND_MS,
  sampleStates,
} from '#support/list-faults.ts'

const docsText = readFileSync(new URL('../../../docs/sync-states.md', import.meta.url), 'utf8')
const PERIOD_MS = 15 * SECOND_MS
const htmlAnswer: Fault = { kind: 'answer', status: 200, body: '<html>Sign in</html>' }

type Case = {
  answer: string
  fault: (url: string) => Fault | null
  chip: string
  /** The code of the failure that the chip, the Status page and the error list show. */
  code: string
  message: string
}

const cases: Case[] = [
  {
    answer: 'a next-page link that names another host',
    fault: createPageFault(
      1,
      alterJson((body) => ({
        ...body,
        links: { next: 'https://tracking.internal.example/v2/containers?page[number]=2' },
      })),
    ),
    chip: 'Incomplete: 100 of 300 containers synced',
    code: 'api/link-elsewhere',
    message:
      'The service’s next-page link points to another host, tracking.internal.example. Quaywatch does not send the key there.',
  },
  {
    answer: 'an error on the first page',
    fault: createPageFault(1, createErrorAnswer(500)),
    chip: 'Incomplete: 0 of 300 containers synced',
    code: 'api/server-error',
    message: 'The tracking service had an internal problem.',
  },
  {
    answer: 'an error on the second page',
    fault: createPageFault(2, createErrorAnswer(500)),
    chip: 'Incomplete: 100 of 300 containers synced',
    code: 'api/server-error',
    message: 'The tracking service had an internal problem.',
  },
  {
    answer: 'a 404 on the second page',
    fault: createPageFault(2, createErrorAnswer(404)),
    chip: 'Incomplete: 100 of 300 containers synced',
    code: 'api/not-found',
    message: 'The service does not know this record or address.',
  },
  {
    answer: 'a 404 on the first page',
    fault: createPageFault(1, createErrorAnswer(404)),
    chip: 'Incomplete: 0 of 300 containers synced',
    code: 'api/not-found',
    message: 'The service does not know this record or address.',
  },
  {
    answer: 'a web page in place of the third page',
    fault: createPageFault(3, htmlAnswer),
    chip: 'Incomplete: 200 of 300 containers synced',
    code: 'api/not-json',
    message: 'The response from this address is not from the tracking service.',
  },
  {
    answer: 'a web page in place of the first page',
    fault: createPageFault(1, htmlAnswer),
    chip: 'Incomplete: 0 of 300 containers synced',
    code: 'api/not-json',
    message: 'The response from this address is not from the tracking service.',
  },
  {
    answer: 'truncated JSON on the second page',
    fault: createPageFault(2, {
      kind: 'alter',
      alter: (response) => ({ ...response, bytes: response.bytes.slice(0, 1_000) }),
    }),
    chip: 'Incomplete: 100 of 300 containers synced',
    code: 'api/malformed',
    message: 'Quaywatch could not read the service’s response.',
  },
  {
    answer: 'a list that repeatedly has fewer records than its count',
    fault: createPageFault(
      3,
      alterJson((body) => ({ ...body, data: (body['data'] as unknown[]).slice(1) })),
    ),
    chip: 'Incomplete: 299 of 300 containers synced',
    code: 'api/list-short',
    message: 'A list from the service ended early: 299 of 300 records.',
  },
  {
    answer: 'next-page links that form a loop before the end of the list',
    fault: createPageFault(
      2,
      alterJson((body) => ({
        ...body,
        links: {
          next: 'https://track.example/v2/containers?page[size]=100&include=shipment,pod_terminal,pickup_facility',
        },
      })),
    ),
    chip: 'Incomplete: 200 of 300 containers synced',
    code: 'api/list-endless',
    message:
      'A list from the service does not end: its next-page links run past its own count, or bring no new records.',
  },
  {
    answer: 'the records of the first page on every page',
    fault: (url) => (isContainerList(url) ? createRepeatedPage(url) : null),
    chip: 'Incomplete: 100 of 300 containers synced',
    code: 'api/list-endless',
    message:
      'A list from the service does not end: its next-page links run past its own count, or bring no new records.',
  },
  {
    answer: 'an endless list of new records',
    fault: (url) => (isContainerList(url) ? createInventedPage(url) : null),
    chip: 'Incomplete: 1,200 containers synced',
    code: 'api/list-endless',
    message:
      'A list from the service does not end: its next-page links run past its own count, or bring no new records.',
  },
  {
    answer: 'a page larger than 8 MiB',
    fault: createPageFault(2, { kind: 'fail', reason: 'too-large' }),
    chip: 'Incomplete: 100 of 300 containers synced',
    code: 'api/too-large',
    message: 'The service’s response is larger than Quaywatch accepts.',
  },
  {
    answer: 'a page of 6,000 records for a request of 100',
    fault: createPageFault(
      2,
      alterJson((body) => ({
        ...body,
        data: Array.from({ length: 6_000 }, (_, n) => ({ type: 'container', id: `x${n}` })),
      })),
    ),
    chip: 'Incomplete: 100 of 300 containers synced',
    code: 'api/too-many-records',
    message: 'The service returned far more records than requested: more than 5,000 on one page.',
  },
  {
    answer: 'a page with a million nested arrays',
    fault: createPageFault(2, {
      kind: 'alter',
      alter: (response) => ({ ...response, bytes: new TextEncoder().encode(`{"data":${'['.repeat(1_000_000)}`) }),
    }),
    chip: 'Incomplete: 100 of 300 containers synced',
    code: 'api/too-deep',
    message: 'The service’s response is nested more deeply than Quaywatch accepts.',
  },
]

function createRepeatedPage(url: string): Fault {
  const page = getPageNumber(url) ?? 1
  return alterJson((body) => ({
    ...body,
    data: (firstPage ??= body['data']),
    links: { next: createPageLink(page + 1) },
  }))
}

let firstPage: unknown

/** A sweep that runs when the fault begins may complete, and a sweep of three pages takes two seconds. */
const SHOWN_MS = 2 * PERIOD_MS + 5 * SECOND_MS

describe.each(cases)('$answer', ({ fault, chip, code, message }) => {
  test('is documented in docs/sync-states.md', () => expect(docsText).toContain(`| ${chip} | ${message} |`))
  test('is shown within two periods, does not change the age of the board, and ends by itself', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    await engine.clock.advance(60 * SECOND_MS)
    expect((await engine.client.call('sync.status', {})).state).toBe('live')
    engine.network.fault(({ url }) => fault(url))
    const samples = await sampleStates(engine, 180 * SECOND_MS)
    const later = samples.filter(({ atMs }) => atMs > SHOWN_MS)
    expect([...new Set(later.map((sample) => `${sample.state} ${sample.chip} ${sample.code ?? ''}`))]).toEqual([
      `incomplete ${chip} ${code}`,
    ])
    // The state is never live while the last complete sweep is older than two periods.
    expect(
      samples.filter(
        ({ state, nowMs, lastCompleteAt }) => state === 'live' && nowMs - Date.parse(lastCompleteAt!) > 2 * PERIOD_MS,
      ),
    ).toEqual([])
    // The ages count from the last complete sweep. Other answers do not change it.
    expect(new Set(later.map(({ lastCompleteAt }) => lastCompleteAt)).size).toBe(1)
    const { errors } = await engine.client.call('status.get', {})
    const listed = errors.filter((error) => error.failure.code === code && error.path.endsWith('/containers'))
    expect(listed.map(({ failure }) => describeError(failure).what)).toContain(message)
    expect(describeError((await engine.client.call('sync.status', {})).error!).what).toBe(message)

    engine.network.fault(null)
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('sync.status', {})).state === 'live',
      75 * SECOND_MS,
    )
    expect(await engine.client.call('sync.status', {})).toMatchObject({
      error: null,
      incomplete: null,
      isFirstSweep: false,
    })
  })
})

test.each([
  ['the first page is answered with an error', createPageFault(1, createErrorAnswer(500)), [15, 30, 60, 60]],
  ['the second page is answered with an error', createPageFault(2, createErrorAnswer(500)), [15, 30, 15, 30]],
  ['the next-page link names another host', cases[0]!.fault, [15, 15, 15, 15]],
])('while %s, the engine retries the list as documented in docs/sync-states.md', async (_name, fault, seconds) => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(60 * SECOND_MS)
  const failedAt: number[] = []
  engine.network.fault(({ url }) => {
    const answer = fault(url)
    if (answer) failedAt.push(engine.clock.mono())
    return answer
  })
  await engine.clock.advance(240 * SECOND_MS)
  const gaps = failedAt.slice(1, 5).map((at, n) => Math.round((at - failedAt[n]!) / SECOND_MS))
  expect(
    gaps.map((gap, n) => gap - seconds[n]!).every((late) => late >= 0 && late <= 3),
    gaps.join(),
  ).toBe(true)
})

test('an incomplete first sweep is reported, its rows are shown, and the engine requests the rest', async () => {
  const otherHost = cases[0]!
  const engine = await startSyncedEngine({
    containers: 300,
    beforeStart: (network) => network.fault(({ url }) => otherHost.fault(url)),
  })
  const samples = await sampleStates(engine, 60 * SECOND_MS)
  expect(samples.at(-1)).toMatchObject({
    state: 'incomplete',
    chip: otherHost.chip,
    code: otherHost.code,
    lastCompleteAt: null,
  })
  expect(samples.map(({ state }) => state)).not.toContain('live')
  expect(await engine.client.call('sync.status', {})).toMatchObject({
    isFirstSweep: true,
    incomplete: { done: 100, total: 300 },
  })
})

test('while every request fails, the state is trouble and not incomplete', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(60 * SECOND_MS)
  engine.network.fault(() => createErrorAnswer(500))
  const samples = await sampleStates(engine, 20 * 60 * SECOND_MS)
  const afterDelay = samples.filter(({ atMs }) => atMs > SHOWN_MS)
  expect(new Set(afterDelay.map(({ state }) => state))).toEqual(new Set(['trouble']))
})

test('when every request begins to fail, the state is trouble and never incomplete, also after earlier failures', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  // A request that failed for long is retried every ten minutes only.
  engine.network.fault(({ url }) => (isContainerList(url) ? null : createErrorAnswer(500)))
  await engine.client.call('sync.refresh', {})
  await engine.clock.advance(30 * 60 * SECOND_MS)
  expect((await engine.client.call('sync.status', {})).state).toBe('live')
  engine.network.fault(() => createErrorAnswer(500))
  const samples = await sampleStates(engine, 2 * 60 * SECOND_MS)
  expect(
    samples
      .filter(({ state }) => state === 'incomplete' || state === 'checking')
      .map(({ atMs, state }) => `${atMs} ${state}`),
  ).toEqual([])
  expect(new Set(samples.filter(({ atMs }) => atMs > SHOWN_MS).map(({ state }) => state))).toEqual(new Set(['trouble']))
})

test('after a sleep the board becomes live only after a complete sweep', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(60 * SECOND_MS)
  engine.network.fault(({ url }) => (isContainerList(url) ? { kind: 'hang' } : null))
  engine.clock.sleepMachine(8 * 3_600_000)
  expect((await engine.client.call('sync.status', {})).state).toBe('checking')
  const topics: string[] = []
  engine.client.on('changed', ({ topic }) => topics.push(topic))
  await engine.clock.advance(16 * SECOND_MS)
  // Subscribers are notified before any answer arrives.
  expect(topics).toContain('sync')
  engine.network.fault(null)
  await engine.clock.advanceUntil(
    async () => (await engine.client.call('sync.status', {})).state === 'live',
    120 * SECOND_MS,
  )
})

test('subscribers are notified when the state changes only because time passed', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.clock.advance(60 * SECOND_MS)
  engine.network.fault(({ url }) => (isContainerList(url) ? { kind: 'delay', ms: 29_000 } : null))
  const states: string[] = []
  engine.client.on('changed', ({ topic }) => {
    if (topic === 'sync') void engine.client.call('sync.status', {}).then(({ state }) => states.push(state))
  })
  await engine.clock.advance(45 * SECOND_MS)
  expect(states).toContain('checking')
})
