// Containers as the lists and the panel show them. Specification 2.1 explains the attributes.
import { z } from 'zod'
import { Change } from './changes.ts'
import { type PlainFields, mapPlainColumns, sortablePlainKeys } from './rules/container-columns.ts'
import type { Contract } from './rpc.ts'
import { ContainerFacets } from './container-facets.ts'
import {
  Band,
  Clock,
  Deadline,
  Fee,
  FeeTotal,
  GoverningRule,
  Hold,
  LastFreeDay,
  ManualLastFreeDay,
  Verdict,
} from './deadlines.ts'
import { Detention, Estimate } from './rate-table.ts'
import { OwnRow, Priority, WrittenNote } from './own.ts'
import { Risk, RiskReason } from './risk.ts'
import { Routes, Sailing } from './routes.ts'
import { GateDay } from './terminals.ts'
import { TimelineLeg } from './timeline.ts'
import { CalendarDate, Direction, Instant, Window, Zone, listOf } from './values.ts'

/** When the service, the terminal and the line were last checked. The three ages are never merged. Null: never. */
export const Ages = z.object({
  /** We read this record from the service. */
  service: Instant.nullable(),
  /** The service asked the terminal. */
  terminal: Instant.nullable(),
  /** The service last received data from the shipping line. */
  line: Instant.nullable(),
})

/** A place, and the zone of its local times. Each part may be unknown. */
export const ZonedPlace = z.object({
  name: z.string().nullable(),
  locode: z.string().nullable(),
  zone: Zone.nullable(),
})

const plainFields = mapPlainColumns(({ kind }) =>
  (kind === 'number' ? z.number() : z.string()).nullable(),
) as unknown as { [Key in keyof PlainFields]: z.ZodType<PlainFields[Key]> }

export const ContainerRow = z.object({
  id: z.string(),
  number: z.string(),
  /** `current_status` as the service sent it; null if it never sent one. Unknown words are shown unchanged. */
  status: z.string().nullable(),
  equipment: z.object({ type: z.string().nullable(), lengthFt: z.number().nullable(), height: z.string().nullable() }),
  weightLb: z.number().nullable(),
  ...plainFields,
  refs: z.array(z.string()),

  shipmentId: z.string().nullable(),
  masterBill: z.string().nullable(),
  scac: z.string().nullable(),
  lineName: z.string().nullable(),
  customer: z.string().nullable(),
  tags: z.array(z.string()),
  vessel: z.string().nullable(),
  voyage: z.string().nullable(),
  portOfLading: ZonedPlace,
  portOfDischarge: ZonedPlace,
  destination: ZonedPlace,

  etaAt: Instant.nullable(),
  originalEtaAt: Instant.nullable(),
  ataAt: Instant.nullable(),
  dischargedAt: Instant.nullable(),
  appointmentAt: Instant.nullable(),
  fullOutAt: Instant.nullable(),
  emptyReturnedAt: Instant.nullable(),
  /** Zone of the empty return. The other milestones are local to the port of discharge or the pickup place. */
  emptyReturnedZone: Zone.nullable(),
  /** Calendar days since pickup, at the place of pickup. Null: not picked up, returned, or the day is unknown. */
  daysOut: z.int().min(0).nullable(),
  inlandEtaAt: Instant.nullable(),
  inlandAtaAt: Instant.nullable(),
  railScac: z.string().nullable(),
  isInland: z.boolean(),

  lastFreeDay: LastFreeDay,
  /** From the user's calendar of the place of pickup; null without a calendar, without a date, or after the pickup. */
  gateDay: GateDay.nullable(),
  /** By the same calendar, at an appointment that was not missed. False without either. */
  isGateClosedAtAppointment: z.boolean(),
  verdict: Verdict,
  /** The reasons why the container needs a decision, most severe first. */
  risks: z.array(Risk),
  /** When we first read that it was ready; null if it is not, or was ready at our first reading. */
  readySince: Instant.nullable(),
  /** Names of holds with status `hold`, then of the pending ones. */
  activeHolds: z.array(z.string()),
  pendingHolds: z.array(z.string()),
  feesDue: z.array(FeeTotal),
  /**
   * Estimated cost of waiting until today at the user's own rates; never a part of `feesDue`. Null: free time has not
   * begun, the container was picked up, or the row is of a past moment.
   */
  exposure: Estimate.nullable(),
  /** Null: not picked up, returned, or the row is of a past moment. */
  detention: Detention.nullable(),

  /** Where the container is collected: the inland facility, else the terminal. Its name, or null if not known. */
  pickupPlace: z.string().nullable(),
  pickupZone: Zone.nullable(),

  trackingStoppedAt: Instant.nullable(),
  trackingStoppedReason: z.string().nullable(),
  ages: Ages,
  lastChangeAt: Instant.nullable(),
  /** Data that the users of this program entered: of this computer, or of all members of its office. */
  own: OwnRow,
  /** When two complete sweeps and a direct read no longer found the container. Its row remains. Null: it exists. */
  goneSince: Instant.nullable(),
})

