// Ranks verbs by how well they match a few typed letters. With a few dozen verbs no index is needed. Every typed word
// must be found: at the start of a word, inside one, or as letters in order. An earlier position scores higher.
export type MatchableVerb = { label: string; also?: string }

/** Each score is higher than any possible sum of the next lower one, for as many words as users type. */
const START = 1_000
const INSIDE = 100
const LETTERS = 10

export function matchVerbs<Verb extends MatchableVerb>(typed: string, verbs: readonly Verb[]): Verb[] {
  const searched = splitWords(typed)
  // Text without letters or digits matches no verb; empty text matches all of them.
  if (searched.length === 0) return typed.trim() === '' ? [...verbs] : []
  return verbs
    .map((verb) => ({ verb, score: scoreVerb(searched, verb) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ verb }) => verb)
}

/** 0: one of the words is not found. Words from `also` count less than words of the label. */
function scoreVerb(searched: readonly string[], { label, also = '' }: MatchableVerb): number {
  const labelWords = splitWords(label)
  const other = splitWords(also)
  const scores = searched.map((word) =>
    Math.max(
      scoreIn(word, labelWords),
      scoreIn(word, other) / 2,
      isInOrder(word, labelWords.join('')) ? LETTERS / labelWords.length : 0,
    ),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** A short word that matches whole counts more than the start of a long one, and the first word more than the last. */
function scoreIn(searched: string, among: readonly string[]): number {
  const scores = among.map((word, index) => {
    const part = searched.length / word.length
    if (word.startsWith(searched)) return START + part * 10 - index
    return searched.length > 1 && word.includes(searched) ? INSIDE + part * 10 - index : 0
  })
  return Math.max(0, ...scores)
}

/** "gcon" is in "go to containers". Two letters are in almost everything, so they must at least begin it. */
function isInOrder(searched: string, text: string): boolean {
  if (searched.length < 2 || text.charAt(0) !== searched.charAt(0)) return false
  let at = -1
  for (const letter of searched) {
    at = text.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}

function splitWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
