// Size limits of the user's own data. Separate from the schemas, because the view imports it (batch-size.ts).

export const MAX_NOTE_LENGTH = 4000
export const MAX_NAME_LENGTH = 60
export const MAX_TAG_LENGTH = 40
/** Containers in one call. Users select fewer at once, and the engine needs about 0.2 s for this number. */
export const MAX_AT_ONCE = 2000
/** Tags in one call. */
export const MAX_TAGS = 20
