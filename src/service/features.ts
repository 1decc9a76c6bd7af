// The entitlements of an account. It has all of them by default, and `--without` removes some.

export const FEATURES = [
  'map',
  'vessel_positions',
  'refresh',
  'rail',
  'webhooks',
  'documents',
  'custom_fields',
] as const

/** The possible reactions of an account to a document whose content is already stored. */
export const DUPLICATES = ['reject', 'replace', 'accept'] as const

export type Duplicates = (typeof DUPLICATES)[number]
export type Feature = (typeof FEATURES)[number]
export type Features = ReadonlySet<Feature>

export const ALL_FEATURES: Features = new Set(FEATURES)
