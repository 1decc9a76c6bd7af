// Whether what somebody looked for may be a number that can be tracked. Only decides what is offered: what it really is
// the engine says once it is to be added.
const FEWEST = 5
const FEWEST_DIGITS = 3

export function looksLikeNumber(text: string): boolean {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= FEWEST && text.replaceAll(/\D/g, '').length >= FEWEST_DIGITS
}
