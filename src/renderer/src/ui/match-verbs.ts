// Ranks verbs by how well they match a few typed letters. With a few dozen verbs no index is needed. Every typed word
// must be found: at the start of a word, inside one, or as letters in order. An earlier position scores higher.
export type MatchableVerb = { label: string; also?: string }

/** Each score is higher than any possible sum of the next lower one, for as many words as users type. */
const WORD_START_SCORE = 1_000
const INSIDE_SCORE = 100
const LETTERS_SCORE = 10

export function matchVerbs<Verb extends MatchableVerb>(typed: string, verbs: readonly Verb[]): Verb[] {
  const searchedWords = splitWords(typed)
  // Text without letters or digits matches no verb; empty text matches all of them.
  if (searchedWords.length === 0) return typed.trim() === '' ? [...verbs] : []
  return verbs
    .map((verb) => ({ verb, score: scoreVerb(searchedWords, verb) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ verb }) => verb)
}

/** Returns 0 if one of the words is not found. Words from `also` count less than words of the label. */
function scoreVerb(searchedWords: readonly string[], { label, also = '' }: MatchableVerb): number {
  const labelWords = splitWords(label)
  const otherWords = splitWords(also)
  const scores = searchedWords.map((word) =>
    Math.max(
      scoreWord(word, labelWords),
      scoreWord(word, otherWords) / 2,
      isInOrder(word, labelWords.join('')) ? LETTERS_SCORE / labelWords.length : 0,
    ),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** A short word that matches whole counts more than the start of a long one, and the first word more than the last. */
function scoreWord(searched: string, words: readonly string[]): number {
  const scores = words.map((word, index) => {
    const share = searched.length / word.length
    if (word.startsWith(searched)) return WORD_START_SCORE + share * 10 - index
    return searched.length > 1 && word.includes(searched) ? INSIDE_SCORE + share * 10 - index : 0
  })
  return Math.max(0, ...scores)
}

/**
 * "gcon" is in "go to containers". A few letters are in almost every text in their order, so the first must begin it.
 */
function isInOrder(searched: string, text: string): boolean {
  if (searched.length < 2 || text.charAt(0) !== searched.charAt(0)) return false
  let position = -1
  for (const letter of searched) {
    position = text.indexOf(letter, position + 1)
    if (position < 0) return false
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
