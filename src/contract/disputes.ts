// The history of one container as evidence against a demurrage or detention invoice: every value with the time of our
// first reading, the gaps in what is known, and the items such an invoice must state (46 CFR 541.6 to 541.8). Unknown
// values are null and remain blank.
import { z } from 'zod'
import { ContainerRow } from './containers.ts'
import { DayCounting, EstimatePart } from './rate-table.ts'
import type { Contract } from './rpc.ts'
import { CalendarDate, Instant, Zone } from './values.ts'

/** What the invoice charges for: time at the terminal, or outside of it (per diem). */
export const DisputedCharge = z.enum(['demurrage', 'detention'])

export const EvidenceTopic = z.enum([
  'last-free-day',
  'hold',
  'availability',
  'fee',
  'appointment',
  'place',
  'milestone',
])

/** The party that reported the value, according to the record. `user`: entered in Quaywatch. */
export const EvidenceSource = z.enum(['line', 'terminal', 'rail', 'service', 'user'])

/**
 * How a value was found. `changed`: the previous reading had another value. `first-reading`: the value existed at the
 * first recorded reading, and may be older. `unseen`: it differs from the previous value, and no recorded reading shows
 * when it changed. `event`: only an event of the service contains it, because it was replaced before the first reading.
 * `dated-by-event`: it existed at the first recorded reading, and an event says since when.
 */
export const Provenance = z.enum(['changed', 'first-reading', 'unseen', 'event', 'dated-by-event'])

export const EvidenceValue = z.object({
  /** The JSON text as the service sent it; null: nothing was reported. */
  value: z.string().nullable(),
  /** For a last free day: the date at its place. */
  date: CalendarDate.nullable(),
  /** For a value that the user set: the reason. */
  reason: z.string().nullable(),
  seen: Provenance,
  /** Our first reading with this value, or the change that an event reports; null: not recorded. */
  firstSeenAt: Instant.nullable(),
  /** When its source was last checked before `firstSeenAt`, as the record said; null: not reported, or not stored. */
  sourceAt: Instant.nullable(),
  /** Our first reading with another value; null: it is the current value. */
  endedAt: Instant.nullable(),
  /**
   * For a current value: when its source was last checked, by our last reading of the record; null: it ended, or not
   * reported.
   */
  confirmedAt: Instant.nullable(),
})

export const EvidenceLine = z.object({
  topic: EvidenceTopic,
  /** The field as in `Change.field`, or `manual` for the user's own last free day. */
  field: z.string(),
  source: EvidenceSource,
  /** Zone of the place that the values are local to. */
  zone: Zone.nullable(),
  /** Oldest first. */
  values: z.array(EvidenceValue).min(1),
})

export const EvidenceGap = z.discriminatedUnion('kind', [
  /** Nothing is known about the time before it. */
  z.object({ kind: z.literal('before-first'), until: Instant }),
  /** No complete sweep of the containers ended between these two; `until` null: none since `from`. */
  z.object({ kind: z.literal('not-read'), from: Instant, until: Instant.nullable() }),
  /** History exists for this time, but the readings were not recorded. */
  z.object({ kind: z.literal('readings-unknown'), from: Instant, until: Instant }),
  /** This computer lost the record and read it again: values may have changed unseen. */
  z.object({ kind: z.literal('record-lost'), from: Instant, until: Instant }),
  /** No recorded reading shows when this value changed. */
  z.object({ kind: z.literal('unseen'), field: z.string() }),
  /** No reading on record contains it. */
  z.object({ kind: z.literal('never-reported'), fields: z.array(z.string()).min(1) }),
  /** The terminal does not report these, according to the service. */
  z.object({ kind: z.literal('not-published'), what: z.enum(['holds', 'fees']) }),
  /** The service no longer checks the line. */
  z.object({ kind: z.literal('tracking-stopped'), from: Instant, reason: z.string().nullable() }),
  /** The service no longer has the container. */
  z.object({ kind: z.literal('gone'), from: Instant }),
  /** History of finished containers is deleted after this number of months, perhaps also that of this container. */
  z.object({ kind: z.literal('history-deleted'), months: z.int() }),
])

