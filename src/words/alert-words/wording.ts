// The texts that a language needs for alerts. Each message is complete, so each language has its own grammar. Values
// are already formatted: container numbers, days, amounts.
import type { AlertKind } from '#contract/alerts.ts'
import type { DeadlineSource } from '#contract/deadlines.ts'
import type { Language } from '#contract/rules/language.ts'

/** `container`: a container number. `amount`: an amount of money, or the text for a missing amount. */
export type AlertWording = {
  language: Language
  /** `holds` and `fees` have texts by the service's names. `hold` and `fee` format any other name. */
  holds: Readonly<Record<string, string>>
  hold: (name: string) => string
  /** A sentence that says who clears the hold, by the same names. */
  clears: Readonly<Record<string, string>>
  fees: Readonly<Record<string, string>>
  fee: (name: string) => string
  /** Why a number cannot be tracked, as the end of a sentence. */
  reasons: Readonly<Record<string, string>>
  reason: (name: string) => string
  /** The name of a document of unknown type. The service supplies the names of the other types. */
  document: string
  source: Readonly<Record<Exclude<DeadlineSource, 'service'>, string>>
  amountPending: string
  /** The service did not report the currency. */
  noCurrency: (amount: string) => string
  titles: {
    past: string
    today: string
    soon: (when: string, isReady: boolean) => string
    earlier: (days: string) => string
    later: (days: string) => string
    withdrawn: string
    holdExpected: (hold: string) => string
    holdCleared: (hold: string) => string
    ready: string
    feePosted: (fee: string, amount: string) => string
    feeNow: (fee: string, amount: string) => string
    arrivalMoved: (about: { port: string | null; days: number; vessel: string; containers: number }) => string
    requestFailed: (number: string, reason: string | null) => string
    documentRead: (type: string) => string
    documentFailed: (type: string) => string
    documentUnlinked: (type: string) => string
    notUpdating: string
    lookAhead: (until: string, containers: number) => string
  }
  parts: {
    /** A title with the container that it is about. `ofContainer`: for a title that ends with an amount. */
    about: (title: string, container: string) => string
    ofContainer: (title: string, container: string) => string
    days: (n: number) => string
    reports: (amount: string) => string
    notReleased: string
    notReached: Record<'port' | 'destination', string>
    noHold: string
    /** Null: there is no last free day. Negative: days ago. */
    lfdIn: (daysLeft: number | null) => string
    was: (text: string) => string
    now: (text: string) => string
    /** Days from today; negative if past. */
    wasNow: (before: number, after: number) => string
    ask: string
    bill: (number: string) => string
    vessel: string
    fixNumber: string
    since: (moment: string | null) => string
    /** Separates the names of a list. */
    separator: string
    /** A place, and the names of the containers there. */
    placeWithNames: (place: string, names: string) => string
    nameWithNote: (name: string, note: string) => string
  }
  /** The title for several alerts of one kind. */
  severalTitles: Readonly<Record<AlertKind, (n: number) => string>>
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
