// Chance without randomness: every draw is a hash of who asks (seed, slot, generation, purpose), so the same question
// has the same answer for ever and no draw depends on the order in which things were asked for.

type Part = number | string

export type Dice = {
  /** From 0 up to, not including, 1. */
  unit(): number
  between(low: number, high: number): number
  /** A whole number, both ends included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
}

/** 32 well-mixed bits of all parts. */
export function hashOf(...parts: readonly Part[]): number {
  let state = 0x51ed270b
  for (const part of parts) {
    if (typeof part === 'number') {
      state = mix(state ^ (part | 0))
      // Instants need more than 32 bits; the upper half counts too.
      state = mix(state ^ Math.floor(part / 0x1_0000_0000))
      continue
    }
    for (let at = 0; at < part.length; at += 1) state = Math.imul(state ^ part.charCodeAt(at), 0x01000193)
    state = mix(state ^ part.length)
  }
  return state >>> 0
}

/** `hashOf` of whole numbers below 2^32, without the list: ids are made by the thousand. */
export function hashOfTwo(one: number, other: number): number {
  return mix(mix(mix(mix(0x51ed270b ^ one) ^ 0) ^ other) ^ 0)
}

export function hashOfThree(one: number, other: number, third: number): number {
  return mix(mix(hashOfTwo(one, other) ^ third) ^ 0)
}

export function createDice(...parts: readonly Part[]): Dice {
  let state = hashOf(...parts)
  const unit = () => {
    state = (state + 0x9e3779b9) | 0
    return mix(state) / 0x1_0000_0000
  }
  return {
    unit,
    between: (low, high) => low + (high - low) * unit(),
    whole: (low, high) => low + Math.floor(unit() * (high - low + 1)),
    chance: (probability) => unit() < probability,
    pick: (choices) => {
      const choice = choices[Math.floor(unit() * choices.length)]
      if (choice === undefined) throw new Error('There is nothing to pick from.')
      return choice
    },
  }
}

function mix(value: number): number {
  let bits = value ^ (value >>> 16)
  bits = Math.imul(bits, 0x7feb352d)
  bits ^= bits >>> 15
  bits = Math.imul(bits, 0x846ca68b)
  return (bits ^ (bits >>> 16)) >>> 0
}
