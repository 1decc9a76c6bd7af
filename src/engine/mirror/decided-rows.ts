// Rows follow what the user decided, which stands in the other file: two files, two commits. A row that could not be
// written after its decision is owed: it is tried with the next one and each minute, and the mark that rows are current
// is set only once nothing is owed. Should the program end before that, the next start finds the mark too old.
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Announce, Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import { entryOfRemote } from '../outbox/store.ts'
import { announceDocument, projectDocuments } from './documents/store.ts'
import { projectShipments } from './shipments.ts'
import { projectRequests } from './tracking/store.ts'
import {
  allContainerIds,
  areRowsCurrent,
  containersAround,
  indexOwn,
  projectContainers,
  saveProjectedWith,
} from './containers/store.ts'

/** Of other records no row is made. */
export type Decided = { type: string; id: string }

export type DecidedRows = {
  /** Something was decided about this record. Never throws: the decision itself is saved. */
  of(decided: Decided): void
  /** About very many containers: in steps. */
  ofMany(containers: readonly string[]): Generator<void, void>
  /** About all containers. */
  all(): void
  /** Something the user keeps of these containers himself, of which their rows have nothing but what is searched. */
  own(containerIds: Iterable<string>): void
  /** What could not be written before. */
  catchUp(): void
}

type Owed = Record<'container' | 'shipment' | 'tracking_request' | 'document' | 'own', Set<string>> & { isAll: boolean }

/** Some milliseconds' worth. */
const CONTAINERS_PER_STEP = 10

const nothing = (): Owed => ({
  container: new Set(),
  shipment: new Set(),
  tracking_request: new Set(),
  document: new Set(),
  own: new Set(),
  isAll: false,
})

export function createDecidedRows({ db, write, log }: { db: ReadableDb; write: Write; log: Log }): DecidedRows {
  let owed = nothing()
  const settle = () => {
    try {
      // Decided and taken back: the rows were never anything else.
      if (!areRowsCurrent(db))
        write((w, announce) => {
          project(w, announce, owed)
        })
      owed = nothing()
    } catch (error) {
      log('error', 'rows wait to be written', { error: String(error) })
    }
  }
  return {
    of: ({ type, id }) => {
      if (type === 'container' || type === 'shipment' || type === 'tracking_request' || type === 'document')
        owed[type].add(id)
      settle()
    },
    own: (ids) => {
      for (const id of ids) owed.own.add(id)
      settle()
    },
    ofMany: function* (containers) {
      for (const id of containers) owed.container.add(id)
      for (let from = 0; from + CONTAINERS_PER_STEP < containers.length; from += CONTAINERS_PER_STEP) {
        const step = containers.slice(from, from + CONTAINERS_PER_STEP)
        // Owed until the mark stands: a step that fails is written with the rest.
        try {
          write((w, announce) => {
            projectContainers(w, step)
            for (const id of step) announce('containers', id)
          })
          for (const id of step) owed.container.delete(id)
        } catch (error) {
          log('error', 'rows wait to be written', { error: String(error) })
        }
        yield
      }
      settle()
    },
    all: () => {
      owed.isAll = true
      settle()
    },
    catchUp: () => {
      if (
        owed.isAll ||
        owed.container.size + owed.shipment.size + owed.tracking_request.size + owed.document.size + owed.own.size > 0
      )
        settle()
    },
  }
}

function project(
  db: WritableDb,
  announce: Announce,
  { container: containers, shipment: shipments, tracking_request: requests, document: documents, own, isAll }: Owed,
): void {
  projectShipments(db, shipments)
  projectRequests(db, requests)
  projectDocuments(db, documents)
  const boxes = isAll ? allContainerIds(db) : [...new Set([...containers, ...containersAround(db, [...shipments], [])])]
  projectContainers(db, boxes)
  if (!isAll) indexOwn(db, own)
  saveProjectedWith(db)
  for (const id of shipments) announce('shipments', id)
  for (const id of requests) announce('requests', entryOfRemote(db, id) ?? id)
  for (const id of documents) announceDocument(db, announce, id)
  if (isAll) {
    announce('containers')
    announce('shipments')
  } else for (const id of boxes) announce('containers', id)
}
