// How long a test waits for something that must come. On an idle computer everything comes within seconds; on one with
// fifteen times its load it still comes within this time, so that only a hang ends there.
export const HANG_MS = 120_000
