// Channel names between the preload script and main. Not in shell.ts, because the preload script must not load zod.
export const shellChannels = {
  /** invoke (name, input): `{ value }` or `{ error }`, as ShellBridge says. */
  call: 'shell:call',
  /** to the page (name, payload). */
  event: 'shell:event',
  connectEngine: 'shell:connect-engine',
  /** to the page, with the engine's MessagePort attached. */
  enginePort: 'shell:engine-port',
} as const
