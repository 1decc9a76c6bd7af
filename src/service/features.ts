// The entitlements of an account: all by default; `--without` removes some.

export const FEATURES = [
  'map',
  'vessel_positions',
  'refresh',
  'rail',
  'webhooks',
  'documents',
  'custom_fields',
] as const

/** How the account handles a document whose content exists already. */
export const DUPLICATES = ['reject', 'replace', 'accept'] as const

export type Duplicates = (typeof DUPLICATES)[number]
export type Feature = (typeof FEATURES)[number]
export type Features = ReadonlySet<Feature>

export const ALL_FEATURES: Features = new Set(FEATURES)
