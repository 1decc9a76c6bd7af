// *office*: what a follower needs to copy the mirror of its leader, on a real PostgreSQL server. Leader and follower
// run in this process, one after the other, so each time is that of one of them. The first copy is compared with
// inserting the same bytes, as *ingest* does it. Left out without the programs of PostgreSQL.
import { join } from 'node:path'
import { type Resource, decodeDocument } from '#engine/api/decode.ts'
import type { ReadableDb } from '#engine/db/open.ts'
import type { PostgresAddress, PostgresConnection } from '#engine/outside/postgres.ts'
import { MAIN, lead } from '#support/office-calls.ts'
import { connect, createTemplates, memberAddress, templateOf } from '#support/office-databases.ts'
import { type Desktop, openDesktop } from '#support/office-desktop.ts'
import { createUrl, findPrograms, startServer, stopServer } from '#support/office-server.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { insertOnly } from './ingest.ts'
import { type WrittenPage, measureFollowers } from './office-followers.ts'
import { measureSeed } from './office-seed.ts'
import { getPages } from './pages.ts'
import { printNote } from './print-note.ts'
import { median, percentile, spread } from './statistics.ts'

const MAX_CONTAINERS = 100_000
/** The largest size takes minutes for each copy. */
const countCopies = (containers: number) => (containers > 10_000 ? 1 : 3)
const PAGES = 40
const PAGE_SIZE = 100
/** The lease lasts 60 s. */
const RENEW_EVERY_MS = 10_000
const READ_AT = '2026-11-20T17:00:00.000Z'

export const measureOffice: Measure = async ({ containers }) => {
  const programs = findPrograms()[0]
  if (programs === undefined) {
    printNote('office: left out, because PostgreSQL is not on this computer')
    return []
  }
  const figures: Figure[] = []
  for (const size of containers.filter((count) => count <= MAX_CONTAINERS))
    figures.push(...(await measure(programs, size)))
  return figures
}

async function measure(programs: string, containers: number): Promise<Figure[]> {
  const server = await startServer(programs)
  const folder = makeFolder()
  try {
    const templates = { url: createUrl(server, 'postgres'), prefix: 'bench' }
    await createTemplates(templates)
    const addressOf = (name: string) => memberAddress(templates, name, templateOf(templates, 'admin'))
    const leader = await connect(addressOf('lea'))
    return await measureDesktops(
      leader,
      await connect(addressOf('leo')),
      { folder, address: addressOf('leo') },
      containers,
    )
  } finally {
    await stopServer(server)
    removeFolder(folder)
  }
}

async function measureDesktops(
  leaderConnection: PostgresConnection,
  followerConnection: PostgresConnection,
  { folder, address }: { folder: string; address: PostgresAddress },
  containers: number,
): Promise<Figure[]> {
  const pages = getPages(containers)
  const leader = openDesktop({ connection: leaderConnection, space: MAIN, folder: join(folder, 'leader') })
  leader.fence = await lead(leaderConnection, { ttlMs: 60_000 })
  const timed = createTimedConnection(followerConnection)
  const timer = setInterval(() => void renew(leaderConnection, leader), RENEW_EVERY_MS)
  try {
    const records = await fill(leader, leaderConnection, pages)
    const seedFigures = await measureSeed(leader, followerConnection, folder, containers)
    const copies = []
    const last = countCopies(containers) - 1
    for (let run = 0; run <= last; run++) copies.push(await measureCopy(timed, folder, `follower-${run}`, pages))
    const mirror = join(folder, `follower-${last}`)
    const follower = openDesktop({ connection: timed, space: MAIN, folder: mirror })
    await follower.runUntilIdle()
    const steps = await measurePages(leader, leaderConnection, follower, records)
    follower.close()
    const writeNext = (n: number) => writePage(leader, leaderConnection, records, PAGES + n)
    const manyFigures = await measureFollowers(followerConnection, address, { folder, mirror, containers }, writeNext)
    follower.restart()
    await follower.runUntilIdle()
    const missedMs = await measureMissed(leader, leaderConnection, follower, records)
    const wrong = countDifferent(leader.db, follower.db)
    follower.close()
    return [...createFigures(containers, { copies, steps, missedMs, wrong }), ...seedFigures, ...manyFigures]
  } finally {
    clearInterval(timer)
    leader.close()
    await leaderConnection.close()
    await followerConnection.close()
  }
}

type Copy = { baselineMs: number; queryMs: number; ms: number }
type Step = { answerMs: number; followMs: number }
type Measured = { copies: Copy[]; steps: Step[]; missedMs: number; wrong: number }

function createFigures(containers: number, { copies, steps, missedMs, wrong }: Measured): Figure[] {
  const createFigure = createFigureFactory('office', containers)
  const copyMs = median(copies.map(({ ms }) => ms))
  const feedRatios = copies.map(({ queryMs, baselineMs }) => queryMs / baselineMs)
  const answers = steps.map(({ answerMs }) => answerMs)
  const follows = steps.map(({ followMs }) => followMs)
  printNote(
    `office ${containers}: first copy ${copyMs.toFixed(0)} ms, its questions ${spread(feedRatios)} of inserting; answer p50 ${median(answers).toFixed(1)} ms, follower p50 ${median(follows).toFixed(1)} ms; missed changes ${missedMs.toFixed(0)} ms`,
  )
  return [
    createFigure('first copy, questions to the office, to inserting the same bytes', median(feedRatios), 'x', {
      atMost: 2.5,
    }),
    createFigure('first copy with rows', median(copies.map(({ ms, baselineMs }) => ms / baselineMs)), 'x', null),
    createFigure('first copy with rows', copyMs, 'ms', null, { isWhole: true }),
    createFigure(`a page of ${PAGE_SIZE} on a follower, to its answer, p50`, median(follows) / median(answers), 'x', {
      atMost: 3,
    }),
    createFigure(`a page of ${PAGE_SIZE} on a follower, p95`, percentile(follows, 0.95), 'ms', null),
    createFigure('half of the containers changed meanwhile, to a first copy', missedMs / copyMs, 'x', { atMost: 1.5 }),
    createFigure('records that differ', wrong, '', { atMost: 0 }),
  ]
}

