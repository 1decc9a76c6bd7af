// Decides whether the service may run a pattern of a user. JavaScript's regular expressions backtrack, and a short
// pattern can have so many combinations that it runs for years. The number of combinations is estimated first.

const MAX_LENGTH = 100
const MAX_COMBINATIONS = 10_000
/** The assumed repetitions of an unbounded quantifier. Values have at most 255 characters. */
const UNBOUNDED = 256
const QUANTIFIER = /[*+?]|\{(\d+)(,(\d*))?\}/y
/** One unit of a pattern: an escape, a set, the start of a group, or a character. */
const UNIT = /\\[pPu]\{[^}]*\}|\\k<[^>]*>|\\[^]|\[(\\[^]|[^\]])*\]|\(\?(<?[=!]|:|<\w+>)|[^]/y

/** Returns the reason to refuse the pattern, or null if it may run. */
export function findPatternProblem(pattern: string): string | null {
  if (pattern.length > MAX_LENGTH) return `a pattern may have at most ${MAX_LENGTH} characters`
  const alternatives = [1]
  let [combinations, unbounded, index] = [1, 0, 0]
  while (index < pattern.length) {
    const [unit] = matchAt(UNIT, pattern, index) ?? ['']
    index += unit.length
    if (unit.startsWith('(')) alternatives.push(1)
    if (unit === '|') alternatives.push((alternatives.pop() ?? 1) + 1)
    if (unit === ')') combinations *= alternatives.pop() ?? 1
    const quantifier = matchAt(QUANTIFIER, pattern, index)
    if (!quantifier) continue
    if (unit === ')') return 'a pattern may not repeat a group'
    index += quantifier[0].length
    // A `?` after the quantifier makes it lazy. That does not change the number of combinations.
    if (pattern.charAt(index) === '?') index += 1
    const width = countRepetitions(quantifier)
    if (width === UNBOUNDED) unbounded += 1
    combinations *= width
  }
  if (unbounded > 1) return 'a pattern may have one *, + or {n,} only'
  return combinations * (alternatives[0] ?? 1) > MAX_COMBINATIONS ? 'a pattern may not leave so much open' : null
}

function matchAt(expression: RegExp, text: string, index: number): RegExpExecArray | null {
  expression.lastIndex = index
  return expression.exec(text)
}

/** Returns how many different numbers of repetitions the quantifier allows. */
function countRepetitions([sign, min, range, max]: readonly string[]): number {
  if (sign === '*' || sign === '+') return UNBOUNDED
  if (sign === '?') return 2
  if (range === undefined) return 1
  return max === '' ? UNBOUNDED : Math.min(UNBOUNDED - 1, Math.max(1, Number(max) - Number(min) + 1))
}
