// Columns shared by lists of several kinds: plain texts, times at places, and times of this app.
import { h } from 'vue'
import type { LastFreeDay } from '#contract/deadlines.ts'
import type { Column, NowMs } from '../../ui/grid/columns.ts'
import { formatAge } from '../../words/ages.ts'
import { formatDaysLeft } from '../containers/bands.ts'
import { joinParts } from '../../words/words.ts'
import { formatDay, formatDayTime, formatOwnTime, formatUtc, formatIsoLocal, formatIsoOwn } from '../../words/dates.ts'

/** The parts of a column that the list provides. */
type NamedColumn = Pick<Column<unknown>, 'key' | 'title' | 'width'> & { hint?: string }
export type SortedColumn<Name extends string> = { sort?: Name }

export function createPlainCell<Row, Name extends string>(
  columnParts: NamedColumn & SortedColumn<Name>,
  getText: (row: Row) => string | null,
): Column<Row> & SortedColumn<Name> {
  return { ...columnParts, text: (row) => getText(row) ?? '', copy: (row) => getText(row) ?? '' }
}

/**
 * Creates a column of references. Of several it shows the first and the number of others, because a cut reference
 * cannot be used.
 */
export function createRefsCell<Row extends { refs: readonly string[] }>(
  columnParts: NamedColumn,
): Omit<Column<Row>, 'sort'> {
  const joinRefs = ({ refs }: Row) => refs.join(', ')
  return {
    ...columnParts,
    text: ({ refs }) => (refs.length > 1 ? `${refs[0]} +${refs.length - 1}` : (refs[0] ?? '')),
    copy: joinRefs,
    tip: (row) => (row.refs.length > 1 ? joinRefs(row) : null),
    spoken: joinRefs,
  }
}

/** Draws a value that does not exist yet. The tooltip and screen readers have the reason. */
export function drawDash() {
  return h('span', { class: 'not-set' }, '—')
}

/** A time and the zone of its place. */
export type Moment = { at: string | null; zone: string | null }

/**
 * Creates a column of times at places. The cell has the day. The tooltip has the hour at the place, and UTC if the zone
 * is known.
 */
export function createMomentColumn<Row, Name extends string>(
  columnParts: NamedColumn & SortedColumn<Name>,
  getMoment: (row: Row) => Moment,
): Column<Row> & SortedColumn<Name> {
  return {
    ...columnParts,
    isDate: true,
    text: (row, now) => formatMomentDay(getMoment(row), now),
    copy: (row) => formatMomentCopy(getMoment(row)),
    tip: (row, now) => formatMomentTip(getMoment(row), now),
  }
}

export function formatMomentDay({ at, zone }: Moment, now: NowMs): string {
  return at === null ? '' : formatDay(at, zone, now)
}

export function formatMomentTip({ at, zone }: Moment, now: NowMs): string | null {
  if (at === null) return null
  return joinParts('\n', formatDayTime(at, zone, now), zone === null ? null : formatUtc(at))
}

export function formatMomentCopy({ at, zone }: Moment): string {
  return at === null ? '' : formatIsoLocal(at, zone)
}

/**
 * Creates a column of the times when this app saw something, in this computer's zone. `getEmptyText` returns the text
 * for a row without such a time.
 */
export function createOwnMomentColumn<Row, Name extends string>(
  columnParts: NamedColumn & SortedColumn<Name>,
  getInstant: (row: Row) => string | null,
  getEmptyText: (row: Row) => string = () => '',
): Column<Row> & SortedColumn<Name> {
  return {
    ...columnParts,
    isAge: true,
    isDate: true,
    text: (row, now) => {
      const instant = getInstant(row)
      return instant === null ? getEmptyText(row) : formatOwnTime(instant, now)
    },
    copy: (row) => formatOwnCopy(getInstant(row)),
    tip: (row) => {
      const instant = getInstant(row)
      return instant === null ? null : formatUtc(instant)
    },
  }
}

/** Creates a column of the age of something that this app saw. */
export function createSinceColumn<Row, Name extends string>(
  columnParts: NamedColumn & SortedColumn<Name>,
  getInstant: (row: Row) => string | null,
): Column<Row> & SortedColumn<Name> {
  return {
    ...createOwnMomentColumn(columnParts, getInstant),
    isDate: false,
    text: (row, now) => {
      const instant = getInstant(row)
      return instant === null ? '' : formatAge(instant, now)
    },
  }
}

export function formatOwnCopy(at: string | null): string {
  return at === null ? '' : formatIsoOwn(at)
}

/** Creates a column of the days left. A cell is empty after the clock has stopped. */
export function createDaysLeftColumn<Row, Name extends string>(
  columnParts: NamedColumn & SortedColumn<Name>,
  getLastFreeDay: (row: Row) => LastFreeDay,
): Column<Row> & SortedColumn<Name> {
  const getDaysLeft = (row: Row) => {
    const { daysLeft: days, clock } = getLastFreeDay(row)
    return clock === 'stopped' ? null : days
  }
  return {
    ...columnParts,
    align: 'end',
    text: (row) => {
      const days = getDaysLeft(row)
      return days === null ? '' : formatDaysLeft(days)
    },
    copy: (row) => String(getDaysLeft(row) ?? ''),
  }
}
