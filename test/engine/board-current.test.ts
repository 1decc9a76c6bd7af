// "Live" means that the board is current. Checks the chip, the Status page, the error list and the ages while the list
// of containers cannot be read to its end, and that they recover afterwards.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Fault, alterJson } from '#support/network.ts'
import { startSyncedEngine } from '#support/synced-engine.ts'
import { describeError } from '../../src/renderer/src/engine/errors.ts'
import { onPage, pageOf, isList, errorAnswer, linkTo, madeUp, SECOND, sampleStates } from '#support/list-faults.ts'

const documented = readFileSync(new URL('../../docs/sync-states.md', import.meta.url), 'utf8')
const PERIOD_MS = 15 * SECOND
const htmlAnswer: Fault = { kind: 'answer', status: 200, body: '<html>Sign in</html>' }

type Case = {
  does: string
  fault: (url: string) => Fault | null
  chip: string
  /** The code of the failure that the chip, the Status page and the error list show. */
  code: string
  what: string
}

const cases: Case[] = [
  {
    does: 'a next-page link that names another host',
    fault: onPage(
      1,
      alterJson((body) => ({
        ...body,
        links: { next: 'https://tracking.internal.example/v2/containers?page[number]=2' },
      })),
    ),
    chip: 'Incomplete: 100 of 300 containers read',
    code: 'api/link-elsewhere',
    what: 'The service’s next-page link points to another host, tracking.internal.example; the key is not sent there.',
  },
  {
    does: 'an error on the first page',
    fault: onPage(1, errorAnswer(500)),
    chip: 'Incomplete: 0 of 300 containers read',
    code: 'api/server-error',
    what: 'The service reports an internal fault.',
  },
  {
    does: 'an error on the second page',
    fault: onPage(2, errorAnswer(500)),
    chip: 'Incomplete: 100 of 300 containers read',
    code: 'api/server-error',
    what: 'The service reports an internal fault.',
  },
  {
    does: 'not found on the second page',
    fault: onPage(2, errorAnswer(404)),
    chip: 'Incomplete: 100 of 300 containers read',
    code: 'api/not-found',
    what: 'The service does not know this record or address.',
  },
  {
    does: 'not found on the first page',
    fault: onPage(1, errorAnswer(404)),
    chip: 'Incomplete: 0 of 300 containers read',
    code: 'api/not-found',
    what: 'The service does not know this record or address.',
  },
  {
    does: 'a web page in place of the third page',
    fault: onPage(3, htmlAnswer),
    chip: 'Incomplete: 200 of 300 containers read',
    code: 'api/not-json',
    what: 'The answer from this address is not from the tracking service.',
  },
  {
    does: 'a web page in place of the first page',
    fault: onPage(1, htmlAnswer),
    chip: 'Incomplete: 0 of 300 containers read',
    code: 'api/not-json',
    what: 'The answer from this address is not from the tracking service.',
  },
  {
    does: 'JSON cut short on the second page',
    fault: onPage(2, { kind: 'alter', alter: (response) => ({ ...response, bytes: response.bytes.slice(0, 1_000) }) }),
    chip: 'Incomplete: 100 of 300 containers read',
    code: 'api/malformed',
    what: 'The service’s answer could not be read.',
  },
  {
    does: 'a list that is short of its count again and again',
    fault: onPage(
      3,
      alterJson((body) => ({ ...body, data: (body['data'] as unknown[]).slice(1) })),
    ),
    chip: 'Incomplete: 299 of 300 containers read',
    code: 'api/list-short',
    what: 'A list of the service ended too early: it had 299 of 300 records.',
  },
  {
    does: 'next-page links that lead in a circle before the list is whole',
    fault: onPage(
      2,
      alterJson((body) => ({
        ...body,
        links: {
          next: 'https://track.example/v2/containers?page[size]=100&include=shipment,pod_terminal,pickup_facility',
        },
      })),
    ),
    chip: 'Incomplete: 200 of 300 containers read',
    code: 'api/list-endless',
    what: 'A list of the service does not end: its next-page links continue past its own count, or bring no new records.',
  },
  {
    does: 'the first page again under every link',
    fault: (url) => (isList(url) ? repeatFirst(url) : null),
    chip: 'Incomplete: 100 of 300 containers read',
    code: 'api/list-endless',
    what: 'A list of the service does not end: its next-page links continue past its own count, or bring no new records.',
  },
  {
    does: 'ever more records that nobody counts',
    fault: (url) => (isList(url) ? madeUp(url) : null),
    chip: 'Incomplete: 1,200 containers read',
    code: 'api/list-endless',
    what: 'A list of the service does not end: its next-page links continue past its own count, or bring no new records.',
  },
  {
    does: 'a page of 8 MiB and more',
    fault: onPage(2, { kind: 'fail', reason: 'too-large' }),
    chip: 'Incomplete: 100 of 300 containers read',
    code: 'api/too-large',
    what: 'The service’s answer is larger than the app accepts.',
  },
  {
    does: 'a page of 6,000 records where a hundred were asked for',
    fault: onPage(
      2,
      alterJson((body) => ({
        ...body,
        data: Array.from({ length: 6_000 }, (_, n) => ({ type: 'container', id: `x${n}` })),
      })),
    ),
    chip: 'Incomplete: 100 of 300 containers read',
    code: 'api/too-many-records',
    what: 'The service’s answer lists far more records than requested: more than 5,000 on one page.',
  },
  {
    does: 'a page that nests a million deep',
    fault: onPage(2, {
      kind: 'alter',
      alter: (response) => ({ ...response, bytes: new TextEncoder().encode(`{"data":${'['.repeat(1_000_000)}`) }),
    }),
    chip: 'Incomplete: 100 of 300 containers read',
    code: 'api/too-deep',
    what: 'The service’s answer is nested more deeply than the app accepts.',
  },
]

