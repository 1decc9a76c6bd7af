// The time for which a test waits for an expected event. Every event occurs within seconds on an idle computer, and
// within this time on one with fifteen times the load. So only a hang reaches this limit.
export const HANG_MS = 120_000
