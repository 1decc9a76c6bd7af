// The texts of a column, each stored once with a number, its code. Equal texts have equal codes, and their ranks in the
// sort order are stored, so that rows are compared and sorted as numbers.

/** Up to this many codes fit into two bytes each. */
export type Codes = Uint32Array | Uint16Array

export type Dictionary = {
  /** By code; code 0 means no text. */
  texts: string[]
  addText(text: string): number
  codeOf(text: string): number | undefined
  /** Whether all texts are sorted already, so that `sortCodes` only returns the cached order. */
  isSorted(): boolean
  /** Returns all codes in the order of their texts. Sorts only texts that were added since the last call. */
  sortCodes(): Uint32Array<ArrayBuffer>
  /** The position of each code in the sort order. Texts that are equal in this order have equal ranks. */
  ranks(): Uint32Array
  /**
   * Sets `marks[i]` to 1 if the text of `slots[i]` contains `part`, ignoring case; `part` must be in lower case.
   * `codes`: by slot. Each text is searched once, even if many rows have it.
   */
  mark(part: string, codes: Codes, slots: Uint32Array, marks: Uint8Array): void
}

export function createDictionary(toSortText: (text: string) => string): Dictionary {
  const texts = ['']
  const codes = createCodes(texts)
  // Nearly all columns are sorted by their unchanged texts, so these are not stored twice.
  const sortTexts = toSortText === identity ? texts : ['']
  let order = new Uint32Array(0)
  let ranks = new Uint32Array(1)
  // Comparing as SQLite does is slower, and only one text in a million needs it.
  let hasSurrogates = false
  const caseTracker = createCaseTracker()
  const compare = (a: number, b: number) => {
    const [textA, textB] = [sortTexts[a] ?? '', sortTexts[b] ?? '']
    return hasSurrogates ? compareTexts(textA, textB) : textA < textB ? -1 : textA > textB ? 1 : 0
  }
  const isSorted = () => order.length === texts.length - 1
  const sortCodes = () => {
    if (isSorted()) return order
    const firstNewCode = order.length + 1
    const added = Uint32Array.from({ length: texts.length - firstNewCode }, (_, i) => firstNewCode + i).sort(compare)
    order = order.length === 0 ? added : merge(order, added, compare)
    return order
  }
  return {
    texts,
    codeOf: (text) => codes.find(text) || undefined,
    addText: (text) => {
      const existing = codes.find(text)
      if (existing !== 0) return existing
      if (sortTexts !== texts) sortTexts.push(toSortText(text))
      hasSurrogates ||= /[\ud800-\udfff]/.test(text)
      caseTracker.addText(text)
      return codes.add(text)
    },
    isSorted,
    sortCodes,
    ranks: () => {
      sortCodes()
      // Needed only for columns by which the user sorts, often repeatedly.
      if (ranks.length <= order.length) ranks = computeRanks(order, texts.length, sortTexts === texts ? null : compare)
      return ranks
    },
    mark: (part, codesBySlot, slots, marks) =>
      mark({ texts, matches: caseTracker.createTest(part), codes: codesBySlot }, slots, marks),
  }
}

const [UNKNOWN, YES, NO] = [0, 1, 2]

type Search = { texts: readonly string[]; matches: (text: string) => boolean; codes: Codes }

function mark({ texts, matches, codes }: Search, slots: Uint32Array, marks: Uint8Array): void {
  const resultByCode = new Uint8Array(texts.length)
  for (let i = 0; i < slots.length; i++) {
    const code = codes[slots[i] ?? 0] ?? 0
    if (code === 0 || marks[i] === 1) continue
    if (resultByCode[code] === UNKNOWN) resultByCode[code] = matches(texts[code] ?? '') ? YES : NO
    if (resultByCode[code] === YES) marks[i] = 1
  }
}

/**
 * Tracks whether all texts of a column have one case: numbers are in capitals as a rule, and combined search texts in
 * lower case. Converting 100,000 texts to lower case costs more than searching them.
 */
