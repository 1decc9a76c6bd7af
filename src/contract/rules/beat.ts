// A heartbeat on a port between page and engine: the engine's side returns it at once. A port may remain open after the
// other side stopped responding, so an open port proves nothing. No zod: the view imports this.
export type Beat = { beat: true }

export const BEAT: Beat = { beat: true }

export function isBeat(message: unknown): message is Beat {
  return typeof message === 'object' && message !== null && 'beat' in message && message.beat === true
}
