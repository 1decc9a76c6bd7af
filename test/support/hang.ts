// How long a test waits for an expected event. On an idle computer every event comes within seconds, and on one with
// fifteen times its load still within this time, so that only a hang reaches the limit.
export const HANG_MS = 120_000
