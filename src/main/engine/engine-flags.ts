// The V8 flags of the engine's process. This file does not import Electron, because the memory benchmark (test/bench)
// starts the engine with the same flags.

/**
 * The size of the young generation, which V8 grows to three times this and never shrinks. V8's default of 32 MB is for
 * servers that must answer without a pause. Here it was a third of the engine's memory, and made neither lists nor sync
 * rounds faster. The browser host uses the same value (scripts/web-host.mjs).
 */
export const V8_FLAG = '--max-semi-space-size=8'
