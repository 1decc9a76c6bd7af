// What is tracked and stands on no line of a list: shipments of which neither bill, booking nor any container is named.
import type { Untold } from '#contract/batches.ts'
import type { ReadableDb } from '../db/open.ts'
import { normalizeNumber } from './assess.ts'
import { lineOfScac } from './store.ts'

const MOST = 1_000

type Row = { shipmentId: string; masterBill: string; scac: string | null; customer: string | null; refs: string; containers: string; requested: string }

/** Open ones only: what has been returned empty nobody expects on a list any more. */
const OPEN_SHIPMENTS = `SELECT s.id AS shipmentId, s.master_bill AS masterBill, s.scac, s.customer, s.refs,
    (SELECT json_group_array(c.number) FROM container_row c WHERE c.shipment_id = s.id AND c.gone_since IS NULL) AS containers,
    (SELECT json_group_array(r.number_key) FROM request_row r WHERE r.shipment_id = s.id) AS requested
  FROM shipment_row s
  WHERE s.gone_since IS NULL AND s.tracking_stopped_at IS NULL
    AND (EXISTS (SELECT 1 FROM container_row c WHERE c.shipment_id = s.id AND c.is_open = 1)
      OR NOT EXISTS (SELECT 1 FROM container_row c WHERE c.shipment_id = s.id))
  ORDER BY s.master_bill`

export function untoldShipments(db: ReadableDb, numbers: readonly string[]): { rows: Untold[]; total: number } {
  const bare = createBare(db)
  const listed = new Set(numbers.map((number) => bare(normalizeNumber(number))))
  const untold = db.all<Row>(OPEN_SHIPMENTS).flatMap(({ refs, containers, requested, ...shipment }): Untold[] => {
    const boxes = JSON.parse(containers) as string[]
    const own = [shipment.masterBill, ...boxes, ...(JSON.parse(requested) as string[])]
    return own.some((number) => listed.has(bare(normalizeNumber(number)))) ? [] : [{ ...shipment, refs: JSON.parse(refs) as string[], containers: boxes }]
  })
  return { rows: untold.slice(0, MOST), total: untold.length }
}

/** Bills are written with the line's SCAC in front and without: here always without. */
function createBare(db: ReadableDb): (number: string) => string {
  const isLine = new Map<string, boolean>()
  return (number) => {
    const [, scac = '', rest = ''] = /^([A-Z]{4})([A-Z0-9]{6,})$/.exec(number) ?? []
    if (rest === '') return number
    const known = isLine.get(scac) ?? lineOfScac(db, scac) !== null
    isLine.set(scac, known)
    return known ? rest : number
  }
}
