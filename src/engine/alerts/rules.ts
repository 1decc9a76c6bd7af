// What each preset stands for, and what the user made of it. Pure.
import { AlertKind, type AlertChannel, type AlertPreset, type AlertRules } from '#contract/alerts.ts'

type Channels = AlertRules['channels']

/** Everything that is not named here waits for the digest. */
const POPS_UP: Record<AlertPreset, readonly AlertKind[]> = {
  calm: ['lfd-past', 'lfd-today', 'lfd-earlier', 'lfd-withdrawn', 'not-updating', 'look-ahead'],
  standard: [
    ...['lfd-past', 'lfd-today', 'lfd-soon', 'lfd-earlier', 'lfd-withdrawn', 'hold-placed', 'hold-cleared'] as const,
    ...['ready', 'fee-posted', 'request-failed', 'document-failed', 'document-unlinked', 'not-updating', 'look-ahead'] as const,
  ],
  everything: AlertKind.options,
}
const OFF: Record<AlertPreset, readonly AlertKind[]> = {
  calm: ['hold-expected', 'lfd-later', 'document-read'],
  standard: [],
  everything: [],
}

export function presetRules(preset: AlertPreset): AlertRules {
  const channelOf = (kind: AlertKind): AlertChannel => (POPS_UP[preset].includes(kind) ? 'popup' : OFF[preset].includes(kind) ? 'off' : 'digest')
  return {
    preset,
    channels: Object.fromEntries(AlertKind.options.map((kind) => [kind, channelOf(kind)])) as Channels,
    leadDays: preset === 'everything' ? 3 : preset === 'standard' ? 2 : 1,
    dayStart: '08:00',
    quiet: { isOn: true, from: '19:00', to: '06:30', includesWeekends: true, letsUrgentThrough: false },
    hidesDetails: false,
    hasSound: false,
  }
}