function repeatFirst(url: string): Fault {
  const page = pageOf(url) ?? 1
  return alterJson((body) => ({ ...body, data: (firstPage ??= body['data']), links: { next: linkTo(page + 1) } }))
}

let firstPage: unknown

/** A sweep that runs when the fault begins may complete, and a sweep of three pages takes two seconds. */
const SHOWN_MS = 2 * PERIOD_MS + 5 * SECOND

describe.each(cases)('$does', ({ fault, chip, code, what }) => {
  test('is documented in docs/sync-states.md', () => {
    expect(documented).toContain(`| ${chip} | ${what} |`)
  })
  test('is shown within two periods, does not change the age of the board, and ends by itself', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    await engine.clock.advance(60 * SECOND)
    expect((await engine.client.call('sync.status', {})).state).toBe('live')
    engine.network.fault(({ url }) => fault(url))
    const looks = await sampleStates(engine, 180 * SECOND)
    const later = looks.filter(({ atMs }) => atMs > SHOWN_MS)
    expect([...new Set(later.map((look) => `${look.state} ${look.chip} ${look.code ?? ''}`))]).toEqual([
      `incomplete ${chip} ${code}`,
    ])
    // The state is never live while the last complete sweep is older than two periods.
    expect(
      looks.filter(
        ({ state, nowMs, lastCompleteAt }) => state === 'live' && nowMs - Date.parse(lastCompleteAt!) > 2 * PERIOD_MS,
      ),
    ).toEqual([])
    // The ages count from the last complete sweep. Other answers do not change it.
    expect(new Set(later.map(({ lastCompleteAt }) => lastCompleteAt)).size).toBe(1)
    const { errors } = await engine.client.call('status.get', {})
    const named = errors.filter((each) => each.failure.code === code && each.path.endsWith('/containers'))
    expect(named.map(({ failure }) => describeError(failure).what)).toContain(what)
    expect(describeError((await engine.client.call('sync.status', {})).error!).what).toBe(what)

    engine.network.fault(null)
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('sync.status', {})).state === 'live',
      75 * SECOND,
    )
    expect(await engine.client.call('sync.status', {})).toMatchObject({
      error: null,
      incomplete: null,
      isFirstSweep: false,
    })
  })
})

