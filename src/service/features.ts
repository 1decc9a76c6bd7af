// What an account may be entitled to. All of it by default; `--without` takes some away.

export const FEATURES = [
  'map',
  'vessel_positions',
  'refresh',
  'rail',
  'webhooks',
  'documents',
  'custom_fields',
] as const

/** What the account does with a document whose content is there already. */
export const DUPLICATES = ['reject', 'replace', 'accept'] as const

export type Duplicates = (typeof DUPLICATES)[number]
export type Feature = (typeof FEATURES)[number]
export type Features = ReadonlySet<Feature>

export const ALL_FEATURES: Features = new Set(FEATURES)
