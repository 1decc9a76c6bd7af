// What a list can show (columns) and how this user has arranged it (layout). Generic over the row type.
import type { VNode } from 'vue'
import { dateStyle } from '../../words/dates.ts'
import { WIDER_DAY, WIDER_WORDS, headWidth } from './room-for-words.ts'

/** The product's now, for cells that age; null until the engine has told it. */
export type Now = number | null

export type Column<Row> = {
  key: string
  title: string
  /** Tooltip of the header, where the title alone is too short to be understood. */
  hint?: string
  width: number
  /** It shows a date, which is wider in another style (format/dates.ts). */
  isDate?: boolean
  /** It shows words of ours, which are longer in another language. */
  isWordy?: boolean
  align?: 'end' | 'center'
  /** Stays at the left while the rest scrolls. */
  isPinned?: boolean
  /** Name under which the engine can order by this column; without it the header does not sort. */
  sort?: string
  /** The cell in plain words: shown where there is no `draw`, measured for fitting, compared for the change marker. */
  text(row: Row, now: Now): string
  /** Title for another program, where numbers come without their unit. */
  copyTitle?: string
  /** The cell for another program: numbers unformatted, dates ISO. */
  copy(row: Row): string
  /** What else the cell shows, a column of its own for another program: two dates in one cell are none to it. */
  besides?: { key: string; title: string; copy(row: Row): string }
  draw?(row: Row, now: Now): VNode
  /** Width that `draw` needs beyond its text: glyphs, padding of a chip. */
  extraWidth?: number
  tip?(row: Row, now: Now): string | null
  /** What a screen reader says instead of all that is drawn. */
  spoken?(row: Row, now: Now): string
  /** The words change by the mere passing of time, so a change is no news. */
  isAge?: boolean
}

/** One serialisable object per list: what the user made of the columns. */
export type ColumnLayout = {
  order: string[]
  widths: Record<string, number>
  hidden: string[]
  /** Pinned by the user beside those that always are; absent where none is. */
  pinned?: string[]
}

export type SortLevel = { column: string; direction: 'asc' | 'desc' }

/**
 * A column as it stands: `left` counts from the left edge of all columns, `index` from 1 as assistive tools do. `style`
 * is text because Vue compares texts before it writes them, and a scroll draws hundreds of cells anew.
 */
export type Placed<Row> = { column: Column<Row>; width: number; left: number; index: number; style: string }

/** Key of the grid's own first column, in which rows are ticked. */
export const SELECT = '#select'

export const NO_LAYOUT: ColumnLayout = { order: [], widths: {}, hidden: [] }
export const NARROWEST = 36
const WIDEST = 640

/**
 * Columns in the user's order, pinned ones first, the user's own pins marked. A column the layout does not know keeps
 * its place in the table.
 */
export function ordered<Row>(columns: readonly Column<Row>[], layout: ColumnLayout): Column<Row>[] {
  const rank = new Map(layout.order.map((key, place) => [key, place]))
  let last = -1
  const ranked = columns.map((column) => {
    last = rank.get(column.key) ?? last
    return { column, rank: last }
  })
  const sorted = ranked
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ column }) => (layout.pinned?.includes(column.key) ? { ...column, isPinned: true } : column))
  return [...sorted.filter((column) => column.isPinned), ...sorted.filter((column) => !column.isPinned)]
}

/** As they leave for another program: one value in each. */
export function separated<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  return columns.flatMap((column) => {
    const { besides } = column
    return besides ? [column, { ...column, ...besides, copyTitle: besides.title }] : [column]
  })
}

function usualWidth<Row>({ width, isDate, isWordy, title, sort }: Column<Row>): number {
  const forCells = Math.round(width * (isWordy ? WIDER_WORDS : 1)) + (isDate ? WIDER_DAY[dateStyle.value] : 0)
  return Math.max(forCells, headWidth(title, sort !== undefined))
}

export function place<Row>(columns: readonly Column<Row>[], layout: ColumnLayout): Placed<Row>[] {
  let left = 0
  const staying = new Set(columns.filter(({ isPinned }) => isPinned).map(({ key }) => key))
  return ordered(columns, layout)
    .filter(({ key }) => staying.has(key) || !layout.hidden.includes(key))
    .map((column, place) => {
      const width = layout.widths[column.key] ?? usualWidth(column)
      left += width
      return { column, width, left: left - width, index: place + 1, style: `width:${width}px;left:${left - width}px` }
    })
}

/** Pinned columns over more than this part of a list would leave nothing to scroll. */
const MOST_PINNED = 0.7

/** The same in a list so wide: the user's own pins wait where there is no room for them. 0: not known yet. */
export function placeWithin<Row>(columns: readonly Column<Row>[], layout: ColumnLayout, room: number): Placed<Row>[] {
  const placed = place(columns, layout)
  const pinned = placed.filter(({ column }) => column.isPinned).reduce((sum, cell) => sum + cell.width, 0)
  return layout.pinned && room > 0 && pinned > room * MOST_PINNED ? place(columns, { ...layout, pinned: [] }) : placed
}

export function withWidth(layout: ColumnLayout, key: string, width: number): ColumnLayout {
  const clamped = Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
  return { ...layout, widths: { ...layout.widths, [key]: clamped } }
}

/** Puts one column where another stands. Pinned columns stay among themselves, and so do the others. */
export function withMoved<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout,
  key: string,
  to: string,
): ColumnLayout {
  const order = ordered(columns, layout)
  const from = order.findIndex((column) => column.key === key)
  const target = order.findIndex((column) => column.key === to)
  const moved = order[from]
  if (!moved || target < 0 || Boolean(moved.isPinned) !== Boolean(order[target]?.isPinned)) return layout
  return {
    ...layout,
    order: order
      .toSpliced(from, 1)
      .toSpliced(target, 0, moved)
      .map((column) => column.key),
  }
}

export function withHidden(layout: ColumnLayout, key: string, isHidden: boolean): ColumnLayout {
  const hidden = layout.hidden.filter((other) => other !== key)
  return { ...layout, hidden: isHidden ? [...hidden, key] : hidden }
}

/** At the left edge, or back in its place. Those that say which row it is stay pinned whatever the user does. */
export function withPinned<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout,
  key: string,
  isPinned: boolean,
): ColumnLayout {
  if (
    columns.find((column) => column.key === key)?.isPinned !== undefined ||
    !columns.some((column) => column.key === key)
  )
    return layout
  const { pinned = [], ...rest } = layout
  const others = pinned.filter((other) => other !== key)
  const now = isPinned ? [...others, key] : others
  return now.length > 0 ? { ...rest, pinned: now } : rest
}

/** A click orders by this column alone and turns it round the next time; with `adds` it becomes a further level. */
export function withSort(sort: readonly SortLevel[], column: string, adds: boolean): SortLevel[] {
  const level = sort.find((each) => each.column === column)
  if (!adds) return [{ column, direction: level?.direction === 'asc' && sort[0] === level ? 'desc' : 'asc' }]
  if (!level) return [...sort.slice(1 - MOST_LEVELS), { column, direction: 'asc' }]
  if (level.direction === 'asc') return sort.with(sort.indexOf(level), { column, direction: 'desc' })
  // The last level stays: a list is always in some order.
  return sort.length > 1 ? sort.filter((each) => each !== level) : [{ column, direction: 'asc' }]
}

/** As many as the contract takes. */
const MOST_LEVELS = 6
