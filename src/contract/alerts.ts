// Alerts: the rows of the alert centre, their pop-ups, and the user's rules. Each event raises one alert. The texts are
// in words/alert-words.ts, for the alert centre, the operating system and the simulator.
import { z } from 'zod'
import { DeadlineSource, FeeTotal } from './deadlines.ts'
import { Severity } from './risk.ts'
import type { Contract } from './rpc.ts'
import { MAX_SELECTED } from './rules/selection-size.ts'
import { CalendarDate, ClockTime, Instant, Window, Zone, listOf } from './values.ts'

/** Every kind of alert, in the order in which settings list them. */
export const AlertKind = z.enum([
  'lfd-past',
  'lfd-today',
  'lfd-soon',
  'lfd-earlier',
  'lfd-later',
  'lfd-withdrawn',
  'hold-placed',
  'hold-expected',
  'hold-cleared',
  'ready',
  'fee-posted',
  'arrival-moved',
  'request-failed',
  'document-read',
  'document-failed',
  'document-unlinked',
  'not-updating',
  'look-ahead',
])

const DayStep = {
  date: CalendarDate,
  /** Days left; negative if the date is past. */
  daysLeft: z.int(),
  /** Holds with status `hold`, by name. */
  holds: z.array(z.string()),
  fees: z.array(FeeTotal),
  /** Null: the terminal does not report it. */
  isReady: z.boolean().nullable(),
  /** Where the container has not been discharged or arrived yet; absent in alerts of earlier versions. */
  notReached: z.enum(['port', 'destination']).nullish(),
}
const DateChange = {
  before: CalendarDate,
  after: CalendarDate,
  source: DeadlineSource,
  daysBefore: z.int(),
  daysAfter: z.int(),
}
const HoldFacts = { name: z.string(), since: Instant, daysLeft: z.int().nullable() }
const DocumentFacts = { /** The document type's name; null before it is known. */ type: z.string().nullable() }

/**
 * The facts at the time when the alert was raised. They are stored once, because the alert centre is a record. The
 * answers of `alerts.list`, `alerts.get` and `alerts.ofContainer` give the present state of the container for open
 * alerts of a last free day.
 */
export const AlertFacts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lfd-past'), ...DayStep }),
  z.object({ kind: z.literal('lfd-today'), ...DayStep }),
  z.object({ kind: z.literal('lfd-soon'), ...DayStep }),
  z.object({ kind: z.literal('lfd-earlier'), ...DateChange }),
  z.object({ kind: z.literal('lfd-later'), ...DateChange }),
  z.object({ kind: z.literal('lfd-withdrawn'), before: CalendarDate }),
  z.object({ kind: z.literal('hold-placed'), ...HoldFacts }),
  z.object({ kind: z.literal('hold-expected'), ...HoldFacts }),
  z.object({ kind: z.literal('hold-cleared'), ...HoldFacts }),
  z.object({ kind: z.literal('ready'), date: CalendarDate.nullable(), daysLeft: z.int().nullable() }),
  z.object({
    kind: z.literal('fee-posted'),
    name: z.string(),
    amount: z.number(),
    currency: z.string().nullable(),
    /** The previous amount; null for a new fee. */
    before: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('arrival-moved'),
    before: Instant,
    after: Instant,
    vessel: z.string().nullable(),
    voyage: z.string().nullable(),
    port: z.string().nullable(),
    containers: z.int(),
  }),
  z.object({ kind: z.literal('request-failed'), reason: z.string().nullable() }),
  z.object({ kind: z.literal('document-read'), ...DocumentFacts }),
  z.object({ kind: z.literal('document-failed'), ...DocumentFacts }),
  z.object({ kind: z.literal('document-unlinked'), ...DocumentFacts }),
  z.object({
    kind: z.literal('not-updating'),
    /** The end of the last complete sweep; null if there was none. */
    since: Instant.nullable(),
  }),
  z.object({
    kind: z.literal('look-ahead'),
    until: Instant,
    containers: z.array(
      z.object({ id: z.string(), number: z.string(), date: CalendarDate, place: z.string().nullable() }),
    ),
  }),
])

export const Alert = z.object({
  /** Stable key of the event, such as `lfd:<container>:<date>:T0`. The same event never raises a second alert. */
  id: z.string(),
  severity: Severity,
  object: z.enum(['container', 'shipment', 'request', 'document', 'none']),
  /** Id of the record in its own list; empty for `none`. */
  objectId: z.string(),
  /** The container's number, the master bill, the requested number, or the file name. */
  number: z.string(),
  /** The place where the container is picked up, and the zone of its days; null if unknown or not applicable. */
  place: z.string().nullable(),
  zone: Zone.nullable(),
  masterBill: z.string().nullable(),
  /** The present customer of the container or shipment; null if unknown or not applicable. */
  customer: z.string().nullable(),
  /** The field that changed, as in `changes.list`; null if the alert was raised only because time passed. */
  field: z.string().nullable(),
  facts: AlertFacts,
  raisedAt: Instant,
  /**
   * `waiting`: not shown yet, because of quiet hours or for the next digest. `notified`: in a pop-up. `silent`: by rule
   * only listed here. `covered`: a newer alert about the same fact of the container replaced it. `withdrawn`: no longer
   * true. `done`: the user marked it as done.
   */
  state: z.enum(['waiting', 'notified', 'silent', 'covered', 'withdrawn', 'done']),
  isRead: z.boolean(),
  /** The event happened while the program did not run, and was found later. */
  isLate: z.boolean(),
  /** Until then, alerts about the container raise no pop-up; null if it is not snoozed. */
  snoozedUntil: Instant.nullable(),
  isMuted: z.boolean(),
})

