// Decides which patterns of users may run. JavaScript's regular expressions backtrack, and a short pattern can have
// more combinations than can be tried, so their number is estimated first.

const MAX_LENGTH = 100
const MAX_COMBINATIONS = 10_000
/** For an unbounded quantifier; values have at most 255 characters. */
const UNBOUNDED = 256
const QUANTIFIER = /[*+?]|\{(\d+)(,(\d*))?\}/y
/** One unit of a pattern: an escape, a set, or a character. */
const ONE = /\\[pPu]\{[^}]*\}|\\k<[^>]*>|\\[^]|\[(\\[^]|[^\]])*\]|\(\?(<?[=!]|:|<\w+>)|[^]/y

/** Null if the pattern may run. */
export function patternProblem(pattern: string): string | null {
  if (pattern.length > MAX_LENGTH) return `a pattern may have at most ${MAX_LENGTH} characters`
  const alternatives = [1]
  let [combinations, unbounded, at] = [1, 0, 0]
  while (at < pattern.length) {
    const [sign] = takenAt(ONE, pattern, at) ?? ['']
    at += sign.length
    if (sign.startsWith('(')) alternatives.push(1)
    if (sign === '|') alternatives.push((alternatives.pop() ?? 1) + 1)
    if (sign === ')') combinations *= alternatives.pop() ?? 1
    const quantifier = takenAt(QUANTIFIER, pattern, at)
    if (!quantifier) continue
    if (sign === ')') return 'a pattern may not repeat a group'
    at += quantifier[0].length
    // A lazy quantifier.
    if (pattern.charAt(at) === '?') at += 1
    const width = widthOf(quantifier)
    if (width === UNBOUNDED) unbounded += 1
    combinations *= width
  }
  if (unbounded > 1) return 'a pattern may have one *, + or {n,} only'
  return combinations * (alternatives[0] ?? 1) > MAX_COMBINATIONS ? 'a pattern may not leave so much open' : null
}

function takenAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(text)
}

/** The number of possible repetitions. */
function widthOf([sign, least, range, most]: readonly string[]): number {
  if (sign === '*' || sign === '+') return UNBOUNDED
  if (sign === '?') return 2
  if (range === undefined) return 1
  return most === '' ? UNBOUNDED : Math.min(UNBOUNDED - 1, Math.max(1, Number(most) - Number(least) + 1))
}
