/** Rates and waits run on the steady clock of the process; the world and the `Date` header on its own (epoch). */
export type Now = { processMs: number; worldMs: number }
