// Creates rows of containers for tests of the view, in every band, verdict and kind of journey. Equal seeds give equal
// rows. All data is invented, and no value is computed by the engine's rules.
import type { ContainerRow } from '#contract/containers.ts'
import { type PlainFields, mapPlainColumns } from '#contract/rules/container-columns.ts'
import type { Band, LastFreeDay, Verdict } from '#contract/deadlines.ts'
import type { Risk, RiskReason } from '#contract/risk.ts'
import type { SyncStatus } from '#contract/sync.ts'

export const NOW = '2026-11-20T17:32:00.000Z'
const NOW_MS = Date.parse(NOW)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The generator mulberry32, which gives the same numbers on every platform. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function instantFromNow(offsetMs: number): string {
  return new Date(NOW_MS + offsetMs).toISOString()
}

export function dayFromNow(offset: number): string {
  return instantFromNow(offset * DAY_MS - 8 * HOUR_MS).slice(0, 10)
}

const lines = [
  { scac: 'OBLN', name: 'Oberon Line', prefix: 'OBLU' },
  { scac: 'TASM', name: 'Tasman & Meridian', prefix: 'TSMU' },
  { scac: 'KESL', name: 'Kestrel Ocean', prefix: 'KSLU' },
  { scac: 'NVSC', name: 'Nova Scotia Carriers', prefix: 'NVCU' },
]
const ports = [
  {
    name: 'Los Angeles',
    locode: 'USLAX',
    zone: 'America/Los_Angeles',
    terminals: ['Pier 400', 'Everport West', 'TraPac Basin'],
  },
  { name: 'Oakland', locode: 'USOAK', zone: 'America/Los_Angeles', terminals: ['Outer Harbor 30', 'Middle Harbor'] },
  { name: 'Newark', locode: 'USEWR', zone: 'America/New_York', terminals: ['Port Newark North', 'Elizabeth Marine'] },
  { name: 'Savannah', locode: 'USSAV', zone: 'America/New_York', terminals: ['Garden City'] },
  { name: 'Houston', locode: 'USHOU', zone: 'America/Chicago', terminals: ['Barbours Cut', 'Bayport'] },
]
const origins = [
  { name: 'Ningbo', locode: 'CNNGB', zone: 'Asia/Shanghai' },
  { name: 'Shanghai', locode: 'CNSHA', zone: 'Asia/Shanghai' },
  { name: 'Haiphong', locode: 'VNHPH', zone: 'Asia/Ho_Chi_Minh' },
  { name: 'Hamburg', locode: 'DEHAM', zone: 'Europe/Berlin' },
]
const inland = [
  { name: 'Chicago', locode: 'USCHI', zone: 'America/Chicago', facility: 'Joliet Ramp' },
  { name: 'Memphis', locode: 'USMEM', zone: 'America/Chicago', facility: 'Marion Yard' },
]
const customers = [
  'Alder & Finch Home',
  'Brightwater Foods',
  'Corvid Cycles',
  'Delmar Tooling',
  'Eastlake Furniture Group',
  'Fenwick Paper',
]
const vessels = ['Oberon Tide', 'Kestrel Bay', 'Meridian Star', 'Nova Prudence', 'Tasman Reach']

type Random = () => number
function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)]!
}

/** The stage of a container's journey. `daysLeft` is null if the last free day is not known. */
type Stage = { kind: 'sea' | 'running' | 'out' | 'returned'; daysLeft: number | null }

const FIRST_STAGES: Stage[] = [
  { kind: 'running', daysLeft: -2 },
  { kind: 'running', daysLeft: 0 },
  { kind: 'running', daysLeft: 1 },
  { kind: 'running', daysLeft: 3 },
  { kind: 'running', daysLeft: null },
  { kind: 'sea', daysLeft: 9 },
  { kind: 'out', daysLeft: 2 },
]

