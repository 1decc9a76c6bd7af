// What each preset stands for, and what the user makes of it. Pure.
import { AlertKind, type AlertChannel, AlertPreset, type AlertRules, type AlertRulesChange } from '#contract/alerts.ts'

type Channels = AlertRules['channels']

/** Everything that is not named here waits for the digest. */
const POPS_UP: Record<AlertPreset, readonly AlertKind[]> = {
  calm: ['lfd-past', 'lfd-today', 'lfd-earlier', 'lfd-withdrawn', 'not-updating', 'look-ahead'],
  standard: [
    ...(['lfd-past', 'lfd-today', 'lfd-soon', 'lfd-earlier', 'lfd-withdrawn', 'hold-placed', 'hold-cleared'] as const),
    ...([
      'ready',
      'fee-posted',
      'request-failed',
      'document-failed',
      'document-unlinked',
      'not-updating',
      'look-ahead',
    ] as const),
  ],
  everything: AlertKind.options,
}
const OFF: Record<AlertPreset, readonly AlertKind[]> = {
  calm: ['hold-expected', 'lfd-later', 'document-read'],
  standard: [],
  everything: [],
}

export function presetRules(preset: AlertPreset): AlertRules {
  const channelOf = (kind: AlertKind): AlertChannel =>
    POPS_UP[preset].includes(kind) ? 'popup' : OFF[preset].includes(kind) ? 'off' : 'digest'
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

/** When a day starts and when it is quiet is no part of a preset. */
export function changedRules(held: AlertRules, { preset, channels, quiet, ...rest }: AlertRulesChange): AlertRules {
  const { channels: before, leadDays } = preset ? presetRules(preset) : held
  const after = over(before, channels)
  return {
    ...over({ ...held, leadDays }, rest),
    preset: presetOf(after),
    channels: after,
    quiet: over(held.quiet, quiet),
  }
}

/** Channels as a preset has them are that preset, however they were chosen. */
function presetOf(channels: Channels): AlertRules['preset'] {
  return (
    AlertPreset.options.find((preset) =>
      AlertKind.options.every((kind) => presetRules(preset).channels[kind] === channels[kind]),
    ) ?? 'own'
  )
}

/** A part that is there but undefined, as it may come through a port, says nothing. */
function over<T extends object>(held: T, part: { [K in keyof T]?: T[K] | undefined } = {}): T {
  return { ...held, ...Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) }
}
