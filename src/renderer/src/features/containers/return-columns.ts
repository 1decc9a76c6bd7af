// The columns of the list of empties that need the user's detention terms. Without terms they show a dash. The note
// above the list links to the settings of the terms.
import { h, type VNode } from 'vue'
import type { ContainerRow } from '#contract/containers.ts'
import DayCell from './cells/DayCell.vue'
import type { NowMs } from '../../ui/grid/columns.ts'
import type { Tone } from '../../ui/tone.ts'
import { formatDate, formatLocalDate } from '../../words/dates.ts'
import { formatCount, t } from '../../words/words.ts'
import { drawDash } from '../lists/column-kinds.ts'
import {
  type ContainerColumn,
  createColumn,
  createEstimateColumn,
  formatOrNoTerms,
  formatReturnBy,
} from './column-makers.ts'

const DAY_MS = 86_400_000

/** While the user has set no terms, the cell shows a dash. Screen readers and the tooltip have the column's text. */
function withDash(column: ContainerColumn, isUnset: (row: ContainerRow) => boolean): ContainerColumn {
  const { draw, tip } = column
  return {
    ...column,
    draw: (row, now): VNode =>
      isUnset(row) ? drawDash() : (draw?.(row, now) ?? h('span', { class: 'text' }, column.text(row, now))),
    tip: (row, now) => tip?.(row, now) ?? (isUnset(row) ? column.text(row, now) : null),
    spoken: column.text,
  }
}

const hasNoTerms = ({ detention }: ContainerRow) => detention?.freeDays === null

/** Whole days until the container is due, in the calendar of its place of pickup; null without a date. */
function countDaysToReturn(row: ContainerRow, now: NowMs): number | null {
  if (now === null || !row.detention?.returnBy) return null
  const today = formatLocalDate(new Date(now).toISOString(), row.pickupZone ?? row.lastFreeDay.zone)
  return Math.round((Date.parse(row.detention.returnBy) - Date.parse(today)) / DAY_MS)
}

/** The mark of a last free day, if the container is due within a day or late. */
function findReturnMark(days: number | null): { tone: Tone; label: string } | null {
  if (days === null || days > 1) return null
  if (days < 0) return { tone: 'past', label: t('band.shortPast', { n: -days }) }
  return days === 0 ? { tone: 'today', label: t('bandName.today') } : { tone: 'soon', label: t('bandName.tomorrow') }
}

function drawReturnBy(row: ContainerRow, now: NowMs): VNode {
  const { detention } = row
  if (!detention?.returnBy) return h('span', { class: 'text not-set' }, detention ? formatReturnBy(detention, now) : '')
  const mark = findReturnMark(countDaysToReturn(row, now))
  const day = formatDate(detention.returnBy, now)
  if (mark === null) return h('span', { class: 'text' }, day)
  return h(DayCell, { day, isDisputed: false, isFlagged: false, ...mark })
}

export const returnColumns = {
  freeDays: () =>
    withDash(
      createColumn('freeDays', 112, {
        align: 'end',
        text: ({ detention }) => (detention ? formatOrNoTerms(detention.freeDays, formatCount) : ''),
      }),
      hasNoTerms,
    ),
  returnBy: () =>
    withDash(
      createColumn('returnBy', 190, {
        sort: 'returnBy',
        isDate: true,
        extraWidth: 90,
        text: ({ detention }, now) => (detention ? formatReturnBy(detention, now) : ''),
        draw: drawReturnBy,
      }),
      hasNoTerms,
    ),
  detention: () =>
    withDash(
      createEstimateColumn('detention', 136, ({ detention }) => detention?.estimate ?? null, 'rate.noDayOut'),
      ({ detention }) => detention?.estimate.state === 'no-rate',
    ),
}