export const AlertFilter = z.object({
  /** `open`: neither done, withdrawn nor covered. */
  scope: z.enum(['open', 'all']),
  kinds: z.array(AlertKind).optional(),
  isUnread: z.boolean().optional(),
  text: z.string().max(200).optional(),
})

/** One notification of the operating system. `id` is a stable hash of 64 letters: showing it again replaces it. */
export const PopUp = z.object({
  id: z.string(),
  /** `group`: alerts of one kind. `digest`: the rest of the day so far. `overflow`: more than six within an hour. */
  shape: z.enum(['group', 'digest', 'overflow', 'look-ahead', 'test']),
  alerts: z.array(Alert),
  /** The text has only counts, so that a locked screen shows no container numbers. */
  hidesDetails: z.boolean(),
  isSilent: z.boolean(),
})

/** What happened to a pop-up. `unseen`: no window confirmed in time that it was shown. */
export const PopUpOutcome = z.enum(['shown', 'failed', 'refused', 'unseen', 'clicked', 'closed'])

export const AlertChannel = z.enum(['popup', 'digest', 'off'])
export const AlertPreset = z.enum(['calm', 'standard', 'everything'])

export const AlertRules = z.object({
  /** `own`: the user chose a channel. */
  preset: z.enum([...AlertPreset.options, 'own']),
  channels: z.record(AlertKind, AlertChannel),
  /** `lfd-soon` is raised from this number of days before the date. */
  leadDays: z.int().min(1).max(7),
  /** The local time in the home zone of the settings. */
  dayStart: ClockTime,
  /** If `from` equals `to`, no hours are quiet. With `includesWeekends`, Saturday and Sunday are quiet all day. */
  quiet: z.object({
    isOn: z.boolean(),
    from: ClockTime,
    to: ClockTime,
    includesWeekends: z.boolean(),
    letsUrgentThrough: z.boolean(),
  }),
  hidesDetails: z.boolean(),
  hasSound: z.boolean(),
})

/**
 * One change by the user: only the fields it names change. A preset brings its channels and days; the other fields are
 * applied after it.
 */
export const AlertRulesChange = AlertRules.extend({
  preset: AlertPreset,
  channels: z.partialRecord(AlertKind, AlertChannel),
  quiet: AlertRules.shape.quiet.partial().strict(),
})
  .partial()
  .strict()

export const AlertSummary = z.object({
  /** Open alerts that the user has not read, of any kind. */
  unread: z.int(),
  /**
   * The number on the bell: unread open alerts that ask for a decision. The open alerts of `alerts.list` are these and
   * those of `read`, `information`, `snoozed` and `muted`.
   */
  toReview: z.int(),
  /** The part of `toReview` that has severity 1 now. */
  urgent: z.int(),
  read: z.int(),
  /** Unread alerts of severity 4. */
  information: z.int(),
  /** Alerts of snoozed and of muted containers. */
  snoozed: z.int(),
  muted: z.int(),
  /** The end of the current quiet hours, in which no pop-up is shown; null outside of quiet hours. */
  quietUntil: Instant.nullable(),
  /** The outcome of the newest pop-up; null before the first. */
  lastPopUp: z
    .object({ id: z.string(), at: Instant, outcome: PopUpOutcome.nullable(), reason: z.string().nullable() })
    .nullable(),
})

const ContainerIds = z.array(z.string()).min(1).max(MAX_SELECTED)

