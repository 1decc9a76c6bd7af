// Finds tracked shipments that no line of a list names: neither by bill, booking nor any container.
import type { UnlistedShipment } from '#contract/batches.ts'
import type { ReadableDb } from '../db/open.ts'
import { normalizeNumber } from '../mirror/tracking/number.ts'
import { lineOfScac } from '../mirror/tracking/store.ts'

const MOST = 1_000

type Row = {
  shipmentId: string
  masterBill: string
  scac: string | null
  customer: string | null
  refs: string
  containers: string
  requested: string
}

/** Shipments looked at, or numbers brought into one spelling, before others have their turn. */
const SLICE = 200

/** Those nobody has stopped; in the order they are shown. */
const CANDIDATES =
  'SELECT id FROM shipment_row WHERE gone_since IS NULL AND tracking_stopped_at IS NULL ORDER BY master_bill, id'

/** Open ones only: what has been returned empty nobody expects on a list any more. */
const OPEN_SHIPMENTS = `SELECT s.id AS shipmentId, s.master_bill AS masterBill, s.scac, s.customer, s.refs,
    (SELECT json_group_array(c.number) FROM container_row c WHERE c.shipment_id = s.id AND c.gone_since IS NULL) AS containers,
    (SELECT json_group_array(r.number_key) FROM request_row r WHERE r.shipment_id = s.id) AS requested
  FROM shipment_row s
  WHERE s.id IN (SELECT value FROM json_each(?))
    AND (EXISTS (SELECT 1 FROM container_row c WHERE c.shipment_id = s.id AND c.is_open = 1)
      OR NOT EXISTS (SELECT 1 FROM container_row c WHERE c.shipment_id = s.id))
  ORDER BY s.master_bill, s.id`

/** In steps: there may be tens of thousands of either. */
export function* unlistedShipments(
  db: ReadableDb,
  numbers: readonly string[],
): Generator<void, { rows: UnlistedShipment[]; total: number }> {
  const bare = createBare(db)
  const listed = new Set<string>()
  for (const part of slicesOf(numbers)) {
    for (const number of part) listed.add(bare(normalizeNumber(number)))
    yield
  }
  const rows: UnlistedShipment[] = []
  let total = 0
  for (const ids of slicesOf(db.all<{ id: string }>(CANDIDATES).map(({ id }) => id))) {
    for (const { refs, containers, requested, ...shipment } of db.all<Row>(OPEN_SHIPMENTS, JSON.stringify(ids))) {
      const boxes = JSON.parse(containers) as string[]
      const own = [shipment.masterBill, ...boxes, ...(JSON.parse(requested) as string[])]
      if (own.some((number) => listed.has(bare(normalizeNumber(number))))) continue
      total++
      if (rows.length < MOST) rows.push({ ...shipment, refs: JSON.parse(refs) as string[], containers: boxes })
    }
    yield
  }
  return { rows, total }
}

function* slicesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += SLICE) yield items.slice(from, from + SLICE)
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
