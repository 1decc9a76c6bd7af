// Rules of an office: all desktops have the same mirror and the same history, which the office has too, and together
// they stay within the limit of the key.
import type { ReadableDb } from '#engine/db/open.ts'
import { CORRECTIONS, EVENTS, PLACE_ZONE, READ_TIMES, SWEEP } from '#engine/mirror/feed/marks.ts'
import { compareDumps, nameRow } from '#support/dumps.ts'
import { dumpMirror } from '#support/office-desktop.ts'
import type { OfficeModel } from '#support/office-model/model.ts'
import type { LogDocument } from '#service/request-log.ts'

/** Only what office worlds add to the rules of `ORACLES`. */
export const OFFICE_ORACLES = [
  { id: '10-mirrors', rule: 'all desktops of an office have the same mirror' },
  { id: '10-zones', rule: 'a desktop of an office knows a zone of each place for which a container reports one' },
  { id: '10-office', rule: 'the office has the records and the history of its desktops' },
  { id: '10-history', rule: 'each change that a leader saw is in the history of all desktops, once' },
  { id: '10-limit', rule: 'the service never counts more than 100 requests of an office in 60 s, and refuses none' },
] as const

/** Names two desktops and the rows that differ. */
export function mirrorsAreEqual(mirrors: readonly { name: string; db: ReadableDb }[]): string[] {
  const [first, ...others] = mirrors.map(({ name, db }) => {
    const unsent = loadUnsent(db)
    // A follower cannot know whether the leader read the events before or after a change of the same page.
    const { records = [], ...tables } = dumpMirror(db)
    return { name, dump: { ...tables, eventsDue: [], records: records.filter((row) => !unsent.has(nameRow(row))) } }
  })
  if (!first) return []
  return others.flatMap(({ name, dump }) =>
    compareDumps(first.dump, dump).map((difference) => `${name}, compared with ${first.name}, ${difference}`),
  )
}

/** Unless only this desktop has the container: when it leads, it sends both. */
export function reportedZonesAreKnown({ name, db }: { name: string; db: ReadableDb }): string[] {
  const unsent = loadUnsent(db)
  const rows = db.all<{ id: string; place: string }>(
    `SELECT id, pod_terminal_id AS place FROM container_row WHERE pod_zone IS NOT NULL AND pod_terminal_id IS NOT NULL
       AND pod_terminal_id NOT IN (SELECT place FROM place_zone)`,
  )
  const isSent = ({ id }: { id: string }) => !unsent.has(`container ${id}`)
  return rows.filter(isSent).map(({ id, place }) => `${name} knows no zone of ${place}, where ${id} reports one`)
}

/**
 * Records that only this desktop read when it led, and that the service does not name any more, such as a port. It
 * sends them when it leads again.
 */
function loadUnsent(db: ReadableDb): ReadonlySet<string> {
  return new Set(db.column<string>(`SELECT type || ' ' || id FROM office_out`))
}

type Named = { name: string; hash: string; goneSince: string | null }

/** What the office has beside the records of the service. */
const OTHER_TYPES = [EVENTS, SWEEP, READ_TIMES, PLACE_ZONE, CORRECTIONS].map((type) => `'${type}'`).join(', ')

/** A check that is newer than the record has the hash of the record with its times. */
const OFFICE_RECORDS = `SELECT r.type || ' ' || r.id AS name,
    coalesce((SELECT c.hash FROM office.checked c
      WHERE c.space = r.space AND c.type = r.type AND c.id = r.id AND c.seq > r.seq), r.hash) AS hash,
    r.gone_since AS "goneSince"
  FROM office.record r
  WHERE r.type NOT IN (${OTHER_TYPES}) ORDER BY name`

const MIRROR_RECORDS = `SELECT type || ' ' || id AS name, hash, gone_since AS goneSince
  FROM res JOIN seen USING (key) ORDER BY name`

const CHANGES = ['uid', 'type', 'rid', 'field', 'before', 'after', 'seen_at'].join(', ')

export async function officeEqualsMirror({ owner }: OfficeModel, db: ReadableDb): Promise<string[]> {
  const format = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row))
  const office = {
    records: format(await owner.query<Named>(OFFICE_RECORDS)),
    changes: format(await owner.query(`SELECT ${CHANGES} FROM office.change ORDER BY uid`)),
  }
  const unsent = loadUnsent(db)
  const mirror = {
    records: format(db.all<Named>(MIRROR_RECORDS).filter(({ name }) => !unsent.has(name))),
    changes: format(db.all(`SELECT ${CHANGES} FROM change ORDER BY uid`)),
  }
  return compareDumps(mirror, office).map((difference) => `the office ${difference}`)
}

export type SeenChange = { uid: string; type: string; rid: string; field: string; after: string | null; seenAt: string }

export const SEEN_CHANGES = 'SELECT uid, type, rid, field, after, seen_at AS seenAt, id FROM change WHERE id > ?'

/** Two desktops that see the same change within this time record it once. */
const SAME_MS = 600_000

/**
 * `seen`: every change that a desktop had in its history at some time. One that another desktop saw too is in the
 * history once: as its own, or as the other's of about the same time.
 */
export function historyIsComplete(db: ReadableDb, seen: Iterable<SeenChange>): string[] {
  const stored = db.all<SeenChange & { id: number }>(`${SEEN_CHANGES} ORDER BY seen_at, id`, 0)
  const uids = new Set(stored.map(({ uid }) => uid))
  const byValue = Map.groupBy(stored, nameValue)
  const isSameTime = (one: SeenChange, other: SeenChange) =>
    Math.abs(Date.parse(one.seenAt) - Date.parse(other.seenAt)) <= SAME_MS
  const lost = [...seen].filter(
    (change) => !uids.has(change.uid) && !byValue.get(nameValue(change))?.some((other) => isSameTime(change, other)),
  )
  const last = new Map<string, SeenChange>()
  const repeated = stored.flatMap((change) => {
    const field = `${change.type} ${change.rid} ${change.field}`
    const previous = last.get(field)
    last.set(field, change)
    return previous?.after === change.after && isSameTime(previous, change) ? [{ change, previous }] : []
  })
  const format = (change: SeenChange) => `${change.uid} (${nameValue(change)}, ${change.seenAt})`
  return [
    ...lost.map((change) => `${format(change)} is lost`),
    ...repeated.map(({ change, previous }) => `${format(change)} repeats ${previous.uid} of ${previous.seenAt}`),
  ]
}

const nameValue = ({ type, rid, field, after }: SeenChange) => `${type} ${rid} ${field} → ${after ?? 'nothing'}`

/** The limits of the service for one key. */
export function officeStaysWithinLimit({ buckets }: LogDocument): string[] {
  return Object.entries(buckets).flatMap(([bucket, { refused, largest, limit }]) =>
    refused > 0 || largest > limit ? [`${bucket}: ${refused} refused, ${largest} within a minute`] : [],
  )
}
