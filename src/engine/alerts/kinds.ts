// What the engine needs to know about each kind of alert. A kind that is missing here does not compile.
import type { AlertChannel, AlertKind } from '#contract/alerts.ts'

export type KindTraits = {
  /** How its alerts reach the user with the presets Calm and Standard. With Everything, each kind pops up. */
  calm: AlertChannel
  standard: AlertChannel
  /** A newer alert about the same fact of a container replaces the open one. Null: no alert replaces another. */
  fact: 'step' | 'date' | 'hold' | 'ready' | 'fee' | null
  /**
   * Whether its alerts are not needed for a container that was picked up, returned or is gone. Steps towards a last
   * free day end by their plan (steps.ts), and a fee still has to be paid.
   */
  endsWithPickup: boolean
}

export const kindTraits: Readonly<Record<AlertKind, KindTraits>> = {
  'lfd-past': { calm: 'popup', standard: 'popup', fact: 'step', endsWithPickup: false },
  'lfd-today': { calm: 'popup', standard: 'popup', fact: 'step', endsWithPickup: false },
  'lfd-soon': { calm: 'digest', standard: 'popup', fact: 'step', endsWithPickup: false },
  'lfd-earlier': { calm: 'popup', standard: 'popup', fact: 'date', endsWithPickup: true },
  'lfd-later': { calm: 'off', standard: 'digest', fact: 'date', endsWithPickup: true },
  'lfd-withdrawn': { calm: 'popup', standard: 'popup', fact: 'date', endsWithPickup: true },
  'hold-placed': { calm: 'digest', standard: 'popup', fact: 'hold', endsWithPickup: true },
  'hold-expected': { calm: 'off', standard: 'digest', fact: 'hold', endsWithPickup: true },
  'hold-cleared': { calm: 'digest', standard: 'popup', fact: 'hold', endsWithPickup: true },
  ready: { calm: 'digest', standard: 'popup', fact: 'ready', endsWithPickup: true },
  'fee-posted': { calm: 'digest', standard: 'popup', fact: 'fee', endsWithPickup: false },
  'arrival-moved': { calm: 'digest', standard: 'digest', fact: null, endsWithPickup: false },
  'request-failed': { calm: 'digest', standard: 'popup', fact: null, endsWithPickup: false },
  'document-read': { calm: 'off', standard: 'digest', fact: null, endsWithPickup: false },
  'document-failed': { calm: 'digest', standard: 'popup', fact: null, endsWithPickup: false },
  'document-unlinked': { calm: 'digest', standard: 'popup', fact: null, endsWithPickup: false },
  'not-updating': { calm: 'popup', standard: 'popup', fact: null, endsWithPickup: false },
  'look-ahead': { calm: 'popup', standard: 'popup', fact: null, endsWithPickup: false },
}
