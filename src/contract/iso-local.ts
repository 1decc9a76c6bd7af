// An instant for another program: the day and hour of a place, and still one instant.

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs 50 times using it. A zone this computer does not know is treated as none. */
function formatOf(zone: string | null): Intl.DateTimeFormat {
  const known = formats.get(zone ?? 'UTC')
  if (known) return known
  const format = made(zone ?? 'UTC')
  formats.set(zone ?? 'UTC', format)
  return format
}

function made(timeZone: string): Intl.DateTimeFormat {
  const style = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'longOffset' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...style, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'UTC' })
  }
}

/** `2026-11-20T14:32-08:00`. Without a zone it is UTC. */
export function isoLocal(instant: string, zone: string | null): string {
  const parts: Record<string, string> = {}
  for (const { type, value } of formatOf(zone).formatToParts(Date.parse(instant))) parts[type] = value
  const { year = '', month = '', day = '', hour = '', minute = '', timeZoneName = '' } = parts
  // `GMT-08:00`; UTC itself is `GMT` or `GMT+00:00`.
  const offset = timeZoneName.replace(/^GMT(\+00:00)?/, '')
  return `${year}-${month}-${day}T${hour}:${minute}${offset === '' ? 'Z' : offset}`
}
