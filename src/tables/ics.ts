// Writes last free days as a calendar file (RFC 5545). A last free day is a day at a place, so it is written as a date
// without a zone, and every calendar shows it on that day. The end date is exclusive. No library is used, because an
// all-day entry has only eight lines.
import { strToU8 } from 'fflate/browser'

export type CalendarEntry = {
  /** The id of the record: importing the entry again replaces it. */
  id: string
  date: string
  summary: string
  place: string | null
  lines: readonly string[]
}

const MAX_LINE_BYTES = 75

/** `stampedAt`: the instant at which these dates were current. */
export function createIcs(name: string, stampedAt: string, entries: readonly CalendarEntry[]): string {
  return formatIcsStart(name) + formatIcsEntries(stampedAt, entries) + ICS_END
}

/** The beginning of the file. A long file is written in parts, by this function, `formatIcsEntries` and `ICS_END`. */
export function formatIcsStart(name: string): string {
  return formatLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quaywatch//Last free days//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
  ])
}

export function formatIcsEntries(stampedAt: string, entries: readonly CalendarEntry[]): string {
  return formatLines(entries.flatMap((entry) => listEntryLines(entry, formatStamp(stampedAt))))
}

export const ICS_END = 'END:VCALENDAR\r\n'

const formatLines = (lines: readonly string[]) => lines.map((line) => `${foldLine(line)}\r\n`).join('')

function listEntryLines({ id, date, summary, place, lines }: CalendarEntry, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:lfd-${id.replaceAll(/[^\w.-]/g, '_')}@quaywatch`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${getNextDay(date).replaceAll('-', '')}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(place === null ? [] : [`LOCATION:${escapeText(place)}`]),
    ...(lines.length === 0 ? [] : [`DESCRIPTION:${escapeText(lines.join('\n'))}`]),
    // A last free day does not block time in the calendar.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** Computed in UTC, where every day has 24 hours. */
function getNextDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function formatStamp(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n?|\n/g, '\\n')
}

/** Breaks lines at 75 bytes, but never within a character. */
function foldLine(line: string): string {
  let text = ''
  let bytes = 0
  for (const character of line) {
    const size = strToU8(character).length
    if (bytes + size > MAX_LINE_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}
