// Uses webhook notifications as hints: a desktop cannot receive webhooks, but it can read the list of notifications
// that were sent to others. A notification names a record, which is then read ahead of its list; nothing else in it is
// used. Notifications from a time without checks are skipped, because the lists have been read since. One exception, at
// any age: only a notification reports that a document could not be extracted.
import { AppError } from '#contract/errors.ts'
import type { ApiClient } from '../api/client.ts'
import { instant, related, text } from '../api/attributes.ts'
import { type Document, type Linkage, type Resource, isRecord } from '../api/decode.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import { announceDocument, noteNotExtracted, recordNotExtracted } from '../mirror/documents/store.ts'
import { isAwaiting } from '../outbox/uploads.ts'
import { instantMs } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import { markDue } from '../mirror/due.ts'
import type { SweepKind } from '../mirror/kinds.ts'
import { isAboutRecord } from '../mirror/record-reader.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'

export type Hints = {
  isDue(isWatched: boolean): boolean
  /** One request. Returns the lists to read now instead of when they are due. */
  read(signal: AbortSignal): Promise<SweepKind[]>
}

export type HintsDeps = DataDeps & { client: ApiClient; clock: Clock }

const WATCHED_MS = 60_000
const TRAY_MS = 5 * 60_000
/** An account without webhooks has no notifications, or no access to them. */
const NONE_MS = 60 * 60_000
/** A notification that is older than this at the last check is ignored. */
const REMEMBERED_MS = 10 * 60_000
/** More records than this are read faster through their list. */
const MAX_AT_ONCE = 10

const PATH = '/webhook_notifications?page[size]=50'
const MARK = 'hinted_through'

/** Up to where notifications were read: the newest instant, and the notifications of that instant. */
type Mark = { at: string; ids: string[]; lookedAt: string }

export function createHints(deps: HintsDeps): Hints {
  let askedMono: number | null = null
  let hasNone = false
  let path = `${PATH}&include=reference_object`
  return {
    isDue: (isWatched) => askedMono === null || deps.clock.mono() - askedMono >= periodMs(deps.db, hasNone, isWatched),
    read: async (signal) => {
      askedMono = deps.clock.mono()
      try {
        const { document } = await deps.client.read({ path, priority: 3, signal }, 'webhook_notification')
        hasNone = document.data.length === 0
        return deps.write((db, announce) => {
          const seenAt = deps.now()
          for (const { id, at } of notExtractedIn(db, document)) {
            announceDocument(db, announce, id)
            if (recordNotExtracted(db, id, { at, seenAt })) announce('changes')
          }
          return takeHints(db, document, seenAt)
        })
      } catch (error) {
        if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
        // The name of the relation was observed and is not documented; without it, some notifications still name their
        // record.
        hasNone = path === PATH
        path = PATH
        return []
      }
    },
  }
}

function periodMs(db: ReadableDb, hasNone: boolean, isWatched: boolean): number {
  if (hasNone && !isAwaiting(db)) return NONE_MS
  return isWatched && !hasNone ? WATCHED_MS : TRAY_MS
}

function notExtractedIn(db: WritableDb, { data }: Document): { id: string; at: string }[] {
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

/** Another account has other notifications. */
export function forgetHints(db: WritableDb): void {
  db.run('DELETE FROM mirror.meta WHERE key = ?', MARK)
}

function takeHints(db: WritableDb, document: Document, now: string): SweepKind[] {
  const mark = readMark(db)
  const newest = newestOf(document.data)
  const at = newest ?? mark?.at ?? now
  const ids = document.data.filter((notification) => createdAt(notification) === at).map(({ id }) => id)
  saveMeta(db, 'mirror', MARK, JSON.stringify({ at, ids, lookedAt: now } satisfies Mark))
  if (mark === null || agoMs(mark.lookedAt, now) > REMEMBERED_MS) return []
  const fresh = document.data.filter((notification) => isNew(notification, mark))
  const named = new Map<string, Linkage & { at: string }>()
  for (const notification of fresh) {
    const subject = subjectOf(document, notification)
    if (subject) named.set(`${subject.type} ${subject.id}`, { ...subject, at: createdAt(notification) ?? now })
  }
  const wanted = [...named.values()].filter((subject) => !isReadSince(db, subject))
  const lists = new Set<SweepKind>()
  for (const [type, list] of [
    ['container', 'containers'],
    ['shipment', 'shipments'],
  ] as const) {
    const own = wanted.filter((subject) => subject.type === type)
    if (own.length > MAX_AT_ONCE) lists.add(list)
    else for (const { id } of own) markDue(db, { type, id }, 2)
  }
  if (wanted.some(({ type }) => type === 'tracking_request')) lists.add('tracking_requests')
  return [...lists]
}

function readMark(db: ReadableDb): Mark | null {
  const stored = loadMeta(db, 'mirror', MARK)
  const mark: unknown = stored === null ? null : JSON.parse(stored)
  return isRecord(mark) ? (mark as Mark) : null
}

function agoMs(at: string, now: string): number {
  return Math.abs((instantMs(now) ?? 0) - (instantMs(at) ?? 0))
}

function createdAt({ attributes }: Resource): string | null {
  return instant(attributes, 'created_at')
}

/** The notifications come in no fixed order. */
function newestOf(notifications: readonly Resource[]): string | null {
  return notifications
    .map(createdAt)
    .reduce((newest, at) => (at !== null && (newest === null || at > newest) ? at : newest), null)
}

function isNew(notification: Resource, mark: Mark): boolean {
  const at = createdAt(notification)
  return at !== null && (at > mark.at || (at === mark.at && !mark.ids.includes(notification.id)))
}

const RECORDS = ['container', 'shipment', 'tracking_request']

/**
 * The record that the notification is about: named by the notification itself, or by the event that it names, if that
 * event is included with its relations.
 */
function subjectOf({ included }: Document, notification: Resource): Linkage | null {
  const reference = related(notification, 'reference_object')
  if (!reference || RECORDS.includes(reference.type)) return reference
  const news = included.find(({ type, id }) => type === reference.type && id === reference.id)
  return news ? (related(news, 'container') ?? related(news, 'shipment')) : null
}

function isReadSince(db: ReadableDb, { type, id, at }: Linkage & { at: string }): boolean {
  const seen = db.get<{ at: string }>(
    'SELECT s.verified_at AS at FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = +? AND r.id = +?',
    type,
    id,
  )
  return seen !== undefined && seen.at > at
}
