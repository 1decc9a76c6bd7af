// The normal form of text for every search: lower case, no accents, words of letters and digits only. Pure. It is
// applied to records when they are written, and to the text that is searched for, because both must match.

/** Letters that Unicode does not split into a base letter and a mark, but that users type without the mark. */
const PLAIN_LETTERS: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** `Hapag-Lloyd (Gdańsk)` → `hapaglloyd`, `gdansk`. Dashes and signs inside a word are removed. */
export function wordsOf(text: string): string[] {
  const plain = removeMarks(text.toLowerCase())
  return plain
    .replace(/[^\p{L}\p{N}\s]+/gu, '')
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Like `wordsOf`, but cached, for names: many records have the same few vessels, lines, places and customers. */
export function wordsOfName(text: string): string[] {
  let words = nameCache.get(text)
  if (words === undefined) {
    if (nameCache.size >= MAX_CACHED_NAMES) nameCache.clear()
    nameCache.set(text, (words = wordsOf(text)))
  }
  return words
}

const nameCache = new Map<string, string[]>()
const MAX_CACHED_NAMES = 5000

/** Most texts are plain ASCII and are returned unchanged. */
function removeMarks(text: string): string {
  if (/^[\w\s/.,&-]*$/.test(text)) return text
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđðıßæœþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
}

/** A number as one word: `MSCU 123456-7` → `mscu1234567`. */
export function asOneWord(text: string): string {
  return wordsOf(text).join('')
}

/** How direct links (service specification 4.4) compare container numbers: they ignore only case, spaces and dashes. */
export function containerNumberKey(text: string): string {
  return text.toLowerCase().replace(/[\s\p{Pd}]/gu, '')
}

/**
 * How direct links (service specification 4.4) compare other numbers: they ignore only case. Both Unicode spellings of
 * a letter are equal, and spaces at both ends are removed.
 */
export function exactKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}
