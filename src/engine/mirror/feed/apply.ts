// Stores rows of the office's feed in the mirror of a desktop that follows. Like apply.ts, but the leader has compared
// the versions: its changes are stored as they are, and no sweep is counted.
import { text } from '../../api/attributes.ts'
import type { Resource } from '../../api/decode.ts'
import type { WritableDb } from '../../db/open.ts'
import type { Announce } from '../../db/write.ts'
import {
  type IsEnough,
  MILESTONE,
  type NewRecords,
  type TouchedIds,
  announceLineNames,
  computeWeight,
  createTouchedIds,
  reproject,
  saveCheckTimes,
  touch,
} from '../apply.ts'
import { loadContainersWithoutZone, loadPlaceZone, savePlaceZone } from '../containers/place-zones.ts'
import { areEventsDue, loadNewestEventAt, markEventsDue, replaceEvents } from '../containers/event-store.ts'
import { announceDocument } from '../documents/store.ts'
import { loadCorrections, replaceCorrections } from '../edits/store.ts'
import { saveFieldOwner } from '../fields/store.ts'
import { SAME_CHANGE_WITHIN_S, insertChange, newestChangeId } from '../history/store.ts'
import { sweepKinds } from '../kinds.ts'
import { replaceMissed } from '../missed.ts'
import { removeChanges } from '../history/removal.ts'
import { insertStartMark, loadReadMark } from '../history/read-marks.ts'
import { noteFollowedSweep, replaceReadTimes } from '../read-times.ts'
import {
  cacheResources,
  lastCompleteSweep,
  loadLastSuccess,
  resourceOf,
  saveLastSuccess,
  saveSweep,
  startSweep,
} from '../records.ts'
import { saveListedLine } from '../tracking/store.ts'
import { isSetBack } from './beats.ts'
import { loadCursor } from './cursor.ts'
import { hasChangeMarks, hasRecordMarks, isMarked, markRecord, unmarkRecord } from './marks.ts'
import {
  type ChangeFeedRow,
  type CheckRow,
  type CorrectionsRow,
  type EventsRow,
  type FeedRow,
  type RawRow,
  type RecordRow,
  type SweepRow,
  parseFeedRow,
} from './rows.ts'

/**
 * Which records of this desktop take precedence over rows of the feed. `marked`: those that it read and did not send
 * yet. `none`: another desktop has led since they were marked, so a mark is deleted with the replaced record. `newer`:
 * the office was restored from an older copy, so those that were read later than the office's are marked.
 */
export type Precedence = 'marked' | 'newer' | 'none'

/** `onUnreadable` gets rows that are left out. */
export type ApplyFeedOptions = {
  from: number
  isEnough: IsEnough
  precedence: Precedence
  onUnreadable: (row: RawRow) => void
}

type State = {
  db: WritableDb
  announce: Announce
  precedence: Precedence
  hasMarks: boolean
  /** Whether this desktop may have changes of its own that an earlier leader adds late. */
  withdrawsOwn: boolean
  /** The last change that this desktop saw before it joined the office; 0 without one. */
  lastOwnChange: number
  newestChangeId: number
  records: ReturnType<typeof cacheResources>
  touched: TouchedIds
  fresh: NewRecords
  /** Containers whose events must be read if this desktop leads. */
  eventsDue: Set<string>
  /** Places whose zone changed. */
  places: Set<string>
  weight: number
}

/**
 * A slice has at least this many rows or this weight, which take a few milliseconds of processor time. On a busy
 * computer, smaller slices would spend more time on commits than on rows.
 */
const MIN_ROWS = 100
const MIN_WEIGHT = 25

