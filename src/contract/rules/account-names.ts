// Names that the program gives to accounts. Separate from the schemas, because the view needs it without zod.

/** The name of the first account until the user changes it. The view translates it. */
export const UNNAMED_ACCOUNT = 'My account'
