// A library for the format reads calendar files of last free days. The days must be the same in each zone of the
// computer, so this file runs in several zones (vitest.config.ts).
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { createIcs, type CalendarEntry } from '#tables/ics.ts'

const createEntry = (patch: Partial<CalendarEntry> = {}): CalendarEntry => ({
  id: 'c-1',
  date: '2026-11-20',
  summary: 'LFD MSCU 123456 7',
  place: 'Pier 400',
  lines: [],
  ...patch,
})

function parseCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)) }
}

const STAMP = '2026-11-19T22:15:30.000Z'

describe('a calendar of last free days', () => {
  test.each(['2026-11-20', '2026-03-08', '2026-11-01', '2026-12-31', '2028-02-28', '2028-02-29'])(
    'has %s as a whole day that ends before the next',
    (date) => {
      const { events } = parseCalendar(createIcs('Last free days', STAMP, [createEntry({ date })]))
      const [event] = events
      expect(event?.startDate.isDate).toBe(true)
      expect(event?.startDate.toString()).toBe(date)
      expect(event?.duration.toSeconds()).toBe(86_400)
      // A calendar on this computer shows the day without an hour.
      const localDay = event!.startDate.toJSDate()
      expect([localDay.getFullYear(), localDay.getMonth() + 1, localDay.getDate(), localDay.getHours()]).toEqual([
        ...date.split('-').map(Number),
        0,
      ])
    },
  )

  test('has a stamp in UTC and stable ids, so that a second import replaces its entries', () => {
    const { calendar, events } = parseCalendar(createIcs('Last free days', STAMP, [createEntry({ id: 'a:b/c' })]))
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(String(events[0]?.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-19T22:15:30Z')
    expect(events[0]?.uid).toBe('lfd-a_b_c@quaywatch')
    expect(events[0]?.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
  })

  test('preserves every letter of long lines, and has no line over 75 bytes', () => {
    const lines = ['MBL MEDU123; terminal, line \\ rail', `Größe 箱 📦 ${'hold, '.repeat(40)}`, 'BEGIN:VEVENT']
    const text = createIcs('Last free days', STAMP, [
      createEntry({ lines, summary: 'LFD MSCU 123456 7, Nansha; 南沙' }),
      createEntry({ id: 'c-2' }),
    ])
    expect(Math.max(...text.split('\r\n').map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
    const { events } = parseCalendar(text)
    expect(events).toHaveLength(2)
    expect(events[0]?.description).toBe(lines.join('\n'))
    expect(events[0]?.summary).toBe('LFD MSCU 123456 7, Nansha; 南沙')
    expect(events[0]?.location).toBe('Pier 400')
  })
})
