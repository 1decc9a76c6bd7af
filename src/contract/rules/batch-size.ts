// Separate from the schemas, because the view imports it and its security policy blocks zod.

/** The largest number of lines in one batch. */
export const MAX_LINES = 500
