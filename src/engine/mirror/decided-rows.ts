// Updates rows after decisions of the user, which are stored in the other file and so in another commit. If a row
// cannot be written after its decision, it is retried with the next decision and each minute. The fingerprint of the
// decisions is stored only when no row is pending. If the program ends before that, the next start finds the old
// fingerprint and rebuilds the rows.
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Announce, Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import { findEntryOfRecord } from '../outbox/store.ts'
import { announceDocument, projectDocuments } from './documents/store.ts'
import { projectShipments } from './shipments.ts'
import { projectRequests } from './tracking/store.ts'
import {
  loadAllContainerIds,
  areRowsCurrent,
  loadRelatedContainerIds,
  indexOwnTexts,
  projectContainers,
  saveRowsFingerprint,
} from './containers/store.ts'

/** The record that the user decided about. Records of a type without a set in `PendingRows` have no rows. */
export type DecidedRecord = { type: string; id: string }

export type DecidedRows = {
  /** The user decided something about this record. Never throws: the decision itself is saved. */
  update(decided: DecidedRecord): void
  /** The user decided something about very many containers. Works in steps. */
  updateMany(containers: readonly string[]): Generator<void, void>
  /** The user decided something about all containers. */
  updateAll(): void
  /** The user's own data of these containers changed. Only their search texts contain it. Works in steps. */
  updateOwnTexts(containers: readonly string[]): Generator<void, void>
  /** Tries to write the rows that could not be written before. */
  retryPending(): void
}

type PendingRows = Record<'container' | 'shipment' | 'tracking_request' | 'document' | 'own', Set<string>> & {
  isAll: boolean
}

/** Projecting this many takes a few milliseconds. */
const CONTAINERS_PER_STEP = 10
/** Writing the search texts of this many takes as long. */
const OWN_TEXTS_PER_STEP = 100

const createPendingRows = (): PendingRows => ({
  container: new Set(),
  shipment: new Set(),
  tracking_request: new Set(),
  document: new Set(),
  own: new Set(),
  isAll: false,
})

export function createDecidedRows({ db, write, log }: { db: ReadableDb; write: Write; log: Log }): DecidedRows {
  let pending = createPendingRows()
  const writePending = () => {
    try {
      // If the decision was made and reverted, the rows never changed.
      if (!areRowsCurrent(db)) write((writableDb, announce) => projectPending(writableDb, announce, pending))
      pending = createPendingRows()
    } catch (error) {
      log('error', 'rows not written yet', { error: String(error) })
    }
  }
  function* writeInSteps(
    kind: 'container' | 'own',
    ids: readonly string[],
    idsPerStep: number,
    writeStep: (db: WritableDb, announce: Announce, stepIds: readonly string[]) => void,
  ): Generator<void, void> {
    for (const id of ids) pending[kind].add(id)
    for (let from = 0; from + idsPerStep < ids.length; from += idsPerStep) {
      const stepIds = ids.slice(from, from + idsPerStep)
      // The containers of a step that fails stay pending, and `writePending` writes them with the last step.
      try {
        write((writableDb, announce) => writeStep(writableDb, announce, stepIds))
        for (const id of stepIds) pending[kind].delete(id)
      } catch (error) {
        log('error', 'rows not written yet', { error: String(error) })
      }
      yield
    }
    writePending()
  }
  return {
    update: ({ type, id }) => {
      if (type === 'container' || type === 'shipment' || type === 'tracking_request' || type === 'document')
        pending[type].add(id)
      writePending()
    },
    updateMany: (containers) =>
      writeInSteps('container', containers, CONTAINERS_PER_STEP, (writableDb, announce, stepIds) => {
        projectContainers(writableDb, stepIds)
        for (const id of stepIds) announce('containers', id)
      }),
    updateOwnTexts: (containers) =>
      writeInSteps('own', containers, OWN_TEXTS_PER_STEP, (writableDb, _, stepIds) => {
        indexOwnTexts(writableDb, stepIds)
      }),
    updateAll: () => {
      pending.isAll = true
      writePending()
    },
    retryPending: () => {
      const { isAll, ...idSets } = pending
      if (isAll || Object.values(idSets).some((ids) => ids.size > 0)) writePending()
    },
  }
}

function projectPending(
  db: WritableDb,
  announce: Announce,
  {
    container: containers,
    shipment: shipments,
    tracking_request: requests,
    document: documents,
    own,
    isAll,
  }: PendingRows,
): void {
  projectShipments(db, shipments)
  projectRequests(db, requests)
  projectDocuments(db, documents)
  const affectedIds = isAll
    ? loadAllContainerIds(db)
    : [...new Set([...containers, ...loadRelatedContainerIds(db, [...shipments], [])])]
  projectContainers(db, affectedIds)
  if (!isAll) indexOwnTexts(db, own)
  saveRowsFingerprint(db)
  for (const id of shipments) announce('shipments', id)
  for (const id of requests) announce('requests', findEntryOfRecord(db, id) ?? id)
  for (const id of documents) announceDocument(db, announce, id)
  if (isAll) {
    announce('containers')
    announce('shipments')
  } else for (const id of affectedIds) announce('containers', id)
}
