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
      const open = page.reordered === 0 ? order : openCharges(db, order)
      const ids = open.slice(page.offset, page.offset + request.window.limit)
      const rows = loadChargeRows(db, ids)
      return { ...page, rows, total: open.length, outOf: countOpenCharges(db), asOf: listsAsOf(db) }
    },
    'charges.facets': ({ filter }) => loadFacets(db, filter),
  }
}

/** The charges that are still open: one that was cleared, or whose container was picked up, leaves no empty row. */
function openCharges(db: ReadableDb, ids: string[]): string[] {
  const open = loadOpenChargeIds(db)
  return ids.filter((id) => open.has(id))
}

/** The present rows, in the order of `ids`. */
function loadChargeRows(db: ReadableDb, ids: string[]): ChargeRow[] {
  const now = listsAsOf(db)
  const charges = new Map(loadCharges(db, ids).map((charge) => [charge.id, charge]))
  const containerIds = [...new Set([...charges.values()].map(({ containerId }) => containerId))]
  const containers = new Map(loadRows(db, containerIds).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const charge = charges.get(id)
    const container = charge && containers.get(charge.containerId)
    if (!container) return []
    const { number, shipmentId, lastFreeDay, masterBill, customer, own } = container
    return [
      {
        ...charge,
        number,
        shipmentId,
        ageDays: daysBetweenInstants(charge.firstSeenAt, now),
        clearedBy: charge.kind === 'hold' ? clearedBy(charge.name) : null,
        lastFreeDay,
        masterBill,
        customer,
        own,
      },
    ]
  })
}

/** Whole days; a clock that was set back does not make an age negative. */
function daysBetweenInstants(from: string | null, to: string): number | null {
  const fromMs = instantMs(from ?? '')
  const toMs = instantMs(to)
  return fromMs === null || toMs === null ? null : Math.max(0, Math.floor((toMs - fromMs) / MS_PER_DAY))
}

const CLEARED_BY: Record<string, ClearedBy> = {
  freight: 'line',
  customs: 'broker',
  vacis: 'broker',
  usda: 'broker-usda',
  tmf: 'payer',
}

/** Ignores case, which differs between terminals. Null for an unknown hold: its own text says more. */
export function clearedBy(holdName: string): ClearedBy {
  const name = holdName.trim().toLowerCase()
  return Object.hasOwn(CLEARED_BY, name) ? (CLEARED_BY[name] ?? 'terminal') : 'terminal'
}
