// Last free days as a calendar (RFC 5545). Ours rather than a library's: an all-day entry is eight lines, and what
// matters is that no zone comes near them. A last free day is a day at a place, so it is written as a date, which every
// calendar shows on that day wherever it is opened; the end is exclusive, as the format has it.
import { strToU8 } from 'fflate/browser'

export type CalendarEntry = {
  /** Of the record: an entry imported again takes the place of the one before. */
  id: string
  date: string
  summary: string
  place: string | null
  lines: readonly string[]
}

const FOLDED_BYTES = 75

/** `stampedAt`: an instant, when the days were as they are here. */
export function createIcs(name: string, stampedAt: string, entries: readonly CalendarEntry[]): string {
  return icsStart(name) + icsEntries(stampedAt, entries) + ICS_END
}

/** The parts of one, for whoever writes it piece by piece. */
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
    // A last free day takes up nobody's time.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** Calendar arithmetic on dates, in UTC: there every day has 24 hours. */
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

/** No line is longer than the format has it, and none is parted within a letter. */
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
