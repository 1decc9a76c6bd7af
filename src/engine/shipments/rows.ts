// Shipments in the form of the screens: stored rows with the sums of their containers.
import type { ShipmentRow } from '#contract/shipments.ts'
import type { Board } from '../mirror/board/board.ts'
import { type ShipmentContainers, sumsOf, containersOfShipments } from '../mirror/board/by-shipment.ts'
import type { ReadableDb } from '../db/open.ts'

type StoredRow = Omit<
  ShipmentRow,
  | 'refs'
  | 'tags'
  | 'boxes'
  | 'earliestLastFreeDay'
  | 'worstBand'
  | 'portOfLading'
  | 'portOfDischarge'
  | 'destination'
  | 'ages'
> &
  Record<'refs' | 'tags', string> &
  Record<'lineCheckedAt' | 'verifiedAt', string | null> &
  Record<`${'pol' | 'pod' | 'destination'}${'Name' | 'Locode' | 'Zone'}`, string | null>

const SELECT = `SELECT id, master_bill AS masterBill, scac, line_name AS lineName, customer, refs, tags,
  pol_name AS polName, pol_locode AS polLocode, pol_zone AS polZone, pod_name AS podName, pod_locode AS podLocode,
  pod_zone AS podZone, destination_name AS destinationName, destination_locode AS destinationLocode,
  destination_zone AS destinationZone, vessel, voyage, etd_at AS etdAt, atd_at AS atdAt, eta_at AS etaAt,
  original_eta_at AS originalEtaAt, ata_at AS ataAt, tracking_stopped_at AS trackingStoppedAt,
  tracking_stopped_reason AS trackingStoppedReason, line_checked_at AS lineCheckedAt, last_change_at AS lastChangeAt,
  (SELECT s.verified_at FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = 'shipment' AND r.id = shipment_row.id) AS verifiedAt
  FROM mirror.shipment_row`

/** The present rows, in the order of `ids`. The board must be current. */
export function loadShipmentRows(db: ReadableDb, board: Board, ids: string[]): ShipmentRow[] {
  const rows = db.all<StoredRow>(`${SELECT} WHERE id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
  const sums = containersOfShipments(board, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toContract(row, sumsOf(board, sums, id))] : []
  })
}

function toContract(row: StoredRow, { earliest, worst, ...boxes }: ShipmentContainers): ShipmentRow {
  return {
    id: row.id,
    masterBill: row.masterBill,
    scac: row.scac,
    lineName: row.lineName,
    customer: row.customer,
    refs: JSON.parse(row.refs) as string[],
    tags: JSON.parse(row.tags) as string[],
    portOfLading: { name: row.polName, locode: row.polLocode, zone: row.polZone },
    portOfDischarge: { name: row.podName, locode: row.podLocode, zone: row.podZone },
    destination: { name: row.destinationName, locode: row.destinationLocode, zone: row.destinationZone },
    vessel: row.vessel,
    voyage: row.voyage,
    etdAt: row.etdAt,
    atdAt: row.atdAt,
    etaAt: row.etaAt,
    originalEtaAt: row.originalEtaAt,
    ataAt: row.ataAt,
    boxes,
    earliestLastFreeDay: earliest,
    worstBand: worst,
    trackingStoppedAt: row.trackingStoppedAt,
    trackingStoppedReason: row.trackingStoppedReason,
    ages: { service: row.verifiedAt, line: row.lineCheckedAt },
    lastChangeAt: row.lastChangeAt,
  }
}
