// The limits for a list that one person can check.
export const MOST_BYTES = 20_000_000
/** Includes the heading row. */
export const MOST_ROWS = 20_001