/** Measures how long the questions to the office take. */
function createTimedConnection(connection: PostgresConnection): PostgresConnection & { takeMs: () => number } {
  let ms = 0
  return {
    ...connection,
    query: async (sql, values) => {
      const startedMs = performance.now()
      try {
        return await connection.query(sql, values)
      } finally {
        ms += performance.now() - startedMs
      }
    },
    takeMs: () => {
      const taken = ms
      ms = 0
      return taken
    },
  }
}

/** A first sweep. Returns the containers. */
async function fill(
  leader: Desktop,
  connection: PostgresConnection,
  pages: readonly Uint8Array[],
): Promise<Resource[]> {
  await leader.runUntilIdle()
  const containers: Resource[] = []
  for (const [index, bytes] of pages.entries()) {
    const { data, included } = decodeDocument(bytes, 'container')
    containers.push(...data)
    leader.read([...data, ...included], { requestSeq: index + 1, readAt: READ_AT })
    await leader.runUntilIdle()
    await renew(connection, leader)
  }
  return containers
}

const renew = (connection: PostgresConnection, { fence }: Desktop) =>
  connection.query('SELECT office.renew_lease($1, $2, 60000, true, $3, $3)', [MAIN, fence, '{}'])

async function measureCopy(
  connection: ReturnType<typeof createTimedConnection>,
  folder: string,
  name: string,
  pages: readonly Uint8Array[],
): Promise<Copy> {
  const baseline = makeFolder()
  const insertedFromMs = performance.now()
  insertOnly(baseline, pages)
  const baselineMs = performance.now() - insertedFromMs
  removeFolder(baseline)
  const follower = openDesktop({ connection, space: MAIN, folder: join(folder, name) })
  connection.takeMs()
  const startedMs = performance.now()
  await follower.runUntilIdle()
  const ms = performance.now() - startedMs
  follower.close()
  return { baselineMs, queryMs: connection.takeMs(), ms }
}

/** From the beginning of the leader's write to the office until its rows are in the mirror of the follower. */
async function measurePages(
  leader: Desktop,
  connection: PostgresConnection,
  follower: Desktop,
  records: readonly Resource[],
): Promise<Step[]> {
  const steps: Step[] = []
  for (let n = 0; n < PAGES; n++) {
    changePage(leader, records, n)
    const startedMs = performance.now()
    await leader.turn()
    const answerMs = performance.now() - startedMs
    await follower.runUntilIdle()
    steps.push({ answerMs, followMs: performance.now() - startedMs })
    await leader.runUntilIdle()
    await renew(connection, leader)
  }
  return steps
}

/** Returns when the write to the office began, on the clock of all processes, and the time until its answer. */
async function writePage(
  leader: Desktop,
  connection: PostgresConnection,
  records: readonly Resource[],
  n: number,
): Promise<WrittenPage> {
  changePage(leader, records, n)
  const startedMs = performance.now()
  await leader.turn()
  const answerMs = performance.now() - startedMs
  if (leader.fence === null) throw new Error('the lease of the leader ended')
  await leader.runUntilIdle()
  await renew(connection, leader)
  return { startedAtMs: performance.timeOrigin + startedMs, answerMs }
}

async function measureMissed(
  leader: Desktop,
  connection: PostgresConnection,
  follower: Desktop,
  records: readonly Resource[],
): Promise<number> {
  for (let from = 0; from < records.length / 2; from += PAGE_SIZE) {
    changeRecords(leader, records.slice(from, from + PAGE_SIZE), 10_000 + from)
    await leader.runUntilIdle()
    await renew(connection, leader)
  }
  const startedMs = performance.now()
  await follower.runUntilIdle()
  return performance.now() - startedMs
}

const changePage = (leader: Desktop, records: readonly Resource[], n: number) =>
  changeRecords(leader, records.slice((n * PAGE_SIZE) % records.length).slice(0, PAGE_SIZE), 1_000 + n)

function changeRecords(leader: Desktop, records: readonly Resource[], requestSeq: number): void {
  const changed = records.map((record) => ({
    ...record,
    attributes: { ...record.attributes, weight_in_lbs: 10_000 + requestSeq },
  }))
  leader.read(changed, { requestSeq: 1_000_000 + requestSeq, readAt: READ_AT })
}

/** The records of one mirror that the other has not, or has otherwise. */
function countDifferent(one: ReadableDb, other: ReadableDb): number {
  const load = (db: ReadableDb) =>
    db.all<{ name: string; raw: string }>("SELECT type || ' ' || id AS name, raw FROM res")
  const rows = new Map(load(other).map(({ name, raw }) => [name, raw]))
  return load(one).filter(({ name, raw }) => rows.get(name) !== raw).length
}