export const ChecklistItem = z.enum([
  'bill-of-lading',
  'container',
  'port-of-discharge',
  'terminal',
  'liable-basis',
  'invoice-date',
  'invoice-due',
  'free-days',
  'free-time-start',
  'free-time-end',
  'available',
  'days-charged',
  'last-charged',
  'amount',
  'estimate',
  'rate-rule',
  'rates',
  'contact',
  'certification',
  'issue-by',
  'dispute-by',
])

/**
 * Where the value comes from. `reported`: the record as the service sent it. `seen`: our own reading. `typed`: the user
 * typed it. `own-rates`: an estimate by the user's rate tables; `own-rates-today`: the same through today, still
 * counting. `computed`: computed from other rows. `invoice`: only the invoice states it, so it is blank.
 */
export const ChecklistOrigin = z.enum([
  'reported',
  'seen',
  'typed',
  'own-rates',
  'own-rates-today',
  'computed',
  'invoice',
])

export const ChecklistValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('date'), date: CalendarDate, zone: Zone.nullable() }),
  z.object({ kind: z.literal('instant'), at: Instant, zone: Zone.nullable() }),
  z.object({ kind: z.literal('days'), days: z.int(), counting: DayCounting }),
  z.object({ kind: z.literal('money'), currency: z.string(), minor: z.int() }),
  z.object({ kind: z.literal('rates'), currency: z.string(), parts: z.array(EstimatePart) }),
])

/**
 * `value` null: blank, because it was not reported. `reportedBy`: the party that reported it, where several may. Each
 * party with a day then has its own row; the first is the one that the estimate uses.
 */
export const ChecklistRow = z.object({
  item: ChecklistItem,
  value: ChecklistValue.nullable(),
  origin: ChecklistOrigin,
  reportedBy: EvidenceSource.nullable(),
})

export const Evidence = z.object({
  id: z.string(),
  number: z.string(),
  masterBill: z.string().nullable(),
  lineName: z.string().nullable(),
  charge: DisputedCharge,
  /** The first and the last recorded reading of the record. */
  firstReadAt: Instant,
  lastReadAt: Instant,
  /** 46 CFR part 541 may apply: false if the container was discharged outside the United States and stayed there. */
  isUsRule: z.boolean(),
  lines: z.array(EvidenceLine),
  gaps: z.array(EvidenceGap),
  checklist: z.array(ChecklistRow),
  /**
   * The invoice is dated more than 30 days after the last day that can have been charged; null: one of the two is
   * unknown.
   */
  isInvoiceLate: z.boolean().nullable(),
  /** The requested past moment. */
  pastAt: Instant.nullable(),
  /** The row of the board at that moment; null: none requested, nothing known, or not open then. */
  pastRow: ContainerRow.nullable(),
  /** When this evidence was computed. */
  preparedAt: Instant,
})

export const disputes = {
  queries: {
    /** `at`: a past moment to show as well. `containers/unknown` if this container was never read. */
    'disputes.evidence': {
      input: z.object({
        id: z.string(),
        charge: DisputedCharge,
        invoiceDate: CalendarDate.nullable(),
        at: Instant.nullable(),
      }),
      output: Evidence,
    },
  },
} satisfies Partial<Contract>

export type DisputedCharge = z.infer<typeof DisputedCharge>
export type EvidenceTopic = z.infer<typeof EvidenceTopic>
export type EvidenceSource = z.infer<typeof EvidenceSource>
export type EvidenceValue = z.infer<typeof EvidenceValue>
export type EvidenceLine = z.infer<typeof EvidenceLine>
export type EvidenceGap = z.infer<typeof EvidenceGap>
export type ChecklistItem = z.infer<typeof ChecklistItem>
export type ChecklistOrigin = z.infer<typeof ChecklistOrigin>
export type ChecklistValue = z.infer<typeof ChecklistValue>
export type ChecklistRow = z.infer<typeof ChecklistRow>
export type Evidence = z.infer<typeof Evidence>
