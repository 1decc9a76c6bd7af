// Container numbers by ISO 6346: three letters of the owner, U for a freight container, six digits, a check digit.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The values of A to Z. A is 10. Multiples of 11 are skipped, because they would not change the check digit. */
const LETTER_VALUES = Array.from(LETTERS).reduce<number[]>((values) => {
  const next = (values.at(-1) ?? 9) + 1
  return [...values, next % 11 === 0 ? next + 1 : next]
}, [])

/** `stem` is the owner code and the serial number: four letters and six digits. */
export function appendCheckDigit(stem: string): string {
  return `${stem}${computeCheckDigit(stem)}`
}

export function isContainerNumber(text: string): boolean {
  return /^[A-Z]{3}[UJZ]\d{7}$/.test(text) && text === appendCheckDigit(text.slice(0, 10))
}

const [CODE_OF_0, CODE_OF_A] = [48, 65]

/** Works on character codes for speed: a page of a large world needs hundreds of numbers. */
function computeCheckDigit(stem: string): number {
  let sum = 0
  for (let position = 0; position < stem.length; position += 1) {
    const code = stem.charCodeAt(position)
    sum += (LETTER_VALUES[code - CODE_OF_A] ?? code - CODE_OF_0) << position
  }
  return (sum % 11) % 10
}

/**
 * Finds the valid container numbers in a text, once each and without separators. A space or dash may come before the
 * serial number and the check digit.
 */
export function findContainerNumbers(text: string): string[] {
  const candidates = text.toUpperCase().match(/\b[A-Z]{3}[UJZ][ -]?\d{6}[ -]?\d\b/g) ?? []
  return [...new Set(candidates.map((candidate) => candidate.replaceAll(/[ -]/g, '')).filter(isContainerNumber))]
}
