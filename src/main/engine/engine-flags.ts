// What the engine's process tells V8 at its start. No Electron in here: the measurement of memory (test/bench) starts
// the engine with the same.

/**
 * The room for new objects, which V8 grows to three times this and keeps. Its own 32 MB are meant for servers that
 * answer without a pause: here they were a third of all the engine had in memory, and took nothing off the time lists
 * or rounds need. The browser host is started with the same (scripts/web-host.mjs).
 */
export const V8_FLAG = '--max-semi-space-size=8'
