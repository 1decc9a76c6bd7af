// The settings of each preset, and the user's changes to them. Pure.
import { AlertKind, type AlertChannel, AlertPreset, type AlertRules, type AlertRulesChange } from '#contract/alerts.ts'
import { kindTraits } from './kinds.ts'

type Channels = AlertRules['channels']

export function createPresetRules(preset: AlertPreset): AlertRules {
  const getChannel = (kind: AlertKind): AlertChannel => (preset === 'everything' ? 'popup' : kindTraits[kind][preset])
  return {
    preset,
    channels: Object.fromEntries(AlertKind.options.map((kind) => [kind, getChannel(kind)])) as Channels,
    leadDays: preset === 'everything' ? 3 : preset === 'standard' ? 2 : 1,
    dayStart: '08:00',
    quiet: { isOn: true, from: '19:00', to: '06:30', includesWeekends: true, letsUrgentThrough: false },
    hidesDetails: false,
    hasSound: false,
  }
}

/** The start of the day and the quiet hours are not part of a preset. */
export function applyChange(current: AlertRules, { preset, channels, quiet, ...rest }: AlertRulesChange): AlertRules {
  const { channels: currentChannels, leadDays } = preset ? createPresetRules(preset) : current
  const newChannels = mergePart(currentChannels, channels)
  return {
    ...mergePart({ ...current, leadDays }, rest),
    preset: findPreset(newChannels),
    channels: newChannels,
    quiet: mergePart(current.quiet, quiet),
  }
}

/**
 * If the channels are equal to those of a preset, that preset is selected, even if the user chose each channel
 * separately.
 */
function findPreset(channels: Channels): AlertRules['preset'] {
  return (
    AlertPreset.options.find((preset) =>
      AlertKind.options.every((kind) => createPresetRules(preset).channels[kind] === channels[kind]),
    ) ?? 'own'
  )
}

/** A part that is present but undefined, as a message port can deliver it, counts as absent. */
function mergePart<T extends object>(current: T, part: { [K in keyof T]?: T[K] | undefined } = {}): T {
  return { ...current, ...Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) }
}
