// Wall clocks and steps towards a last free day against an independent implementation of calendars, in every zone there
// is, around every change of clocks of two years, whatever zone this computer sits in.
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { stepInstantMs } from '#engine/alerts/steps.ts'
import { addDays, instantInZone } from '#engine/outside/calendar.ts'

const LA = 'America/Los_Angeles'
const zones = Intl.supportedValuesOf('timeZone')

function reference(date: string, clockTime: string, zone: string): number {
  return Temporal.PlainDateTime.from(`${date}T${clockTime}`).toZonedDateTime(zone, { disambiguation: 'compatible' })
    .epochMilliseconds
}

/** Days on either side of each change of clocks of 2026 and 2027, and the first of every quarter. */
function daysOf(zone: string): string[] {
  const days = new Set(
    Array.from({ length: 8 }, (_, i) => `${2026 + Math.floor(i / 4)}-${String((i % 4) * 3 + 1).padStart(2, '0')}-01`),
  )
  let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.year > 2027) return [...days]
    for (const offset of [-1, 0, 1]) days.add(addDays(next.toPlainDate().toString(), offset))
    at = next
  }
}

test('a wall clock at a place is what an independent calendar says, in every zone, in every hour of the days around a change of clocks', () => {
  const wrong: string[] = []
  let compared = 0
  for (const zone of zones) {
    for (const date of daysOf(zone)) {
      for (const clockTime of ['00:30', '02:00', '02:30', '08:00']) {
        compared++
        if (instantInZone(date, clockTime, zone) !== reference(date, clockTime, zone))
          wrong.push(`${zone} ${date} ${clockTime}`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(15_000)
})

test('a step is due on its own day at the terminal and not before six there, in every zone and for users in four', () => {
  const wrong: string[] = []
  for (const zone of zones) {
    for (const date of daysOf(zone)) {
      for (const homeZone of ['UTC', LA, 'Asia/Kolkata', 'Pacific/Auckland']) {
        const local = Temporal.Instant.fromEpochMilliseconds(
          stepInstantMs(date, zone, { leadDays: 2, dayStart: '08:00', homeZone }),
        ).toZonedDateTimeISO(zone)
        if (local.toPlainDate().toString() !== date || local.hour < 6)
          wrong.push(`${zone} ${date} ${homeZone} ${local.toString()}`)
      }
    }
  }
  expect(wrong).toEqual([])
})