/** Stores rows from `from` on, until `isEnough` returns true. Returns the index of the next row. */
export function applyFeed(
  db: WritableDb,
  announce: Announce,
  rows: readonly RawRow[],
  { from, isEnough, precedence, onUnreadable }: ApplyFeedOptions,
): number {
  const state: State = {
    db,
    announce,
    precedence,
    hasMarks: hasRecordMarks(db),
    // What it read alone is compared later, all at once.
    withdrawsOwn: hasChangeMarks(db) && loadCursor(db, 'alone') === 0,
    lastOwnChange: loadCursor(db, 'own-changes'),
    newestChangeId: newestChangeId(db),
    records: cacheResources(db),
    touched: createTouchedIds(new Set()),
    fresh: { container: new Map(), shipment: new Map() },
    eventsDue: new Set(),
    places: new Set(),
    weight: 0,
  }
  const isTooSmall = () => next < from + MIN_ROWS && state.weight < MIN_WEIGHT
  let next = from
  for (; next < rows.length && (isTooSmall() || !isEnough(next - from, state.weight)); next++) {
    const raw = rows[next]
    const row = raw && parseFeedRow(raw)
    if (row) applyRow(state, row)
    else if (raw) onUnreadable(raw)
  }
  const { touched } = state
  markEventsDue(db, [...state.eventsDue])
  if (state.places.size > 0)
    for (const id of loadContainersWithoutZone(db, [...state.places])) touched.container.add(id)
  if (touched.line.size > 0) announceLineNames(announce)
  if (touched.field.size > 0) announce('fields')
  reproject(db, announce, touched, { load: state.records.load, fresh: state.fresh, keepsZones: true })
  return next
}

function applyRow(state: State, row: FeedRow): void {
  if (row.kind === 'change') applyChange(state, row)
  else if (row.kind === 'sweep') applySweep(state, row)
  else if (skipsRow(state, row)) return
  else if (row.kind === 'record') applyRecord(state, row)
  else if (row.kind === 'checked') applyCheck(state, row)
  else if (row.kind === 'events') applyEvents(state, row)
  else if (row.kind === 'corrections') applyCorrections(state, row)
  else if (row.kind === 'read-times') replaceReadTimes(state.db, row.times)
  else if (loadPlaceZone(state.db, row.id) !== row.zone) {
    savePlaceZone(state.db, row.id, row.zone)
    state.places.add(row.id)
  }
}

function applyEvents({ db, announce, eventsDue, precedence }: State, { id, events }: EventsRow): void {
  const [newest, newestHere] = [newestOf(events), loadNewestEventAt(db, id)]
  // A restored office may have the events from before the change that made them due. An office that did not get the
  // events of this desktop has older ones, and the record that made them due does not come again.
  const isDue = newest < newestHere || (newest === newestHere && areEventsDue(db, id))
  replaceEvents(db, id, events)
  if (isDue && precedence !== 'marked') eventsDue.add(id)
  else eventsDue.delete(id)
  announce('containers', id)
}

/** When the newest of them was first seen; '' without an event. */
const newestOf = (events: EventsRow['events']): string =>
  events.reduce((newest, { first_seen_at: at }) => (at && at > newest ? at : newest), '')

/** The service takes all corrections of a document as one object, so each desktop that may lead must have them. */
function applyCorrections({ db, announce }: State, { id, corrections }: CorrectionsRow): void {
  replaceCorrections(db, id, corrections)
  announceDocument(db, announce, id)
}

/** A follower does not know when the leader last read the events, only when it first saw the newest of them. */
function markEventsDueSince({ db, eventsDue }: State, containerId: string, at: string): void {
  if (at > loadNewestEventAt(db, containerId)) eventsDue.add(containerId)
}

const getEventLinks = ({ relationships }: Resource) => JSON.stringify(relationships['transport_events'] ?? null)

/** Most versions have the links of the version before, spelled alike, so that it need not be parsed. */
function hasSameEvents(stored: Stored | undefined, resource: Resource): boolean {
  if (!stored) return false
  const links = getEventLinks(resource)
  return (
    (links !== 'null' && stored.raw.includes(`"transport_events":${links}`)) ||
    getEventLinks(resourceOf(resource.type, resource.id, stored.raw)) === links
  )
}

/** Whether the row does not replace what this desktop has. */
function skipsRow(state: State, row: FeedRow): boolean {
  const { db, precedence, hasMarks } = state
  const { kind, type, id } = row
  if (precedence === 'marked') return hasMarks && isMarked(db, type, id)
  if (precedence === 'newer' && isNewerHere(state, row)) {
    if (row.kind === 'record') adoptFirstSeen(state, row)
    markRecord(db, type, id)
    return true
  }
  // A check does not replace the record.
  if (hasMarks && kind !== 'checked') unmarkRecord(db, type, id)
  return false
}

/** The office keeps the time at which it first had a record. */
function adoptFirstSeen(state: State, { type, id, firstSeenAt }: RecordRow): void {
  const stored = loadStored(state, type, id)
  if (!stored || stored.firstSeenAt === firstSeenAt) return
  state.db.run('UPDATE res SET first_seen_at = ? WHERE key = ?', firstSeenAt, stored.key)
  touch(state.touched, 'changed', resourceOf(type, id, stored.raw))
}

