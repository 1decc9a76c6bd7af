// The briefing over the made-up containers: tiles count what their filters list, as the contract has it.
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import type { FeeTotal } from '#contract/deadlines.ts'
import type { DocumentRow } from '#contract/documents.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { TodayTile } from '#contract/today.ts'
import type { FakeChanges } from './fake-engine-changes.ts'
import { NOW } from './row-factories.ts'
import { workedOut } from './worked-out.ts'

type Rules = { passes: (row: ContainerRow, filter: ContainerFilter) => boolean; isNotAssessed: (row: ContainerRow) => boolean; changes: FakeChanges; documents: () => readonly DocumentRow[] }

const tiles: { tile: TodayTile['tile']; filter: ContainerFilter; delta: number | null }[] = [
  { tile: 'past', filter: { scope: 'board', bands: ['past'] }, delta: 1 },
  { tile: 'today', filter: { scope: 'board', bands: ['today'] }, delta: 0 },
  { tile: 'tomorrow', filter: { scope: 'board', bands: ['tomorrow'] }, delta: -1 },
  { tile: 'new-holds', filter: { scope: 'open', hasNewHold: true }, delta: null },
  { tile: 'ready', filter: { scope: 'open', verdicts: ['ready', 'ready-unverified'] }, delta: 3 },
  { tile: 'arriving', filter: { scope: 'open', arrivingWithinDays: 3 }, delta: null },
]

const underWay: readonly DocumentRow['state'][] = ['waiting', 'locked', 'online-only', 'queued', 'uploading', 'processing']

function feesOf(rows: readonly ContainerRow[]): FeeTotal[] {
  const fees = rows.flatMap(({ feesDue }) => feesDue)
  return [...new Set(fees.map(({ currency }) => currency))].map((currency) => {
    const same = fees.filter((fee) => fee.currency === currency)
    return { currency, amount: same.reduce((sum, { amount }) => sum + amount, 0), isPending: same.some(({ isPending }) => isPending) }
  })
}

export function todayHandlers(rows: () => readonly ContainerRow[], { passes, isNotAssessed, changes, documents }: Rules): Pick<Handlers<EngineContract>, 'today.get'> {
  return {
    'today.get': () => {
      const decisions = workedOut(rows(), 'decisions', () =>
        rows()
          .filter(({ risks }) => risks.length > 0)
          .toSorted((a, b) => a.risks[0]!.severity - b.risks[0]!.severity || (a.lastFreeDay.daysLeft ?? 99) - (b.lastFreeDay.daysLeft ?? 99)),
      )
      const unknown = rows().filter((row) => passes(row, { scope: 'open' }) && isNotAssessed(row))
      const noDate = unknown.filter(({ lastFreeDay: { date } }) => date === null).length
      return {
        tiles: tiles.map(({ tile, filter, delta }) => {
          const listed = rows().filter((row) => passes(row, filter))
          return { tile, filter, delta, count: listed.length, feesDue: feesOf(listed) }
        }),
        decisions: decisions.slice(0, 25),
        decisionCount: decisions.length,
        decisionReasons: [...Map.groupBy(decisions, ({ risks }) => risks[0]!.reason)].map(([reason, { length }]) => ({ reason, count: length })),
        decisionFilter: { scope: 'open', risks: [] },
        moved: changes.unseen().filter(({ isReverted }) => !isReverted).toSorted((a, b) => a.severity - b.severity).slice(0, 10),
        changeCount: changes.unseen().length,
        notAssessed: { total: unknown.length, noDate, unchecked: unknown.length - noDate, filter: { scope: 'open', isNotAssessed: true } },
        documents: { needsMe: documents().filter(({ needsMe }) => needsMe).length, underWay: documents().filter(({ state }) => underWay.includes(state)).length },
        asOf: NOW,
      }
    },
  }
}
