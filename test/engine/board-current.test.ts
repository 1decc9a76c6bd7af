// "Live" means that the board is current: what the chip, the Status page, the error list and the ages say while the list of
// the containers cannot be read to its end, and that all of it is over once it can be.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Fault, alterJson } from '#support/network.ts'
import { type SyncedEngine, startSyncedEngine } from '#support/synced-engine.ts'
import { describeError } from '../../src/renderer/src/engine/errors.ts'
import { syncWord } from '../../src/renderer/src/features/status/sync.ts'

const documented = readFileSync(new URL('../../docs/sync-states.md', import.meta.url), 'utf8')

const SECOND = 1_000
const PERIOD_MS = 15 * SECOND
const json = 'application/vnd.api+json'

const isList = (url: string) => /\/v2\/containers\?/.test(url)
const pageOf = (url: string) => (isList(url) ? Number(/page(?:\[|%5B)number(?:\]|%5D)=(\d+)/.exec(url)?.[1] ?? 1) : null)
const error = (status: number): Fault => ({ kind: 'answer', status, contentType: json, body: `{"errors":[{"status":"${status}"}]}` })
const html: Fault = { kind: 'answer', status: 200, body: '<html>Sign in</html>' }
const onPage = (page: number, fault: Fault) => (url: string) => (pageOf(url) === page ? fault : null)

type Case = {
  does: string
  fault: (url: string) => Fault | null
  chip: string
  /** Of the failure that the chip, the Status page and the error list name. */
  code: string
  what: string
}

const cases: Case[] = [
  {
    does: 'a next-page link that names another host',
    fault: onPage(1, alterJson((body) => ({ ...body, links: { next: 'https://tracking.internal.example/v2/containers?page[number]=2' } }))),
    chip: 'Incomplete: 100 of 300 containers read',
    code: 'api/link-elsewhere',
    what: 'The service’s next-page link points to another host, tracking.internal.example; the key is not sent there.',
  },
  { does: 'an error on the first page', fault: onPage(1, error(500)), chip: 'Incomplete: 0 of 300 containers read', code: 'api/server-error', what: 'The service reports an internal error.' },
  { does: 'an error on the second page', fault: onPage(2, error(500)), chip: 'Incomplete: 100 of 300 containers read', code: 'api/server-error', what: 'The service reports an internal error.' },
  { does: 'not found on the second page', fault: onPage(2, error(404)), chip: 'Incomplete: 100 of 300 containers read', code: 'api/not-found', what: 'The service does not know this record or address.' },
  { does: 'not found on the first page', fault: onPage(1, error(404)), chip: 'Incomplete: 0 of 300 containers read', code: 'api/not-found', what: 'The service does not know this record or address.' },
  { does: 'a web page in place of the third page', fault: onPage(3, html), chip: 'Incomplete: 200 of 300 containers read', code: 'api/not-json', what: 'The answer from this address is not from the tracking service.' },
  { does: 'a web page in place of the first page', fault: onPage(1, html), chip: 'Incomplete: 0 of 300 containers read', code: 'api/not-json', what: 'The answer from this address is not from the tracking service.' },
  { does: 'JSON cut short on the second page', fault: onPage(2, { kind: 'alter', alter: (response) => ({ ...response, bytes: response.bytes.slice(0, 1_000) }) }), chip: 'Incomplete: 100 of 300 containers read', code: 'api/malformed', what: 'The service’s answer could not be read.' },
  {
    does: 'a list that is short of its count again and again',
    fault: onPage(3, alterJson((body) => ({ ...body, data: (body['data'] as unknown[]).slice(1) }))),
    chip: 'Incomplete: 299 of 300 containers read',
    code: 'api/list-short',
    what: 'A list of the service ended too early: it had 299 of 300 records.',
  },
  {
    does: 'next-page links that lead in a circle before the list is whole',
    fault: onPage(2, alterJson((body) => ({ ...body, links: { next: 'https://track.example/v2/containers?page[size]=100&include=shipment,pod_terminal,pickup_facility' } }))),
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
    fault: onPage(2, alterJson((body) => ({ ...body, data: Array.from({ length: 6_000 }, (_, n) => ({ type: 'container', id: `x${n}` })) }))),
    chip: 'Incomplete: 100 of 300 containers read',
    code: 'api/too-many-records',
    what: 'The service’s answer lists far more records than requested: more than 5,000 on one page.',
  },
  {
    does: 'a page that nests a million deep',
    fault: onPage(2, { kind: 'alter', alter: (response) => ({ ...response, bytes: new TextEncoder().encode(`{"data":${'['.repeat(1_000_000)}`) }) }),
    chip: 'Incomplete: 100 of 300 containers read',
    code: 'api/too-deep',
    what: 'The service’s answer is nested more deeply than the app accepts.',
  },
]

