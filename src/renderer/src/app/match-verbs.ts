// Ranks verbs by how well they match a few typed letters. With a few dozen verbs no index is needed. Every typed word
// must be found: at the start of a word, inside one, or as letters in order. An earlier position scores higher.
export type Matchable = { label: string; also?: string }

/** Each score is higher than any possible sum of the next lower one, for as many words as users type. */
const START = 1_000
const INSIDE = 100
const LETTERS = 10

export function matchVerbs<Verb extends Matchable>(typed: string, verbs: readonly Verb[]): Verb[] {
  const sought = words(typed)
  // Text without letters or digits matches no verb; empty text matches all of them.
  if (sought.length === 0) return typed.trim() === '' ? [...verbs] : []
  return verbs
    .map((verb) => ({ verb, score: scoreOf(sought, verb) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ verb }) => verb)
}

/** 0: one of the words is not found. Words from `also` count less than words of the label. */
function scoreOf(sought: readonly string[], { label, also = '' }: Matchable): number {
  const own = words(label)
  const other = words(also)
  const scores = sought.map((word) =>
    Math.max(scoreIn(word, own), scoreIn(word, other) / 2, isInOrder(word, own.join('')) ? LETTERS / own.length : 0),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** A short word that matches whole counts more than the start of a long one, and the first word more than the last. */
function scoreIn(sought: string, among: readonly string[]): number {
  const scores = among.map((word, place) => {
    const part = sought.length / word.length
    if (word.startsWith(sought)) return START + part * 10 - place
    return sought.length > 1 && word.includes(sought) ? INSIDE + part * 10 - place : 0
  })
  return Math.max(0, ...scores)
}

/** "gcon" is in "go to containers". Two letters are in almost everything, so they must at least begin it. */
function isInOrder(sought: string, text: string): boolean {
  if (sought.length < 2 || text.charAt(0) !== sought.charAt(0)) return false
  let at = -1
  for (const letter of sought) {
    at = text.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}

function words(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
