// Holds and fees in the mirror: one row each, written with the row of their container.
import type { Fee, Hold } from '#contract/deadlines.ts'
import { indexByMember } from './history/diff.ts'
import { loadFirstSeenTimes } from './history/store.ts'
import type { ReadableDb, SqlValue, WritableDb } from '../db/open.ts'
import { upsert } from '../db/upsert.ts'

/** The charges in a container's record. `pickedUpAt`: when it was picked up; from then on its charges do not matter. */
export type ReportedCharges = {
  holds: Omit<Hold, 'firstSeenAt'>[]
  fees: Omit<Fee, 'firstSeenAt'>[]
  pickedUpAt: string | null
}

export type StoredCharge = {
  id: string
  kind: 'hold' | 'fee'
  containerId: string
  name: string
  state: string | null
  description: string | null
  amount: number | null
  currency: string | null
  firstSeenAt: string | null
}

/** `isNew`: the container has no rows to delete. `hasHistory`: its history can tell when a charge was first read. */
export type ChargeHistory = { isNew: boolean; hasHistory: boolean }

/** Rebuilds the rows of one container's charges. */
export function saveCharges(
  db: WritableDb,
  containerId: string,
  reported: ReportedCharges,
  { isNew, hasHistory }: ChargeHistory,
): void {
  if (!isNew) db.run('DELETE FROM charge_row WHERE container_id = ?', containerId)
  if (reported.holds.length > 0) saveHolds(db, containerId, reported, hasHistory)
  if (reported.fees.length > 0) saveFees(db, containerId, reported, hasHistory)
}

function saveHolds(
  db: WritableDb,
  containerId: string,
  { holds, pickedUpAt }: ReportedCharges,
  hasHistory: boolean,
): void {
  const firstSeenTimes = hasHistory
    ? loadFirstSeenTimes(db, containerId, 'holds_at_pod_terminal')
    : new Map<string, string>()
  for (const [member, { name, status, description }] of indexByMember(holds, (hold) => hold.name)) {
    insertCharge(db, {
      id: `${containerId}/hold/${member}`,
      container_id: containerId,
      kind: 'hold',
      name,
      state: status,
      description,
      amount: null,
      currency: null,
      first_seen_at: firstSeenTimes.get(member) ?? null,
      out_at: pickedUpAt,
      is_counted: 0,
      words: `${name} ${status} ${description ?? ''}`.toLowerCase(),
    })
  }
}

/** A fee of type `total` repeats the other fees, so it counts only if there are no others. */
function saveFees(
  db: WritableDb,
  containerId: string,
  { fees, pickedUpAt }: ReportedCharges,
  hasHistory: boolean,
): void {
  const firstSeenTimes = hasHistory
    ? loadFirstSeenTimes(db, containerId, 'fees_at_pod_terminal')
    : new Map<string, string>()
  const isTotal = (type: string) => type.toLowerCase() === 'total'
  const hasSingleFees = fees.some(({ type }) => !isTotal(type))
  for (const [member, { type, amount, currency }] of indexByMember(fees, (fee) => fee.type)) {
    insertCharge(db, {
      id: `${containerId}/fee/${member}`,
      container_id: containerId,
      kind: 'fee',
      name: type,
      state: null,
      description: null,
      amount,
      currency,
      first_seen_at: firstSeenTimes.get(member) ?? null,
      out_at: pickedUpAt,
      is_counted: Number(!hasSingleFees || !isTotal(type)),
      words: type.toLowerCase(),
    })
  }
}

function insertCharge(db: WritableDb, row: Record<string, SqlValue>): void {
  upsert(db, 'charge_row', row, { isNew: true })
}

/** Charges of containers that are not picked up yet. Compares like `clockAt` in mirror/containers/lfd.ts. */
export const IS_OPEN_CHARGE = '(out_at IS NULL OR out_at > (SELECT now FROM temp.moment))'

/** Leaves out a total beside single fees, because the list would show its amount twice. */
export const IS_LISTED_CHARGE = `(kind = 'hold' OR is_counted = 1)`

/** Two queries instead of one with OR, because only then SQLite uses the index for each. */
const OPEN_IDS = `SELECT id FROM charge_row WHERE out_at IS NULL AND ${IS_LISTED_CHARGE}
  UNION ALL SELECT id FROM charge_row WHERE out_at > (SELECT now FROM temp.moment) AND ${IS_LISTED_CHARGE}`

export function loadOpenChargeIds(db: ReadableDb): Set<string> {
  return new Set(db.column<string>(OPEN_IDS))
}

export function countOpenCharges(db: ReadableDb): number {
  return db.value<number>(`SELECT count(*) AS n FROM (${OPEN_IDS})`) ?? 0
}

/** Returns the charges in no particular order. */
export function loadCharges(db: ReadableDb, ids: string[]): StoredCharge[] {
  return db.all<StoredCharge>(
    `SELECT id, kind, container_id AS containerId, name, state, description, amount, currency, first_seen_at AS firstSeenAt
     FROM charge_row WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
}
