// Rows follow what the user decided, which stands in the other file: two files, two commits. A row that could not be
// written after its decision is owed: it is tried with the next one and each minute, and the mark that rows are current
// is set only once nothing is owed. Should the program end before that, the next start finds the mark too old.
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Announce, Write } from '../db/write.ts'
import type { Log } from '../log.ts'
import { projectShipments } from '../shipments/store.ts'
import { allContainerIds, areRowsCurrent, containersAround, projectContainers, saveProjectedWith } from './store.ts'

export type Decided = { type: 'container' | 'shipment'; id: string }

export type DecidedRows = {
  /** Something was decided about this record. Never throws: the decision itself is saved. */
  of(decided: Decided): void
  /** About all containers. */
  all(): void
  /** What could not be written before. */
  catchUp(): void
}

type Owed = { containers: Set<string>; shipments: Set<string>; isAll: boolean }

const nothing = (): Owed => ({ containers: new Set(), shipments: new Set(), isAll: false })

export function keepDecidedRows({ db, write, log }: { db: ReadableDb; write: Write; log: Log }): DecidedRows {
  let owed = nothing()
  const settle = () => {
    try {
      // Decided and taken back: the rows were never anything else.
      if (!areRowsCurrent(db)) write((w, announce) => { project(w, announce, owed) })
      owed = nothing()
    } catch (error) {
      log('error', 'rows wait to be written', { error: String(error) })
    }
  }
  return {
    of: ({ type, id }) => {
      owed[`${type}s`].add(id)
      settle()
    },
    all: () => {
      owed.isAll = true
      settle()
    },
    catchUp: () => {
      if (owed.isAll || owed.containers.size > 0 || owed.shipments.size > 0) settle()
    },
  }
}

function project(db: WritableDb, announce: Announce, { containers, shipments, isAll }: Owed): void {
  projectShipments(db, shipments)
  const boxes = isAll ? allContainerIds(db) : [...new Set([...containers, ...containersAround(db, [...shipments], [])])]
  projectContainers(db, boxes)
  saveProjectedWith(db)
  for (const id of shipments) announce('shipments', id)
  if (isAll) {
    announce('containers')
    announce('shipments')
  } else for (const id of boxes) announce('containers', id)
}
