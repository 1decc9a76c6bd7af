// Rebuilds all rows at the start if they are out of date.
import { loadAllContainerIds, areRowsCurrent, projectContainers, saveRowsFingerprint } from './containers/store.ts'
import { deletePlaceZones } from './containers/place-zones.ts'
import type { Connection } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { loadAllDocumentIds, projectDocuments } from './documents/store.ts'
import { loadAllEmailIds, projectEmails } from './emails.ts'
import { loadCursor } from './feed/cursor.ts'
import { indexWaiting } from './search/store.ts'
import { adaptSeed } from './seed/adapt.ts'
import { takeCorrections } from './seed/corrections.ts'
import { deleteSeedRules, hasSeedRules } from './seed/rules.ts'
import { loadAllShipmentIds, projectShipments } from './shipments.ts'
import { loadAllRequestIds, projectLines, projectRequests } from './tracking/store.ts'

/** Rows can be out of date after a crash between the commits of the two files, or if this version has other rules. */
export function bringRowsUpToDate({ connection, write }: { connection: Connection; write: Write }): void {
  takeCorrections(connection.db, write)
  if (adaptSeed(connection.db, write)) return
  if (areRowsCurrent(connection.db) && !hasSeedRules(connection.db)) return
  write((db, announce) => {
    // Shipments show customers and booking numbers of their requests.
    projectRequests(db, loadAllRequestIds(db))
    projectShipments(db, loadAllShipmentIds(db))
    projectLines(db, loadAllShipmentIds(db))
    // In an office they are those of the leader, which may know zones that no record reports any more.
    if (loadCursor(db, 'feed') === 0) deletePlaceZones(db)
    projectContainers(db, loadAllContainerIds(db))
    projectEmails(db, loadAllEmailIds(db))
    projectDocuments(db, loadAllDocumentIds(db))
    // Indexes all entries at once, because until then a search would scan them one by one.
    indexWaiting(db, Number.MAX_SAFE_INTEGER)
    deleteSeedRules(db)
    saveRowsFingerprint(db)
    announce('containers')
    announce('shipments')
    announce('requests')
    announce('documents')
  })
}
