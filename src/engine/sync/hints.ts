// Uses webhook notifications as hints: a desktop cannot receive webhooks, but it can read the list of notifications
// that the service sent to webhooks of the account. A notification names a record, which is then read ahead of its
// list. Nothing else in it is used. Notifications from a time without checks are skipped, because the lists have been
// read since. Only a notification reports that a document could not be extracted, so that one is used at any age.
import { AppError } from '#contract/errors.ts'
import type { ApiClient } from '../api/client.ts'
import { instant, related, text } from '../api/attributes.ts'
import { type Document, type Linkage, type Resource, isRecord } from '../api/decode.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import { announceDocument, noteNotExtracted, recordNotExtracted } from '../mirror/documents/store.ts'
import { hasOpenUploads } from '../outbox/uploads.ts'
import { instantMs } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import { markDue } from '../mirror/due.ts'
import type { SweepKind } from '../mirror/kinds.ts'
import { isAboutRecord } from '../mirror/record-reader.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'

export type Hints = {
  isDue(isWatched: boolean): boolean
  /** Sends one request. Returns the lists that must be read now instead of when they are due. */
  read(signal: AbortSignal): Promise<SweepKind[]>
}

export type HintsDeps = DataDeps & { client: ApiClient; clock: Clock }

const WATCHED_MS = 60_000
const BACKGROUND_MS = 5 * 60_000
/** The interval for an account without notifications or without access to them, because it uses no webhooks. */
const EMPTY_LIST_MS = 60 * 60_000
/** If the last check was longer ago, its new notifications are skipped, because the lists have been read since. */
const MAX_CHECK_GAP_MS = 10 * 60_000
/** More records than this are read faster through their list. */
const MAX_SINGLE_READS = 10

const PATH = '/webhook_notifications?page[size]=50'
const POSITION_KEY = 'hinted_through'

/**
 * The position in the list of notifications: `at` is the instant of the newest one that was read, `ids` are those of
 * this instant, and `lookedAt` is the time of the last check.
 */
type Position = { at: string; ids: string[]; lookedAt: string }

export function createHints(deps: HintsDeps): Hints {
  let requestedMono: number | null = null
  let isListEmpty = false
  let path = `${PATH}&include=reference_object`
  return {
    isDue: (isWatched) =>
      requestedMono === null || deps.clock.mono() - requestedMono >= periodMs(deps.db, isListEmpty, isWatched),
    read: async (signal) => {
      requestedMono = deps.clock.mono()
      try {
        const { document } = await deps.client.read({ path, priority: 3, signal }, 'webhook_notification')
        isListEmpty = document.data.length === 0
        return deps.write((db, announce) => {
          const seenAt = deps.now()
          for (const { id, at } of saveNotExtracted(db, document)) {
            announceDocument(db, announce, id)
            if (recordNotExtracted(db, id, { at, seenAt })) announce('changes')
          }
          return applyHints(db, document, seenAt)
        })
      } catch (error) {
        if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
        // The name of the included relation is not documented, so the service may refuse it. Without it, some
        // notifications still name their record.
        isListEmpty = path === PATH
        path = PATH
        return []
      }
    },
  }
}

function periodMs(db: ReadableDb, isListEmpty: boolean, isWatched: boolean): number {
  if (isListEmpty && !hasOpenUploads(db)) return EMPTY_LIST_MS
  return isWatched && !isListEmpty ? WATCHED_MS : BACKGROUND_MS
}

function saveNotExtracted(db: WritableDb, { data }: Document): { id: string; at: string }[] {
  return data.flatMap((notification) => {
    const subject = related(notification, 'document') ?? related(notification, 'reference_object')
    const at = createdAt(notification)
    const isFailure =
      text(notification.attributes, 'event') === 'document.extraction_failed' &&
      subject?.type === 'document' &&
      at !== null
    return isFailure && noteNotExtracted(db, subject.id, at) ? [{ id: subject.id, at }] : []
  })
}

/** Call this when the account may be another one: it has other notifications. */
export function deletePosition(db: WritableDb): void {
  db.run('DELETE FROM mirror.meta WHERE key = ?', POSITION_KEY)
}

function applyHints(db: WritableDb, document: Document, now: string): SweepKind[] {
  const position = loadPosition(db)
  const newestAt = findNewest(document.data)
  const at = newestAt ?? position?.at ?? now
  const ids = document.data.filter((notification) => createdAt(notification) === at).map(({ id }) => id)
  saveMeta(db, 'mirror', POSITION_KEY, JSON.stringify({ at, ids, lookedAt: now } satisfies Position))
  if (position === null || computeGapMs(position.lookedAt, now) > MAX_CHECK_GAP_MS) return []
  const newNotifications = document.data.filter((notification) => isNew(notification, position))
  const subjects = new Map<string, Linkage & { at: string }>()
  for (const notification of newNotifications) {
    const subject = findSubject(document, notification)
    if (subject) subjects.set(`${subject.type} ${subject.id}`, { ...subject, at: createdAt(notification) ?? now })
  }
  const unread = [...subjects.values()].filter((subject) => !isReadSince(db, subject))
  const lists = new Set<SweepKind>()
  for (const [type, list] of [
    ['container', 'containers'],
    ['shipment', 'shipments'],
  ] as const) {
    const subjectsOfType = unread.filter((subject) => subject.type === type)
    if (subjectsOfType.length > MAX_SINGLE_READS) lists.add(list)
    else for (const { id } of subjectsOfType) markDue(db, { type, id }, 2)
  }
  if (unread.some(({ type }) => type === 'tracking_request')) lists.add('tracking_requests')
  return [...lists]
}

function loadPosition(db: ReadableDb): Position | null {
  const stored = loadMeta(db, 'mirror', POSITION_KEY)
  const position: unknown = stored === null ? null : JSON.parse(stored)
  return isRecord(position) ? (position as Position) : null
}

function computeGapMs(at: string, now: string): number {
  return Math.abs((instantMs(now) ?? 0) - (instantMs(at) ?? 0))
}

function createdAt({ attributes }: Resource): string | null {
  return instant(attributes, 'created_at')
}

/** The instant of the newest notification. The notifications come in no fixed order. */
function findNewest(notifications: readonly Resource[]): string | null {
  return notifications
    .map(createdAt)
    .reduce((newest, at) => (at !== null && (newest === null || at > newest) ? at : newest), null)
}

function isNew(notification: Resource, position: Position): boolean {
  const at = createdAt(notification)
  return at !== null && (at > position.at || (at === position.at && !position.ids.includes(notification.id)))
}

const RECORD_TYPES = ['container', 'shipment', 'tracking_request']

/**
 * The record that the notification is about: named by the notification itself, or by the event that it names, if that
 * event is included with its relations.
 */
function findSubject({ included }: Document, notification: Resource): Linkage | null {
  const reference = related(notification, 'reference_object')
  if (!reference || RECORD_TYPES.includes(reference.type)) return reference
  const event = included.find(({ type, id }) => type === reference.type && id === reference.id)
  return event ? (related(event, 'container') ?? related(event, 'shipment')) : null
}

function isReadSince(db: ReadableDb, { type, id, at }: Linkage & { at: string }): boolean {
  const lastRead = db.get<{ at: string }>(
    'SELECT s.verified_at AS at FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = +? AND r.id = +?',
    type,
    id,
  )
  return lastRead !== undefined && lastRead.at > at
}
