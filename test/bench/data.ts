// The data set of most measurements. For each active container it has nine that were returned long ago, and a hundred
// changes. The active containers come from the embedded service, and the others are copies with earlier dates.
// The engine's own projections write the rows and the search index. The set is built once for each day, database schema
// and version of the projections.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Resource, decodeDocument } from '#engine/api/decode.ts'
import { newestChangeId } from '#engine/mirror/history/store.ts'
import { insertReadMark } from '#engine/mirror/history/read-marks.ts'
import { momentSetup, setMoment } from '#engine/mirror/containers/moment.ts'
import { projectContainers, saveRowsFingerprint } from '#engine/mirror/containers/store.ts'
import { openConnection } from '#engine/db/open.ts'
import { type Write, createWrite } from '#engine/db/write.ts'
import { indexWaiting } from '#engine/mirror/search/store.ts'
import { projectShipments } from '#engine/mirror/shipments.ts'
import { sweepLists } from '#engine/mirror/kinds.ts'
import { storeResource } from '#engine/mirror/records.ts'
import { createService } from '#service/service.ts'
import { type TrackedPeriod, createHistory, createRandom } from './history.ts'

const DAY_MS = 86_400_000
const HISTORIC_PER_ACTIVE = 9
const CHANGES_PER_ACTIVE = 100
/** The share of changes that the user has not seen. */
const UNSEEN_SHARE = 0.02
/** Each copy is this many days older than the one before, and each container is tracked for this many days. */
const SHIFT_DAYS = 45
const RECORDS_PER_WRITE = 500

/**
 * Finds or builds the folder of an account with this many active containers. It remains in the system's temporary
 * folder for the next run.
 */
export function findOrBuildDataFolder(active: number): string {
  const todayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const root = join(tmpdir(), 'quaywatch-bench-data')
  const folder = join(root, `${active}-${computeFingerprint(todayMs)}`)
  if (existsSync(folder)) return folder
  mkdirSync(root, { recursive: true })
  // Outdated folders are deleted, because each has about a gigabyte.
  for (const name of readdirSync(root)) if (name.startsWith(`${active}-`)) rmSync(join(root, name), { recursive: true })
  const unfinished = `${folder}.unfinished`
  mkdirSync(unfinished)
  build(unfinished, active, todayMs)
  renameSync(unfinished, folder)
  return folder
}

/** Computes a hash of everything on which the content of the files depends. */
function computeFingerprint(todayMs: number): string {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
  const version = read('../../src/engine/mirror/projection-version.ts')
  const parts = [String(todayMs), version, read('../../src/engine/db/schema.sql'), read('data.ts'), read('history.ts')]
  return createHash('sha1').update(parts.join('\n')).digest('hex').slice(0, 12)
}

function build(folder: string, active: number, todayMs: number): void {
  const connection = openConnection(folder, momentSetup)
  try {
    // The files need no protection against a power failure, because they can be built again.
    connection.raw.pragma('mirror.synchronous = OFF')
    connection.raw.pragma('mirror.cache_size = -262144')
    const write = createWrite(connection)
    const readAt = new Date(todayMs).toISOString()
    write((db) => setMoment(db, todayMs, { tomorrow: 1, soon: 3, week: 7 }))
    const records = readWorld(active, todayMs)
    const periods = createPeriods(records, todayMs)
    const copies = periods.map(({ record }) => record)
    writeInParts(write, periods, (db, part) => {
      for (const { record, fromMs } of part)
        storeResource(db, record, { requestSeq: 1, readAt: new Date(fromMs).toISOString(), sweepId: null })
    })
    write((db) => {
      db.run('UPDATE seen SET verified_at = ?', readAt)
    })
    const changes = createHistory(periods, active * CHANGES_PER_ACTIVE)
    writeInParts(write, changes, (db, part) => {
      for (const change of part) {
        db.run(
          'INSERT INTO change (type, rid, field, before, after, req_seq, seen_at, kind, severity) VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)',
          change.type,
          change.id,
          change.field,
          change.before,
          change.after,
          change.seenAt,
          change.kind,
          change.severity,
        )
      }
    })
    writeInParts(write, listIds(copies, 'shipment'), (db, ids) => {
      projectShipments(db, ids)
      indexWaiting(db, Number.MAX_SAFE_INTEGER)
    })
    writeInParts(write, listIds(copies, 'container'), (db, ids) => {
      projectContainers(db, ids)
      indexWaiting(db, Number.MAX_SAFE_INTEGER)
    })
    write((db) => {
      insertReadMark(db, readAt, Math.floor(newestChangeId(db) * (1 - UNSEEN_SHARE)))
      saveRowsFingerprint(db)
    })
  } finally {
    connection.close()
  }
}

