// The Status page shows which requests were sent and how they ended. These tests use its contract.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { EngineStatus } from '#contract/status.ts'
import { loadUsualPass } from '#engine/sync-status.ts'
import { startMirror } from '#support/mirror.ts'
import { alterJson } from '#support/network.ts'
import { type SyncedEngine, loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'

const loadStatus = ({ client }: Pick<SyncedEngine, 'client'>): Promise<EngineStatus> => client.call('status.get', {})
const isList = (url: string) => /\/v2\/containers\?/.test(url)
const addUp = (numbers: number[]) => numbers.reduce((all, n) => all + n, 0)

test('after a sweep each request of the last minute is counted once, by its class and by its limit', async () => {
  const engine = await startSyncedEngine({ containers: 250 })
  await engine.clock.advance(30_000)
  const reread = engine.client.call('containers.reread', { id: (await loadAllRows(engine))[0]!.id })
  await engine.clock.advance(5_000)
  await reread
  const { requests } = await loadStatus(engine)
  const sent = engine.network.sent.filter(({ mono }) => mono > engine.clock.mono() - 60_000)
  const classes = Object.fromEntries(
    requests.classes.map((requestClass) => [requestClass.class, requestClass.lastMinute]),
  )
  const isBulk = (url: string) => /transport_events|\/(ports|metro_areas|terminals|vessels|parties)\//.test(url)
  expect(classes).toMatchObject({ user: 2, write: 0, due: 0, bulk: sent.filter(({ url }) => isBulk(url)).length - 1 })
  expect(addUp(requests.classes.map(({ lastMinute }) => lastMinute))).toBe(sent.length)
  expect(requests.buckets.map(({ bucket, lastMinute, pausedUntil }) => [bucket, lastMinute, pausedUntil])).toEqual([
    ['general', sent.length, null],
    ['tracking-requests', 0, null],
    ['infer', 0, null],
    ['refresh', 0, null],
  ])
})

test('the sweeps show their progress, and the row counts equal those of the lists', async () => {
  const engine = await startSyncedEngine({ containers: 130 })
  const status = await loadStatus(engine)
  expect(status.sweeps.find(({ kind }) => kind === 'containers')).toMatchObject({
    state: 'COMPLETE',
    rows: 130,
    total: 130,
  })
  const rows = await loadAllRows(engine)
  const open = await engine.client.call('containers.list', {
    filter: { scope: 'open' },
    sort: [],
    window: { offset: 0, limit: 1 },
  })
  expect(status.rows).toMatchObject({ containers: rows.length, open: open.total })
  expect(status.ages.service).toEqual({ fresh: open.total, ageing: 0, stale: 0, never: 0 })
})

test('the status shows the last ended sweep beside a running one', async () => {
  const engine = await startSyncedEngine({ containers: 130 })
  engine.network.fault(({ url }) => (/page(\[|%5B)number(\]|%5D)=2/.test(url) ? { kind: 'hang' } : null))
  const loadStates = async () =>
    (await loadStatus(engine)).sweeps
      .filter(({ kind }) => kind === 'containers')
      .map(({ state, rows, total }) => [state, rows, total])
  await engine.clock.advanceUntil(async () => (await loadStates())[0]?.[1] === 100)
  expect(await loadStates()).toEqual([
    ['RUNNING', 100, 130],
    ['COMPLETE', 130, 130],
  ])
})

test('the status counts a 429 as a refusal and not as a failure, with its time, its pause and the lower limit', async () => {
  const engine = await startSyncedEngine({ containers: 5 })
  const statusBefore = await loadStatus(engine)
  let remaining = 1
  engine.network.fault(({ url }) =>
    isList(url) && remaining-- > 0 ? { kind: 'answer', status: 429, headers: { 'retry-after': '20' } } : null,
  )
  await engine.clock.advanceUntil(() => remaining <= 0)
  await engine.clock.advance(1_000)
  const status = await loadStatus(engine)
  expect([status.traffic.refused, status.traffic.failed, status.errors]).toEqual([1, 0, []])
  const [general] = status.requests.buckets
  expect(general!.allowed).toBeLessThan(statusBefore.requests.buckets[0]!.allowed)
  expect(Date.parse(general!.pausedUntil!) - Date.parse(status.lastRefusedAt!)).toBeGreaterThanOrEqual(19_000)
  await engine.clock.advance(60_000)
  expect((await loadStatus(engine)).requests.buckets[0]!.pausedUntil).toBeNull()
})

test('the status groups the failures of an offline period in few rows with counts, each with the time of the next try', async () => {
  const engine = await startSyncedEngine({ containers: 5 })
  await engine.clock.advance(60_000)
  engine.network.unplug()
  const tries = new Set<string | null>()
  let announced = 0
  engine.client.on('changed', ({ topic }) => {
    if (topic === 'sync') announced++
  })
  const sentBefore = engine.network.sent.length
  for (let minute = 0; minute < 10; minute++) {
    await engine.clock.advance(60_000)
    tries.add((await engine.client.call('sync.status', {})).nextTryAt)
  }
  const failures = engine.network.sent.length - sentBefore
  const status = await loadStatus(engine)
  expect(failures).toBeGreaterThan(8)
  expect(status.traffic.failed).toBe(failures)
  expect(addUp(status.errors.map(({ count }) => count))).toBe(failures)
  expect(status.errors.length).toBeLessThan(failures)
  expect(status.errors[0]).toMatchObject({
    path: '/v2/containers',
    failure: { code: 'api/offline', details: { host: 'track.example' } },
  })
  // Each failure changes the time of the next try, so each must be announced. Otherwise a screen shows a past time.
  expect([tries.size > 5, announced]).toEqual([true, failures])
})

test('the status counts the bytes of decompressed bodies, sent and received', async () => {
  const engine = await startSyncedEngine({ containers: 40 })
  const trafficBefore = (await loadStatus(engine)).traffic
  let bytes = 0
  let answers = 0
  engine.network.fault(() => ({
    kind: 'alter',
    alter: (response) => {
      bytes += response.bytes.byteLength
      answers++
      return response
    },
  }))
  await engine.clock.advance(120_000)
  // Waits until all requests have ended. While the network is unplugged no bytes arrive.
  engine.network.unplug()
  await engine.clock.advance(10_000)
  const { traffic } = await loadStatus(engine)
  expect(answers).toBeGreaterThan(8)
  expect([traffic.bytesReceived - trafficBefore.bytesReceived, traffic.bytesSent]).toEqual([bytes, 0])
})

test('the status shows the path of an answer that cannot be read', async () => {
  const engine = await startSyncedEngine({ containers: 5 })
  engine.network.fault(({ url }) => (isList(url) ? alterJson(() => ({ nothing: true })) : null))
  await engine.clock.advanceUntil(async () => (await loadStatus(engine)).errors.length > 0)
  expect((await loadStatus(engine)).errors[0]).toMatchObject({
    path: '/v2/containers',
    failure: { code: 'api/malformed' },
  })
})

test('the status has at most twenty different failures, the newest first', async () => {
  const engine = await startSyncedEngine({ containers: 30 })
  let n = 500
  engine.network.fault(({ url }) => (isList(url) ? { kind: 'answer', status: n++ } : null))
  await engine.clock.advance(40 * 60_000)
  const { errors } = await loadStatus(engine)
  expect([errors.length, errors[0]!.failure.details['status']]).toEqual([20, n - 1])
})

test('without a key the engine sends nothing, and the status still shows files, rows and versions', async () => {
  const engine = await startTestEngine({ apiKey: null })
  const status = await loadStatus(engine)
  expect(status).toMatchObject({
    serviceUrl: null,
    requests: { classes: [], buckets: [] },
    traffic: { requests: 0 },
    sweeps: [],
    rows: { containers: 0, changes: 0 },
  })
  expect(status.files.map(({ name }) => name)).toEqual([
    'state.db',
    'state.db-wal',
    'mirror.db',
    'mirror.db-wal',
    'spool',
    'backups',
  ])
  expect(addUp(status.files.map(({ bytes }) => bytes))).toBeGreaterThan(10_000)
  const { node, sqlite, mirrorSchema, stateSchema } = status.versions
  expect([node, sqlite.startsWith('3.'), mirrorSchema >= 3, stateSchema >= 2]).toEqual([
    process.versions.node,
    true,
    true,
    true,
  ])
})

test('the stored count of events equals the number of events', async () => {
  const engine = await startSyncedEngine({ containers: 12, speed: 2_000 })
  await engine.clock.advance(5 * 60_000)
  const { rows } = await loadStatus(engine)
  await engine.stop()
  const mirror = new Database(join(engine.dir, 'mirror.db'), { readonly: true })
  const stored = mirror.prepare('SELECT count(*) FROM event').pluck().get()
  mirror.close()
  expect([rows.events, rows.events > 12]).toEqual([stored, true])
})

test('the duration and the number of containers of a usual sweep are of the same sweep', () => {
  const mirror = startMirror()
  mirror.write((db) => {
    for (const n of [1, 2, 3])
      db.run(
        `INSERT INTO sweep (kind, started_at, ended_at, rows, state) VALUES ('containers', ?, ?, ?, 'COMPLETE')`,
        `2026-11-20T17:0${n}:00.000Z`,
        `2026-11-20T17:0${n}:${n}0.000Z`,
        n * 100,
      )
  })
  expect(loadUsualPass(mirror.db)).toEqual({ tookS: 20, containers: 200 })
})

test('the status says how long a complete sweep takes, also if that is longer than the planned interval', async () => {
  const engine = await startSyncedEngine({ containers: 250 })
  await engine.clock.advance(60_000)
  expect((await engine.client.call('sync.status', {})).pass?.containers).toBe(250)
  engine.network.fault(({ url }) => (isList(url) ? { kind: 'delay', ms: 5000 } : null))
  await engine.clock.advance(120_000)
  const { pass, pace } = await engine.client.call('sync.status', {})
  expect(pass!.tookS).toBeGreaterThanOrEqual(10)
  expect(pace.everyS).toBe(15)
})
