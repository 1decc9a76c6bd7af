// A handover over the made-up containers: who has them, what is put off, what is nobody's.
import type { ContainerRow } from '#contract/containers.ts'
import type { Handover } from '#contract/handover.ts'
import { NOW, at } from './row-factories.ts'

export function handoverOf(rows: readonly ContainerRow[]): Handover {
  const inHand = Map.groupBy(rows.filter(({ own }) => own.assignee !== null), ({ own }) => own.assignee ?? '')
  const open = rows.filter(({ risks, own }) => risks.length > 0 && own.assignee === null)
  return {
    me: rows.find(({ own }) => own.isMine)?.own.assignee ?? null,
    assigned: [...inHand].map(([name, theirs]) => ({ name, rows: theirs.slice(0, 100), count: theirs.length })),
    putOff: rows.slice(3, 5).map((row, place) => ({ row, until: place === 0 ? at(7_200_000) : null })),
    open: { rows: open.slice(0, 50), count: open.length },
    notes: rows.slice(0, 2).map(({ id, number }, place) => ({ containerId: id, number, text: 'Broker called,\npapers are in', at: at(-3_600_000 * (place + 1)) })),
    asOf: NOW,
  }
}
