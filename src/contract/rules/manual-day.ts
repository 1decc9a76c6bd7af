// Which dates a user can mean by a last free day. Apart from the schemas, because the form asks it before the engine
// does.

export type DayRange = { from: string; to: string }

/**
 * A container is watched for weeks, in a dispute for months: a year back and two ahead lose nobody's date, and catch
 * a year typed short ("26" is the year 26) and a slipped digit. `today` and both ends are calendar dates; the ends may
 * name a 29 February that is not there, which bounds just as well.
 */
export function meantRange(today: string): DayRange {
  const year = Number(today.slice(0, 4))
  const inYear = (other: number) => `${String(other).padStart(4, '0')}${today.slice(4)}`
  return { from: inYear(year - 1), to: inYear(year + 2) }
}

export function isMeant(date: string, { from, to }: DayRange): boolean {
  return date >= from && date <= to
}