/** Whether this desktop has read the record, its check or its newest event later than the desktop that sent the row. */
function isNewerHere(state: State, row: FeedRow): boolean {
  const { db } = state
  // What an older copy of the office has. A desktop that reads alone saves no corrections.
  if (row.kind === 'corrections') return isSetBack(db) && Object.keys(loadCorrections(db, row.id)).length > 0
  if (row.kind === 'events') return loadNewestEventAt(db, row.id) > newestOf(row.events)
  const stored = loadStored(state, row.type, row.id)
  if (!stored) return false
  if (row.kind === 'record') return stored.verifiedAt > row.readAt
  if (row.kind !== 'checked') return false
  const { attributes } = resourceOf(row.type, row.id, stored.raw)
  return Object.entries(row.times).every(([name]) => (text(attributes, name) ?? '') >= (text(row.times, name) ?? ''))
}

type Stored = {
  key: number
  raw: string
  hash: string
  firstSeenAt: string
  goneSince: string | null
  verifiedAt: string
  requestSeq: number
}

function loadStored({ db }: State, type: string, id: string): Stored | undefined {
  return db.get<Stored>(
    `SELECT r.key, r.raw, r.hash, r.first_seen_at AS firstSeenAt, s.gone_since AS goneSince,
       s.verified_at AS verifiedAt, s.req_seq AS requestSeq
     FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = +? AND r.id = +?`,
    type,
    id,
  )
}

function applyRecord(state: State, row: RecordRow): void {
  const stored = loadStored(state, row.type, row.id)
  const isSame = stored !== undefined && isSameVersion(stored, row) && stored.goneSince === row.goneSince
  const key = saveRecord(state, row, stored)
  // A document can be sent again only because its result changed.
  if (isSame && row.type !== 'document') return
  const { db, records, touched, fresh } = state
  const { resource, type, id } = row
  records.set(resource)
  if (!stored && row.goneSince === null && (type === 'container' || type === 'shipment'))
    fresh[type].set(id, { key, seenAt: row.firstSeenAt })
  if (type === 'container' && !hasSameEvents(stored, resource)) markEventsDueSince(state, id, row.readAt)
  if (type === 'shipping_line') saveListedLine(db, resource)
  if (type === 'custom_field') saveFieldOwner(db, resource)
  touch(touched, stored ? 'changed' : 'new', resource)
  state.weight += computeWeight(resource)
}

const isSameVersion = (stored: Stored, row: RecordRow) =>
  stored.raw === row.body && stored.hash === row.hash && stored.firstSeenAt === row.firstSeenAt

/**
 * Returns the key of the record. A record that this desktop read itself, later than the row, keeps the time and the
 * number of its reading.
 */
function saveRecord({ db }: State, row: RecordRow, stored: Stored | undefined): number {
  const { type, id, body, hash, reqSeq, firstSeenAt, readAt, goneSince } = row
  if (!stored) {
    const sql = 'INSERT INTO res (type, id, raw, hash, first_seen_at) VALUES (?, ?, ?, ?, ?)'
    const key = db.run(sql, type, id, body, hash, firstSeenAt)
    db.run(
      'INSERT INTO seen (key, req_seq, verified_at, gone_since) VALUES (?, ?, ?, ?)',
      key,
      reqSeq,
      readAt,
      goneSince,
    )
    return key
  }
  const { key } = stored
  if (!isSameVersion(stored, row))
    db.run('UPDATE res SET raw = ?, hash = ?, first_seen_at = ? WHERE key = ?', body, hash, firstSeenAt, key)
  if (stored.requestSeq <= reqSeq || stored.goneSince !== goneSince)
    db.run('UPDATE seen SET req_seq = ?, verified_at = ?, gone_since = ? WHERE key = ?', reqSeq, readAt, goneSince, key)
  return key
}

