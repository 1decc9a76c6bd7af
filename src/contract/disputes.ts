// What one container's history says when a demurrage or detention invoice is disputed: every value with when we first
// saw it, what nobody knows stated as such, and the list of what such an invoice has to say (46 CFR 541.6 to 541.8).
// Nothing in it is made up: what is not known is null and stays blank.
import { z } from 'zod'
import { ContainerRow } from './containers.ts'
import { DayCounting, EstimatePart } from './rate-table.ts'
import type { Contract } from './rpc.ts'
import { CalendarDate, Instant, Zone } from './values.ts'

/** What the invoice charges for: in the terminal, or outside of it (per diem). */
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

/** Whose word it is, as far as the record tells. `user`: typed into Quaywatch. */
export const EvidenceSource = z.enum(['line', 'terminal', 'rail', 'service', 'user'])

/**
 * How we came by a value. `came`: the reading before had another one. `first-look`: it was there at the first reading
 * that is on record, and may be older. `unseen`: it differs from the value before it, and no reading that is on record
 * shows when it came.
 */
export const Seen = z.enum(['came', 'first-look', 'unseen'])

export const EvidenceValue = z.object({
  /** JSON text as sent; null: nothing was reported. */
  value: z.string().nullable(),
  /** Of a last free day: the day it names at its place. */
  date: CalendarDate.nullable(),
  /** Of a value of the user's: why. */
  reason: z.string().nullable(),
  seen: Seen,
  /** Our first reading that had it; null: not on record. */
  firstSeenAt: Instant.nullable(),
  /** When the one whose word it is had last been asked before that, as the record said; null: not told, or not kept. */
  sourceAt: Instant.nullable(),
  /** Our first reading that had another value; null: it stands. */
  endedAt: Instant.nullable(),
  /**
   * Of one that stands: when its source had last been asked, as the record says that we read last; null: it ended, or
   * not told.
   */
  confirmedAt: Instant.nullable(),
})

export const EvidenceLine = z.object({
  topic: EvidenceTopic,
  /** As history names it (`Change.field`), or `manual`: the user's own last free day. */
  field: z.string(),
  source: EvidenceSource,
  /** Of the place the values are local to. */
  zone: Zone.nullable(),
  /** Oldest first. */
  values: z.array(EvidenceValue).min(1),
})

export const EvidenceGap = z.discriminatedUnion('kind', [
  /** Nothing is known about the time before it. */
  z.object({ kind: z.literal('before-first'), until: Instant }),
  /** No whole reading of the account's containers ended between the two; `until` null: none since. */
  z.object({ kind: z.literal('not-read'), from: Instant, until: Instant.nullable() }),
  /** There was history before, and whether anybody read meanwhile was not written down. */
  z.object({ kind: z.literal('readings-unknown'), from: Instant, until: Instant }),
  /** The record was new to this computer again: values may have come and gone unseen. */
  z.object({ kind: z.literal('record-lost'), from: Instant, until: Instant }),
  /** A value that no reading on record saw come. */
  z.object({ kind: z.literal('unseen'), field: z.string() }),
  /** No reading on record contains it. */
  z.object({ kind: z.literal('never-reported'), fields: z.array(z.string()).min(1) }),
  /** The terminal does not report these at all, as the service says. */
  z.object({ kind: z.literal('not-published'), what: z.enum(['holds', 'fees']) }),
  /** The service no longer asks the line. */
  z.object({ kind: z.literal('tracking-stopped'), from: Instant, reason: z.string().nullable() }),
  /** The service no longer has the container. */
  z.object({ kind: z.literal('gone'), from: Instant }),
  /** The user has older history of finished containers deleted after so many months, and this one may be among them. */
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
  'rate-rule',
  'rates',
  'contact',
  'certification',
  'issue-by',
  'dispute-by',
])

/**
 * Where it comes from. `reported`: the record as the service sent it. `seen`: our own reading. `typed`: the user, here.
 * `own-rates`: worked out by the user's own tables, an estimate; `own-rates-today`: through today, and still counting.
 * `reckoned`: from other lines of the list. `invoice`: only the invoice can say, so it is blank.
 */
export const ChecklistOrigin = z.enum([
  'reported',
  'seen',
  'typed',
  'own-rates',
  'own-rates-today',
  'reckoned',
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
  /** First and last reading of the record that is on record. */
  firstReadAt: Instant,
  lastReadAt: Instant,
  lines: z.array(EvidenceLine),
  gaps: z.array(EvidenceGap),
  checklist: z.array(ChecklistRow),
  /**
   * The invoice is dated more than 30 days after the last day that can have been charged; null: one of the two is not
   * known.
   */
  isInvoiceLate: z.boolean().nullable(),
  /** The past moment asked for. */
  thenAt: Instant.nullable(),
  /** The board's row of it at that moment; null: none asked for, nothing known of then, or not open then. */
  then: ContainerRow.nullable(),
  /** When all of this was put together. */
  preparedAt: Instant,
})

export const disputes = {
  queries: {
    /** `at`: a past moment to show beside. `containers/unknown` when no such container was ever read. */
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
  commands: {},
  events: {},
} satisfies Contract

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