export const alerts = {
  queries: {
    /**
     * Open alerts are grouped by container, the most severe first, then in the order of Today. Within one severity,
     * alerts about other records follow. All alerts are newest first.
     */
    'alerts.list': {
      input: z.object({ filter: AlertFilter, window: Window, listId: z.string().optional() }),
      output: listOf(Alert).extend({
        /** When the newest alert of the whole list was raised. Null for windows after the first, and for no alerts. */
        newestAt: Instant.nullable(),
      }),
    },
    /** One alert, also a done or withdrawn one. Throws `alerts/unknown`. */
    'alerts.get': { input: z.object({ id: z.string() }), output: Alert },
    'alerts.summary': { input: z.object({}), output: AlertSummary },
    /** The alerts of one container, newest first, at most 50, and whether the container is muted or snoozed. */
    'alerts.ofContainer': {
      input: z.object({ id: z.string() }),
      output: z.object({ alerts: z.array(Alert), isMuted: z.boolean(), snoozedUntil: Instant.nullable() }),
    },
    /** The muted and snoozed ones of these containers, so that Undo can restore this. */
    'alerts.quietedOf': {
      input: z.object({ containerIds: ContainerIds }),
      output: z.array(z.object({ id: z.string(), isMuted: z.boolean(), snoozedUntil: Instant.nullable() })),
    },
    /** Containers that raise no pop-up: snoozed until that time, or, if it is null, until the user unmutes them. */
    'alerts.quieted': { input: z.object({}), output: z.array(z.object({ id: z.string(), until: Instant.nullable() })) },
    /**
     * The last free days of these containers that are today or later, so that a snooze can warn of them. `zone`: of the
     * day. Containers without a day, and those that were picked up, are left out.
     */
    'alerts.daysAhead': {
      input: z.object({ containerIds: ContainerIds }),
      output: z.array(z.object({ id: z.string(), date: CalendarDate, zone: Zone.nullable() })),
    },
    /** Pop-ups without a report yet, for clients that connect later and can show them. */
    'alerts.popUps': { input: z.object({}), output: z.array(PopUp) },
    /**
     * Ids of the alerts in this pop-up, most severe first. A click on the pop-up opens them, also after a restart.
     * Empty if this account has no such pop-up.
     */
    'alerts.ofPopUp': { input: z.object({ id: z.string() }), output: z.array(z.string()) },
    /** The outcome of a pop-up; null if there is no such pop-up, or it was deleted because of its age. */
    'alerts.popUp': {
      input: z.object({ id: z.string() }),
      output: z.object({ id: z.string(), outcome: PopUpOutcome.nullable(), reason: z.string().nullable() }).nullable(),
    },
    'alerts.getRules': { input: z.object({}), output: AlertRules },
  },
  commands: {
    /** Merges the change into the stored rules, so that two windows cannot undo each other's changes. */
    'alerts.changeRules': { input: AlertRulesChange, output: z.void() },
    /** Marks these alerts as read, or all raised up to an instant. Later ones remain unread. `at`: see `undoRead`. */
    'alerts.markRead': {
      input: z.union([
        z.object({ through: Instant }).strict(),
        z.object({ ids: z.array(z.string()).min(1).max(500) }).strict(),
      ]),
      output: z.object({ at: Instant }),
    },
    /** Makes the alerts of this mark unread again. An alert that is done stays read. */
    'alerts.undoRead': { input: z.object({ at: Instant }), output: z.void() },
    'alerts.markDone': { input: z.object({ ids: z.array(z.string()).min(1).max(500) }), output: z.void() },
    'alerts.undoDone': { input: z.object({ ids: z.array(z.string()).min(1).max(500) }), output: z.void() },
    /** Snoozes containers; `until` null ends the snooze. */
    'alerts.snooze': { input: z.object({ containerIds: ContainerIds, until: Instant.nullable() }), output: z.void() },
    /**
     * Snoozes the containers of a pop-up for this number of hours; does nothing if it has none. For buttons outside the
     * page.
     */
    'alerts.snoozePopUp': { input: z.object({ id: z.string(), hours: z.int().min(1).max(24) }), output: z.void() },
    'alerts.mute': { input: z.object({ containerIds: ContainerIds, isMuted: z.boolean() }), output: z.void() },
    /** Containers that are visible in a focused window. Alerts about them within the next minute need no pop-up. */
    'alerts.seeing': { input: z.object({ containerIds: z.array(z.string()).max(200) }), output: z.void() },
    /** Raises one pop-up regardless of the rules. Its outcome is in the summary. */
    'alerts.test': { input: z.object({}), output: z.object({ popUpId: z.string() }) },
    /** Sent by the client that shows pop-ups. `reason`: the operating system's message. */
    'alerts.report': {
      input: z.object({
        id: z.string(),
        outcome: PopUpOutcome.exclude(['unseen']),
        reason: z.string().max(500).nullable(),
      }),
      output: z.void(),
    },
  },
  events: {
    /** A pop-up to show now. It carries its data; a client that connects later gets it from `alerts.popUps`. */
    'alerts.raised': PopUp,
    /** These pop-ups are no longer true and must be removed from the screen. */
    'alerts.withdrawn': z.object({ ids: z.array(z.string()) }),
  },
} satisfies Contract

export type AlertKind = z.infer<typeof AlertKind>
export type AlertFacts = z.infer<typeof AlertFacts>
export type Alert = z.infer<typeof Alert>
export type AlertFilter = z.infer<typeof AlertFilter>
export type PopUp = z.infer<typeof PopUp>
export type PopUpOutcome = z.infer<typeof PopUpOutcome>
export type AlertChannel = z.infer<typeof AlertChannel>
export type AlertPreset = z.infer<typeof AlertPreset>
export type AlertRules = z.infer<typeof AlertRules>
export type AlertRulesChange = z.infer<typeof AlertRulesChange>
export type AlertSummary = z.infer<typeof AlertSummary>