/** A row must match every part of the filter, by one value of each part. An absent part matches every row. */
export const ContainerFilter = z.object({
  /** `board`: free time is running, or has not begun and a last free day is known. `open`: not returned empty. */
  scope: z.enum(['board', 'open', 'all']),
  text: z.string().max(200).optional(),
  bands: z.array(Band).optional(),
  verdicts: z.array(Verdict).optional(),
  statuses: z.array(z.string()).optional(),
  places: z.array(z.string()).optional(),
  lines: z.array(z.string()).optional(),
  customers: z.array(z.string()).optional(),
  vessels: z.array(z.string()).optional(),
  /** The port of discharge is one of these, by name or, without a name, by UN/LOCODE. */
  dischargePorts: z.array(z.string()).optional(),
  /** Size and type, as `containers.facets` reports them. */
  equipment: z.array(z.string()).optional(),
  holds: z.array(z.string()).optional(),
  /** The last free day is at most this number of days ahead. Past days match too. */
  withinDays: z.int().min(0).max(365).optional(),
  /** The governing last free day is between these, both included. One of them may be absent. */
  lastFreeDays: z.object({ from: CalendarDate.optional(), to: CalendarDate.optional() }).optional(),
  hasFees: z.boolean().optional(),
  isDisputed: z.boolean().optional(),
  /** Only the containers that the summary counts as `notAssessed`. */
  isNotAssessed: z.boolean().optional(),
  /** The container has one of these reasons. An empty list matches containers with any reason. */
  risks: z.array(RiskReason).optional(),
  /** The most severe reason is one of these. */
  leadingRisks: z.array(RiskReason).optional(),
  /** A hold was placed since the user's last visit. */
  hasNewHold: z.boolean().optional(),
  /** The container is expected at the port of discharge within this number of days, or overdue there. */
  arrivingWithinDays: z.int().min(0).max(365).optional(),
  /** Picked up and not returned empty, even if the date is not known. */
  isEmptyOut: z.boolean().optional(),
  /** An appointment for the pickup is reported, and was not missed. */
  hasAppointment: z.boolean().optional(),
  /** The terminal was last checked more than 24 hours ago, or never. */
  isUnchecked: z.boolean().optional(),
  /** A change was read today or up to this number of days before, by the calendar of the user's home zone; 0: today. */
  changedWithinDays: z.int().min(0).max(365).optional(),
  /** The container is loaded at, discharged at, or destined for one of these UN/LOCODEs. */
  ports: z.array(z.string()).optional(),
  /** The container is on one of these sailings, each as `containers.routes` reports it. */
  sailings: z.array(Sailing).optional(),
  /** Picked up more than this number of calendar days ago and not returned, by the calendar of the place. */
  daysOutOver: z.int().min(0).max(365).optional(),
  /** Names of assignees; an empty name means no assignee. */
  assignedTo: z.array(z.string()).optional(),
  /** Assigned to the user of this computer; no container matches until the user has entered a name. */
  isMine: z.boolean().optional(),
  /** The container has one of these tags of the user. */
  ownTags: z.array(z.string()).optional(),
  hasNote: z.boolean().optional(),
  /** The priority of its customer. */
  priorities: z.array(Priority).optional(),
})

/** The columns by which a list can be sorted. Rows without a value are always last. */
export const ContainerSortColumn = z.enum([
  'number',
  'status',
  'band',
  'lastFreeDay',
  'daysLeft',
  'verdict',
  'risk',
  'readySince',
  'holds',
  'fees',
  'exposure',
  'appointment',
  'pickupPlace',
  'masterBill',
  'line',
  'customer',
  'vessel',
  'portOfLading',
  'portOfDischarge',
  'eta',
  'discharged',
  'fullOut',
  'emptyReturned',
  'daysOut',
  'returnBy',
  'detention',
  'destination',
  'inlandEta',
  'equipment',
  'weight',
  'terminalChecked',
  'lineChecked',
  'lastChange',
  'assignee',
  'note',
  'priority',
  ...sortablePlainKeys,
])