function drawStage(index: number, random: Random): Stage {
  const firstStage = FIRST_STAGES[index]
  if (firstStage) return firstStage
  const draw = random()
  if (draw < 0.3) return { kind: 'sea', daysLeft: random() < 0.2 ? 6 + Math.floor(random() * 12) : null }
  if (draw < 0.7) {
    const chance = random()
    if (chance < 0.06) return { kind: 'running', daysLeft: -1 - Math.floor(random() * 18) }
    if (chance < 0.1) return { kind: 'running', daysLeft: 0 }
    if (chance < 0.16) return { kind: 'running', daysLeft: 1 }
    if (chance < 0.24) return { kind: 'running', daysLeft: null }
    return { kind: 'running', daysLeft: 2 + Math.floor(random() * 10) }
  }
  return { kind: draw < 0.84 ? 'out' : 'returned', daysLeft: Math.floor(random() * 6) }
}

function computeBand({ kind, daysLeft }: Stage): Band {
  if (kind === 'out' || kind === 'returned') return 'out'
  if (kind === 'sea') return 'not-discharged'
  if (daysLeft === null) return 'none'
  if (daysLeft < -14) return 'confirm'
  if (daysLeft < 0) return 'past'
  if (daysLeft === 0) return 'today'
  if (daysLeft === 1) return 'tomorrow'
  return daysLeft <= 3 ? 'soon' : daysLeft <= 7 ? 'week' : 'later'
}

function createLastFreeDay(stage: Stage, zone: string, isInland: boolean, random: Random): LastFreeDay {
  const { kind, daysLeft } = stage
  const date = daysLeft === null ? null : dayFromNow(daysLeft)
  const isDisputed = date !== null && kind === 'running' && random() < 0.12
  const mainSource = isInland ? ('rail' as const) : random() < 0.6 ? ('terminal' as const) : ('line' as const)
  const secondSource = mainSource === 'line' ? ('terminal' as const) : ('line' as const)
  const hasOther = isDisputed || random() < 0.5
  // In some rows all three sources differ, as for containers that continue by rail.
  const thirdSource = mainSource === 'rail' ? ('terminal' as const) : ('rail' as const)
  return {
    band: computeBand(stage),
    clock: kind === 'sea' ? 'not-started' : kind === 'running' ? 'running' : 'stopped',
    date,
    daysLeft,
    zone,
    source: date === null ? null : mainSource,
    flags: date !== null && random() < 0.04 ? ['may-be-later'] : [],
    sources:
      date === null || daysLeft === null
        ? []
        : [
            { source: mainSource, date, isRelevant: true },
            ...(hasOther
              ? [{ source: secondSource, date: isDisputed ? dayFromNow(daysLeft + 2) : date, isRelevant: true }]
              : []),
            ...(isDisputed && daysLeft === 0
              ? [{ source: thirdSource, date: dayFromNow(daysLeft + 4), isRelevant: isInland }]
              : []),
          ],
    isDisputed,
    daysSinceDischarge: kind === 'sea' ? null : 2 + Math.floor(random() * 6),
  }
}

function drawVerdict({ kind }: Stage, random: Random): Verdict {
  if (kind === 'sea') return 'not-arrived'
  if (kind !== 'running') return 'out'
  const draw = random()
  if (draw < 0.42) return 'ready'
  if (draw < 0.52) return 'ready-unverified'
  if (draw < 0.72) return 'held'
  if (draw < 0.76) return 'conflict'
  return draw < 0.86 ? 'not-released' : 'unknown'
}

function containerNumber(prefix: string, index: number): string {
  const serial = String((index * 7_919 + 123_456) % 1_000_000).padStart(6, '0')
  return `${prefix}${serial}${(index * 3 + 7) % 10}`
}

/** Computes plausible risks. The real rule is in the engine. */
function computeRisks(
  row: Pick<ContainerRow, 'lastFreeDay' | 'verdict' | 'appointmentAt' | 'feesDue' | 'trackingStoppedAt'>,
): Risk[] {
  const { clock, daysLeft, isDisputed, date } = row.lastFreeDay
  if (clock !== 'running')
    return row.trackingStoppedAt !== null && clock === 'not-started'
      ? [{ reason: 'tracking-stopped', severity: 4 }]
      : []
  const daysOrLater = daysLeft ?? 99
  const isReady = row.verdict === 'ready' || row.verdict === 'ready-unverified'
  const risks: [RiskReason, 1 | 2 | 3 | 4, boolean][] = [
    ['past-last-free-day', 1, daysOrLater < 0],
    ['last-free-day-today', 1, daysOrLater === 0],
    ['last-free-day-tomorrow', 2, daysOrLater === 1 && row.verdict === 'ready'],
    ['not-ready-in-time', 2, daysOrLater > 0 && daysOrLater <= 3 && !isReady],
    ['no-appointment', 2, daysOrLater > 0 && daysOrLater <= 2 && isReady && row.appointmentAt === null],
    ['fees-running', 2, row.feesDue.some(({ amount }) => amount > 0)],
    ['terminal-check-old', 3, daysOrLater <= 3 && row.verdict === 'ready-unverified'],
    ['no-last-free-day', 3, date === null],
    ['sources-disagree', 3, isDisputed],
  ]
  return risks.filter(([, , applies]) => applies).map(([reason, severity]) => ({ reason, severity }))
}

