// Compares local times and steps before a last free day with an independent calendar library, in every zone and around
// every clock change of two years. Runs in each zone of the computer.
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { computeStepMs } from '#engine/alerts/steps.ts'
import { addDays, instantInZone } from '#engine/outside/calendar.ts'

const LA = 'America/Los_Angeles'
const zones = Intl.supportedValuesOf('timeZone')

function computeReference(date: string, clockTime: string, zone: string): number {
  return Temporal.PlainDateTime.from(`${date}T${clockTime}`).toZonedDateTime(zone, { disambiguation: 'compatible' })
    .epochMilliseconds
}

/** The days around each clock change in 2026 and 2027, and the first day of each quarter. */
function listDays(zone: string): string[] {
  const days = new Set(
    Array.from({ length: 8 }, (_, i) => `${2026 + Math.floor(i / 4)}-${String((i % 4) * 3 + 1).padStart(2, '0')}-01`),
  )
  let time = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`)
  for (;;) {
    const next = time.getTimeZoneTransition('next')
    if (next === null || next.year > 2027) return [...days]
    for (const offset of [-1, 0, 1]) days.add(addDays(next.toPlainDate().toString(), offset))
    time = next
  }
}

test('the instant of a local time equals that of an independent library in every zone', () => {
  const problems: string[] = []
  let comparedCount = 0
  for (const zone of zones) {
    for (const date of listDays(zone)) {
      for (const clockTime of ['00:30', '02:00', '02:30', '08:00']) {
        comparedCount++
        if (instantInZone(date, clockTime, zone) !== computeReference(date, clockTime, zone))
          problems.push(`${zone} ${date} ${clockTime}`)
      }
    }
  }
  expect(problems).toEqual([])
  expect(comparedCount).toBeGreaterThan(15_000)
})

test('a step is due on its own day at the terminal and not before 06:00 there, in every zone', () => {
  const problems: string[] = []
  for (const zone of zones) {
    for (const date of listDays(zone)) {
      for (const homeZone of ['UTC', LA, 'Asia/Kolkata', 'Pacific/Auckland']) {
        const local = Temporal.Instant.fromEpochMilliseconds(
          computeStepMs(date, zone, { leadDays: 2, dayStart: '08:00', homeZone }),
        ).toZonedDateTimeISO(zone)
        if (local.toPlainDate().toString() !== date || local.hour < 6)
          problems.push(`${zone} ${date} ${homeZone} ${local.toString()}`)
      }
    }
  }
  expect(problems).toEqual([])
})
