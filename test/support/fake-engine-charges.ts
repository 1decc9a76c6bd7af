// Holds and fees of the made-up containers, one row each.
import type { ChargeFilter, ChargeRow, ChargeSortColumn, ClearedBy } from '#contract/charges.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { NOW, at } from './row-factories.ts'
import { workedOut } from './worked-out.ts'

const DAY_MS = 86_400_000
const clearers: Record<string, ClearedBy> = { customs: 'broker', freight: 'line', USDA: 'broker-usda', TMF: 'payer', VACIS: 'broker' }

function chargesOf(row: ContainerRow, index: number): ChargeRow[] {
  if (row.lastFreeDay.clock === 'stopped') return []
  const { id: containerId, number, shipmentId, lastFreeDay, masterBill, customer, own } = row
  const ageDays = index % 4 === 0 ? null : index % 6
  const common = { containerId, number, shipmentId, lastFreeDay, masterBill, customer, own, ageDays, firstSeenAt: ageDays === null ? null : at(-(ageDays + 0.3) * DAY_MS) }
  const hold = (name: string, state: string): ChargeRow => ({
    ...common,
    id: `${containerId}/hold/${name}`,
    kind: 'hold',
    name,
    state,
    description: name === 'customs' ? 'CET EXAM REQUIRED, CONTACT CBP' : null,
    amount: null,
    currency: null,
    clearedBy: clearers[name] ?? 'terminal',
  })
  const fee = ({ amount, currency }: ContainerRow['feesDue'][number]): ChargeRow => ({
    ...common,
    id: `${containerId}/fee/${currency ?? ''}`,
    kind: 'fee',
    name: 'demurrage',
    state: null,
    description: null,
    amount,
    currency,
    clearedBy: null,
  })
  return [...row.activeHolds.map((name) => hold(name, 'hold')), ...row.pendingHolds.map((name) => hold(name, 'pending')), ...row.feesDue.map(fee)]
}

function passes(row: ChargeRow, { kind, names, customers, assignedTo, text }: ChargeFilter): boolean {
  const sought = text?.replaceAll(' ', '').toLowerCase()
  return (
    (kind === undefined || row.kind === kind) &&
    (names?.includes(row.name) ?? true) &&
    (customers?.includes(row.customer ?? '') ?? true) &&
    (assignedTo?.includes(row.own.assignee ?? '') ?? true) &&
    (sought === undefined || `${row.number}${row.masterBill ?? ''}${row.name}`.toLowerCase().includes(sought))
  )
}

const keys: Partial<Record<ChargeSortColumn, (row: ChargeRow) => string | number>> = {
  daysLeft: (row) => row.lastFreeDay.daysLeft ?? 999,
  number: (row) => row.number,
  amount: (row) => row.amount ?? 0,
  name: (row) => row.name,
}

export function chargeHandlers(rows: () => readonly ContainerRow[]): Pick<Handlers<EngineContract>, 'charges.list' | 'charges.facets'> {
  const all = () => workedOut(rows(), 'charges', () => rows().flatMap(chargesOf))
  return {
    'charges.list': ({ filter, sort, window }) => {
      const key = keys[sort[0]?.column ?? 'number'] ?? (() => 0)
      const sign = sort[0]?.direction === 'desc' ? -1 : 1
      const found = workedOut(rows(), `charges ${JSON.stringify([filter, sort])}`, () =>
        all().filter((row) => passes(row, filter)).toSorted((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0)),
      )
      return { listId: 'charges', offset: window.offset, rows: found.slice(window.offset, window.offset + window.limit), total: found.length, outOf: all().length, moved: 0, asOf: NOW }
    },
    'charges.facets': ({ filter }) => {
      const found = all().filter((row) => passes(row, filter))
      const counted = (values: (string | null)[]) =>
        [...Map.groupBy(values, (value) => value)].flatMap(([value, same]) => (value === null ? [] : [{ value, label: value, count: same.length }]))
      const fees = found.filter(({ kind }) => kind === 'fee')
      return {
        names: counted(all().map(({ name }) => name)),
        customers: counted(all().map(({ customer }) => customer)),
        assignedTo: counted(all().map(({ own }) => own.assignee ?? '')),
        totals: [...new Set(fees.map(({ currency }) => currency))].map((currency) => {
          const same = fees.filter((fee) => fee.currency === currency)
          return { currency, amount: same.reduce((sum, { amount }) => sum + (amount ?? 0), 0), isPending: same.some(({ amount }) => amount === 0), containers: new Set(same.map(({ containerId }) => containerId)).size }
        }),
      }
    },
  }
}