const linkTo = (page: number) => `https://track.example/v2/containers?page[number]=${page}&page[size]=100`

function repeatFirst(url: string): Fault {
  const page = pageOf(url) ?? 1
  return alterJson((body) => ({ ...body, data: firstPage ??= body['data'], links: { next: linkTo(page + 1) } }))
}

let firstPage: unknown

function madeUp(url: string): Fault {
  const page = pageOf(url) ?? 1
  return alterJson((body) => ({ ...body, included: [], data: Array.from({ length: 100 }, (_, n) => ({ type: 'container', id: `made-up-${page}-${n}`, attributes: {} })), meta: { total: 300 }, links: { next: linkTo(page + 1) } }))
}

type Look = { atMs: number; state: string; chip: string; code: string | null; lastCompleteAt: string | null; nowMs: number }

async function lookFor(engine: SyncedEngine, ms: number): Promise<Look[]> {
  const looks: Look[] = []
  const startedMs = engine.clock.mono()
  while (engine.clock.mono() - startedMs < ms) {
    await engine.clock.advance(SECOND)
    const status = await engine.client.call('sync.status', {})
    looks.push({ atMs: engine.clock.mono() - startedMs, state: status.state, chip: syncWord(status, Date.parse(status.now)), code: status.error?.code ?? null, lastCompleteAt: status.lastCompleteAt, nowMs: Date.parse(status.now) })
  }
  return looks
}

/** One that is under way when the fault begins may end, and a sweep of three pages takes two seconds. */
const SHOWN_MS = 2 * PERIOD_MS + 5 * SECOND

describe.each(cases)('$does', ({ fault, chip, code, what }) => {
  test('stands in the table of docs/sync-states.md', () => {
    expect(documented).toContain(`| ${chip} | ${what} |`)
  })
  test('is shown within two periods, keeps the age of the board, and is over by itself', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    await engine.clock.advance(60 * SECOND)
    expect((await engine.client.call('sync.status', {})).state).toBe('live')
    engine.network.fault(({ url }) => fault(url))
    const looks = await lookFor(engine, 180 * SECOND)
    const later = looks.filter(({ atMs }) => atMs > SHOWN_MS)
    expect([...new Set(later.map((look) => `${look.state} ${look.chip} ${look.code ?? ''}`))]).toEqual([`incomplete ${chip} ${code}`])
    // Never live while the last complete sweep is older than two periods.
    expect(looks.filter(({ state, nowMs, lastCompleteAt }) => state === 'live' && nowMs - Date.parse(lastCompleteAt!) > 2 * PERIOD_MS)).toEqual([])
    // The ages count from the last complete sweep, which no answer to anything else moves.
    expect(new Set(later.map(({ lastCompleteAt }) => lastCompleteAt)).size).toBe(1)
    const { errors } = await engine.client.call('status.get', {})
    const named = errors.filter((each) => each.failure.code === code && each.path.endsWith('/containers'))
    expect(named.map(({ failure }) => describeError(failure).what)).toContain(what)
    expect(describeError((await engine.client.call('sync.status', {})).error!).what).toBe(what)

    engine.network.fault(null)
    await engine.clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).state === 'live', 75 * SECOND)
    expect(await engine.client.call('sync.status', {})).toMatchObject({ error: null, incomplete: null, isFirstSweep: false })
  })
})

type Record = { id?: string; type: string; attributes: object }
const worsened = (place: number, worsen: (record: Record) => unknown) => onPage(2, alterJson((body) => ({ ...body, data: (body['data'] as Record[]).map((record, n) => (n === place ? worsen(record) : record)) })))
const DEEP = '@@deep@@'

