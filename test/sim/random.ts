// The random number generator of a simulated world. Its seed is a text. Equal seeds give equal worlds.

export type Random = {
  /** Uniform in [0, 1). */
  drawUnit(): number
  /** Uniform in [low, high). */
  drawBetween(low: number, high: number): number
  /** Uniform in the logarithm, so that small and large values are equally likely. */
  drawLogUniform(low: number, high: number): number
  /** An integer from low to high, both included. */
  drawInteger(low: number, high: number): number
  drawBoolean(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Creates an independent generator, so that draws in one part of the world do not affect another part. */
  fork(name: string): Random
}

export function createRandom(seed: string): Random {
  const drawUnit = sfc32(seed)
  const drawBetween = (low: number, high: number) => low + drawUnit() * (high - low)
  const drawInteger = (low: number, high: number) => low + Math.floor(drawUnit() * (high - low + 1))
  return {
    drawUnit,
    drawBetween,
    drawLogUniform: (low, high) => low * (high / low) ** drawUnit(),
    drawInteger,
    drawBoolean: (probability) => drawUnit() < probability,
    pick: <T>(list: readonly T[]) => list[drawInteger(0, list.length - 1)] as T,
    fork: (name) => createRandom(`${seed}/${name}`),
  }
}

/** Chris Doty-Humphrey's Small Fast Counter, 32 bit. */
function sfc32(seed: string): () => number {
  let [a, b, c, counter] = [hashText(seed, 1), hashText(seed, 2), hashText(seed, 3), 1]
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
export function hashText(text: string, salt = 0): number {
  let hash = 0x811c9dc5 ^ salt
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) | 0
}
