// A mirror in a database in memory. A test fills it with records, which are applied like a page of the service.
import { onTestFinished } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { type Board, type BoardDeps, createBoard } from '#engine/mirror/board/board.ts'
import { momentSetup, setMoment } from '#engine/mirror/containers/moment.ts'
import { type ReadableDb, type SqlValue, openConnection } from '#engine/db/open.ts'
import { inSlices } from '#engine/db/slices.ts'
import { type Write, createWrite } from '#engine/db/write.ts'
import { takeTouched, touchedSetup } from '#engine/reader/touched.ts'
import { indexWaiting } from '#engine/mirror/search/store.ts'
import { type ShipmentList, createShipmentList } from '#engine/shipments/list.ts'
import { applyRecords } from '#engine/mirror/apply.ts'
import { createFakeClock } from './fake-clock.ts'
import { observeQueries } from './observed-db.ts'
import { findRecords } from '#engine/search/find.ts'

export type Mirror = {
  db: ReadableDb
  write: Write
  /** Applies another answer of the service. */
  read(...records: Resource[]): void
  /** Like `read`, but does not add the search entries to the full-text index. */
  readUnindexed(...records: Resource[]): void
  /** Opens a board over these rows. Each commit marks its changed rows as stale. */
  openBoard(deps?: Partial<BoardDeps>): Board
  openShipmentList(board: Board): ShipmentList
  /** Returns the query plans of all statements that `work` runs on `db`. */
  listQueryPlans(work: (db: ReadableDb) => void): string[]
}

export const MIRROR_NOW = '2026-11-20T17:00:00.000Z'

export function startMirror(): Mirror {
  const connection = openConnection(':memory:', momentSetup + touchedSetup)
  onTestFinished(() => connection.close())
  const { db } = connection
  const [boards, shipmentLists]: [Board[], ShipmentList[]] = [[], []]
  const write = createWrite(connection, (db) => {
    const touched = takeTouched(db)
    return () => {
      for (const board of boards) board.touch(touched.containers)
      for (const shipments of shipmentLists) shipments.touch(touched.shipments)
    }
  })
  const defaultDeps: BoardDeps = {
    ...connection,
    inSlices: (steps) => inSlices(createFakeClock(Date.parse(MIRROR_NOW)), steps, new AbortController().signal),
  }
  write((db) => setMoment(db, Date.parse(MIRROR_NOW), { tomorrow: 1, soon: 3, week: 7 }))
  let requestSeq = 0
  const readUnindexed: Mirror['readUnindexed'] = (...data) => {
    const document = { data, included: [] }
    write((db, announce) => {
      applyRecords(db, announce, document, { requestSeq: ++requestSeq, readAt: MIRROR_NOW, sweepId: null })
    })
  }
  return {
    db,
    write,
    readUnindexed,
    read: (...data) => {
      readUnindexed(...data)
      write((db) => indexWaiting(db, Number.MAX_SAFE_INTEGER))
    },
    openBoard: (deps) => {
      const board = createBoard({ ...defaultDeps, ...deps })
      boards.push(board)
      return {
        ...board,
        // Tests use the board without `read`.
        get columns() {
          board.refresh()
          return board.columns
        },
      }
    },
    openShipmentList: (board) => {
      const shipments = createShipmentList(defaultDeps, board)
      shipmentLists.push(shipments)
      return shipments
    },
    listQueryPlans: (work) => {
      const plans: string[] = []
      const explain = (sql: string, values: SqlValue[]) =>
        void plans.push(
          ...db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail),
        )
      work(observeQueries(db, explain))
      return plans
    },
  }
}

type Attributes = Record<string, unknown>

export function shipment(id: string, attributes: Attributes = {}): Resource {
  return {
    type: 'shipment',
    id,
    attributes: { bill_of_lading_number: `BILL${id}`, shipping_line_scac: 'MSCU', ...attributes },
    relationships: {},
  }
}

export function container(
  id: string,
  number: string,
  shipmentId: string | null,
  attributes: Attributes = {},
): Resource {
  return {
    type: 'container',
    id,
    attributes: { number, pod_timezone: 'America/Los_Angeles', ...attributes },
    relationships: shipmentId === null ? {} : { shipment: { type: 'shipment', id: shipmentId } },
  }
}

export const findIds = ({ db }: Mirror, text: string, limit = 50) =>
  findRecords(db, text, limit).hits.map(({ id }) => id)
