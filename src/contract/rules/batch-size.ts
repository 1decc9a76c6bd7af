// Apart from the schemas, because the view may read it: schemas bring zod, which its security policy does not let run.

/** As many lines as one order takes. */
export const MOST_LINES = 500