export function makeRow(index: number, seed = 1): ContainerRow {
  const row = makeFacts(index, seed)
  return {
    ...row,
    risks: computeRisks(row),
    readySince: row.verdict === 'ready' && index % 3 > 0 ? instantFromNow(-(2 + (index % 50)) * HOUR_MS) : null,
  }
}

function makeFacts(index: number, seed: number): Omit<ContainerRow, 'risks' | 'readySince'> {
  const random = createRandom(seed * 100_003 + index)
  const stage = drawStage(index, random)
  const line = pick(random, lines)
  const port = pick(random, ports)
  const origin = pick(random, origins)
  const isInland = random() < 0.18
  const ramp = isInland ? pick(random, inland) : null
  const zone = ramp?.zone ?? port.zone
  const verdict = drawVerdict(stage, random)
  const isAtSea = stage.kind === 'sea'
  const arrival = isAtSea ? 1 + random() * 24 : -3 - random() * 12
  const terminalAgeMs = verdict === 'ready-unverified' ? 31 * HOUR_MS : (0.2 + random() * 9) * HOUR_MS
  const isOut = stage.kind === 'out' || stage.kind === 'returned'
  const hasFees =
    !isOut && !isAtSea && (stage.daysLeft ?? 1) < 0 ? random() < 0.8 : stage.kind === 'running' && random() < 0.07
  return {
    ...(mapPlainColumns(({ kind }, key) => (kind === 'number' ? index : `${key} ${index}`)) as PlainFields),
    id: `container-${index}`,
    number: containerNumber(line.prefix, index),
    status: isAtSea
      ? 'on_ship'
      : isOut
        ? stage.kind === 'returned'
          ? 'empty_returned'
          : 'picked_up'
        : verdict === 'ready'
          ? 'available'
          : pick(random, ['grounded', 'not_available', 'new']),
    equipment: {
      type: random() < 0.85 ? 'dry' : 'reefer',
      lengthFt: random() < 0.8 ? 40 : 20,
      height: random() < 0.7 ? 'high_cube' : 'standard',
    },
    weightLb: Math.round(14_000 + random() * 38_000),
    seal: random() < 0.7 ? `SL${String(Math.floor(random() * 9_000_000) + 1_000_000)}` : null,
    refs: random() < 0.8 ? [`PO-${4_400 + (index % 900)}`] : [],
    shipmentId: `shipment-${Math.floor(index / 3)}`,
    masterBill: `${line.scac}${String(600_100_000 + Math.floor(index / 3) * 37)}`,
    scac: line.scac,
    lineName: line.name,
    customer: random() < 0.9 ? pick(random, customers) : null,
    tags: random() < 0.15 ? ['priority'] : [],
    vessel: pick(random, vessels),
    voyage: `${String(100 + Math.floor(random() * 400))}E`,
    portOfLading: { name: origin.name, locode: origin.locode, zone: origin.zone },
    portOfDischarge: { name: port.name, locode: port.locode, zone: port.zone },
    destination: ramp
      ? { name: ramp.name, locode: ramp.locode, zone: ramp.zone }
      : { name: null, locode: null, zone: null },
    etaAt: instantFromNow(arrival * DAY_MS),
    originalEtaAt: instantFromNow((arrival - (random() < 0.25 ? 2 : 0)) * DAY_MS),
    ataAt: isAtSea ? null : instantFromNow(arrival * DAY_MS),
    dischargedAt: isAtSea ? null : instantFromNow((arrival + 0.6) * DAY_MS),
    appointmentAt: stage.kind === 'running' && random() < 0.3 ? instantFromNow(random() * 3 * DAY_MS) : null,
    fullOutAt: isOut ? instantFromNow(-random() * 4 * DAY_MS) : null,
    emptyReturnedAt: stage.kind === 'returned' ? instantFromNow(-random() * DAY_MS) : null,
    emptyReturnedZone: stage.kind === 'returned' ? zone : null,
    daysOut: null,
    inlandEtaAt: isInland ? instantFromNow((arrival + 5) * DAY_MS) : null,
    inlandAtaAt: isInland && isOut ? instantFromNow(-5 * DAY_MS) : null,
    railScac: isInland ? pick(random, ['BNSF', 'CSXT', 'UPRR']) : null,
    isInland,
    lastFreeDay: createLastFreeDay(stage, zone, isInland, random),
    gateDay: null,
    isGateClosedAtAppointment: false,
    exposure: stage.kind === 'running' ? { state: 'no-rate' } : null,
    detention: stage.kind === 'out' ? { freeDays: null, returnBy: null, estimate: { state: 'no-rate' } } : null,
    verdict,
    activeHolds:
      verdict === 'held' || verdict === 'conflict'
        ? pick(random, [['customs'], ['freight'], ['customs', 'USDA'], ['TMF']])
        : [],
    pendingHolds: verdict === 'ready' && random() < 0.1 ? ['VACIS'] : [],
    feesDue: hasFees
      ? [
          {
            currency: random() < 0.9 ? 'USD' : 'CAD',
            amount: random() < 0.1 ? 0 : 50 * (2 + Math.floor(random() * 30)),
            isPending: false,
          },
        ].map((fee) => ({ ...fee, isPending: fee.amount === 0 }))
      : [],
    pickupPlace: ramp?.facility ?? pick(random, port.terminals),
    pickupZone: zone,
    yardSpot: random() < 0.4 ? `Row ${Math.floor(random() * 60)} / ${Math.floor(random() * 9)}` : null,
    trackingStoppedAt: random() < 0.02 ? instantFromNow(-6 * DAY_MS) : null,
    trackingStoppedReason: 'no_updates_at_line',
    ages: {
      service: instantFromNow(-(60 + random() * 700) * 1_000),
      terminal: isAtSea ? null : instantFromNow(-terminalAgeMs),
      line: instantFromNow(-(1 + random() * (random() < 0.1 ? 70 : 10)) * HOUR_MS),
    },
    lastChangeAt: random() < 0.6 ? instantFromNow(-random() * 3 * DAY_MS) : null,
    own: { assignee: null, isMine: false, tags: [], note: null, noteCount: 0, priority: 'normal' },
    goneSince: null,
  }
}

