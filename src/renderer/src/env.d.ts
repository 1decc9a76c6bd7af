import type { ShellBridge } from '#contract/shell.ts'

declare global {
  interface Window {
    /** Set by the preload script under Electron, absent in a browser. */
    readonly shell?: ShellBridge
  }
}