/** What nests so deep cannot be written as a value. */
function withDeep(fault: Fault | null): Fault | null {
  if (fault?.kind !== 'alter') return fault
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  return { kind: 'alter', alter: (response) => {
    const altered = fault.alter(response)
    return { ...altered, bytes: new TextEncoder().encode(new TextDecoder().decode(altered.bytes).replace(`"${DEEP}"`, deep)) }
  } }
}

describe.each<[string, (record: Record) => unknown, string | null, string]>([
  ['without an id', (record) => ({ ...record, id: undefined }), null, 'no-id'],
  ['that is null', () => null, null, 'no-id'],
  ['whose attribute nests 10,000 deep', (record) => ({ ...record, attributes: { ...record.attributes, odd: DEEP } }), 'its own', 'too-deep'],
  ['of two megabytes', (record) => ({ ...record, attributes: { ...record.attributes, odd: 'x'.repeat(2_000_000) } }), 'its own', 'too-large'],
])('one record %s', (_name, worsen, id, why) => {
  test('costs one record: the rest of its list is read, and the board is current', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    await engine.clock.advance(60 * SECOND)
    const rows = (await engine.client.call('status.get', {})).rows
    let broken = ''
    engine.network.fault(({ url }) => withDeep(worsened(16, (record) => { broken = record.id ?? ''; return worsen(record) })(url)))
    const looks = await lookFor(engine, 60 * SECOND)
    expect(new Set(looks.map(({ state }) => state))).toEqual(new Set(['live']))
    const status = await engine.client.call('status.get', {})
    expect(status.leftOut).toEqual([{ kind: 'containers', count: 1, records: [{ id: id === null ? null : broken, place: 117, why }] }])
    expect(status.errors.filter(({ failure }) => failure.code === 'api/records-left-out').map(({ failure }) => describeError(failure).what)).toEqual(['Some records of a list cannot be read and were left out (1). All others were read.'])
    expect(status.errors.filter(({ failure }) => failure.code === 'internal')).toEqual([])
    // The record is not taken for gone, and nobody keeps asking for it.
    expect(status.rows.containers).toBe(rows.containers)
    const gone = (await engine.client.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 500 } })).rows.filter(({ goneSince }) => goneSince !== null)
    expect(gone).toEqual([])
    expect(engine.network.sent.slice(-30).filter(({ url }) => url.includes(`/containers/${broken}`)).length).toBeLessThan(5)

    engine.network.fault(null)
    await engine.clock.advance(40 * SECOND)
    expect((await engine.client.call('status.get', {})).leftOut).toEqual([])
  })
})

test.each([
  ['the first page is answered with an error', onPage(1, error(500)), [15, 30, 60, 60]],
  ['the second page is answered with an error', onPage(2, error(500)), [15, 30, 15, 30]],
  ['the next-page link names another host', cases[0]!.fault, [15, 15, 15, 15]],
])('while %s, the list is tried again as docs/sync-states.md says', async (_name, fault, seconds) => {
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
  expect(gaps.map((gap, n) => gap - seconds[n]!).every((late) => late >= 0 && late <= 3), gaps.join()).toBe(true)
})

test('a list that leads back to a page of its own once it is whole is complete, and the Status page says so', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(60 * SECOND)
  engine.network.fault(({ url }) => onPage(3, alterJson((body) => ({ ...body, links: { next: linkTo(2) } })))(url))
  const looks = await lookFor(engine, 60 * SECOND)
  expect(new Set(looks.map(({ state }) => state))).toEqual(new Set(['live']))
  const { errors } = await engine.client.call('status.get', {})
  expect(errors.map(({ failure, path }) => `${failure.code} ${path}`)).toEqual(['api/list-endless /v2/containers'])
  const asked = engine.network.sent.length
  await engine.clock.advance(60 * SECOND)
  // Three pages of each sweep, and one by which it is seen that the list leads back.
  expect(engine.network.sent.slice(asked).filter(({ url }) => isList(url)).length).toBeLessThanOrEqual(5 * 4)
})

