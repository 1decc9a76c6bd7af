// The texts that a language needs for alerts. Each message is whole: no language gets the grammar of another. The
// values are already formatted: numbers of containers, days, amounts.
import type { AlertKind } from '#contract/alerts.ts'
import type { DeadlineSource } from '#contract/deadlines.ts'
import type { Language } from '#contract/rules/language.ts'

/** `box`: a container's number. `amount`: money, or that there is no amount yet. */
export type AlertWording = {
  language: Language
  /** `holds` and `fees` by the service's names; `hold` and `fee` for one it has no words for. */
  holds: Readonly<Record<string, string>>
  hold: (name: string) => string
  /** Who clears it, by the same names. */
  clears: Readonly<Record<string, string>>
  fees: Readonly<Record<string, string>>
  fee: (name: string) => string
  /** Why a number cannot be tracked, as it ends a sentence. */
  reasons: Readonly<Record<string, string>>
  reason: (name: string) => string
  /** The type of a document is in the service's words; this is for one of no known type. */
  document: string
  source: Readonly<Record<Exclude<DeadlineSource, 'service'>, string>>
  amountPending: string
  money: (figure: string, currency: string) => string
  titles: {
    past: (box: string) => string
    today: (box: string) => string
    soon: (about: { when: string; isReady: boolean; box: string }) => string
    earlier: (days: string) => string
    later: (days: string) => string
    withdrawn: (box: string) => string
    holdPlaced: (hold: string, box: string) => string
    holdExpected: (hold: string, box: string) => string
    holdCleared: (hold: string, box: string) => string
    ready: (box: string) => string
    feePosted: (fee: string, amount: string, box: string) => string
    feeNow: (fee: string, amount: string, box: string) => string
    arrivalMoved: (about: { port: string | null; days: number; vessel: string; containers: number }) => string
    requestFailed: (number: string, reason: string | null) => string
    documentRead: (type: string) => string
    documentFailed: (type: string) => string
    documentUnlinked: (type: string) => string
    notUpdating: string
    lookAhead: (until: string, containers: number) => string
  }
  parts: {
    days: (n: number) => string
    reports: (amount: string) => string
    notReleased: string
    noHold: string
    /** Null: there is none yet. Negative: so many days ago. */
    lfdIn: (daysLeft: number | null) => string
    was: (text: string) => string
    now: (text: string) => string
    /** Days from today, negative once past. */
    wasNow: (before: number, after: number) => string
    ask: string
    bill: (number: string) => string
    vessel: string
    fixNumber: string
    since: (moment: string | null) => string
    /** Between names in a row. */
    listed: string
    /** Names under what they have in common. */
    under: (place: string, names: string) => string
    /** Beside a name, what is to be known with it. */
    aside: (name: string, note: string) => string
  }
  /** What several of one kind are called together. */
  several: Readonly<Record<AlertKind, (n: number) => string>>
  popUp: {
    atPlace: (what: string, place: string) => string
    digest: (n: number) => string
    overflow: (n: number) => string
    more: (n: number) => string
    ahead: string
    hidden: string
    test: { title: string; body: string }
  }
}
