// Answers to the calls about shipments.
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { listsAsOf, loadRows } from '../containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Lists } from '../lists.ts'
import { loadResource } from '../sync/store.ts'
import { containersOf, countShipments, loadShipmentFacets, loadShipmentRows, orderShipments } from './store.ts'

type Names = Extract<keyof Handlers<EngineContract>, `shipments.${string}`>

export type ShipmentDeps = { db: ReadableDb; lists: Lists }

export function shipmentHandlers({ db, lists }: ShipmentDeps): Pick<Handlers<EngineContract>, Names> {
  return {
    'shipments.list': ({ filter, sort, window, listId }) => {
      const list = lists.open(listId, ['shipments', filter, sort], () => orderShipments(db, filter, sort))
      return {
        listId: list.listId,
        offset: window.offset,
        rows: loadShipmentRows(db, list.ids.slice(window.offset, window.offset + window.limit)),
        total: list.ids.length,
        outOf: countShipments(db),
        moved: list.moved,
        asOf: listsAsOf(db),
      }
    },
    'shipments.facets': ({ filter }) => loadShipmentFacets(db, filter),
    'shipments.get': ({ id }) => {
      const row = loadShipmentRows(db, [id])[0]
      const record = loadResource(db, 'shipment', id)
      if (!row || !record) throw new AppError('shipments/unknown', { id })
      return {
        row,
        containers: loadRows(db, containersOf(db, id)),
        raw: JSON.stringify(record, null, 2),
        asOf: listsAsOf(db),
      }
    },
  }
}
