// Sorts many rows by prepared numbers without comparisons: four passes over 100,000 rows take a few milliseconds, where
// a comparison sort takes about 100 ms. Pure.

const DIGIT_BITS = 16
const DIGITS = 2 ** DIGIT_BITS
/** A double is two words of 32 bits; the low one holds the two lowest digits (all our machines are little-endian). */
const DIGITS_PER_KEY = 4

/** Shared by all sorts: 65,536 counts take 256 kB. */
const counts = new Uint32Array(DIGITS)

/** Sorts `slots` by `keys[slot]`, ascending and stable. No key may be NaN. */
export function sortByKey(slots: Uint32Array<ArrayBuffer>, keys: Float64Array): Uint32Array<ArrayBuffer> {
  const words = toSortableWords(slots, keys)
  let from = new Uint32Array(slots.length)
  for (let index = 0; index < from.length; index++) from[index] = index
  let to = new Uint32Array(slots.length)
  let isReordered = false
  for (let digit = 0; digit < DIGITS_PER_KEY; digit++) {
    if (!sortByDigit(words, digit, from, to)) continue
    isReordered = true
    const sorted = to
    to = from
    from = sorted
  }
  if (!isReordered) return slots
  for (let index = 0; index < from.length; index++) to[index] = slots[from[index] ?? 0] ?? 0
  return to
}

/** Returns the bits of each key, converted to unsigned integers that sort in the order of the keys. */
function toSortableWords(slots: Uint32Array, keys: Float64Array): Uint32Array {
  const values = new Float64Array(slots.length)
  // Adding 0 converts -0, which has other bits, to the equal 0.
  for (let i = 0; i < slots.length; i++) values[i] = (keys[slots[i] ?? 0] ?? 0) + 0
  const words = new Uint32Array(values.buffer)
  for (let i = 1; i < words.length; i += 2) {
    const high = words[i] ?? 0
    const isNegative = high >>> 31 === 1
    words[i] = isNegative ? ~high : high | 0x80000000
    if (isNegative) words[i - 1] = ~(words[i - 1] ?? 0)
  }
  return words
}

/** Sorts by one digit, 0 for the lowest. Returns false, without writing to `to`, if all rows have the same digit. */
function sortByDigit(words: Uint32Array, digit: number, from: Uint32Array, to: Uint32Array): boolean {
  const word = digit >> 1
  const shift = (digit & 1) * DIGIT_BITS
  counts.fill(0)
  for (let index = 0; index < from.length; index++) {
    const value = ((words[2 * index + word] ?? 0) >>> shift) & (DIGITS - 1)
    counts[value] = (counts[value] ?? 0) + 1
  }
  const firstDigit = ((words[word] ?? 0) >>> shift) & (DIGITS - 1)
  if (counts[firstDigit] === from.length) return false
  let next = 0
  for (let value = 0; value < DIGITS; value++) {
    const count = counts[value] ?? 0
    counts[value] = next
    next += count
  }
  for (let i = 0; i < from.length; i++) {
    const index = from[i] ?? 0
    const value = ((words[2 * index + word] ?? 0) >>> shift) & (DIGITS - 1)
    const target = counts[value] ?? 0
    to[target] = index
    counts[value] = target + 1
  }
  return true
}
