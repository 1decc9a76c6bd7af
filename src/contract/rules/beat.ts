// A heartbeat on a port between page and engine, which the engine's side returns at once. A port may remain open after
// the other side has stopped responding, so an open port proves nothing. This file does not use zod, because the view
// imports it.
export type Beat = { beat: true }

export const BEAT: Beat = { beat: true }

export function isBeat(message: unknown): message is Beat {
  return typeof message === 'object' && message !== null && 'beat' in message && message.beat === true
}