/** A check of a record that is not here yet is in its body, which follows. */
function applyCheck(state: State, { type, id, times, hash }: CheckRow): void {
  const stored = loadStored(state, type, id)
  if (!stored || stored.hash === hash) return
  const { db, announce, records, touched } = state
  const { attributes, relationships } = resourceOf(type, id, stored.raw)
  const resource = { type, id, attributes: { ...attributes, ...times }, relationships }
  const raw = JSON.stringify({ attributes: resource.attributes, relationships })
  db.run('UPDATE res SET raw = ?, hash = ? WHERE key = ?', raw, hash, stored.key)
  records.set(resource)
  if (type === 'tracking_request') touch(touched, 'changed', resource)
  else saveCheckTimes(db, announce, resource)
}

/** Ids of changes are this desktop's own: what its user has read counts by them. */
function applyChange(state: State, row: ChangeFeedRow): void {
  const { db, touched } = state
  const knownId = db.value<number>('SELECT id FROM change WHERE uid = ?', row.uid)
  if (knownId !== undefined) {
    // It need not be sent: the answer to its page was lost, or another desktop sent it.
    db.run('DELETE FROM office_change_out WHERE change_id = ?', knownId)
    return
  }
  const revertsId =
    row.revertsUid === null ? undefined : db.value<number>('SELECT id FROM change WHERE uid = ?', row.revertsUid)
  if (state.withdrawsOwn) withdrawOwn(db, row)
  const ownId = findOwnChange(state, row)
  if (ownId !== undefined) db.run('DELETE FROM change WHERE id = ?', ownId)
  insertChange(db, {
    ...row,
    rid: row.id,
    id: ownId ?? ++state.newestChangeId,
    type: row.type,
    requestSeq: row.reqSeq,
    kind: row.changeKind,
    revertsId: revertsId ?? null,
  })
  state.announce('changes')
  // The row shows the time of its last change, and since when it is blocked.
  if (row.type === 'container' || row.type === 'shipment') touched[row.type].add(row.id)
  if (row.type === 'container' && MILESTONE.test(row.field)) markEventsDueSince(state, row.id, row.seenAt)
  state.weight += 1
}

/** An earlier leader added this change late. This desktop saw it too, and did not send it yet. */
function withdrawOwn(db: WritableDb, { type, id, field, after, seenAt }: ChangeFeedRow): void {
  const own = db.get<{ id: number; uid: string }>(
    `SELECT c.id, c.uid FROM change c CROSS JOIN office_change_out o ON o.change_id = c.id
     WHERE o.was_sent = 0 AND c.type = +? AND c.rid = +? AND c.field = ? AND c.after IS ?
       AND abs(unixepoch(c.seen_at) - unixepoch(?)) <= ${SAME_CHANGE_WITHIN_S} LIMIT 1`,
    type,
    id,
    field,
    after,
    seenAt,
  )
  if (!own) return
  db.run('DELETE FROM office_change_out WHERE change_id = ?', own.id)
  removeChanges(db, [own.uid])
}

/** The same change, as this desktop saw it before it joined the office. */
function findOwnChange(
  { db, lastOwnChange }: State,
  { type, id, field, after, seenAt }: ChangeFeedRow,
): number | undefined {
  if (lastOwnChange === 0) return undefined
  return db.value<number>(
    `SELECT id FROM change WHERE type = ? AND rid = ? AND id <= ? AND field = ? AND after IS ? AND uid IS NULL
       AND abs(unixepoch(seen_at) - unixepoch(?)) <= ${SAME_CHANGE_WITHIN_S} LIMIT 1`,
    type,
    id,
    lastOwnChange,
    field,
    after,
    seenAt,
  )
}

/**
 * Stores that the leader completed a sweep. Its rows come before this one in the feed, so the age of the board is the
 * age of this sweep.
 */
function applySweep({ db, announce }: State, { id, sweep }: SweepRow): void {
  const kind = sweepKinds.find((name) => name === id)
  if (!kind || (lastCompleteSweep(db, kind)?.endedAt ?? '') >= sweep.endedAt) return
  saveSweep(db, { ...sweep, id: startSweep(db, kind, sweep.startedAt), kind, nextUrl: null, state: 'COMPLETE' })
  replaceMissed(db, kind, sweep.missed)
  if (kind === 'containers') {
    if (loadReadMark(db) === null) {
      insertStartMark(db, sweep.endedAt, newestChangeId(db))
      announce('changes')
      announce('containers')
    }
    noteFollowedSweep(db, sweep.endedAt)
    if ((loadLastSuccess(db) ?? '') < sweep.endedAt) saveLastSuccess(db, sweep.endedAt)
  }
  announce('sync')
}
