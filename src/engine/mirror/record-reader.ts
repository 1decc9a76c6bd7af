// Reads records one by one: those that are due, and those that sweeps did not list. Each takes one request, or the few
// pages of the list that belongs to one record.
import { AppError } from '#contract/errors.ts'
import type { ApiAnswer, ApiClient } from '../api/client.ts'
import { related } from '../api/attributes.ts'
import { type Document, type Linkage, type Resource, isUnreadableRecord } from '../api/decode.ts'
import type { Priority } from '../api/budget.ts'
import { projectContainers } from './containers/store.ts'
import { announceDocument, projectDocuments } from './documents/store.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Announce } from '../db/write.ts'
import { loadOwnerOfField, valuesOf } from './fields/store.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import { projectShipments } from './shipments.ts'
import { createPartWriter } from './page-writer.ts'
import type { WriterDeps } from './slice-writer.ts'
import { type DuePriority, dropDue, isStored, markDue, nextDue, postponeDue, rescheduleDue } from './due.ts'
import { REFERENCES, ENTITIES, type Entity, ownerTypes, recordKinds } from './kinds.ts'
import {
  type MissingRecord,
  forgetMissing,
  loadResource,
  markGone,
  markGoneWith,
  markMissing,
  nextMissing,
} from './records.ts'

export type RecordReaderDeps = WriterDeps & { client: ApiClient; db: ReadableDb; now: () => string }

export type ReadOptions = { priority: Priority; signal: AbortSignal; patienceMs?: number }

/** The wait before a single read is retried after a network failure or a crash. */
export const RETRY_MS = 60_000
/** Unreadable records of a list are read again after this time. */
const LEFT_OUT_MS = 6 * 3_600_000
/** A list of the records that belong to one record is reported as endless if it has more pages. */
const MAX_PAGES = 20

/** Failures that concern one record and not the connection. */
export function isAboutRecord(error: AppError): boolean {
  const { code } = error
  return code === 'api/not-found' || code === 'api/forbidden' || code === 'api/refused' || isUnreadableRecord(error)
}

export function instantAfter({ now }: { now: () => string }, ms: number): string {
  return instantOf((instantMs(now()) ?? 0) + ms)
}

/** Reads the next due record of this priority. A referenced record that another answer has stored is not requested. */
export async function readDue(deps: RecordReaderDeps, priority: DuePriority, signal: AbortSignal): Promise<void> {
  const due = nextDue(deps.db, priority, deps.now())
  if (!due) return
  deps.write((db) => postponeDue(db, due, instantAfter(deps, RETRY_MS)))
  const isStoredNow = priority === 4 && REFERENCES.has(due.type) && isStored(deps.db, due)
  try {
    const { isLeftOut } = isStoredNow ? { isLeftOut: false } : await readRecord(deps, due, { priority, signal })
    if (isLeftOut) {
      deps.write((db) => rescheduleDue(db, due, instantAfter(deps, LEFT_OUT_MS)))
      return
    }
  } catch (error) {
    // The sweeps will read it if it exists.
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
    if (due.type === 'custom_field_definition' && error.code === 'api/not-found') resolveMissing(deps, due, true)
  }
  deps.write((db) => dropDue(db, due))
}

/**
 * `missed`: records that belong to this one and are no longer in its list; they are checked. `isLeftOut`: the list
 * contained unreadable records.
 */
export type ReadRecord = { missed: string[]; isLeftOut: boolean }

/** Reads one complete record of `recordKinds`. */
export async function readRecord(
  deps: RecordReaderDeps,
  { type: name, id }: Linkage,
  options: ReadOptions,
): Promise<ReadRecord> {
  const kind = recordKinds[name]
  if (!kind) return { missed: [], isLeftOut: false }
  let isLeftOut = false
  const listed = new Set<string>()
  let firstSeq: number | null = null
  let path: string | null = kind.path(encodeURIComponent(id))
  for (let page = 0; path !== null && page < MAX_PAGES; page++) {
    const otherPath = page === 0 ? kind.otherPath?.(encodeURIComponent(id)) : undefined
    const { document, requestSeq, isOlderThan } = await readPath(deps, [path, otherPath], kind.type, options)
    firstSeq ??= requestSeq
    const owner = { type: ownerTypes[name] ?? '', id }
    const data =
      kind.ownerRelation === undefined
        ? document.data
        : document.data.map((record) => addOwner(record, kind.ownerRelation ?? '', owner))
    await storeRecords(deps, { ...document, data }, { requestSeq, isOlderThan }, options.signal)
    for (const record of data) listed.add(record.id)
    isLeftOut ||= document.unreadable.length > 0
    path = document.next === path ? null : document.next
  }
  if (path !== null) deps.client.report({ path }, new AppError('api/list-endless'))
  if (kind.ownerRelation === undefined || path !== null) return { missed: [], isLeftOut }
  const missed = loadIdsBelongingTo(deps.db, name, id).filter((storedId) => !listed.has(storedId))
  if (missed.length > 0) deps.write((db) => markMissing(db, kind.type, missed, firstSeq ?? 0))
  return { missed, isLeftOut }
}

