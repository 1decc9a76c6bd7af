// Instants for other programs, compared with Intl: on the days of clock changes, and in zones that are not on the full
// hour.
import { describe, expect, test } from 'vitest'
import { formatIsoLocal } from '#words/iso-local.ts'

const QUARTER_MS = 900_000

function formatWithIntl(atMs: number, timeZone: string): string {
  const style = {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  } as const
  const { year, month, day, hour, minute, timeZoneName } = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', style).formatToParts(atMs).map(({ type, value }) => [type, value]),
  )
  return `${year}-${month}-${day}T${hour}:${minute}${timeZoneName!.replace(/^GMT(\+00:00)?/, '') || 'Z'}`
}

describe('an instant at a place', () => {
  test.each([
    ['2026-11-20T22:32:00Z', 'America/Los_Angeles', '2026-11-20T14:32-08:00'],
    ['2026-07-20T22:32:00Z', 'America/Los_Angeles', '2026-07-20T15:32-07:00'],
    ['2026-11-20T22:32:00Z', 'Asia/Kolkata', '2026-11-21T04:02+05:30'],
    ['2026-11-20T22:32:00Z', 'Europe/London', '2026-11-20T22:32Z'],
    ['2026-11-20T22:32:00Z', null, '2026-11-20T22:32'],
    ['2026-11-20T22:32:00Z', 'Nowhere/None', '2026-11-20T22:32Z'],
  ])('%s in %s is %s', (instant, zone, expected) => expect(formatIsoLocal(instant, zone)).toBe(expected))

  test.each(['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Chatham'])(
    'equals the result of Intl in %s, every quarter of an hour around each clock change',
    (zone) => {
      const [from, to] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2027-01-01T00:00:00Z')]
      const offset = (atMs: number) => formatIsoLocal(new Date(atMs).toISOString(), zone).slice(16)
      let changeCount = 0
      for (let dayMs = from; dayMs < to; dayMs += 86_400_000) {
        if (offset(dayMs) === offset(dayMs + 86_400_000)) continue
        changeCount++
        for (let atMs = dayMs - 8 * QUARTER_MS; atMs <= dayMs + 104 * QUARTER_MS; atMs += QUARTER_MS)
          expect(formatIsoLocal(new Date(atMs).toISOString(), zone)).toBe(formatWithIntl(atMs, zone))
      }
      expect(changeCount).toBe(2)
    },
  )
})
