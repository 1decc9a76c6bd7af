// Changes that a leader saw and did not send before another desktop became the leader. They are added to the history
// late. The office does not have the history that decided which change reverts another, so these links are removed.
import type { WritableDb } from '../../db/open.ts'
import type { Announce } from '../../db/write.ts'
import { createTouchedIds, reproject } from '../apply.ts'
import { deletePlaceZone, loadContainersWithoutZone, loadReports, savePlaceZones } from '../containers/place-zones.ts'
import { removeChanges } from '../history/removal.ts'
import { cacheResources } from '../records.ts'

const MARKED = 'SELECT change_id FROM office_change_out WHERE was_sent = 0'

/** Removes the link from each change that was never sent to the change that it reverted, which is listed again. */
export function detachMarkedChanges(db: WritableDb, announce: Announce): void {
  const reverting = db.all<RecordOfChange>(
    `SELECT type, rid FROM change WHERE id IN (${MARKED}) AND reverts_id IS NOT NULL`,
  )
  if (reverting.length === 0) return
  db.run(
    `UPDATE change SET is_hidden = (SELECT x.is_hidden FROM change x
       WHERE x.type = change.type AND x.rid = change.rid AND x.reverts_id = change.id)
     WHERE id IN (SELECT reverts_id FROM change WHERE id IN (${MARKED}))`,
  )
  db.run(`UPDATE change SET reverts_id = NULL WHERE id IN (${MARKED})`)
  rebuildRows(db, announce, reverting)
}

/** Deletes changes that another desktop recorded too. */
export function withdrawChanges(db: WritableDb, announce: Announce, uids: readonly string[]): void {
  if (uids.length === 0) return
  const sql = 'SELECT type, rid FROM change WHERE uid IN (SELECT value FROM json_each(?))'
  const records = db.all<RecordOfChange>(sql, JSON.stringify(uids))
  removeChanges(db, uids)
  rebuildRows(db, announce, records)
}

/** Forgets the zones of places that only this desktop reported, and rebuilds the rows that count their days in them. */
export function forgetZones(db: WritableDb, announce: Announce, places: readonly string[]): void {
  for (const place of places) deletePlaceZone(db, place)
  rebuildContainers(db, announce, loadContainersWithoutZone(db, places))
}

function rebuildContainers(db: WritableDb, announce: Announce, ids: readonly string[]): void {
  if (ids.length === 0) return
  rebuildRows(
    db,
    announce,
    ids.map((rid) => ({ type: 'container', rid })),
  )
}

/**
 * Saves and marks the zones that the next containers after this key report and the office lacks: an earlier leader sent
 * the containers without them, or this desktop has forgotten them. Returns the key of the last container; null if there
 * are no more.
 */
export function saveMissingZones(db: WritableDb, announce: Announce, afterKey: number): number | null {
  const reports = loadReports(db, afterKey)
  if (!reports) return null
  rebuildContainers(db, announce, savePlaceZones(db, reports.reported))
  return reports.lastKey
}

type RecordOfChange = { type: string; rid: string }

/** The rows show the times of changes. */
function rebuildRows(db: WritableDb, announce: Announce, records: readonly RecordOfChange[]): void {
  const touched = createTouchedIds(new Set())
  for (const { type, rid } of records) if (type === 'container' || type === 'shipment') touched[type].add(rid)
  announce('changes')
  reproject(db, announce, touched, {
    load: cacheResources(db).load,
    keepsZones: true,
    fresh: { container: new Map(), shipment: new Map() },
  })
}
