// Numbers of containers, bills and bookings in the spelling that the service gets.

/** The service's numbers for trying things out keep their dashes. */
export const TEST_NUMBER = /^TESTTR(SUCCEEDED|FAILED)$/

/** As it is sent: one run of capitals and digits. */
export function normalizeNumber(text: string): string {
  return asSent(asNumber(plainText(text)))
}

/** Full-width digits, kinds of blanks and letters in other clothes become plain ones; what is invisible goes. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
    .replace(/\r\n?|[\n\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

/** Blanks and the signs people group digits with. */
export function asNumber(text: string): string {
  return text.replace(/[\s\p{Pd}\u2212./\\_,;:#'"]/gu, '')
}

export function asSent(number: string): string {
  const test = TEST_NUMBER.exec(number)
  return test ? `TEST-TR-${test[1] ?? ''}` : number
}