/** Stores an answer outside of a sweep in parts, because it may contain far more than was requested. */
export async function storeRecords(
  deps: WriterDeps & Pick<RecordReaderDeps, 'now'>,
  records: Pick<Document, 'data' | 'included'>,
  answer: Pick<ApiAnswer, 'requestSeq' | 'isOlderThan'>,
  signal: AbortSignal,
): Promise<void> {
  const { requestSeq, isOlderThan } = answer
  const readAt = deps.now()
  await createPartWriter(deps)(records, {
    reading: () => ({ requestSeq, isOlderThan, readAt, sweepId: null }),
    end: () => undefined,
    signal,
  })
}

/** Tries the second path if the first one is not found. */
async function readPath(
  { client }: RecordReaderDeps,
  [path, otherPath]: [string, string | undefined],
  type: string,
  options: ReadOptions,
): ReturnType<ApiClient['read']> {
  try {
    return await client.read({ path, ...options }, type)
  } catch (error) {
    if (otherPath === undefined || !(error instanceof AppError) || error.code !== 'api/not-found') throw error
    return client.read({ path: otherPath, ...options }, type)
  }
}

/** Adds the relation to the owner, because such lists leave it out. */
function addOwner(record: Resource, relation: string, owner: Linkage): Resource {
  return { ...record, relationships: { ...record.relationships, [relation]: owner } }
}

function loadIdsBelongingTo(db: ReadableDb, name: string, id: string): string[] {
  const owner = ownerTypes[name]
  if (isEntity(owner)) return valuesOf(db, owner, id).map((value) => value.id)
  return db
    .all<{ id: string }>(
      `SELECT r.id FROM res r WHERE r.type = 'custom_field_option' AND json_extract(r.raw, '$.relationships.definition.id') = ?`,
      id,
    )
    .map((option) => option.id)
}

function isEntity(type: string | undefined): type is Entity {
  return ENTITIES.some((entity) => entity === type)
}

/** Requests one record that the lists lack. Only a 404 for this record marks it as gone. */
export async function verifyMissing(deps: RecordReaderDeps, signal: AbortSignal): Promise<void> {
  const missing = nextMissing(deps.db)
  if (missing) await confirmByReading(deps, missing, { priority: 3, signal })
}

export async function confirmByReading(
  deps: RecordReaderDeps,
  missing: MissingRecord,
  options: ReadOptions,
): Promise<void> {
  try {
    const { document, ...answer } = await deps.client.read(
      { path: findPath(deps.db, missing), ...options },
      missing.type,
    )
    await storeRecords(deps, document, answer, options.signal)
  } catch (error) {
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
    resolveMissing(deps, missing, error.code === 'api/not-found')
  }
}

function findPath(db: ReadableDb, { type, id }: MissingRecord): string {
  const escapedId = encodeURIComponent(id)
  if (type !== 'custom_field_option')
    return recordKinds[type]?.path(escapedId).replace(/\?.*/, '') ?? `/${type}s/${escapedId}`
  const option = loadResource(db, type, id)
  return `/custom_field_definitions/${encodeURIComponent((option && related(option, 'definition')?.id) ?? '')}/options/${escapedId}`
}

/** If the service refused the read for another reason than "not found", the record stays and counts as read. */
function resolveMissing(deps: RecordReaderDeps, missing: MissingRecord, isGone: boolean): void {
  deps.write((db, announce) => {
    if (isGone) markGone(db, missing.type, missing.id, deps.now())
    else forgetMissing(db, missing.type, missing.id)
    if (isGone) spreadGone(db, missing, deps.now())
    announceGone(db, announce, missing)
  })
}

/**
 * Marks the values of a gone definition as gone. If a value is gone, its definition is read next: one read of it may
 * replace a read of each other value.
 */
function spreadGone(db: WritableDb, { type, id }: MissingRecord, now: string): void {
  if (type === 'custom_field_definition') markGoneWith(db, id, now)
  const value = type === 'custom_field' ? loadResource(db, type, id) : null
  const definition = value && related(value, 'definition')
  if (definition) markDue(db, definition, 2)
}

function announceGone(db: WritableDb, announce: Announce, { type, id }: MissingRecord): void {
  if (type === 'container') {
    projectContainers(db, [id])
    announce('containers', id)
  } else if (type === 'shipment') {
    projectShipments(db, [id])
    announce('shipments', id)
  } else if (type === 'document') {
    projectDocuments(db, [id])
    announceDocument(db, announce, id)
  } else announce('fields', type === 'custom_field' ? loadOwnerOfField(db, id)?.id : undefined)
}