test.each([4, 6])('made-up pages that stop before page %i complete no sweep: only one that reads the real list does', async (real) => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(60 * SECOND)
  const { lastCompleteAt } = await engine.client.call('sync.status', {})
  const asked: (number | null)[] = []
  let isOver = false
  engine.network.fault(({ url }) => {
    if (!isList(url)) return null
    const page = pageOf(url) ?? 1
    isOver ||= page === real
    if (isOver) asked.push(page)
    return isOver ? null : madeUp(url)
  })
  await engine.clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).lastCompleteAt !== lastCompleteAt, 120 * SECOND)
  expect(asked).toEqual([real, 1, 2, 3])
})

test('events of a container whose pages lead in a circle are read once round, and it is told', async () => {
  const engine = await startSyncedEngine({ containers: 12, before: (network) => {
    network.fault(({ url }) => (url.includes('/transport_events') ? alterJson((body) => ({ ...body, links: { next: `${url.split('?')[0] ?? ''}?page[number]=${url.includes('=2') ? 3 : 2}` } })) : null))
  } })
  await engine.clock.advance(5 * 60 * SECOND)
  const asked = () => engine.network.sent.filter(({ url }) => url.includes('/transport_events')).length
  const after = asked()
  expect(after).toBeLessThanOrEqual(4 * 12)
  await engine.clock.advance(60 * SECOND)
  expect(asked()).toBe(after)
  expect((await engine.client.call('status.get', {})).errors.map(({ failure }) => failure.code)).toContain('api/list-endless')
})

test('an account whose first reading cannot be completed says so, shows what was read, and is asked for the rest', async () => {
  const elsewhere = cases[0]!
  const engine = await startSyncedEngine({ containers: 300, before: (network) => { network.fault(({ url }) => elsewhere.fault(url)) } })
  const looks = await lookFor(engine, 60 * SECOND)
  expect(looks.at(-1)).toMatchObject({ state: 'incomplete', chip: elsewhere.chip, code: elsewhere.code, lastCompleteAt: null })
  expect(looks.map(({ state }) => state)).not.toContain('live')
  expect(await engine.client.call('sync.status', {})).toMatchObject({ isFirstSweep: true, incomplete: { done: 100, total: 300 } })
})

test('while nothing at all is answered well the service is in trouble, not the list', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(60 * SECOND)
  engine.network.fault(() => error(500))
  const looks = await lookFor(engine, 20 * 60 * SECOND)
  const settled = looks.filter(({ atMs }) => atMs > SHOWN_MS)
  expect(new Set(settled.map(({ state }) => state))).toEqual(new Set(['trouble']))
})

test('while nothing at all is answered well any more, the service is in trouble and never only the list, whatever failed before', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  // What failed for long is asked for every ten minutes only.
  engine.network.fault(({ url }) => (isList(url) ? null : error(500)))
  await engine.client.call('sync.refresh', {})
  await engine.clock.advance(30 * 60 * SECOND)
  expect((await engine.client.call('sync.status', {})).state).toBe('live')
  engine.network.fault(() => error(500))
  const looks = await lookFor(engine, 2 * 60 * SECOND)
  expect(looks.filter(({ state }) => state === 'incomplete' || state === 'checking').map(({ atMs, state }) => `${atMs} ${state}`)).toEqual([])
  expect(new Set(looks.filter(({ atMs }) => atMs > SHOWN_MS).map(({ state }) => state))).toEqual(new Set(['trouble']))
})

test('after a sleep the board is not live before it was read whole', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(60 * SECOND)
  engine.network.fault(({ url }) => (isList(url) ? { kind: 'hang' } : null))
  engine.clock.sleepMachine(8 * 3_600_000)
  expect((await engine.client.call('sync.status', {})).state).toBe('checking')
  const changed: string[] = []
  engine.client.on('changed', ({ topic }) => changed.push(topic))
  await engine.clock.advance(16 * SECOND)
  // Who shows it is told, without an answer having come.
  expect(changed).toContain('sync')
  engine.network.fault(null)
  await engine.clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).state === 'live', 120 * SECOND)
})

test('who shows the state is told when it becomes another one by time alone', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.clock.advance(60 * SECOND)
  engine.network.fault(({ url }) => (isList(url) ? { kind: 'delay', ms: 29_000 } : null))
  const shown: string[] = []
  engine.client.on('changed', ({ topic }) => { if (topic === 'sync') void engine.client.call('sync.status', {}).then(({ state }) => shown.push(state)) })
  await engine.clock.advance(45 * SECOND)
  expect(shown).toContain('checking')
})
