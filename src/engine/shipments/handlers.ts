// Answers about shipments, with sums of their containers from the board, and the handler for the arrivals of one.
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { Board } from '../mirror/board/board.ts'
import { REVERTED } from '../mirror/history/store.ts'
import { listsAsOf, loadRows } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Lists } from '../table/lists.ts'
import { createVerifiedAt, loadResource } from '../mirror/records.ts'
import type { ShipmentList } from './list.ts'
import { listContainerIds } from '../mirror/shipments.ts'
import type { ArrivalHistory, ShipmentRow } from '#contract/shipments.ts'
import { instant } from '../api/attributes.ts'
import { sumContainersOfShipments, getShipmentSums, type ShipmentSums } from '../mirror/board/by-shipment.ts'

export type ShipmentAnswers = Omit<HandlersOf<'shipments'>, 'shipments.arrivals'>

export type ShipmentAnswerDeps = { db: ReadableDb; board: Board; shipments: ShipmentList; lists: Lists }

export function shipmentAnswers({ db, board, shipments, lists }: ShipmentAnswerDeps): ShipmentAnswers {
  return {
    'shipments.list': ({ filter, sort, ...request }) =>
      shipments.read(() => {
        const { page, ids } = lists.open(request, ['shipments', filter, sort], () => shipments.order(filter, sort))
        return { ...page, rows: loadShipmentRows(db, board, ids), outOf: shipments.count(), asOf: listsAsOf(db) }
      }),
    'shipments.facets': ({ filter }) => shipments.read(() => shipments.facets(filter)),
    'shipments.get': ({ id }) =>
      board.read('all', () => {
        const row = loadShipmentRows(db, board, [id])[0]
        const record = loadResource(db, 'shipment', id)
        if (!row || !record) throw new AppError('shipments/unknown', { id })
        return {
          row,
          containers: loadRows(db, listContainerIds(db, id)),
          raw: JSON.stringify(record, null, 2),
          asOf: listsAsOf(db),
        }
      }),
  }
}

export function shipmentHandlers({ db }: { db: ReadableDb }): Pick<HandlersOf<'shipments'>, 'shipments.arrivals'> {
  return {
    'shipments.arrivals': ({ id }) => {
      const history = loadArrivals(db, id)
      if (!history) throw new AppError('shipments/unknown', { id })
      return history
    },
  }
}

// Loads the changes of a shipment's expected arrival from the history: each value, and when it was first read.

type Head = Omit<ArrivalHistory, 'steps'> & { etaAt: string | null; firstSeenAt: string }
type Step = { before: string | null; after: string | null; seenAt: string }

/** Null if the shipment was never read. */
export function loadArrivals(db: ReadableDb, id: string): ArrivalHistory | null {
  const head = db.get<Head>(
    `SELECT s.pod_zone AS zone, s.original_eta_at AS originalEtaAt, s.ata_at AS ataAt, s.eta_at AS etaAt, r.first_seen_at AS firstSeenAt
     FROM shipment_row s JOIN res r ON r.type = 'shipment' AND r.id = s.id WHERE s.id = ?`,
    id,
  )
  if (!head) return null
  const { etaAt, firstSeenAt, ...facts } = head
  // A change that was reverted within the hour is left out, with its reversal.
  const changes = db.all<Step>(
    `SELECT before, after, seen_at AS seenAt FROM change
     WHERE type = 'shipment' AND rid = +? AND field = 'pod_eta_at' AND is_hidden <> ${REVERTED} AND reverts_id IS NULL ORDER BY id`,
    id,
  )
  const [first] = changes
  const firstStep = { etaAt: first ? parseInstant(first.before) : etaAt, seenAt: firstSeenAt }
  const steps = [firstStep, ...changes.map(({ after, seenAt }) => ({ etaAt: parseInstant(after), seenAt }))]
  // If there was no date at first, the history begins with the first one.
  const firstIndex = steps.findIndex((step) => step.etaAt !== null)
  return { ...facts, steps: firstIndex < 0 ? [] : steps.slice(firstIndex) }
}

/** The instant in the JSON text of a change. */
function parseInstant(json: string | null): string | null {
  return json === null ? null : instant({ at: JSON.parse(json) as unknown }, 'at')
}

type StoredRow = Omit<
  ShipmentRow,
  | 'refs'
  | 'tags'
  | 'containers'
  | 'earliestLastFreeDay'
  | 'earliestBand'
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
  (SELECT ${createVerifiedAt('shipments', 'r.id')} FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = 'shipment' AND r.id = shipment_row.id) AS verifiedAt
  FROM mirror.shipment_row`

/** Loads current rows, in the order of `ids`. The board must be current. */
export function loadShipmentRows(db: ReadableDb, board: Board, ids: string[]): ShipmentRow[] {
  const rows = db.all<StoredRow>(`${SELECT} WHERE id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
  const sums = sumContainersOfShipments(board, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toContract(row, getShipmentSums(board, sums, id))] : []
  })
}

function toContract(
  row: StoredRow,
  { earliestLastFreeDay, earliestBand, worstBand, ...containers }: ShipmentSums,
): ShipmentRow {
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
    containers,
    earliestLastFreeDay,
    earliestBand,
    worstBand,
    trackingStoppedAt: row.trackingStoppedAt,
    trackingStoppedReason: row.trackingStoppedReason,
    ages: { service: row.verifiedAt, line: row.lineCheckedAt },
    lastChangeAt: row.lastChangeAt,
  }
}
