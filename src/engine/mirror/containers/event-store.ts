// Transport events of a container (service specification 2.4), stored in typed columns and not as records: one has 20
// to 100 events, no event is requested by its id, and the timeline needs only these fields.
import { instant, related, text, zone } from '../../api/attributes.ts'
import type { Resource } from '../../api/decode.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import { loadMeta, saveMeta } from '../../db/meta.ts'
import { EVENTS, markRecord } from '../feed/marks.ts'
import { instantInZone, instantMs } from '../../outside/calendar.ts'

export type StoredEvent = {
  id: string
  /** As sent: `container.transport.vessel_loaded`. */
  event: string
  at: string | null
  zone: string | null
  locode: string | null
  place: string | null
  vessel: string | null
  voyage: string | null
  source: string | null
  /** New value of a changed deadline or appointment, as sent. */
  value: string | null
  firstSeenAt: string
}

/** When the event happened. Null if the service sent the new last free day instead of the time of its change. */
export function getEventTime({ at, value, zone: placeZone }: StoredEvent, now: string): string | null {
  if (at === null || value === null) return at
  const midnights = [instantMs(value), instantInZone(value.slice(0, 10), '00:00', placeZone ?? 'UTC')]
  return isFuture(at, now) || midnights.includes(instantMs(at)) ? null : at
}

/** The clocks of the service and of this computer differ, and the moment of the screens is up to a minute old. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

export function isFuture(at: string, now: string): boolean {
  return (instantMs(at) ?? 0) - (instantMs(now) ?? 0) > CLOCK_TOLERANCE_MS
}

/** Stores one page of a container's events. Removes events that were revoked (`invalidated_at`). */
export function storeEvents(
  db: WritableDb,
  containerId: string,
  events: Resource[],
  included: Resource[],
  readAt: string,
): void {
  const countBefore = countEventsOfContainer(db, containerId)
  const totalBefore = countEvents(db)
  const names = new Map(
    included.map((resource) => [`${resource.type}/${resource.id}`, text(resource.attributes, 'name')]),
  )
  for (const event of events) {
    if (instant(event.attributes, 'invalidated_at') !== null) deleteEvent(db, containerId, event.id)
    else saveEvent(db, containerId, event, names, readAt)
  }
  saveMeta(db, 'mirror', EVENT_COUNT_KEY, String(totalBefore + countEventsOfContainer(db, containerId) - countBefore))
  markRecord(db, EVENTS, containerId)
}

const EVENT_COUNT_KEY = 'event_count'

function countEventsOfContainer(db: ReadableDb, containerId: string): number {
  return db.value<number>('SELECT count(*) AS n FROM event WHERE container_id = ?', containerId) ?? 0
}

/** The total is stored, because counting millions takes long. Older files lack it until the next page is stored. */
export function countEvents(db: ReadableDb): number {
  return Number(loadMeta(db, 'mirror', EVENT_COUNT_KEY) ?? db.value<number>('SELECT count(*) AS n FROM event') ?? 0)
}

function saveEvent(
  db: WritableDb,
  containerId: string,
  event: Resource,
  names: Map<string, string | null>,
  readAt: string,
): void {
  const { attributes } = event
  const nameOf = (relation: string) => {
    const linkage = related(event, relation)
    return linkage ? (names.get(`${linkage.type}/${linkage.id}`) ?? null) : null
  }
  db.run(
    `INSERT INTO event (id, container_id, event, at, zone, locode, place, vessel, voyage, source, value, created_at, first_seen_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (container_id, id) DO UPDATE SET event = excluded.event, at = excluded.at, zone = excluded.zone,
       locode = excluded.locode, place = coalesce(excluded.place, place), vessel = coalesce(excluded.vessel, vessel),
       voyage = excluded.voyage, source = excluded.source, value = excluded.value`,
    event.id,
    containerId,
    text(attributes, 'event') ?? 'unknown',
    instant(attributes, 'timestamp'),
    zone(attributes, 'timezone'),
    text(attributes, 'location_locode'),
    nameOf('terminal') ?? nameOf('location'),
    nameOf('vessel'),
    text(attributes, 'voyage_number'),
    text(attributes, 'data_source'),
    text(attributes, 'value'),
    instant(attributes, 'created_at'),
    readAt,
  )
}

function deleteEvent(db: WritableDb, containerId: string, id: string): void {
  db.run('DELETE FROM event WHERE container_id = ? AND id = ?', containerId, id)
}

const EVENT_COLUMNS = 'id, event, at, zone, locode, place, vessel, voyage, source, value, created_at, first_seen_at'

/** A row of the table `event`, without its container. */
export type EventRow = Record<string, string | null> & { id: string }

/** All rows of a container, as stored. */
export function loadAllEvents(db: ReadableDb, containerId: string): EventRow[] {
  return db.all<EventRow>(`SELECT ${EVENT_COLUMNS} FROM event WHERE container_id = ? ORDER BY id`, containerId)
}

/** Replaces all rows of a container by those of another desktop, which has read all of its events. */
export function replaceEvents(db: WritableDb, containerId: string, events: readonly EventRow[]): void {
  const totalBefore = countEvents(db)
  const removed = db.runAndCount('DELETE FROM event WHERE container_id = ?', containerId)
  const columns = EVENT_COLUMNS.split(', ')
  for (const event of events)
    db.run(
      `INSERT INTO event (container_id, ${EVENT_COLUMNS}) VALUES (?${', ?'.repeat(columns.length)})`,
      containerId,
      ...columns.map((name) => event[name] ?? null),
    )
  db.run('DELETE FROM event_due WHERE container_id = ?', containerId)
  saveMeta(db, 'mirror', EVENT_COUNT_KEY, String(totalBefore + events.length - removed))
}

