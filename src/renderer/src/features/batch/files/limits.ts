// The limits for a list that one person can check.
export const MAX_BYTES = 20_000_000
/** The limit includes the heading row. */
export const MAX_ROWS = 20_001