test.each([
  ['the first page is answered with an error', onPage(1, errorAnswer(500)), [15, 30, 60, 60]],
  ['the second page is answered with an error', onPage(2, errorAnswer(500)), [15, 30, 15, 30]],
  ['the next-page link names another host', cases[0]!.fault, [15, 15, 15, 15]],
])('while %s, the engine retries the list as documented in docs/sync-states.md', async (_name, fault, seconds) => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(60 * SECOND)
  const failedAt: number[] = []
  engine.network.fault(({ url }) => {
    const answer = fault(url)
    if (answer) failedAt.push(engine.clock.mono())
    return answer
  })
  await engine.clock.advance(240 * SECOND)
  const gaps = failedAt.slice(1, 5).map((at, n) => Math.round((at - failedAt[n]!) / SECOND))
  expect(
    gaps.map((gap, n) => gap - seconds[n]!).every((late) => late >= 0 && late <= 3),
    gaps.join(),
  ).toBe(true)
})

test('an incomplete first sweep is reported, its rows are shown, and the engine requests the rest', async () => {
  const elsewhere = cases[0]!
  const engine = await startSyncedEngine({
    containers: 300,
    before: (network) => {
      network.fault(({ url }) => elsewhere.fault(url))
    },
  })
  const looks = await sampleStates(engine, 60 * SECOND)
  expect(looks.at(-1)).toMatchObject({
    state: 'incomplete',
    chip: elsewhere.chip,
    code: elsewhere.code,
    lastCompleteAt: null,
  })
  expect(looks.map(({ state }) => state)).not.toContain('live')
  expect(await engine.client.call('sync.status', {})).toMatchObject({
    isFirstSweep: true,
    incomplete: { done: 100, total: 300 },
  })
})

test('while every request fails, the state is trouble and not incomplete', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(60 * SECOND)
  engine.network.fault(() => errorAnswer(500))
  const looks = await sampleStates(engine, 20 * 60 * SECOND)
  const settled = looks.filter(({ atMs }) => atMs > SHOWN_MS)
  expect(new Set(settled.map(({ state }) => state))).toEqual(new Set(['trouble']))
})

test('when every request begins to fail, the state is trouble and never incomplete, also after earlier failures', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  // A request that failed for long is retried every ten minutes only.
  engine.network.fault(({ url }) => (isList(url) ? null : errorAnswer(500)))
  await engine.client.call('sync.refresh', {})
  await engine.clock.advance(30 * 60 * SECOND)
  expect((await engine.client.call('sync.status', {})).state).toBe('live')
  engine.network.fault(() => errorAnswer(500))
  const looks = await sampleStates(engine, 2 * 60 * SECOND)
  expect(
    looks
      .filter(({ state }) => state === 'incomplete' || state === 'checking')
      .map(({ atMs, state }) => `${atMs} ${state}`),
  ).toEqual([])
  expect(new Set(looks.filter(({ atMs }) => atMs > SHOWN_MS).map(({ state }) => state))).toEqual(new Set(['trouble']))
})

test('after a sleep the board becomes live only after a complete sweep', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(60 * SECOND)
  engine.network.fault(({ url }) => (isList(url) ? { kind: 'hang' } : null))
  engine.clock.sleepMachine(8 * 3_600_000)
  expect((await engine.client.call('sync.status', {})).state).toBe('checking')
  const changed: string[] = []
  engine.client.on('changed', ({ topic }) => changed.push(topic))
  await engine.clock.advance(16 * SECOND)
  // Subscribers are notified before any answer arrives.
  expect(changed).toContain('sync')
  engine.network.fault(null)
  await engine.clock.advanceUntil(
    async () => (await engine.client.call('sync.status', {})).state === 'live',
    120 * SECOND,
  )
})

test('subscribers are notified when the state changes only because time passed', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.clock.advance(60 * SECOND)
  engine.network.fault(({ url }) => (isList(url) ? { kind: 'delay', ms: 29_000 } : null))
  const shown: string[] = []
  engine.client.on('changed', ({ topic }) => {
    if (topic === 'sync') void engine.client.call('sync.status', {}).then(({ state }) => shown.push(state))
  })
  await engine.clock.advance(45 * SECOND)
  expect(shown).toContain('checking')
})
