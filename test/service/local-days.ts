// Calendar days at a place, computed independently of the service's own calendar.

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local date as days since 1970-01-01. */
export function dayIn(zone: string, instantMs: number): number {
  return Date.parse(`${written(zone, instantMs).slice(0, 10)}T00:00:00Z`) / 86_400_000
}

/** `HH:MM:SS` on that zone's clocks. */
export function clockIn(zone: string, instantMs: number): string {
  return written(zone, instantMs).slice(11, 19)
}

/** The Swedish format writes the year first and has 24 hours. */
function written(zone: string, instantMs: number): string {
  let format = formats.get(zone)
  if (!format)
    formats.set(
      zone,
      (format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })),
    )
  return format.format(instantMs)
}
