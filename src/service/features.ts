// What an account may be entitled to (service facts 1.22). All of it by default; `--without` takes some away.

export const FEATURES = ['map', 'vessel_positions', 'refresh', 'rail', 'webhooks', 'documents', 'custom_fields'] as const

export type Feature = (typeof FEATURES)[number]
export type Features = ReadonlySet<Feature>

export const ALL_FEATURES: Features = new Set(FEATURES)