function createCaseTracker(): { addText(text: string): void; createTest(part: string): (text: string) => boolean } {
  let [areUpperCase, areLowerCase] = [true, true]
  return {
    addText: (text) => {
      areUpperCase &&= isAscii(text) && !/[a-z]/.test(text)
      areLowerCase &&= text === text.toLowerCase()
    },
    createTest: (part) => {
      if (areLowerCase) return (text) => text.includes(part)
      if (!areUpperCase || !isAscii(part)) return (text) => text.toLowerCase().includes(part)
      const upperCasePart = part.toUpperCase()
      return (text) => text.includes(upperCasePart)
    },
  }
}

/** Whether the text has only ASCII characters, whose lower and upper case convert one to one. */
function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

export const identity = (text: string) => text

/** `find` returns 0 for an unknown text. `add` appends a text to `texts`, and returns its code. */
type CodeIndex = { find(text: string): number; add(text: string): number }

const INITIAL_SIZE = 64

/**
 * A hash table with linear probing, from texts to codes. It takes 5 to 10 bytes for each text, where a Map takes 40,
 * and most of the stored texts occur once.
 */
function createCodes(texts: string[]): CodeIndex {
  let buckets = new Uint32Array(INITIAL_SIZE)
  /** The bucket of this text, or the empty one where it belongs. */
  const findBucket = (text: string) => {
    const mask = buckets.length - 1
    for (let bucket = hashOf(text) & mask; ; bucket = (bucket + 1) & mask) {
      const code = buckets[bucket] ?? 0
      if (code === 0 || texts[code] === text) return bucket
    }
  }
  const grow = () => {
    buckets = new Uint32Array(buckets.length * 2)
    for (let code = 1; code < texts.length; code++) buckets[findBucket(texts[code] ?? '')] = code
  }
  return {
    find: (text) => buckets[findBucket(text)] ?? 0,
    add: (text) => {
      // A third stays empty: more empty buckets end the search for a missing text sooner.
      if (texts.length * 3 > buckets.length * 2) grow()
      buckets[findBucket(text)] = texts.length
      texts.push(text)
      return texts.length - 1
    },
  }
}

/** FNV-1a, with its upper half mixed into the lower, which alone selects the bucket. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash ^ (hash >>> 15)
}

type Compare = (a: number, b: number) => number

/** If one list is shorter by this factor, a binary search for each item is faster: the new texts of one page. */
const MERGE_RATIO = 16

function merge(a: Uint32Array, b: Uint32Array, compare: Compare): Uint32Array<ArrayBuffer> {
  if (b.length * MERGE_RATIO < a.length) return mergeInto(a, b, compare)
  const merged = new Uint32Array(a.length + b.length)
  let i = 0
  let k = 0
  for (let index = 0; index < merged.length; index++) {
    const isFirst = k >= b.length || (i < a.length && compare(a[i] ?? 0, b[k] ?? 0) <= 0)
    merged[index] = (isFirst ? a[i++] : b[k++]) ?? 0
  }
  return merged
}

function mergeInto(many: Uint32Array, few: Uint32Array, compare: Compare): Uint32Array<ArrayBuffer> {
  const merged = new Uint32Array(many.length + few.length)
  let from = 0
  few.forEach((code, k) => {
    let [low, high] = [from, many.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (compare(many[middle] ?? 0, code) <= 0) low = middle + 1
      else high = middle
    }
    merged.set(many.subarray(from, low), from + k)
    merged[low + k] = code
    from = low
  })
  merged.set(many.subarray(from), from + few.length)
  return merged
}

/** The rank of each code. `compare` is null if no two texts are equal in this order. */
function computeRanks(order: Uint32Array, length: number, compare: Compare | null): Uint32Array<ArrayBuffer> {
  const ranks = new Uint32Array(length)
  let rank = 0
  order.forEach((code, index) => {
    if (index > 0 && compare?.(order[index - 1] ?? 0, code) !== 0) rank++
    ranks[code] = rank
  })
  return ranks
}

/** Compares as SQLite does: by code point, where JavaScript compares UTF-16 units. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [unitA, unitB] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (unitA !== unitB) return isSurrogate(unitA) === isSurrogate(unitB) ? unitA - unitB : isSurrogate(unitA) ? 1 : -1
  }
  return a.length - b.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
