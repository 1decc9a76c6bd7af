// Random numbers of a simulated world: a small generator seeded with a text, so that a seed decides everything.

export type Chance = {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform in [low, high). */
  between(low: number, high: number): number
  /** Uniform by order of magnitude. */
  spread(low: number, high: number): number
  /** An integer from low to high, both included. */
  whole(low: number, high: number): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** A separate generator: draws of one part of the world do not shift those of another. */
  fork(name: string): Chance
}

export function createChance(seed: string): Chance {
  const next = sfc32(seed)
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    spread: (low, high) => low * (high / low) ** next(),
    whole,
    happens: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T,
    fork: (name) => createChance(`${seed}/${name}`),
  }
}

/** Chris Doty-Humphrey's Small Fast Counter, 32 bit. */
function sfc32(seed: string): () => number {
  let [a, b, c, counter] = [hashOf(seed, 1), hashOf(seed, 2), hashOf(seed, 3), 1]
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let i = 0; i < 12; i++) next()
  return next
}

/** FNV-1a with a final mix. */
export function hashOf(text: string, salt = 0): number {
  let hash = 0x811c9dc5 ^ salt
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) | 0
}
