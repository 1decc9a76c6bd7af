// The one spelling everything is searched in: lower case, no accents, words of letters and digits only. Pure.
// Used when a record is written and when a question is asked, or the two would not meet.

/** Letters that are no base letter with a mark to Unicode, and are typed without theirs all the same. */
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }

/** `Hapag-Lloyd (Gdańsk)` → `hapaglloyd`, `gdansk`. Dashes and signs inside a word fall out of it. */
export function wordsOf(text: string): string[] {
  const plain = plainLetters(text.toLowerCase())
  return plain
    .replace(/[^\p{L}\p{N}\s]+/gu, '')
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** The same for names, remembered: the same few vessels, lines, places and customers stand in record after record. */
export function wordsOfName(text: string): string[] {
  let words = known.get(text)
  if (words === undefined) {
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(text, (words = wordsOf(text)))
  }
  return words
}

const known = new Map<string, string[]>()
const MOST_KNOWN = 5000

/** Nearly every text is plain already. */
function plainLetters(text: string): string {
  if (/^[\w\s/.,&-]*$/.test(text)) return text
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđðıßæœþ]/g, (letter) => PLAIN[letter] ?? letter)
}

/** A number as one word: `MSCU 123456-7` → `mscu1234567`. */
export function asOneWord(text: string): string {
  return wordsOf(text).join('')
}

/** What `specification 4.4` compares container numbers by: nothing but case, spaces and dashes is forgiven. */
export function containerNumberKey(text: string): string {
  return text.toLowerCase().replace(/[\s\p{Pd}]/gu, '')
}

/** What it compares other numbers by: nothing but case. One letter written in two ways of Unicode is one letter. */
export function exactKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}
