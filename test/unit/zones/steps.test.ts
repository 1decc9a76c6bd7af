// Steps towards a last free day fire at the same instants whatever zone this computer sits in, and at those an
// independent implementation of calendars names, in every zone there is, around every change of clocks of two years.
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { stepInstantMs } from '#engine/alerts/steps.ts'
import { addDays, instantInZone } from '#engine/outside/calendar.ts'

const LA = 'America/Los_Angeles'
const zones = Intl.supportedValuesOf('timeZone')
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

function reference(date: string, clockTime: string, zone: string): number {
  return Temporal.PlainDateTime.from(`${date}T${clockTime}`).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** Days on either side of each change of clocks of 2026 and 2027, and the first of every quarter. */
function daysOf(zone: string): string[] {
  const days = new Set(Array.from({ length: 8 }, (_, i) => `${2026 + Math.floor(i / 4)}-${String((i % 4) * 3 + 1).padStart(2, '0')}-01`))
  let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.year > 2027) return [...days]
    for (const offset of [-1, 0, 1]) days.add(addDays(next.toPlainDate().toString(), offset))
    at = next
  }
}

describe('a wall clock at a place', () => {
  test.each([
    ['any day', '2026-11-20', '08:00', LA, '2026-11-20T16:00:00.000Z'],
    ['in the hour the clocks skip: the later reading', '2026-03-08', '02:30', LA, '2026-03-08T10:30:00.000Z'],
    ['in the hour that comes twice: the first time', '2026-11-01', '01:30', LA, '2026-11-01T08:30:00.000Z'],
    ['where clocks change by half an hour', '2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['where midnight is skipped', '2026-04-24', '00:30', 'Africa/Cairo', '2026-04-23T22:30:00.000Z'],
  ])('%s', (_, date, clockTime, zone, instant) => {
    expect(iso(instantInZone(date, clockTime, zone))).toBe(instant)
  })

  test('in a zone nobody knows is none', () => {
    expect(instantInZone('2026-11-20', '08:00', 'Mars/Olympus')).toBeNull()
  })

  test('is what an independent calendar says, in every zone, in every hour of the days around a change of clocks', () => {
    const wrong: string[] = []
    let compared = 0
    for (const zone of zones) {
      for (const date of daysOf(zone)) {
        for (const clockTime of ['00:30', '02:00', '02:30', '08:00']) {
          compared++
          if (instantInZone(date, clockTime, zone) !== reference(date, clockTime, zone)) wrong.push(`${zone} ${date} ${clockTime}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(15_000)
  })
})

describe('a step is due', () => {
  const rules = (homeZone: string, dayStart = '08:00') => ({ leadDays: 2, dayStart, homeZone })

  test.each([
    ['at the user’s day start where the terminal has opened', LA, 'America/Chicago', '07:00', '2026-11-20T14:00:00.000Z'],
    ['when the terminal opens where the user is up long before', LA, 'Europe/Berlin', '08:00', '2026-11-20T14:00:00.000Z'],
    ['at the user’s day start where the terminal opened hours ago', 'America/New_York', LA, '08:00', '2026-11-20T16:00:00.000Z'],
    ['on the terminal’s own day where it is over before the user’s begins', 'Asia/Shanghai', LA, '08:00', '2026-11-19T22:00:00.000Z'],
    ['on that day too where the user’s day start falls into its morning', 'Pacific/Auckland', 'Pacific/Honolulu', '08:00', '2026-11-19T18:00:00.000Z'],
    ['in the user’s zone where the terminal’s is not known', 'Mars/Olympus', 'Europe/Berlin', '08:00', '2026-11-20T07:00:00.000Z'],
    ['in the user’s zone where the terminal has none', null, 'Europe/Berlin', '05:00', '2026-11-20T05:00:00.000Z'],
  ])('%s', (_, zone, homeZone, dayStart, instant) => {
    expect(iso(stepInstantMs('2026-11-20', zone, rules(homeZone, dayStart)))).toBe(instant)
  })

  test('on its own day at the terminal and not before six there, in every zone and for users in four', () => {
    const wrong: string[] = []
    for (const zone of zones) {
      for (const date of daysOf(zone)) {
        for (const homeZone of ['UTC', LA, 'Asia/Kolkata', 'Pacific/Auckland']) {
          const local = Temporal.Instant.fromEpochMilliseconds(stepInstantMs(date, zone, rules(homeZone))).toZonedDateTimeISO(zone)
          if (local.toPlainDate().toString() !== date || local.hour < 6) wrong.push(`${zone} ${date} ${homeZone} ${local.toString()}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})
