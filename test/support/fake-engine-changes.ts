// Made-up changes, a few per container, with the user's mark and its undoing.
import type { ChangeFilter, ChangeRow, Look } from '#contract/changes.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { NOW, at, day } from './row-factories.ts'

const HOUR_MS = 3_600_000

type Calls = Pick<Handlers<EngineContract>, 'changes.list' | 'changes.look' | 'changes.markSeen' | 'changes.undoSeen'>
export type FakeChanges = { handlers: Calls; all: () => ChangeRow[]; unseen: () => ChangeRow[]; look: () => Look }

type Shape = Pick<ChangeRow, 'field' | 'kind' | 'severity' | 'before' | 'after'>

const shapes: ((row: ContainerRow) => Shape)[] = [
  ({ lastFreeDay: { date } }) => ({ field: 'import_deadlines.pickup_lfd_terminal', kind: 'last-free-day', severity: 2, before: JSON.stringify(`${day(6)}T08:00:00Z`), after: JSON.stringify(`${date ?? day(4)}T08:00:00Z`) }),
  () => ({ field: 'holds_at_pod_terminal/customs', kind: 'hold', severity: 2, before: null, after: '{"name":"customs","status":"hold"}' }),
  () => ({ field: 'available_for_pickup', kind: 'availability', severity: 3, before: 'false', after: 'true' }),
  () => ({ field: 'fees_at_pod_terminal/demurrage', kind: 'fee', severity: 2, before: null, after: '{"type":"demurrage","amount":850,"currency_code":"USD"}' }),
  () => ({ field: 'pod_discharged_at', kind: 'milestone', severity: 4, before: null, after: JSON.stringify(at(-9 * HOUR_MS)) }),
  () => ({ field: 'current_status', kind: 'status', severity: 4, before: '"on_ship"', after: '"grounded"' }),
  () => ({ field: 'holds_at_pod_terminal/freight', kind: 'hold', severity: 3, before: JSON.stringify({ name: 'freight', status: 'hold', description: null }), after: null }),
]

function makeChanges(rows: readonly ContainerRow[]): ChangeRow[] {
  const shaped = rows.slice(0, 400).map((row, index) => withRecord(shapes[index % shapes.length]!(row), row, index))
  return shaped.map((change, index) => ({ ...change, id: shaped.length - index, isNew: false }))
}

function withRecord(shape: ReturnType<(typeof shapes)[number]>, row: ContainerRow, index: number): Omit<ChangeRow, 'id' | 'isNew'> {
  return {
    ...shape,
    zone: row.pickupZone,
    seenAt: at(-(index + 1) * 0.4 * HOUR_MS),
    object: 'container',
    objectId: row.id,
    number: row.number,
    shipmentId: row.shipmentId,
    sourceAt: index % 5 === 4 ? null : at(-(index + 2) * 0.4 * HOUR_MS),
    isReverted: index % 7 === 5,
    heldSince: shape.kind === 'hold' && shape.after === null ? at(-(index + 100) * 0.4 * HOUR_MS) : null,
  }
}

function passes(row: ChangeRow, { scope, kinds, severities, text }: ChangeFilter): boolean {
  const sought = text?.replaceAll(' ', '').toLowerCase()
  return (scope === 'all' || row.isNew) && (kinds?.includes(row.kind) ?? true) && (severities?.includes(row.severity) ?? true) && (sought === undefined || `${row.number}${row.field}`.toLowerCase().includes(sought))
}

export function createFakeChanges(rows: () => readonly ContainerRow[], changed: () => void): FakeChanges {
  let all: ChangeRow[] | undefined
  const known = () => (all ??= makeChanges(rows()))
  /** Two thirds are new at first. */
  const marks = rows().length === 0 ? [] : [{ throughId: Math.floor(Math.min(rows().length, 400) / 3), at: at(-17 * HOUR_MS) }]
  const rowsNow = () => known().map((row) => ({ ...row, isNew: row.id > (marks.at(-1)?.throughId ?? 0) }))
  const look = (): Look => ({
    lookedAt: marks.at(-1)?.at ?? null,
    newestId: known()[0]?.id ?? 0,
    unseen: rowsNow().filter(({ isNew }) => isNew).length,
    canUndo: marks.length > 1,
  })
  return {
    all: rowsNow,
    unseen: () => rowsNow().filter(({ isNew }) => isNew),
    look,
    handlers: {
      'changes.list': ({ filter, window }) => {
        const found = rowsNow().filter((row) => passes(row, filter))
        return {
          listId: 'changes',
          offset: window.offset,
          rows: found.slice(window.offset, window.offset + window.limit),
          total: found.length,
          outOf: known().length,
          moved: 0,
          asOf: NOW,
        }
      },
      'changes.look': look,
      'changes.markSeen': ({ throughId }) => {
        marks.push({ throughId, at: NOW })
        changed()
      },
      'changes.undoSeen': () => {
        if (marks.length > 1) marks.pop()
        changed()
      },
    },
  }
}
