// Size limits of the user's own data. Separate from the schemas, because the view imports it (batch-size.ts).

export const MAX_NOTE_LENGTH = 4000
export const MAX_NAME_LENGTH = 60
export const MAX_TAG_LENGTH = 40
/** Tags in one call. */
export const MAX_TAGS = 20
