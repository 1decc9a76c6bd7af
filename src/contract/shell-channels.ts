// Names of the channels between the preload script and main. Apart from shell.ts because the preload script must
// carry no zod.
export const shellChannels = {
  /** invoke (name, input): `{ value }` or `{ error }`, as ShellBridge says. */
  call: 'shell:call',
  /** to the page (name, payload). */
  event: 'shell:event',
  connectEngine: 'shell:connect-engine',
  /** to the page, with the engine's MessagePort attached. */
  enginePort: 'shell:engine-port',
} as const
