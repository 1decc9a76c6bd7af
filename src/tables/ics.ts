// Last free days as a calendar (RFC 5545). A last free day is a day at a place, so it is written as a date without a
// zone: every calendar shows it on that day. The end date is exclusive. No library, because an all-day entry has only
// eight lines.
import { strToU8 } from 'fflate/browser'

export type CalendarEntry = {
  /** The id of the record: importing the entry again replaces it. */
  id: string
  date: string
  summary: string
  place: string | null
  lines: readonly string[]
}

const FOLDED_BYTES = 75

/** `stampedAt`: the instant at which these dates were current. */
export function createIcs(name: string, stampedAt: string, entries: readonly CalendarEntry[]): string {
  return icsStart(name) + icsEntries(stampedAt, entries) + ICS_END
}

/** The beginning of the file. A long file is written in parts: `icsStart`, `icsEntries` and `ICS_END`. */
export function icsStart(name: string): string {
  return written([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quaywatch//Last free days//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
  ])
}

export function icsEntries(stampedAt: string, entries: readonly CalendarEntry[]): string {
  return written(entries.flatMap((entry) => entryLines(entry, stampOf(stampedAt))))
}

export const ICS_END = 'END:VCALENDAR\r\n'

const written = (lines: readonly string[]) => lines.map((line) => `${folded(line)}\r\n`).join('')

function entryLines({ id, date, summary, place, lines }: CalendarEntry, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:lfd-${id.replaceAll(/[^\w.-]/g, '_')}@quaywatch`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${dayAfter(date).replaceAll('-', '')}`,
    `SUMMARY:${escaped(summary)}`,
    ...(place === null ? [] : [`LOCATION:${escaped(place)}`]),
    ...(lines.length === 0 ? [] : [`DESCRIPTION:${escaped(lines.join('\n'))}`]),
    // A last free day does not block time in the calendar.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** Computed in UTC, where every day has 24 hours. */
function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function stampOf(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n?|\n/g, '\\n')
}

/** Breaks lines at 75 bytes, but never within a character. */
function folded(line: string): string {
  let text = ''
  let bytes = 0
  for (const letter of line) {
    const size = strToU8(letter).length
    if (bytes + size > FOLDED_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += letter
    bytes += size
  }
  return text
}