export const ContainerSort = z.array(z.object({ column: ContainerSortColumn, direction: Direction })).max(6)

/** The columns by which a past board sorts. */
export const PastSortColumn = z.enum(['number', 'lastFreeDay', 'customer', 'pickupPlace', 'masterBill'])
export const PastSort = z.array(z.object({ column: PastSortColumn, direction: Direction })).max(6)

/** What the rows of a group have in common. `vessel` includes the voyage. */
export const ContainerGrouping = z.enum(['pickupPlace', 'customer', 'vessel', 'line', 'assignee'])

/** A group of a list with its current subtotals. */
export const ContainerGroup = z.object({
  /** Identifies the group within its grouping. */
  key: z.string(),
  /** Empty for the rows without a value. */
  label: z.string(),
  count: z.int(),
  feesDue: z.array(FeeTotal),
  /** The earliest last free day of the containers that were not picked up; null if none of them has one. */
  earliestLfd: CalendarDate.nullable(),
})

export const ContainerDetail = z.object({
  row: ContainerRow,
  rule: GoverningRule,
  deadlines: z.array(Deadline),
  /** The service's own coalesced value as sent; shown even if another date governs. */
  servicePickupLfd: z.string().nullable(),
  manual: ManualLastFreeDay.nullable(),
  /** The user's notes, newest first. */
  notes: z.array(WrittenNote),
  availability: z.object({ isKnown: z.boolean().nullable(), isAvailable: z.boolean().nullable() }),
  holds: z.array(Hold),
  fees: z.array(Fee),
  /** Whether the terminal reports holds and fees at all; null if the service does not say. */
  terminalReports: z.object({ holds: z.boolean().nullable(), fees: z.boolean().nullable() }),
  terminalName: z.string().nullable(),
  timeline: z.array(TimelineLeg),
  changes: z.array(Change),
  /** The stored records as formatted JSON, to show what the service sent. */
  raw: z.array(z.object({ type: z.string(), id: z.string(), json: z.string() })),
  asOf: Instant,
})

export const ContainerSummary = z.object({
  /** The number of containers in each band, without those that were returned empty. */
  bands: z.record(Band, z.int()),
  clocks: z.record(Clock, z.int()),
  ready: z.int(),
  readyUnverified: z.int(),
  held: z.int(),
  /** The same containers as in `today.get`. `containers`: those with fees in this currency. */
  feesDue: z.array(FeeTotal.extend({ containers: z.int() })),
  /** Containers with fees; each counts once, also with fees in two currencies. */
  feesDueCount: z.int(),
  /** Free time is running, and there is no date or the terminal was not checked for more than a day. */
  notAssessed: z.int(),
  total: z.int(),
  asOf: Instant,
})

/** The rows below one heading of the board. */
export const BandCount = z.object({ band: Band, count: z.int(), feesDue: z.array(FeeTotal) })

/** `total`: rows that pass the filter. `outOf`: rows without any filter. */
const countFields = { total: z.int(), outOf: z.int(), asOf: Instant }

/** The largest number of days in one calendar query: two months with the weeks around each. */
export const MAX_CALENDAR_DAYS = 92

export const CalendarDay = z.object({
  date: CalendarDate,
  total: z.int(),
  /** Bands that have containers, most urgent first. */
  bands: z.array(z.object({ band: Band, count: z.int() })),
  /** Containers that are ready for pickup by a new report, and containers with a hold. */
  ready: z.int(),
  held: z.int(),
  /** The first containers: most urgent band first, then by number. */
  first: z.array(z.object({ id: z.string(), number: z.string(), band: Band, verdict: Verdict })),
})

export const ContainerCalendar = z.object({
  /** Each requested day, also those without a container. */
  days: z.array(CalendarDay),
  /** Containers whose last free day is before or after the requested days, and those that have none. */
  before: z.int(),
  after: z.int(),
  undated: z.int(),
  /** The current date in each zone, with the number of containers counted there; the largest number first. */
  zones: z.array(z.object({ zone: Zone, today: CalendarDate, count: z.int() })),
  ...countFields,
})

