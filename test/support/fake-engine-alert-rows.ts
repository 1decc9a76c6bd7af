// What made-up alerts are about: a shape for each kind, from the container it is told of. Invented throughout.
import type { Alert, AlertFacts } from '#contract/alerts.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { at, day } from './row-factories.ts'

const HOUR_MS = 3_600_000

type Shape = Pick<Alert, 'severity' | 'object' | 'objectId' | 'number' | 'place' | 'masterBill' | 'field' | 'facts'>
type Facts = (row: ContainerRow, index: number) => AlertFacts

function dayStep(kind: 'lfd-past' | 'lfd-today' | 'lfd-soon', daysLeft: number): Facts {
  return ({ activeHolds, feesDue, verdict }) => ({ kind, date: day(daysLeft), daysLeft, holds: activeHolds, fees: kind === 'lfd-past' && feesDue.length === 0 ? [{ currency: 'USD', amount: 275, isPending: false }] : feesDue, isReady: verdict === 'ready' })
}

const HOLD = 'holds_at_pod_terminal/customs'
const LFD = 'import_deadlines.pickup_lfd_terminal'

/** How severe, of which record, by which field, and what was true: in the order in which they come. */
const shapes: { severity: Alert['severity']; object: Alert['object']; field: string | null; facts: Facts }[] = [
  { severity: 1, object: 'container', field: null, facts: dayStep('lfd-past', -2) },
  { severity: 1, object: 'container', field: null, facts: dayStep('lfd-today', 0) },
  { severity: 2, object: 'container', field: null, facts: dayStep('lfd-soon', 1) },
  { severity: 2, object: 'container', field: LFD, facts: () => ({ kind: 'lfd-earlier', before: day(6), after: day(3), source: 'terminal', daysBefore: 6, daysAfter: 3 }) },
  { severity: 2, object: 'container', field: HOLD, facts: () => ({ kind: 'hold-placed', name: 'customs', since: at(-30 * HOUR_MS), daysLeft: 3 }) },
  { severity: 3, object: 'container', field: 'available_for_pickup', facts: ({ lastFreeDay }) => ({ kind: 'ready', date: lastFreeDay.date, daysLeft: lastFreeDay.daysLeft }) },
  { severity: 2, object: 'container', field: 'fees_at_pod_terminal/demurrage', facts: () => ({ kind: 'fee-posted', name: 'demurrage', amount: 850, currency: 'USD', before: null }) },
  { severity: 4, object: 'shipment', field: 'pod_eta_at', facts: ({ vessel, voyage, portOfDischarge }) => ({ kind: 'arrival-moved', before: at(48 * HOUR_MS), after: at(120 * HOUR_MS), vessel, voyage, port: portOfDischarge.name, containers: 3 }) },
  { severity: 4, object: 'container', field: LFD, facts: () => ({ kind: 'lfd-later', before: day(3), after: day(7), source: 'line', daysBefore: 3, daysAfter: 7 }) },
  { severity: 3, object: 'container', field: `${HOLD}#2`, facts: () => ({ kind: 'hold-expected', name: 'usda', since: at(-3 * HOUR_MS), daysLeft: 6 }) },
  { severity: 4, object: 'container', field: HOLD, facts: () => ({ kind: 'hold-cleared', name: 'customs', since: at(-50 * HOUR_MS), daysLeft: 5 }) },
  { severity: 3, object: 'request', field: null, facts: () => ({ kind: 'request-failed', reason: 'not found at line' }) },
  { severity: 4, object: 'document', field: null, facts: () => ({ kind: 'document-read', type: 'commercial invoice' }) },
  { severity: 3, object: 'document', field: null, facts: () => ({ kind: 'document-failed', type: null }) },
  { severity: 3, object: 'document', field: null, facts: () => ({ kind: 'document-unlinked', type: 'arrival notice' }) },
  { severity: 2, object: 'container', field: LFD, facts: () => ({ kind: 'lfd-withdrawn', before: day(2) }) },
  { severity: 2, object: 'none', field: null, facts: () => ({ kind: 'not-updating', since: at(-9 * HOUR_MS) }) },
  {
    severity: 2,
    object: 'none',
    field: null,
    facts: ({ id, number, pickupPlace }) => ({ kind: 'look-ahead', until: '2026-11-23T14:30:00.000Z', containers: [{ id, number, date: '2026-11-21', place: pickupPlace }, { id: `${id}-2`, number: 'TSMU7654321', date: '2026-11-22', place: 'Garden City' }] }),
  },
]

const named: Record<Exclude<Alert['object'], 'container'>, (row: ContainerRow, index: number) => Pick<Alert, 'objectId' | 'number'>> = {
  shipment: ({ shipmentId, masterBill }) => ({ objectId: shipmentId ?? '', number: masterBill ?? '' }),
  request: (_, index) => ({ objectId: 'request-0', number: `OBLN6${String(1_000_000 + index)}` }),
  document: (_, index) => ({ objectId: 'document-0', number: `BL_scan_${String(index).padStart(4, '0')}.pdf` }),
  none: () => ({ objectId: '', number: '' }),
}

export function shapeOf(row: ContainerRow, index: number): Shape {
  const { severity, object, field, facts } = shapes[index % shapes.length]!
  const { objectId, number } = object === 'container' ? { objectId: row.id, number: row.number } : named[object](row, index)
  const isOfBox = object === 'container'
  return { severity, object, objectId, number, place: isOfBox ? row.pickupPlace : null, masterBill: isOfBox || object === 'shipment' ? row.masterBill : null, field, facts: facts(row, index) }
}
