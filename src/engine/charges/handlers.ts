// Handlers for the calls about holds and fees.
import type { ChargeRow, ClearedBy } from '#contract/charges.ts'
import type { HandlersOf } from '#contract/index.ts'
import { listsAsOf, loadRows } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Lists } from '../table/lists.ts'
import { MS_PER_DAY, instantMs } from '../outside/calendar.ts'
import { loadFacets, orderCharges } from './list.ts'
import { countOpenCharges, loadCharges, loadOpenChargeIds } from '../mirror/charges.ts'

export type ChargeDeps = { db: ReadableDb; lists: Lists }

export function chargeHandlers({ db, lists }: ChargeDeps): HandlersOf<'charges'> {
  return {
    'charges.list': ({ filter, sort, ...request }) => {
      const { page, order } = lists.open(request, ['charges', filter, sort], () => orderCharges(db, filter, sort))
      const openIds = page.reordered === 0 ? order : filterOpen(db, order)
      const ids = openIds.slice(page.offset, page.offset + request.window.limit)
      const rows = loadChargeRows(db, ids)
      return { ...page, rows, total: openIds.length, outOf: countOpenCharges(db), asOf: listsAsOf(db) }
    },
    'charges.facets': ({ filter }) => loadFacets(db, filter),
  }
}

/** The charges that are still open: one that was cleared, or whose container was picked up, leaves no empty row. */
function filterOpen(db: ReadableDb, ids: string[]): string[] {
  const openIds = loadOpenChargeIds(db)
  return ids.filter((id) => openIds.has(id))
}

/** Loads the rows that exist, in the order of `ids`. */
function loadChargeRows(db: ReadableDb, ids: string[]): ChargeRow[] {
  const now = listsAsOf(db)
  const chargeById = new Map(loadCharges(db, ids).map((charge) => [charge.id, charge]))
  const containerIds = [...new Set([...chargeById.values()].map(({ containerId }) => containerId))]
  const containerById = new Map(loadRows(db, containerIds).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const charge = chargeById.get(id)
    const container = charge && containerById.get(charge.containerId)
    if (!container) return []
    const { number, shipmentId, lastFreeDay, masterBill, customer, own } = container
    return [
      {
        ...charge,
        number,
        shipmentId,
        ageDays: countDaysBetween(charge.firstSeenAt, now),
        clearedBy: charge.kind === 'hold' ? getClearedBy(charge.name) : null,
        lastFreeDay,
        masterBill,
        customer,
        own,
      },
    ]
  })
}

/** Counts whole days. The result is never negative, even if a clock was set back. */
function countDaysBetween(from: string | null, to: string): number | null {
  const fromMs = instantMs(from ?? '')
  const toMs = instantMs(to)
  return fromMs === null || toMs === null ? null : Math.max(0, Math.floor((toMs - fromMs) / MS_PER_DAY))
}

const CLEARED_BY_HOLD: Record<string, ClearedBy> = {
  freight: 'line',
  customs: 'broker',
  vacis: 'broker',
  usda: 'broker-usda',
  tmf: 'payer',
}

/**
 * Who can clear a hold of this name: the terminal, if the name is unknown. Ignores case, which terminals use freely.
 */
export function getClearedBy(holdName: string): ClearedBy {
  const name = holdName.trim().toLowerCase()
  return Object.hasOwn(CLEARED_BY_HOLD, name) ? (CLEARED_BY_HOLD[name] ?? 'terminal') : 'terminal'
}
