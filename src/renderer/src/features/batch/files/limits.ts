// What is still a list that one person goes through.
export const MOST_BYTES = 20_000_000
/** With the line of headings. */
export const MOST_ROWS = 20_001
