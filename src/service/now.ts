/**
 * `processMs` is a monotonic clock for rate limits and delays; `worldMs` is the epoch time of the world and the `Date`
 * header.
 */
export type Now = { processMs: number; worldMs: number }
