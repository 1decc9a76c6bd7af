// The marks and terms on screen that the glossary explains.

export const markKeys = [
  'urgency',
  'uncertain',
  'disagree',
  'gate',
  'ownDay',
  'sources',
  'estimate',
  'more',
  'sorted',
  'bell',
  'quiet',
] as const
export const termKeys = [
  'appointment',
  'available',
  'billOfLading',
  'booking',
  'demurrage',
  'detention',
  'discharge',
  'emptyReturn',
  'eta',
  'exam',
  'freeTime',
  'gateOut',
  'hold',
  'lastFreeDay',
  'line',
  'mute',
  'ports',
  'release',
  'scac',
  'snooze',
  'tmf',
] as const

/** The mark or term, and its meaning in one or two sentences. */
export type GlossaryEntry = readonly [term: string, meaning: string]
export type Glossary = {
  title: string
  marks: string
  terms: string
  entries: Record<(typeof markKeys)[number] | (typeof termKeys)[number], GlossaryEntry>
}
