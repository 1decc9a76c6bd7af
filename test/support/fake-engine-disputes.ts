// The evidence of a container of row-factories.ts: a last free day that moved twice, a hold that came and went, a fee
// that grew, a night that nobody read. Its checklist is filled in by the rows' own dates.
import type { ContainerRow } from '#contract/containers.ts'
import type { ChecklistRow, Evidence, EvidenceLine, EvidenceValue } from '#contract/disputes.ts'
import type { Input } from '#contract/rpc.ts'
import type { EngineContract } from '#contract/index.ts'
import { NOW, at } from './row-factories.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const FIRST = at(-21 * DAY_MS)

type Step = { value: unknown; day?: number; checked?: number; date?: string | null; reason?: string }

/** `day`: so many days ago it was first seen; without one it was there at the first reading. */
function valuesOf(steps: readonly Step[]): EvidenceValue[] {
  return steps.map(({ value, day, checked, date = null, reason = null }, i) => ({
    value: value === null ? null : JSON.stringify(value), date, reason,
    seen: day === undefined ? 'first-look' : 'came',
    firstSeenAt: day === undefined ? FIRST : at(-day * DAY_MS),
    sourceAt: day === undefined || checked === undefined ? null : at(-day * DAY_MS - checked * HOUR_MS),
    endedAt: steps[i + 1]?.day === undefined ? null : at(-(steps[i + 1]?.day ?? 0) * DAY_MS),
    confirmedAt: i === steps.length - 1 && checked !== undefined ? at(-HOUR_MS) : null,
  }))
}

function linesOf({ pickupZone: zone, appointmentAt, dischargedAt, fullOutAt, pickupPlace, portOfDischarge }: ContainerRow): EvidenceLine[] {
  const line = (topic: EvidenceLine['topic'], field: string, source: EvidenceLine['source'], steps: Step[]): EvidenceLine => ({ topic, field, source, zone, values: valuesOf(steps) })
  const lfd = (day: number) => ({ value: at(day * DAY_MS), date: at(day * DAY_MS).slice(0, 10) })
  return [
    line('last-free-day', 'manual', 'user', [{ ...lfd(1), day: 2, reason: 'Told by the terminal on the phone' }]),
    line('last-free-day', 'import_deadlines.pickup_lfd_line', 'line', [lfd(0)]),
    line('last-free-day', 'import_deadlines.pickup_lfd_terminal', 'terminal', [{ value: null }, { ...lfd(-2), day: 9, checked: 1 }, { ...lfd(2), day: 6, checked: 2 }, { ...lfd(-1), day: 3, checked: 0.5 }]),
    line('hold', 'holds_at_pod_terminal/customs', 'terminal', [{ value: null }, { value: { name: 'customs', status: 'hold', description: 'CBP exam' }, day: 8, checked: 1 }, { value: null, day: 5, checked: 1 }]),
    line('availability', 'available_for_pickup', 'terminal', [{ value: false }, { value: true, day: 5, checked: 1 }]),
    line('fee', 'fees_at_pod_terminal/demurrage', 'terminal', [{ value: null }, { value: { type: 'demurrage', amount: 275, currency_code: 'USD' }, day: 2, checked: 1 }, { value: { type: 'demurrage', amount: 550, currency_code: 'USD' }, day: 1, checked: 1 }]),
    ...(appointmentAt === null ? [] : [line('appointment', 'pickup_appointment_at', 'terminal', [{ value: appointmentAt, day: 2 }])]),
    line('place', '→pod_terminal', 'service', [{ value: pickupPlace ?? portOfDischarge.name ?? 'Pier 400' }]),
    line('milestone', 'pod_discharged_at', 'terminal', [{ value: dischargedAt ?? at(-10 * DAY_MS), day: 9 }]),
    ...(fullOutAt === null ? [] : [line('milestone', 'pod_full_out_at', 'terminal', [{ value: fullOutAt, day: 1 }])]),
  ]
}

export function evidenceOf(row: ContainerRow, { charge, invoiceDate, at: moment }: Input<EngineContract, 'disputes.evidence'>): Evidence {
  const { lastFreeDay: { date, zone }, fullOutAt } = row
  const known = (item: ChecklistRow['item'], origin: ChecklistRow['origin'], value: ChecklistRow['value'], toldBy: ChecklistRow['toldBy'] = null): ChecklistRow => ({ item, origin, value, toldBy })
  const blank = (item: ChecklistRow['item']) => known(item, 'invoice', null)
  const later = (day: string) => new Date(Date.parse(day) + 30 * DAY_MS).toISOString().slice(0, 10)
  const last = fullOutAt?.slice(0, 10) ?? null
  return {
    id: row.id, number: row.number, masterBill: row.masterBill, lineName: row.lineName, charge, firstReadAt: FIRST, lastReadAt: at(-60_000),
    lines: linesOf(row),
    gaps: [
      { kind: 'before-first', until: FIRST },
      { kind: 'not-read', from: at(-7 * DAY_MS), until: at(-7 * DAY_MS + 9 * HOUR_MS) },
      { kind: 'never-reported', fields: ['pickup_appointment_at'] },
    ],
    checklist: [
      known('bill-of-lading', 'reported', row.masterBill === null ? null : { kind: 'text', text: row.masterBill }),
      known('container', 'reported', { kind: 'text', text: row.number }),
      known('port-of-discharge', 'reported', row.portOfDischarge.name === null ? null : { kind: 'text', text: row.portOfDischarge.name }),
      known('terminal', 'reported', row.pickupPlace === null ? null : { kind: 'text', text: row.pickupPlace }),
      blank('liable-basis'),
      known('invoice-date', 'typed', invoiceDate === null ? null : { kind: 'date', date: invoiceDate, zone: null }),
      blank('invoice-due'), blank('free-days'), blank('free-time-start'),
      known('free-time-end', 'reported', date === null ? null : { kind: 'date', date, zone }, date === null ? null : 'terminal'),
      known('available', 'seen', { kind: 'instant', at: at(-5 * DAY_MS), zone: row.pickupZone }),
      known('days-charged', 'own-rates', row.exposure?.state === 'costed' ? { kind: 'days', days: row.exposure.days, counting: row.exposure.counting } : null),
      known('amount', 'own-rates', row.exposure?.state === 'costed' ? { kind: 'money', currency: row.exposure.currency, minor: row.exposure.minor } : null),
      known('rate-rule', 'own-rates', row.exposure?.state === 'costed' ? { kind: 'text', text: row.exposure.table.name } : null),
      known('rates', 'own-rates', row.exposure?.state === 'costed' ? { kind: 'rates', currency: row.exposure.currency, parts: row.exposure.parts } : null),
      known('last-charged', 'reckoned', last === null ? null : { kind: 'date', date: last, zone: row.pickupZone }),
      blank('contact'), blank('certification'),
      known('issue-by', 'reckoned', last === null ? null : { kind: 'date', date: later(last), zone: row.pickupZone }),
      known('dispute-by', 'reckoned', invoiceDate === null ? null : { kind: 'date', date: later(invoiceDate), zone: null }),
    ],
    isInvoiceLate: invoiceDate === null || last === null ? null : invoiceDate > later(last),
    thenAt: moment,
    then: moment === null || moment < FIRST ? null : row,
    preparedAt: NOW,
  }
}
