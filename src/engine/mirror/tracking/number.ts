// Converts numbers of containers, bills and bookings to the spelling that is sent to the service.

/** Numbers that the service provides for tests keep their dashes. */
export const TEST_NUMBER = /^TESTTR(SUCCEEDED|FAILED)$/

/** Converts a number to the form in which it is sent: capital letters and digits without separators. */
export function normalizeNumber(text: string): string {
  return toSentNumber(withoutSeparators(plainText(text)))
}

/** Full-width digits, kinds of blanks and styled letters become plain ones; invisible characters are removed. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
    .replace(/\r\n?|[\n\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

/** Removes blanks and the signs that group digits. */
export function withoutSeparators(text: string): string {
  return text.replace(/[\s\p{Pd}\u2212./\\_,;:#'"]/gu, '')
}

export function toSentNumber(number: string): string {
  const test = TEST_NUMBER.exec(number)
  return test ? `TEST-TR-${test[1] ?? ''}` : number
}
