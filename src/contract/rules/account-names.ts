// What accounts are called by the program itself. Apart from the schemas, because the view needs it and takes no zod.

/** The one that is there before anybody named one. The view says it in its own language. */
export const UNNAMED_ACCOUNT = 'My account'
