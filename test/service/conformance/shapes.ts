// Shapes of values: each returns the problem of a value, or null.
export type Shape = (value: unknown) => string | null

const unless = (isFine: boolean, wanted: string): string | null => (isFine ? null : wanted)

export const like =
  (pattern: RegExp): Shape =>
  (value) =>
    unless(typeof value === 'string' && pattern.test(value), `text like ${pattern.source}`)

export const text: Shape = like(/^\S(.*\S)?$/s)
export const uuid: Shape = like(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
export const locode: Shape = like(/^[A-Z]{2}[A-Z0-9]{3}$/)
export const scac: Shape = like(/^[A-Z]{4}$/)
export const decimal: Shape = like(/^-?\d+\.\d+$/)
export const date: Shape = like(/^\d{4}-\d{2}-\d{2}$/)

/** ISO 8601 in UTC, and an existing time. */
export const instant: Shape = (value) => {
  const fine =
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value) &&
    new Date(value).toISOString().replace('.000Z', 'Z') === value
  return unless(fine, 'an instant of ISO 8601 in UTC')
}

/** Cached, because a call of the zone database is slow and there are few zones. */
const zones = new Map<unknown, string | null>()

export const zone: Shape = (value) => {
  let problem = zones.get(value)
  if (problem === undefined) zones.set(value, (problem = zoneProblem(value)))
  return problem
}

function zoneProblem(value: unknown): string | null {
  try {
    return unless(
      typeof value === 'string' &&
        value.includes('/') &&
        new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '',
      'an IANA zone',
    )
  } catch {
    return 'an IANA zone'
  }
}

export const isTrueOrFalse: Shape = (value) => unless(typeof value === 'boolean', 'true or false')
export const whole =
  (low: number, high: number): Shape =>
  (value) =>
    unless(
      Number.isSafeInteger(value) && Number(value) >= low && Number(value) <= high,
      `a whole number from ${low} to ${high}`,
    )
export const number =
  (low: number, high: number): Shape =>
  (value) =>
    unless(typeof value === 'number' && value >= low && value <= high, `a number from ${low} to ${high}`)
export const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value) =>
    unless(values.includes(value), `one of ${values.join(', ')}`)
export const same = (wanted: unknown): Shape => oneOf(wanted)

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
    const [names, wanted] = [Object.keys(value).sort().join(' '), Object.keys(members).sort().join(' ')]
    if (names !== wanted) return `an object of ${wanted}, not ${names}`
    const wrong = Object.entries(members).find(
      ([name, shape]) => shape((value as Record<string, unknown>)[name]) !== null,
    )
    return wrong ? `${wrong[0]}: ${wrong[1]((value as Record<string, unknown>)[wrong[0]]) ?? ''}` : null
  }

export const nullable =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? null : shape(value)

/** The description of a hold may be any text, also an empty one. */
export const anyText: Shape = (value) => (typeof value === 'string' ? null : 'text')

export const hold = objectOf({
  name: oneOf('freight', 'customs', 'USDA', 'VACIS', 'TMF', 'other'),
  status: oneOf('pending', 'hold'),
  description: nullable(anyText),
})
