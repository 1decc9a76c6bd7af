// Columns shared by lists of several kinds: plain texts, times at places, and times of this app.
import type { LastFreeDay } from '#contract/deadlines.ts'
import type { Column, Now } from '../../ui/grid/columns.ts'
import { formatAge } from '../../words/ages.ts'
import { formatDaysLeft } from '../containers/bands.ts'
import { formatDay, formatDayTime, formatOwnTime, formatUtc, isoLocal, isoOwn } from '../../words/dates.ts'

/** The parts of a column that the list provides. */
type Named = Pick<Column<unknown>, 'key' | 'title' | 'width'> & { hint?: string }
export type Sorted<Name extends string> = { sort?: Name }

export function plain<Row, Name extends string>(
  named: Named & Sorted<Name>,
  value: (row: Row) => string | null,
): Column<Row> & Sorted<Name> {
  return { ...named, text: (row) => value(row) ?? '', copy: (row) => value(row) ?? '' }
}

/** A time and the zone of its place. */
export type Moment = { at: string | null; zone: string | null }

/** The day in the cell, the hour and UTC in the tooltip, all in the zone of the place. */
export function momentColumn<Row, Name extends string>(
  named: Named & Sorted<Name>,
  of: (row: Row) => Moment,
): Column<Row> & Sorted<Name> {
  return {
    ...named,
    isDate: true,
    text: (row, now) => formatMomentDay(of(row), now),
    copy: (row) => momentCopy(of(row)),
    tip: (row, now) => momentTip(of(row), now),
  }
}

export function formatMomentDay({ at, zone }: Moment, now: Now): string {
  return at === null ? '' : formatDay(at, zone, now)
}

export function momentTip({ at, zone }: Moment, now: Now): string | null {
  return at === null ? null : `${formatDayTime(at, zone, now)}\n${formatUtc(at)}`
}

export function momentCopy({ at, zone }: Moment): string {
  return at === null ? '' : isoLocal(at, zone)
}

/** When this app saw something, in this computer's zone. `none`: the text if there is no such time. */
export function ownMoment<Row, Name extends string>(
  named: Named & Sorted<Name>,
  at: (row: Row) => string | null,
  none: (row: Row) => string = () => '',
): Column<Row> & Sorted<Name> {
  return {
    ...named,
    isAge: true,
    isDate: true,
    text: (row, now) => {
      const instant = at(row)
      return instant === null ? none(row) : formatOwnTime(instant, now)
    },
    copy: (row) => ownCopy(at(row)),
    tip: (row) => {
      const instant = at(row)
      return instant === null ? null : formatUtc(instant)
    },
  }
}

/** The age of something that this app saw. */
export function sinceColumn<Row, Name extends string>(
  named: Named & Sorted<Name>,
  at: (row: Row) => string | null,
): Column<Row> & Sorted<Name> {
  return {
    ...ownMoment(named, at),
    isDate: false,
    text: (row, now) => {
      const instant = at(row)
      return instant === null ? '' : formatAge(instant, now)
    },
  }
}

export function ownCopy(at: string | null): string {
  return at === null ? '' : isoOwn(at)
}

/** Empty after free time has stopped. */
export function daysLeftColumn<Row, Name extends string>(
  named: Named & Sorted<Name>,
  of: (row: Row) => LastFreeDay,
): Column<Row> & Sorted<Name> {
  const left = (row: Row) => {
    const { daysLeft: days, clock } = of(row)
    return clock === 'stopped' ? null : days
  }
  return {
    ...named,
    align: 'end',
    text: (row) => {
      const days = left(row)
      return days === null ? '' : formatDaysLeft(days)
    },
    copy: (row) => String(left(row) ?? ''),
  }
}
