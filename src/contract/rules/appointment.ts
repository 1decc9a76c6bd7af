// When an appointment for a pickup is over. The engine and the screens use the same rule.

const MS_PER_DAY = 86_400_000

/** Midnight without a zone is a day that was sent without a time. `at`: an instant. */
export function isDayOnly(at: string, zone: string | null): boolean {
  return zone === null && at.includes('T00:00:00')
}

/** The time from which a container that was not picked up has missed its appointment, in epoch milliseconds. */
export function appointmentEndMs(at: string, zone: string | null): number {
  return Date.parse(at) + (isDayOnly(at, zone) ? MS_PER_DAY : 0)
}