/** When the newest event of a container was first seen; '' without an event. */
export function loadNewestEventAt(db: ReadableDb, containerId: string): string {
  return db.value<string | null>('SELECT max(first_seen_at) AS at FROM event WHERE container_id = ?', containerId) ?? ''
}

/** Null if the events of this container were never read. */
export function loadEvents(db: ReadableDb, containerId: string): StoredEvent[] | null {
  const events = db.all<StoredEvent>(
    `SELECT id, event, at, zone, locode, place, vessel, voyage, source, value, first_seen_at AS firstSeenAt
     FROM event WHERE container_id = ? ORDER BY at IS NULL, at, created_at, id`,
    containerId,
  )
  return events.length === 0 && areEventsDue(db, containerId) ? null : events
}

/** Whether the events of this container are to be read, now or later. */
export function areEventsDue(db: ReadableDb, containerId: string): boolean {
  return db.get('SELECT 1 FROM event_due WHERE container_id = ?', containerId) !== undefined
}

export type DueEvents = { containerId: string; nextUrl: string | null }

/**
 * Marks the events of these containers to be read (again) from the first page. The answer of a reading in progress may
 * be older than this mark. So a reading postpones the row when it begins, and deletes it only if this function did not
 * change it since.
 */
export function markEventsDue(db: WritableDb, containerIds: string[]): void {
  if (containerIds.length === 0) return
  // Sorted, because the ids are random: in sorted order, new rows are written next to each other.
  db.run(
    `INSERT INTO event_due (container_id) SELECT value FROM json_each(?) WHERE true
     ON CONFLICT DO UPDATE SET next_url = NULL, not_before_at = NULL`,
    JSON.stringify(containerIds.toSorted()),
  )
}

/** A reading sets the time when it begins, and `markEventsDue` removes it. */
const NOT_MARKED_AGAIN = 'container_id = ? AND not_before_at IS NOT NULL'

const IS_DUE =
  '(d.not_before_at IS NULL OR d.not_before_at <= ?) AND d.container_id NOT IN (SELECT value FROM json_each(?))'

/**
 * The containers to read next. Those that were not picked up come first, because users open their timelines. Slow if
 * many are due, because it sorts all of them.
 */
export function loadNextEventsDue(db: ReadableDb, now: string, exceptIds: Set<string>, limit: number): string[] {
  return db.column<string>(
    `SELECT d.container_id AS id FROM event_due d LEFT JOIN container_row c ON c.id = d.container_id
       WHERE ${IS_DUE}
       ORDER BY c.stopped_at IS NOT NULL, c.lfd_date IS NULL, c.lfd_date, d.container_id LIMIT ?`,
    now,
    JSON.stringify([...exceptIds]),
    limit,
  )
}

/** Null if the events of this container are not due now. */
export function loadEventsDue(
  db: ReadableDb,
  containerId: string,
  now: string,
  exceptIds: Set<string>,
): DueEvents | null {
  return (
    db.get<DueEvents>(
      `SELECT d.container_id AS containerId, d.next_url AS nextUrl FROM event_due d WHERE d.container_id = ? AND ${IS_DUE}`,
      containerId,
      now,
      JSON.stringify([...exceptIds]),
    ) ?? null
  )
}

export function hasEventsDue(db: ReadableDb, now: string, exceptIds: Set<string>): boolean {
  return db.get(`SELECT 1 FROM event_due d WHERE ${IS_DUE} LIMIT 1`, now, JSON.stringify([...exceptIds])) !== undefined
}

/** Stores that one page was read; the next is due at once. */
export function saveEventsPage(db: WritableDb, containerId: string, nextUrl: string): void {
  db.run(`UPDATE event_due SET next_url = ?, not_before_at = NULL WHERE ${NOT_MARKED_AGAIN}`, nextUrl, containerId)
}

/** For when all pages were read or are not available. The mark remains if it was set again since the reading began. */
export function dropEventsDue(db: WritableDb, containerId: string): void {
  db.run(`DELETE FROM event_due WHERE ${NOT_MARKED_AGAIN}`, containerId)
}

/**
 * Makes the events due again from the first page at that time, for when some of them were unreadable. Does nothing if
 * they were marked again since the reading began.
 */
export function rescheduleEvents(db: WritableDb, containerId: string, notBeforeAt: string): void {
  db.run(`UPDATE event_due SET next_url = NULL, not_before_at = ? WHERE ${NOT_MARKED_AGAIN}`, notBeforeAt, containerId)
}

/** Makes all marked events due now, from the first page: stored links may belong to another service or key. */
export function restartEventsDue(db: WritableDb): void {
  db.run('UPDATE event_due SET next_url = NULL, not_before_at = NULL')
}

/** Postpones the reading, and begins at the first page: an interrupted reading may have missed new events. */
export function postponeEvents(db: WritableDb, containerId: string, notBeforeAt: string): void {
  db.run('UPDATE event_due SET next_url = NULL, not_before_at = ? WHERE container_id = ?', notBeforeAt, containerId)
}
