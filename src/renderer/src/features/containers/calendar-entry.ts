// A container's last free day as a calendar entry. It has no notes and no customer, because calendars are shared.
import type { ContainerRow } from '#contract/containers.ts'
import type { CalendarEntry } from '#tables/ics.ts'
import { joined, listed, t } from '../../words/words.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { computerZone, formatDay, formatOwnTime } from '../../words/dates.ts'
import { holdName, verdictWord } from './readiness.ts'

/** Null without a last free day, and after free time has stopped. */
export function calendarEntryOf(row: ContainerRow, asOf: string): CalendarEntry | null {
  const { date, clock, sources } = row.lastFreeDay
  if (date === null || clock === 'stopped') return null
  const number = formatContainerNumber(row.number)
  const atMs = Date.parse(asOf)
  return {
    id: row.id,
    date,
    summary:
      row.pickupPlace === null ? t('dayFile.summary', { number }) : t('dayFile.at', { number, place: row.pickupPlace }),
    place: row.pickupPlace,
    lines: [
      joined(
        ' · ',
        row.masterBill === null ? null : `${t('column.masterBill')} ${row.masterBill}`,
        verdictWord(row, atMs),
      ),
      listed(sources.map(({ source, date: day }) => `${t(`source.${source}`)} ${day}`)),
      row.activeHolds.length === 0 ? '' : t('dayFile.held', { holds: listed(row.activeHolds.map(holdName)) }),
      t('dayFile.asOf', { time: `${formatDay(asOf, computerZone(), null)} ${formatOwnTime(asOf, atMs)}` }),
    ].filter((line) => line !== ''),
  }
}
