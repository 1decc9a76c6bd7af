// Handlers about shipments: some read rows and sums of their containers (answers.ts), one reads a single shipment.
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Board } from '../mirror/board/board.ts'
import { listsAsOf, loadRows } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Lists } from '../table/lists.ts'
import { loadResource } from '../mirror/records.ts'
import { loadArrivals } from './arrivals.ts'
import type { ShipmentList } from './list.ts'
import { loadShipmentRows } from './rows.ts'
import { containersOf } from '../mirror/shipments.ts'

type Names = Extract<keyof Handlers<EngineContract>, `shipments.${string}`>
export type ShipmentAnswers = Pick<Handlers<EngineContract>, Exclude<Names, 'shipments.arrivals'>>

export type ShipmentAnswerDeps = { db: ReadableDb; board: Board; shipments: ShipmentList; lists: Lists }

export function shipmentAnswers({ db, board, shipments, lists }: ShipmentAnswerDeps): ShipmentAnswers {
  return {
    'shipments.list': ({ filter, sort, window, listId }) =>
      shipments.read(() => {
        const list = lists.open(listId, ['shipments', filter, sort], () => shipments.order(filter, sort))
        return {
          listId: list.listId,
          offset: window.offset,
          rows: loadShipmentRows(db, board, list.ids.slice(window.offset, window.offset + window.limit)),
          total: list.ids.length,
          outOf: shipments.count(),
          moved: list.moved,
          asOf: listsAsOf(db),
        }
      }),
    'shipments.facets': ({ filter }) => shipments.read(() => shipments.facets(filter)),
    'shipments.get': ({ id }) =>
      board.read('all', () => {
        const row = loadShipmentRows(db, board, [id])[0]
        const record = loadResource(db, 'shipment', id)
        if (!row || !record) throw new AppError('shipments/unknown', { id })
        return {
          row,
          containers: loadRows(db, containersOf(db, id)),
          raw: JSON.stringify(record, null, 2),
          asOf: listsAsOf(db),
        }
      }),
  }
}

export function shipmentHandlers({ db }: { db: ReadableDb }): Pick<Handlers<EngineContract>, 'shipments.arrivals'> {
  return {
    'shipments.arrivals': ({ id }) => {
      const history = loadArrivals(db, id)
      if (!history) throw new AppError('shipments/unknown', { id })
      return history
    },
  }
}