export function makeRows(count: number, seed = 1): ContainerRow[] {
  return Array.from({ length: count }, (_, index) => withDaysOut(makeRow(index, seed)))
}

function withDaysOut(row: ContainerRow): ContainerRow {
  const isEmptyOut = row.fullOutAt !== null && row.emptyReturnedAt === null
  const dayAt = (at: string) =>
    Date.parse(
      new Intl.DateTimeFormat('en-CA', { timeZone: row.pickupZone ?? row.lastFreeDay.zone ?? 'UTC' }).format(
        new Date(at),
      ),
    )
  return isEmptyOut ? { ...row, daysOut: (dayAt(NOW) - dayAt(row.fullOutAt ?? '')) / DAY_MS } : row
}

export function createLiveStatus(): SyncStatus {
  return {
    state: 'live',
    since: instantFromNow(-3_600_000),
    lastSuccessAt: instantFromNow(-120_000),
    lastCompleteAt: instantFromNow(-240_000),
    nextTryAt: null,
    error: null,
    progress: null,
    incomplete: null,
    isFirstSweep: false,
    requests: { lastMinute: 21, allowed: 60 },
    clockSkewS: 0,
    sharesOwnData: false,
    overtakenChanges: 0,
    pace: { word: 'usual', everyS: 15 },
    pass: { tookS: 3, containers: 60 },
    notices: [],
    now: NOW,
    office: null,
  }
}
