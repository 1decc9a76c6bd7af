// Deterministic random numbers. The dice for one purpose begin with a hash of seed, slot, generation and purpose. So
// the same dice always give the same numbers, and dice for other purposes do not affect them.

type Part = number | string

export type Dice = {
  /** Returns a number from 0 to 1, without 1. */
  drawUnit(): number
  /** Returns a number from `low` to `high`, without `high`. */
  drawBetween(low: number, high: number): number
  /** Returns an integer from `low` to `high`, both included. */
  drawInteger(low: number, high: number): number
  /** Returns true with this probability. */
  drawBoolean(probability: number): boolean
  pick<T>(choices: readonly T[]): T
}

/** Returns a 32-bit hash of all parts. */
export function computeHash(...parts: readonly Part[]): number {
  let state = 0x51ed270b
  for (const part of parts) {
    if (typeof part === 'number') {
      state = mixBits(state ^ (part | 0))
      // Instants have more than 32 bits, so the upper half is hashed too.
      state = mixBits(state ^ Math.floor(part / 0x1_0000_0000))
      continue
    }
    for (let index = 0; index < part.length; index += 1) state = Math.imul(state ^ part.charCodeAt(index), 0x01000193)
    state = mixBits(state ^ part.length)
  }
  return state >>> 0
}

/** Returns `computeHash` of two integers below 2^32. It creates no array, because one answer needs thousands of ids. */
export function computeHashOfTwo(one: number, other: number): number {
  return mixBits(mixBits(mixBits(mixBits(0x51ed270b ^ one) ^ 0) ^ other) ^ 0)
}

export function computeHashOfThree(one: number, other: number, third: number): number {
  return mixBits(mixBits(computeHashOfTwo(one, other) ^ third) ^ 0)
}

export function createDice(...parts: readonly Part[]): Dice {
  let state = computeHash(...parts)
  const drawUnit = () => {
    state = (state + 0x9e3779b9) | 0
    return mixBits(state) / 0x1_0000_0000
  }
  return {
    drawUnit,
    drawBetween: (low, high) => low + (high - low) * drawUnit(),
    drawInteger: (low, high) => low + Math.floor(drawUnit() * (high - low + 1)),
    drawBoolean: (probability) => drawUnit() < probability,
    pick: (choices) => {
      const choice = choices[Math.floor(drawUnit() * choices.length)]
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
