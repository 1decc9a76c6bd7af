// The data set of *query* and *search*: for each active container nine that were returned long ago, and a hundred
// changes. The active ones are those of the embedded service today, the old ones copies with earlier dates. The
// engine's own projections write rows and index. Built once for each day, schema and build of the projections.
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
import { type Life, historyOf, seeded } from './history.ts'

const DAY_MS = 86_400_000
const HISTORIC_PER_ACTIVE = 9
const CHANGES_PER_ACTIVE = 100
/** The share of changes that the user has not seen. */
const UNSEEN_SHARE = 0.02
/** A copy is this many days older; a container is tracked for as long. */
const SHIFT_DAYS = 45
const RECORDS_PER_WRITE = 500

/**
 * The folder of an account with this many active containers; remains in the system's temporary folder for the next run.
 */
export function dataFolder(active: number): string {
  const todayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const root = join(tmpdir(), 'quaywatch-bench-data')
  const folder = join(root, `${active}-${fingerprint(todayMs)}`)
  if (existsSync(folder)) return folder
  mkdirSync(root, { recursive: true })
  // A gigabyte each: outdated ones are deleted.
  for (const name of readdirSync(root)) if (name.startsWith(`${active}-`)) rmSync(join(root, name), { recursive: true })
  const unfinished = `${folder}.unfinished`
  mkdirSync(unfinished)
  build(unfinished, active, todayMs)
  renameSync(unfinished, folder)
  return folder
}

/** Everything that the content of the files depends on; the hash of the engine's rules shows when they changed. */
function fingerprint(todayMs: number): string {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
  const version = read('../../src/engine/mirror/projection-version.ts')
  const parts = [String(todayMs), version, read('../../src/engine/db/schema.sql'), read('data.ts'), read('history.ts')]
  return createHash('sha1').update(parts.join('\n')).digest('hex').slice(0, 12)
}

function build(folder: string, active: number, todayMs: number): void {
  const connection = openConnection(folder, momentSetup)
  try {
    // After a power loss the file is simply built again.
    connection.raw.pragma('mirror.synchronous = OFF')
    connection.raw.pragma('mirror.cache_size = -262144')
    const write = createWrite(connection)
    const at = new Date(todayMs).toISOString()
    write((db) => setMoment(db, todayMs, { tomorrow: 1, soon: 3, week: 7 }))
    const records = worldOf(active, todayMs)
    const lives = livesOf(records, todayMs)
    const all = lives.map(({ record }) => record)
    inParts(write, lives, (db, part) => {
      for (const { record, fromMs } of part)
        storeResource(db, record, { requestSeq: 1, readAt: new Date(fromMs).toISOString(), sweepId: null })
    })
    write((db) => {
      db.run('UPDATE seen SET verified_at = ?', at)
    })
    const changes = historyOf(lives, active * CHANGES_PER_ACTIVE)
    inParts(write, changes, (db, part) => {
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
    inParts(write, idsOf(all, 'shipment'), (db, ids) => {
      projectShipments(db, ids)
      indexWaiting(db, Number.MAX_SAFE_INTEGER)
    })
    inParts(write, idsOf(all, 'container'), (db, ids) => {
      projectContainers(db, ids)
      indexWaiting(db, Number.MAX_SAFE_INTEGER)
    })
    write((db) => {
      insertReadMark(db, at, Math.floor(newestChangeId(db) * (1 - UNSEEN_SHARE)))
      saveRowsFingerprint(db)
    })
  } finally {
    connection.close()
  }
}

function inParts<Item>(
  write: Write,
  items: readonly Item[],
  work: (db: Parameters<Parameters<Write>[0]>[0], part: readonly Item[]) => void,
): void {
  for (let from = 0; from < items.length; from += RECORDS_PER_WRITE) {
    write((db) => work(db, items.slice(from, from + RECORDS_PER_WRITE)))
  }
}

function idsOf(records: readonly Resource[], type: string): string[] {
  return records.filter((record) => record.type === type).map(({ id }) => id)
}

/** Containers, their shipments and places, as in a first sweep. */
function worldOf(containers: number, nowMs: number): Resource[] {
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

/** These records and their copies with the time each was tracked, in reading order, as the mirror stores them. */
function livesOf(records: readonly Resource[], nowMs: number): Life[] {
  const random = seeded(2)
  const parts = new Map<string, number>()
  // The containers of one master bill are together.
  const partOf = ({ id, relationships: { shipment } }: Resource) => {
    const name = shipment && !Array.isArray(shipment) ? shipment.id : id
    const part = parts.get(name) ?? random()
    parts.set(name, part)
    return part
  }
  const lengthMs = SHIFT_DAYS * DAY_MS
  const lives = records.flatMap((record) => {
    if (record.type !== 'container' && record.type !== 'shipment')
      return [{ record, fromMs: nowMs - (HISTORIC_PER_ACTIVE + 1) * lengthMs, toMs: nowMs }]
    const part = partOf(record)
    return [record, ...Array.from({ length: HISTORIC_PER_ACTIVE }, (_, i) => pastOf(record, i + 1))].map((one, ago) => {
      const fromMs = Math.floor(nowMs - (ago + part) * lengthMs)
      return { record: one, fromMs, toMs: Math.min(nowMs, fromMs + lengthMs) }
    })
  })
  // Records still come before rows: records of one instant keep their order.
  return lives.sort((one, other) => one.fromMs - other.fromMs)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}(T|$)/

/** An earlier journey, with the container returned since. */
function pastOf(record: Resource, ago: number): Resource {
  const attributes = Object.fromEntries(
    Object.entries(record.attributes).map(([name, value]) => [name, shifted(value, ago)]),
  )
  if (record.type === 'container') {
    const outAt = attributes['pod_discharged_at'] ?? attributes['created_at']
    Object.assign(attributes, {
      current_status: 'empty_returned',
      pod_full_out_at: outAt,
      empty_terminated_at: outAt,
      available_for_pickup: false,
    })
  }
  const shipment = record.relationships['shipment']
  const relationships =
    shipment && !Array.isArray(shipment)
      ? { ...record.relationships, shipment: { ...shipment, id: `${shipment.id}-${ago}` } }
      : record.relationships
  return { ...record, id: `${record.id}-${ago}`, attributes, relationships }
}

/** Instants this many worlds earlier, numbers with other digits, names unchanged. */
function shifted(value: unknown, ago: number): unknown {
  if (Array.isArray(value)) return value.map((item) => shifted(item, ago))
  if (typeof value !== 'string') return value
  if (INSTANT.test(value)) {
    const earlier = new Date(Date.parse(value) - ago * SHIFT_DAYS * DAY_MS).toISOString()
    return value.length === 10 ? earlier.slice(0, 10) : earlier
  }
  return /\d{5}/.test(value) ? value.replace(/\d(?=\d{3})/g, (digit) => String((Number(digit) + ago) % 10)) : value
}
