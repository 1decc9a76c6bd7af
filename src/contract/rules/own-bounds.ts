// What the user's own data may be as long as. Apart from the schemas, because the view may read it (batch-size.ts).

export const LONGEST_NOTE = 4000
export const LONGEST_NAME = 60
export const LONGEST_TAG = 40
/** Containers in one call: more than anybody takes up at once, and a fifth of a second's work. */
export const MOST_AT_ONCE = 2000
/** Tags in one call. */
export const MOST_TAGS = 20
