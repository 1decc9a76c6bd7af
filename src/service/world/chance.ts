// Deterministic draws: each is a hash of seed, slot, generation and purpose. The same question always gives the same
// answer, and the order of draws does not matter.

type Part = number | string

export type Dice = {
  /** At least 0 and less than 1. */
  unit(): number
  between(low: number, high: number): number
  /** An integer, both ends included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
}

/** A 32-bit hash of all parts. */
export function hashOf(...parts: readonly Part[]): number {
  let state = 0x51ed270b
  for (const part of parts) {
    if (typeof part === 'number') {
      state = mixBits(state ^ (part | 0))
      // Instants need more than 32 bits, so the upper half is hashed too.
      state = mixBits(state ^ Math.floor(part / 0x1_0000_0000))
      continue
    }
    for (let at = 0; at < part.length; at += 1) state = Math.imul(state ^ part.charCodeAt(at), 0x01000193)
    state = mixBits(state ^ part.length)
  }
  return state >>> 0
}

/** `hashOf` of two integers below 2^32 without an array, because ids are made by the thousand. */
export function hashOfTwo(one: number, other: number): number {
  return mixBits(mixBits(mixBits(mixBits(0x51ed270b ^ one) ^ 0) ^ other) ^ 0)
}

export function hashOfThree(one: number, other: number, third: number): number {
  return mixBits(mixBits(hashOfTwo(one, other) ^ third) ^ 0)
}

export function createDice(...parts: readonly Part[]): Dice {
  let state = hashOf(...parts)
  const unit = () => {
    state = (state + 0x9e3779b9) | 0
    return mixBits(state) / 0x1_0000_0000
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

function mixBits(value: number): number {
  let bits = value ^ (value >>> 16)
  bits = Math.imul(bits, 0x7feb352d)
  bits ^= bits >>> 15
  bits = Math.imul(bits, 0x846ca68b)
  return (bits ^ (bits >>> 16)) >>> 0
}