function writeInParts<Item>(
  write: Write,
  items: readonly Item[],
  work: (db: Parameters<Parameters<Write>[0]>[0], part: readonly Item[]) => void,
): void {
  for (let from = 0; from < items.length; from += RECORDS_PER_WRITE) {
    write((db) => work(db, items.slice(from, from + RECORDS_PER_WRITE)))
  }
}

function listIds(records: readonly Resource[], type: string): string[] {
  return records.filter((record) => record.type === type).map(({ id }) => id)
}

/** Reads all containers with their shipments and terminals, as a first sweep does. */
function readWorld(containers: number, nowMs: number): Resource[] {
  const baseUrl = 'https://track.example/v2'
  const key = 'bench-key'
  const service = createService({ seed: 1, containers, key, baseUrl, startMs: nowMs, isLimited: false })
  const records = new Map<string, Resource>()
  try {
    for (let url: string | null = baseUrl + sweepLists.containers.path; url !== null;) {
      const { pathname, search } = new URL(url)
      const request = { method: 'GET', url: pathname + search, headers: { authorization: `Token ${key}` }, body: null }
      const { status, body } = service.handle(request, { processMs: 0, worldMs: nowMs })
      if (status !== 200) throw new Error(`the service answered ${status} for a page`)
      const document = decodeDocument(body, 'container')
      for (const record of [...document.included, ...document.data]) records.set(`${record.type}/${record.id}`, record)
      url = document.next
    }
  } finally {
    service.close()
  }
  // Records come before the rows that are computed from them.
  return [...records.values()].toSorted((a, b) => Number(a.type === 'container') - Number(b.type === 'container'))
}

/**
 * Creates the records and their earlier copies, with the period in which each was tracked, sorted by its start.
 */
function createPeriods(records: readonly Resource[], nowMs: number): TrackedPeriod[] {
  const random = createRandom(2)
  const parts = new Map<string, number>()
  // The containers of one master bill are together.
  const getPeriodShare = ({ id, relationships: { shipment } }: Resource) => {
    const name = shipment && !Array.isArray(shipment) ? shipment.id : id
    const part = parts.get(name) ?? random()
    parts.set(name, part)
    return part
  }
  const lengthMs = SHIFT_DAYS * DAY_MS
  const periods = records.flatMap((record) => {
    if (record.type !== 'container' && record.type !== 'shipment')
      return [{ record, fromMs: nowMs - (HISTORIC_PER_ACTIVE + 1) * lengthMs, toMs: nowMs }]
    const part = getPeriodShare(record)
    return [record, ...Array.from({ length: HISTORIC_PER_ACTIVE }, (_, i) => createEarlierCopy(record, i + 1))].map(
      (copy, copyNumber) => {
        const fromMs = Math.floor(nowMs - (copyNumber + part) * lengthMs)
        return { record: copy, fromMs, toMs: Math.min(nowMs, fromMs + lengthMs) }
      },
    )
  })
  // Records of one instant keep their order, so records still come before the rows that are computed from them.
  return periods.sort((one, other) => one.fromMs - other.fromMs)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}(T|$)/

/** Creates a copy of a record with earlier dates. A copied container was returned empty. */
function createEarlierCopy(record: Resource, copyNumber: number): Resource {
  const attributes = Object.fromEntries(
    Object.entries(record.attributes).map(([name, value]) => [name, shiftValue(value, copyNumber)]),
  )
  if (record.type === 'container') {
    const pickedUpAt = attributes['pod_discharged_at'] ?? attributes['created_at']
    Object.assign(attributes, {
      current_status: 'empty_returned',
      pod_full_out_at: pickedUpAt,
      empty_terminated_at: pickedUpAt,
      available_for_pickup: false,
    })
  }
  const shipment = record.relationships['shipment']
  const relationships =
    shipment && !Array.isArray(shipment)
      ? { ...record.relationships, shipment: { ...shipment, id: `${shipment.id}-${copyNumber}` } }
      : record.relationships
  return { ...record, id: `${record.id}-${copyNumber}`, attributes, relationships }
}

/** Moves times back by `copyNumber` periods, and changes the digits of long numbers. Other values stay the same. */
function shiftValue(value: unknown, copyNumber: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shiftValue(item, copyNumber))
  if (typeof value !== 'string') return value
  if (INSTANT.test(value)) {
    const earlier = new Date(Date.parse(value) - copyNumber * SHIFT_DAYS * DAY_MS).toISOString()
    return value.length === 10 ? earlier.slice(0, 10) : earlier
  }
  return /\d{5}/.test(value)
    ? value.replace(/\d(?=\d{3})/g, (digit) => String((Number(digit) + copyNumber) % 10))
    : value
}
