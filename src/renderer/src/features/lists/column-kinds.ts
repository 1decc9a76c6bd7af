// Columns shared by lists of several kinds: plain texts, times at places, and times of this app.
import { h } from 'vue'
import type { LastFreeDay } from '#contract/deadlines.ts'
import type { Column, NowMs } from '../../ui/grid/columns.ts'
import { formatAge } from '../../words/ages.ts'
import { formatDaysLeft } from '../containers/bands.ts'
import { formatDay, formatDayTime, formatOwnTime, formatUtc, formatIsoLocal, formatIsoOwn } from '../../words/dates.ts'

/** The parts of a column that the list provides. */
type NamedColumn = Pick<Column<unknown>, 'key' | 'title' | 'width'> & { hint?: string }
export type SortedColumn<Name extends string> = { sort?: Name }

export function createPlainCell<Row, Name extends string>(
  named: NamedColumn & SortedColumn<Name>,
  value: (row: Row) => string | null,
): Column<Row> & SortedColumn<Name> {
  return { ...named, text: (row) => value(row) ?? '', copy: (row) => value(row) ?? '' }
}

/** The first of several references and the number of others, because a cut reference cannot be used. */
export function createRefsCell<Row extends { refs: readonly string[] }>(named: NamedColumn): Omit<Column<Row>, 'sort'> {
  const all = ({ refs }: Row) => refs.join(', ')
  return {
    ...named,
    text: ({ refs }) => (refs.length > 1 ? `${refs[0]} +${refs.length - 1}` : (refs[0] ?? '')),
    copy: all,
    tip: (row) => (row.refs.length > 1 ? all(row) : null),
    spoken: all,
  }
}

/** A value that does not exist yet. The tooltip and screen readers have the reason. */
export function drawDash() {
  return h('span', { class: 'not-set' }, '—')
}

/** A time and the zone of its place. */
export type Moment = { at: string | null; zone: string | null }

/** The day in the cell, the hour and UTC in the tooltip, all in the zone of the place. */
export function createMomentColumn<Row, Name extends string>(
  named: NamedColumn & SortedColumn<Name>,
  of: (row: Row) => Moment,
): Column<Row> & SortedColumn<Name> {
  return {
    ...named,
    isDate: true,
    text: (row, now) => formatMomentDay(of(row), now),
    copy: (row) => formatMomentCopy(of(row)),
    tip: (row, now) => formatMomentTip(of(row), now),
  }
}

export function formatMomentDay({ at, zone }: Moment, now: NowMs): string {
  return at === null ? '' : formatDay(at, zone, now)
}

export function formatMomentTip({ at, zone }: Moment, now: NowMs): string | null {
  return at === null ? null : `${formatDayTime(at, zone, now)}\n${formatUtc(at)}`
}

export function formatMomentCopy({ at, zone }: Moment): string {
  return at === null ? '' : formatIsoLocal(at, zone)
}

/** When this app saw something, in this computer's zone. `none`: the text if there is no such time. */
export function createOwnMomentColumn<Row, Name extends string>(
  named: NamedColumn & SortedColumn<Name>,
  at: (row: Row) => string | null,
  none: (row: Row) => string = () => '',
): Column<Row> & SortedColumn<Name> {
  return {
    ...named,
    isAge: true,
    isDate: true,
    text: (row, now) => {
      const instant = at(row)
      return instant === null ? none(row) : formatOwnTime(instant, now)
    },
    copy: (row) => formatOwnCopy(at(row)),
    tip: (row) => {
      const instant = at(row)
      return instant === null ? null : formatUtc(instant)
    },
  }
}

/** The age of something that this app saw. */
export function createSinceColumn<Row, Name extends string>(
  named: NamedColumn & SortedColumn<Name>,
  at: (row: Row) => string | null,
): Column<Row> & SortedColumn<Name> {
  return {
    ...createOwnMomentColumn(named, at),
    isDate: false,
    text: (row, now) => {
      const instant = at(row)
      return instant === null ? '' : formatAge(instant, now)
    },
  }
}

export function formatOwnCopy(at: string | null): string {
  return at === null ? '' : formatIsoOwn(at)
}

/** The cell is empty after free time has stopped. */
export function createDaysLeftColumn<Row, Name extends string>(
  named: NamedColumn & SortedColumn<Name>,
  of: (row: Row) => LastFreeDay,
): Column<Row> & SortedColumn<Name> {
  const getDaysLeft = (row: Row) => {
    const { daysLeft: days, clock } = of(row)
    return clock === 'stopped' ? null : days
  }
  return {
    ...named,
    align: 'end',
    text: (row) => {
      const days = getDaysLeft(row)
      return days === null ? '' : formatDaysLeft(days)
    },
    copy: (row) => String(getDaysLeft(row) ?? ''),
  }
}
