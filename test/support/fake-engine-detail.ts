// The detail of a container of row-factories.ts, long enough to fill a panel.
import type { ContainerDetail, ContainerRow, TimelineEntry, TimelineLeg } from '#contract/containers.ts'
import { NOW, at } from './row-factories.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

function entry(kind: TimelineEntry['kind'], event: string, atTime: string | null, rest: Partial<TimelineEntry> = {}): TimelineEntry {
  return {
    kind,
    event,
    at: atTime,
    zone: null,
    place: null,
    locode: null,
    vessel: null,
    voyage: null,
    source: kind === 'missing' ? null : 'shipping_line',
    firstSeenAt: kind === 'missing' ? null : at(-3 * DAY_MS),
    value: null,
    ...rest,
  }
}

function timelineOf(row: ContainerRow): TimelineLeg[] {
  const ship = { vessel: row.vessel, voyage: row.voyage }
  const pol = { zone: row.portOfLading.zone, place: row.portOfLading.name }
  const pod = { zone: row.portOfDischarge.zone, place: row.portOfDischarge.name }
  const hasArrived = row.ataAt !== null
  return [
    {
      leg: 'origin',
      ordinal: 0,
      place: row.portOfLading.name,
      entries: [
        entry('actual', 'transport.empty_out', at(-30 * DAY_MS), pol),
        entry('actual', 'transport.full_in', at(-28 * DAY_MS), pol),
        entry('actual', 'transport.vessel_loaded', at(-26 * DAY_MS), { ...pol, ...ship }),
      ],
    },
    {
      leg: 'ocean',
      ordinal: 0,
      place: null,
      entries: [
        entry('actual', 'transport.vessel_departed', at(-26 * DAY_MS), { ...pol, ...ship }),
        entry(hasArrived ? 'actual' : 'estimated', 'transport.vessel_arrived', row.ataAt ?? row.etaAt, { ...pod, ...ship, source: 'ais' }),
      ],
    },
    {
      leg: 'discharge',
      ordinal: 0,
      place: row.portOfDischarge.name,
      entries: [
        row.dischargedAt === null
          ? entry('missing', 'transport.vessel_discharged', null)
          : entry('actual', 'transport.vessel_discharged', row.dischargedAt, { ...pod, source: 'terminal' }),
        row.fullOutAt === null
          ? entry('missing', 'transport.full_out', null)
          : entry('actual', 'transport.full_out', row.fullOutAt, { ...pod, source: 'terminal' }),
      ],
    },
    { leg: 'empty-return', ordinal: 0, place: null, entries: [entry('missing', 'transport.empty_in', null)] },
  ]
}

export function makeDetail(row: ContainerRow): ContainerDetail {
  const { lastFreeDay, activeHolds, pendingHolds, feesDue } = row
  return {
    row,
    rule: 'earliest',
    deadlines: lastFreeDay.sources.map(({ source, date, isRelevant }, place) => ({
      source,
      reported: `${date}T08:00:00Z`,
      date,
      zone: lastFreeDay.zone,
      daysLeft: (lastFreeDay.daysLeft ?? 0) + (lastFreeDay.isDisputed ? 2 * place : 0),
      isRelevant,
      isGoverning: place === 0,
      flags: place === 0 ? lastFreeDay.flags : [],
    })),
    servicePickupLfd: lastFreeDay.date === null ? null : `${lastFreeDay.date}T08:00:00Z`,
    manual: null,
    notes: [],
    availability: { isKnown: row.verdict !== 'unknown', isAvailable: row.verdict === 'ready' || row.verdict === 'conflict' },
    holds: [
      ...activeHolds.map((name) => ({ name, status: 'hold', description: name === 'customs' ? 'CET EXAM REQUIRED – CONTACT CBP' : null, firstSeenAt: at(-2 * DAY_MS) })),
      ...pendingHolds.map((name) => ({ name, status: 'pending', description: null, firstSeenAt: null })),
    ],
    fees: feesDue.flatMap(({ amount, currency }) => [
      { type: 'demurrage', amount, currency, firstSeenAt: at(-DAY_MS) },
      ...(amount > 400 ? [{ type: 'exam', amount: 0, currency, firstSeenAt: null }] : []),
    ]),
    terminalReports: { holds: true, fees: null },
    terminalName: row.isInland ? 'Everport West' : row.pickupPlace,
    timeline: timelineOf(row),
    changes: [
      { id: 3, field: 'import_deadlines.pickup_lfd_terminal', before: '"2026-11-22T08:00:00Z"', after: `"${lastFreeDay.date ?? '2026-11-20'}T08:00:00Z"`, zone: row.pickupZone, seenAt: at(-5 * HOUR_MS) },
      { id: 2, field: 'available_for_pickup', before: 'false', after: 'true', zone: row.pickupZone, seenAt: at(-9 * HOUR_MS) },
      { id: 1, field: 'seal_number', before: null, after: '"SL1234567"', zone: row.pickupZone, seenAt: at(-40 * HOUR_MS) },
    ],
    raw: [{ type: 'container', id: row.id, json: JSON.stringify({ id: row.id, type: 'container', attributes: { number: row.number } }, null, 2) }],
    asOf: NOW,
  }
}
