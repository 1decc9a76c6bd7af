// Container numbers by ISO 6346: three letters of the owner, U for a freight container, six digits, a check digit.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A is 10; multiples of 11 are skipped, because the check digit would not detect them. */
const LETTER_VALUES = Array.from(LETTERS).reduce<number[]>((values) => {
  const next = (values.at(-1) ?? 9) + 1
  return [...values, next % 11 === 0 ? next + 1 : next]
}, [])

/** `stem` is owner code and serial number: four letters and six digits. */
export function withCheckDigit(stem: string): string {
  return `${stem}${checkDigit(stem)}`
}

export function isContainerNumber(text: string): boolean {
  return /^[A-Z]{3}[UJZ]\d{7}$/.test(text) && text === withCheckDigit(text.slice(0, 10))
}

const [CODE_OF_0, CODE_OF_A] = [48, 65]

/** Uses character codes, because pages of a large world need hundreds of numbers. */
function checkDigit(stem: string): number {
  let sum = 0
  for (let position = 0; position < stem.length; position += 1) {
    const code = stem.charCodeAt(position)
    sum += (LETTER_VALUES[code - CODE_OF_A] ?? code - CODE_OF_0) << position
  }
  return (sum % 11) % 10
}

export function containerNumberIn(word: string): string | null {
  return isContainerNumber(word) ? word : null
}

/** The numbers in a text, with or without a space or dash before the serial number and the check digit. */
export function containerNumbersIn(text: string): string[] {
  const candidates = text.toUpperCase().match(/\b[A-Z]{3}[UJZ][ -]?\d{6}[ -]?\d\b/g) ?? []
  return [...new Set(candidates.map((candidate) => candidate.replaceAll(/[ -]/g, '')).filter(isContainerNumber))]
}
