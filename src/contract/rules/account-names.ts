// Names that the program gives to accounts. Separate from the schemas, because the view needs it without zod.

/** The first account before it has a name. The view translates it. */
export const UNNAMED_ACCOUNT = 'My account'
