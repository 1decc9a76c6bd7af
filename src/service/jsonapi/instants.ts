// Parses instants that clients send. An instant without an offset is UTC, never in this computer's zone.

const ISO_8601 = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):(\d{2}))?)?$/

/** Returns null if the text is not an ISO 8601 date or date-time, or if the day does not exist. */
export function parseInstant(text: string): number | null {
  const match = ISO_8601.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0))
  const isDay = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text.slice(0, 10))
  if (!isDay || hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null
  const hasOffset = text.length === 10 || /(Z|[+-]\d{2}:\d{2})$/.test(text.slice(10))
  return Date.parse(hasOffset ? text : `${text}Z`)
}
