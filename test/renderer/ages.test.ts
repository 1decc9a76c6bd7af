import { describe, expect, test } from 'vitest'
import {
  formatAge,
  formatCheckAge,
  formatSpan,
  getFreshness,
  formatTerminalNote,
  type AgeKind,
  type Freshness,
} from '../../src/renderer/src/words/ages.ts'

const NOW = Date.parse('2026-11-20T17:32:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ago = (ms: number) => new Date(NOW - ms).toISOString()

describe('freshness', () => {
  test.each<[AgeKind, number, Freshness]>([
    ['service', 15 * MINUTE, 'fresh'],
    ['service', 15 * MINUTE + 1, 'ageing'],
    ['service', 60 * MINUTE, 'ageing'],
    ['service', 60 * MINUTE + 1, 'stale'],
    ['service', 30 * DAY, 'stale'],
    ['terminal', 6 * HOUR, 'fresh'],
    ['terminal', 6 * HOUR + 1, 'ageing'],
    ['terminal', 24 * HOUR, 'ageing'],
    ['terminal', 24 * HOUR + 1, 'stale'],
    ['terminal', 7 * DAY, 'stale'],
    ['terminal', 7 * DAY + 1, 'unverified'],
    ['line', 12 * HOUR, 'fresh'],
    ['line', 12 * HOUR + 1, 'ageing'],
    ['line', 48 * HOUR, 'ageing'],
    ['line', 48 * HOUR + 1, 'stale'],
  ])('of the %s after %d ms is %s', (kind, ms, expected) => expect(getFreshness(kind, ago(ms), NOW)).toBe(expected))

  test('of a value that was never checked is unverified', () =>
    expect(getFreshness('terminal', null, NOW)).toBe('unverified'))

  test('is not rated before the engine has reported the time', () =>
    expect(getFreshness('terminal', ago(90 * DAY), null)).toBe('fresh'))
})

describe('an age in words', () => {
  test.each([
    [59_000, 'just now'],
    [MINUTE, '1 min ago'],
    [59 * MINUTE, '59 min ago'],
    [HOUR, '1 h ago'],
    [47 * HOUR, '47 h ago'],
    [48 * HOUR, '2 d ago'],
    [9 * DAY + 5 * HOUR, '9 d ago'],
    [-5 * MINUTE, 'just now'],
  ])('of %d ms is %s', (ms, text) => expect(formatAge(ago(ms), NOW)).toBe(text))

  test('is “never”, and empty before the engine has reported the time', () =>
    expect([formatAge(null, NOW), formatAge(ago(HOUR), null)]).toEqual(['never', '']))

  test('adds “unverified” only for a terminal that was not checked for more than a week', () =>
    expect([
      formatCheckAge('terminal', ago(7 * DAY), NOW),
      formatCheckAge('terminal', ago(9 * DAY), NOW),
      formatCheckAge('terminal', null, NOW),
      formatCheckAge('line', ago(9 * DAY), NOW),
    ]).toEqual(['7 d ago', 'unverified, 9 d', 'unverified, never checked', '9 d ago']))

  test('in the note of a terminal is “unverified” if the last check was never, or more than a week ago', () =>
    expect([
      formatTerminalNote(null, NOW),
      formatTerminalNote(ago(9 * DAY), NOW),
      formatTerminalNote(ago(HOUR), NOW),
    ]).toEqual([
      'Unverified, terminal never checked',
      'Unverified, terminal last checked 9 d ago',
      'Terminal checked 1 h ago',
    ]))

  test('as a span is rounded down', () =>
    expect([formatSpan(31.9 * HOUR), formatSpan(500)]).toEqual(['31 h', 'moments']))
})
