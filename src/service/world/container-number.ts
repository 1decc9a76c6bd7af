// Container numbers after ISO 6346: three letters of the owner, U for a freight container, six digits, a check digit.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A is 10; the multiples of 11 are left out, or the check would not see them. */
const LETTER_VALUES = Array.from(LETTERS).reduce<number[]>((values) => {
  const next = (values.at(-1) ?? 9) + 1
  return [...values, next % 11 === 0 ? next + 1 : next]
}, [])

/** `stem` is owner code and serial: four letters and six digits. */
export function withCheckDigit(stem: string): string {
  return `${stem}${checkDigit(stem)}`
}

export function isContainerNumber(text: string): boolean {
  return /^[A-Z]{3}[UJZ]\d{7}$/.test(text) && text === withCheckDigit(text.slice(0, 10))
}

function checkDigit(stem: string): number {
  const sum = Array.from(stem).reduce((total, character, position) => {
    const value = LETTER_VALUES[LETTERS.indexOf(character)] ?? Number(character)
    return total + value * 2 ** position
  }, 0)
  return (sum % 11) % 10
}

export function containerNumberIn(word: string): string | null {
  return isContainerNumber(word) ? word : null
}

/** Those of a running text, written with or without a blank or dash before the serial and the check digit. */
export function containerNumbersIn(text: string): string[] {
  const candidates = text.toUpperCase().match(/\b[A-Z]{3}[UJZ][ -]?\d{6}[ -]?\d\b/g) ?? []
  return [...new Set(candidates.map((candidate) => candidate.replaceAll(/[ -]/g, '')).filter(isContainerNumber))]
}