export const containers = {
  queries: {
    'containers.list': {
      input: z.object({
        filter: ContainerFilter,
        sort: ContainerSort,
        grouping: ContainerGrouping.optional(),
        window: Window,
        listId: z.string().optional(),
      }),
      /** `groups`: all groups of the whole list, in its order; null without a grouping. */
      output: listOf(ContainerRow).extend({ groups: z.array(ContainerGroup).nullable() }),
    },
    'containers.facets': { input: z.object({ filter: ContainerFilter }), output: ContainerFacets },
    /**
     * The board at a past moment, computed from the history of changes. Rows that are equal in `sort` come most urgent
     * first. Dates that the user set are those of that moment. Settings, customers named by requests, and the user's
     * notes, tags, assignees and priorities are the current ones. The time of a terminal check is known only if a
     * change recorded it. There are no estimates, because rates are current. Empty before the first sweep.
     */
    'containers.asOf': {
      input: z.object({
        at: Instant,
        filter: ContainerFilter.pick({ text: true, bands: true }).extend({ scope: z.enum(['board', 'open']) }),
        sort: PastSort.default([]),
        window: Window,
        listId: z.string().optional(),
      }),
      /** `from`: the earliest moment with history. `completeFrom`: after the first complete sweep. Null before each. */
      output: listOf(ContainerRow).extend({ from: Instant.nullable(), completeFrom: Instant.nullable() }),
    },
    /** Rows that pass the filter, for every band, also for bands without a row. `bands` of the filter is ignored. */
    'containers.bands': {
      input: z.object({ filter: ContainerFilter }),
      output: z.object({ bands: z.array(BandCount), ...countFields }),
    },
    /**
     * Containers by their governing last free day. `lastFreeDays` of the filter is ignored; `from` and `to` apply
     * instead.
     */
    'containers.calendar': {
      input: z
        .object({ from: CalendarDate, to: CalendarDate, filter: ContainerFilter, first: z.int().min(0).max(50) })
        .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < MAX_CALENDAR_DAYS * 86_400_000),
      output: ContainerCalendar,
    },
    /** The routes of all containers that pass the filter, summed up for a map. */
    'containers.routes': { input: z.object({ filter: ContainerFilter }), output: Routes.extend(countFields) },
    'containers.summary': { input: z.object({}), output: ContainerSummary },
    /** `containers/unknown` if this container was never read. */
    'containers.get': { input: z.object({ id: z.string() }), output: ContainerDetail },
  },
  commands: {
    /** Reads this container from the service before all other reads. Rejects with the reason if the read fails. */
    'containers.reread': { input: z.object({ id: z.string() }), output: z.void() },
    /**
     * A date that the user confirms; it governs until it is cleared. Null: the reported dates govern again.
     * `containers/date-not-meant` if it is outside the range of manual-day.ts. `undoOf`: the time of the change that
     * this one undoes; `containers/date-set-again` if the date was set or cleared again since.
     */
    'containers.setManualLastFreeDay': {
      input: z.object({
        id: z.string(),
        manual: z.object({ date: CalendarDate, reason: z.string().trim().min(1).max(500) }).nullable(),
        undoOf: Instant.optional(),
      }),
      output: z.object({ at: Instant }),
    },
  },
} satisfies Partial<Contract>

export type Ages = z.infer<typeof Ages>
export type ZonedPlace = z.infer<typeof ZonedPlace>
export type ContainerRow = z.infer<typeof ContainerRow>
export type ContainerFilter = z.infer<typeof ContainerFilter>
export type ContainerSortColumn = z.infer<typeof ContainerSortColumn>
export type ContainerSort = z.infer<typeof ContainerSort>
export type PastSortColumn = z.infer<typeof PastSortColumn>
export type PastSort = z.infer<typeof PastSort>
export type ContainerGrouping = z.infer<typeof ContainerGrouping>
export type ContainerGroup = z.infer<typeof ContainerGroup>
export type ContainerDetail = z.infer<typeof ContainerDetail>
export type BandCount = z.infer<typeof BandCount>
export type CalendarDay = z.infer<typeof CalendarDay>
export type ContainerCalendar = z.infer<typeof ContainerCalendar>
export type ContainerSummary = z.infer<typeof ContainerSummary>
