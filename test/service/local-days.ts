// Computes local days and times independently of the service's own calendar.

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local date as the number of days since 1970-01-01. */
export function computeLocalDay(zone: string, instantMs: number): number {
  return Date.parse(`${formatLocal(zone, instantMs).slice(0, 10)}T00:00:00Z`) / 86_400_000
}

/** Returns the local time as `HH:MM:SS`. */
export function formatLocalTime(zone: string, instantMs: number): string {
  return formatLocal(zone, instantMs).slice(11, 19)
}

/** Uses the Swedish format, which writes the year first and has 24 hours. */
function formatLocal(zone: string, instantMs: number): string {
  let format = formats.get(zone)
  if (!format)
    formats.set(
      zone,
      (format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })),
    )
  return format.format(instantMs)
}
