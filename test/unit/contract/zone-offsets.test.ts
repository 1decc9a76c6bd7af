import { afterEach, describe, expect, test } from 'vitest'
import {
  getOffsetMinutes,
  isKnownZone,
  listOffsets,
  setOffsetSource,
  toWallClockMs,
  type ZoneOffset,
} from '../../../src/words/zone-offsets.ts'

const [FROM, UNTIL] = [Date.parse('2025-01-01T00:00:00Z'), Date.parse('2027-01-01T00:00:00Z')]

afterEach(() => setOffsetSource(() => undefined))

describe('the list of offsets of a zone', () => {
  test.each(Intl.supportedValuesOf('timeZone'))('%s has the offset of each hour and no gap', (zone) => {
    const offsets = listOffsets(zone, FROM, UNTIL)
    expect([offsets[0]?.fromMs, offsets.at(-1)?.untilMs]).toEqual([FROM, UNTIL])
    expect(offsets.slice(1).map(({ fromMs }) => fromMs)).toEqual(offsets.slice(0, -1).map(({ untilMs }) => untilMs))
    for (const { fromMs, untilMs, minutes } of offsets)
      expect([fromMs, (fromMs + untilMs) / 2, untilMs - 60_000].map((atMs) => getOffsetMinutes(atMs, zone))).toEqual(
        Array(3).fill(minutes),
      )
  })

  test('has both clock changes of a year', () =>
    expect(listOffsets('America/Los_Angeles', FROM, Date.parse('2026-01-01T00:00:00Z'))).toEqual([
      { fromMs: FROM, untilMs: Date.parse('2025-03-09T10:00:00Z'), minutes: -480 },
      { fromMs: Date.parse('2025-03-09T10:00:00Z'), untilMs: Date.parse('2025-11-02T09:00:00Z'), minutes: -420 },
      { fromMs: Date.parse('2025-11-02T09:00:00Z'), untilMs: Date.parse('2026-01-01T00:00:00Z'), minutes: -480 },
    ]))

  test('is empty for a zone that this computer does not know', () =>
    expect(listOffsets('Moon/Base', FROM, UNTIL)).toEqual([]))
})

describe('the offsets of another program', () => {
  const offsets: ZoneOffset[] = [{ fromMs: FROM, untilMs: UNTIL, minutes: 45 }]

  test('replace those of this program within their range', () => {
    setOffsetSource((zone) => (zone === 'America/Vancouver' ? offsets : undefined))
    expect([FROM - 1, FROM, UNTIL - 1, UNTIL].map((atMs) => toWallClockMs(atMs, 'America/Vancouver') - atMs)).toEqual(
      [-480, 45, 45, getOffsetMinutes(UNTIL, 'America/Vancouver')].map((minutes) => minutes * 60_000),
    )
  })

  test('do not apply to other zones', () => {
    setOffsetSource((zone) => (zone === 'America/Vancouver' ? offsets : undefined))
    expect(getOffsetMinutes(FROM, 'Asia/Kolkata')).toBe(330)
  })

  test('decide which zones are known', () => {
    setOffsetSource((zone) => ({ 'Moon/Base': offsets, 'Asia/Kolkata': [] })[zone])
    expect(['Moon/Base', 'Asia/Kolkata', 'Asia/Dubai', 'Moon/Crater'].map(isKnownZone)).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect([getOffsetMinutes(FROM, 'Moon/Base'), getOffsetMinutes(FROM, 'Asia/Kolkata')]).toEqual([45, 0])
  })
})
