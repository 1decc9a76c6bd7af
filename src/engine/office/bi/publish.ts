// The leader publishes the rows for reports every few minutes. Nothing in the program depends on them.
import { AppError } from '#contract/errors.ts'
import type { ReadableDb } from '../../db/open.ts'
import type { Write } from '../../db/write.ts'
import { loadCursor } from '../../mirror/feed/cursor.ts'
import type { Clock } from '../../outside/clock.ts'
import type { Log } from '../../outside/log.ts'
import type { PostgresConnection } from '../../outside/postgres.ts'
import { createWorker } from '../../outside/worker.ts'
import { loadSettings } from '../../settings/store.ts'
import { isOfficeFailure, isRefusalOfData } from '../failures.ts'
import { loadIdsAfter, loadOpenIdsAfter, startWatching, stopWatching, takeDue } from './due.ts'
import { type BiKind, type BiRows, biKinds, hashBiRows, loadBiRows } from './rows.ts'

export type BiDeps = Pick<PostgresConnection, 'query'> & {
  clock: Clock
  log: Log
  db: ReadableDb
  write: Write
  space: number
  /** The version of the office's schema. */
  officeVersion: () => number
  /** The fence while this desktop leads, otherwise null. */
  fence: () => number | null
}

/** From this version on, the office has rows for reports. */
const BI_VERSION = 13
const PUBLISH_EVERY_MS = 300_000
const CHECK_EVERY_MS = 60_000
/** What no trigger sees, such as the priority of a customer, is published at the latest after this time. */
const COMPARE_ALL_EVERY_MS = 86_400_000
/** Loading this many containers takes about 10 ms. */
const PAGE_ROWS = 100

export type BiPublisher = {
  /** Publishes what has changed. Returns how long nothing is to be done. */
  publish(signal: AbortSignal): Promise<number>
}

export function startBi(deps: BiDeps): { stop(): Promise<void> } {
  const worker = createWorker({ ...deps, name: 'rows for reports' })
  const publisher = createBiPublisher(deps)
  worker.start((signal) => publisher.publish(signal))
  return { stop: () => worker.stop(new AppError('engine/disconnected')) }
}

export function createBiPublisher(deps: BiDeps): BiPublisher {
  const { clock, db, write, log, officeVersion } = deps
  let isWatching = false
  /** When all rows were compared, and under which fence. */
  let compared: { fence: number; atMono: number } | null = null
  const stop = () => {
    if (isWatching) write(stopWatching)
    isWatching = false
    compared = null
  }
  return {
    publish: async (signal) => {
      const fence = deps.fence()
      if (fence === null || loadCursor(db, 'fence') !== fence || officeVersion() < BI_VERSION) {
        stop()
        return CHECK_EVERY_MS
      }
      try {
        if (!isWatching) write(startWatching)
        isWatching = true
        const startedMono = clock.mono()
        const comparesAll = compared?.fence !== fence || startedMono - compared.atMono >= COMPARE_ALL_EVERY_MS
        const isPublished = await publishRows(deps, fence, comparesAll, signal)
        if (!isPublished) stop()
        else if (comparesAll) compared = { fence, atMono: startedMono }
      } catch (error) {
        // Rows that were taken are compared again with all others.
        stop()
        if (!isOfficeFailure(error)) throw error
        log('warn', 'rows for reports not published', { error: String(error) })
      }
      return PUBLISH_EVERY_MS
    },
  }
}

/** `comparesAll`: compares all rows, not only changed and open ones. Returns false if another desktop leads. */
async function publishRows(deps: BiDeps, fence: number, comparesAll: boolean, signal: AbortSignal): Promise<boolean> {
  const { clock, db, write, query, space } = deps
  for (const kind of biKinds)
    for (const ids of comparesAll ? listAll(db, kind) : listChanged(db, write, kind)) {
      signal.throwIfAborted()
      if (!(await publishPage(deps, fence, kind, ids))) return false
      await clock.sleep(0, signal)
    }
  const [row] = await query<{ isPublished: boolean }>('SELECT office.finish_bi($1, $2, $3) AS "isPublished"', [
    space,
    fence,
    loadSettings(db).governingRule,
  ])
  return row?.isPublished === true
}

const listAll = (db: ReadableDb, kind: BiKind) => listPages((lastId) => loadIdsAfter(db, kind, lastId, PAGE_ROWS))

/** One page at a time, because reading all ids of 100,000 rows at once takes 300 ms. */
function* listPages(loadAfter: (lastId: string) => string[]): Generator<string[]> {
  for (let lastId = ''; ;) {
    const ids = loadAfter(lastId)
    const next = ids.at(-1)
    if (next === undefined) return
    yield ids
    lastId = next
  }
}

function* listChanged(db: ReadableDb, write: Write, kind: BiKind): Generator<string[]> {
  for (;;) {
    const ids = write((writable) => takeDue(writable, kind, PAGE_ROWS))
    if (ids.length === 0) break
    yield ids
  }
  if (kind === 'container') yield* listPages((lastId) => loadOpenIdsAfter(db, lastId, PAGE_ROWS))
}

type Page = Map<string, { hash: string; rows: BiRows }>

/** Sends only the rows of which the office has another version. */
async function publishPage(deps: BiDeps, fence: number, kind: BiKind, ids: string[]): Promise<boolean> {
  const { db, query, space } = deps
  const page: Page = new Map(
    [...loadBiRows(db, kind, ids, space)].map(([id, rows]) => [id, { hash: hashBiRows(rows), rows }]),
  )
  const differing = await query<{ id: string }>('SELECT id FROM office.bi_differing($1, $2, $3)', [
    space,
    kind,
    writeHashes(page),
  ])
  const differingIds = new Set(differing.map(({ id }) => id))
  return send(deps, fence, kind, new Map([...page].filter(([id]) => differingIds.has(id))))
}

const writeHashes = (page: Page) => JSON.stringify(Object.fromEntries([...page].map(([id, { hash }]) => [id, hash])))

/** A row that the office cannot store, for example with a date of the year 999999, is left out. */
async function send(deps: BiDeps, fence: number, kind: BiKind, page: Page): Promise<boolean> {
  if (page.size === 0) return true
  const { query, space, log } = deps
  try {
    const [row] = await query<{ isPublished: boolean }>(
      'SELECT office.publish_bi($1, $2, $3, $4, $5) AS "isPublished"',
      [space, fence, kind, writeHashes(page), JSON.stringify(mergeRows(page))],
    )
    return row?.isPublished === true
  } catch (error) {
    if (!isRefusalOfData(error)) throw error
    if (page.size === 1) {
      const [id] = page.keys()
      log('error', 'the office cannot store a row for reports', { kind, id, error: String(error) })
      return true
    }
    for (const entry of page) if (!(await send(deps, fence, kind, new Map([entry])))) return false
    return true
  }
}

function mergeRows(page: Page): BiRows {
  const merged: BiRows = {}
  for (const { rows } of page.values())
    for (const [name, list] of Object.entries(rows)) merged[name] = [...(merged[name] ?? []), ...list]
  return merged
}
