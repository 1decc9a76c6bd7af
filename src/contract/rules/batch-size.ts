// The size limit of a batch. This file has no schemas, because the view imports it, and its security policy blocks zod.

/** The largest number of lines in one batch. */
export const MAX_LINES = 500
