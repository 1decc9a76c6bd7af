// Shapes of values, for the tables of attributes.

/** Returns null if the value has the shape, and otherwise a description of what was expected. */
export type Shape = (value: unknown) => string | null

const expectedUnless = (isValid: boolean, expected: string): string | null => (isValid ? null : expected)

export const textLike =
  (pattern: RegExp): Shape =>
  (value) =>
    expectedUnless(typeof value === 'string' && pattern.test(value), `text like ${pattern.source}`)

export const text: Shape = textLike(/^\S(.*\S)?$/s)
export const uuid: Shape = textLike(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
export const locode: Shape = textLike(/^[A-Z]{2}[A-Z0-9]{3}$/)
export const scac: Shape = textLike(/^[A-Z]{4}$/)
export const decimal: Shape = textLike(/^-?\d+\.\d+$/)
export const date: Shape = textLike(/^\d{4}-\d{2}-\d{2}$/)

/** The value must be an existing time in ISO 8601, in UTC and without fractions of a second. */
export const instant: Shape = (value) => {
  const isInstant =
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().replace('.000Z', 'Z') === value
  return expectedUnless(isInstant, 'an instant of ISO 8601 in UTC')
}

/** A cache of the results, because a call of the zone database is slow and there are few zones. */
const zoneProblems = new Map<unknown, string | null>()

export const zone: Shape = (value) => {
  let problem = zoneProblems.get(value)
  if (problem === undefined) zoneProblems.set(value, (problem = findZoneProblem(value)))
  return problem
}

function findZoneProblem(value: unknown): string | null {
  try {
    return expectedUnless(
      typeof value === 'string' &&
        value.includes('/') &&
        new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '',
      'an IANA zone',
    )
  } catch {
    return 'an IANA zone'
  }
}

export const trueOrFalse: Shape = (value) => expectedUnless(typeof value === 'boolean', 'true or false')
export const wholeNumber =
  (low: number, high: number): Shape =>
  (value) =>
    expectedUnless(
      Number.isSafeInteger(value) && Number(value) >= low && Number(value) <= high,
      `a whole number from ${low} to ${high}`,
    )
export const number =
  (low: number, high: number): Shape =>
  (value) =>
    expectedUnless(typeof value === 'number' && value >= low && value <= high, `a number from ${low} to ${high}`)
export const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value) =>
    expectedUnless(values.includes(value), `one of ${values.join(', ')}`)
export const exactly = (expected: unknown): Shape => oneOf(expected)

export const listOf =
  (shape: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) return 'a list'
    return value.map(shape).find((problem) => problem !== null) ?? null
  }

export const objectOf =
  (members: Readonly<Record<string, Shape>>): Shape =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'an object'
    const [names, expected] = [Object.keys(value).sort().join(' '), Object.keys(members).sort().join(' ')]
    if (names !== expected) return `an object of ${expected}, not ${names}`
    const wrongMember = Object.entries(members).find(
      ([name, shape]) => shape((value as Record<string, unknown>)[name]) !== null,
    )
    return wrongMember
      ? `${wrongMember[0]}: ${wrongMember[1]((value as Record<string, unknown>)[wrongMember[0]]) ?? ''}`
      : null
  }

export const nullable =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? null : shape(value)

/** Accepts any text, also an empty one, such as the description of a hold. */
export const anyText: Shape = (value) => (typeof value === 'string' ? null : 'text')

export const hold = objectOf({
  name: oneOf('freight', 'customs', 'USDA', 'VACIS', 'TMF', 'other'),
  status: oneOf('pending', 'hold'),
  description: nullable(anyText),
})
