// Channel names between the preload script and main. Not in shell.ts, because the preload script must not load zod.
export const shellChannels = {
  /** `invoke(name, input)` from the page; answers `{ value }` or `{ error }` (ShellBridge). */
  call: 'shell:call',
  /** Sent to the page with the event's name and payload. */
  event: 'shell:event',
  connectEngine: 'shell:connect-engine',
  /** Sent to the page with the engine's MessagePort attached. */
  enginePort: 'shell:engine-port',
} as const
