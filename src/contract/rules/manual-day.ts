// The range of dates that a user can enter as a last free day. Separate from the schemas, because the form checks it
// before the engine does.

export type DayRange = { from: string; to: string }

/**
 * Containers are tracked for weeks and disputed for months. One year back and two years ahead allow every real date,
 * and exclude typing errors such as the year 26. `today` and both ends are calendar dates. An end may be a nonexistent
 * 29 February, which works as a bound.
 */
export function getPlausibleRange(today: string): DayRange {
  const year = Number(today.slice(0, 4))
  const moveToYear = (newYear: number) => `${String(newYear).padStart(4, '0')}${today.slice(4)}`
  return { from: moveToYear(year - 1), to: moveToYear(year + 2) }
}

/** Free time is seldom extended by more. A later or earlier date is probably a typing error, such as the year. */
const FAR_DAYS = 60
const MS_PER_DAY = 86_400_000

/** Days from the nearest of the reported dates if the date is far from all of them; null if it is not. */
export function countFarDays(date: string, reportedDates: readonly string[]): number | null {
  const days = Math.min(...reportedDates.map((day) => Math.abs(Date.parse(date) - Date.parse(day)) / MS_PER_DAY))
  return Number.isFinite(days) && days > FAR_DAYS ? days : null
}

export function isInRange(date: string, { from, to }: DayRange): boolean {
  return date >= from && date <= to
}
