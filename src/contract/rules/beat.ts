// A sign of life on a pipe between page and engine: whoever holds the engine's end sends it back at once. A pipe may
// stay open long after nobody answers, so the page never takes one for proof. No zod: the view carries this.
export type Beat = { beat: true }

export const BEAT: Beat = { beat: true }

export function isBeat(message: unknown): message is Beat {
  return typeof message === 'object' && message !== null && 'beat' in message && message.beat === true
}
