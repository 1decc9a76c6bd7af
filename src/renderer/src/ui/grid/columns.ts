// The columns of a list, and how the user has arranged them (layout). Generic over the row type.
import type { VNode } from 'vue'
import { dateStyle } from '../../words/dates.ts'
import { t } from '../../words/words.ts'
import {
  SPARE_DAY,
  SPARE_WORDS,
  WIDER_DAY,
  WIDER_WORDS,
  measureHeadWidth,
  measureTitleWidth,
} from './room-for-words.ts'

/** The current time, for cells with ages; null until the engine has reported it. */
export type NowMs = number | null

export type Column<Row> = {
  key: string
  title: string
  /** Tooltip of the header, if the title alone is too short to understand. */
  hint?: string
  width: number
  /** The column takes its share of the room that is left, because its texts are often longer than its width. */
  grows?: boolean
  /** Up to this width, a column that grows takes the room that is left before the others share it. */
  fullWidth?: number
  /** The column shows a date, whose width depends on the date style (words/dates.ts). */
  isDate?: boolean
  /** The column shows translated text, which may be longer in another language. */
  isWordy?: boolean
  /** In a list that is too narrow, the column gives up the width of rare texts: days with their year, long words. */
  hasSpareWidth?: boolean
  /** At the edge of the list a cell ends with an ellipsis, as those of columns that grow or show translated text. */
  endsInEllipsis?: boolean
  align?: 'end' | 'center'
  /** Stays at the left while the other columns scroll. */
  isPinned?: boolean
  /** The engine's name for this column's order. Without it the header does not sort. */
  sort?: string
  /** The direction of the first sort by this column, ascending by default. Of amounts and counts the largest matter. */
  firstDirection?: 'desc'
  /** The list is always sorted by this column: the header shows the direction, and cannot change it. */
  fixedOrder?: 'asc' | 'desc'
  /** The cell as text: shown without `draw`, measured for fitting, and compared for the change marker. */
  text(row: Row, now: NowMs): string
  /** Title for another program, where numbers have no unit. */
  copyTitle?: string
  /** The cell for another program: numbers unformatted, dates ISO. */
  copy(row: Row): string
  /** A file has the column even while it is hidden. */
  isInFiles?: boolean
  /** `copy` is a number; by default it is in a column that is aligned at the end. */
  isNumber?: boolean
  /** The columns of a file in place of this one, because other programs need one value per cell. */
  parts?: readonly { key: string; title: string; copy(row: Row): string }[]
  draw?(row: Row, now: NowMs): VNode
  /** Width that `draw` needs in addition to its text: glyphs and padding. */
  extraWidth?: number
  tip?(row: Row, now: NowMs): string | null
  /** The text for screen readers, in place of the drawn content. */
  spoken?(row: Row, now: NowMs): string
  /** The text changes as time passes, so a difference is not marked as a change. */
  isAge?: boolean
}

/** The user's arrangement of columns, one serializable object per list. */
export type ColumnLayout = {
  order: string[]
  widths: Record<string, number>
  hidden: string[]
  /** Columns that the user pinned; absent if there are none. */
  pinned?: string[]
}

export type SortLevel = { column: string; direction: 'asc' | 'desc' }

/**
 * A column with its position. `left` counts from the left edge of all columns, `index` from 1 as in ARIA. `style` is a
 * text, because Vue compares texts before it writes them, and a scroll renders hundreds of cells.
 */
export type PlacedColumn<Row> = { column: Column<Row>; width: number; left: number; index: number; style: string }

/** Key of the grid's own first column, with the checkboxes. */
export const SELECT = '#select'

export const NO_LAYOUT: ColumnLayout = { order: [], widths: {}, hidden: [] }
export const NARROWEST = 36
const WIDEST = 640

/**
 * Columns in the user's order, pinned ones first, with the user's pins marked. A column missing in the layout keeps its
 * default place.
 */
export function orderColumns<Row>(columns: readonly Column<Row>[], layout: ColumnLayout): Column<Row>[] {
  const rank = new Map(layout.order.map((key, index) => [key, index]))
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

/** Amount and currency as columns of their own. */
export function createMoneyParts<Row>(
  { key, title }: Pick<Column<Row>, 'key' | 'title'>,
  amount: (row: Row) => string,
  currency: (row: Row) => string,
): Column<Row>['parts'] {
  return [
    { key: `${key}Amount`, title, copy: amount },
    { key: `${key}Currency`, title: t('export.currencyOf', { column: title }), copy: currency },
  ]
}

/** The columns for another program: one value in each. */
export function splitIntoParts<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  return columns.flatMap(
    (column) => column.parts?.map((part) => ({ ...column, ...part, copyTitle: part.title })) ?? [column],
  )
}

function getDefaultWidth<Row>(column: Column<Row>): number {
  const { width, isDate, isWordy } = column
  const cellWidth = Math.round(width * (isWordy ? WIDER_WORDS : 1)) + (isDate ? WIDER_DAY[dateStyle.value] : 0)
  return Math.max(cellWidth, getHeadWidth(column))
}

function getHeadWidth<Row>({ title, sort }: Column<Row>): number {
  return measureHeadWidth(title, sort !== undefined)
}

export function placeColumns<Row>(columns: readonly Column<Row>[], layout: ColumnLayout): PlacedColumn<Row>[] {
  const pinnedKeys = new Set(columns.filter(({ isPinned }) => isPinned).map(({ key }) => key))
  const shown = orderColumns(columns, layout)
    .filter(({ key }) => pinnedKeys.has(key) || !layout.hidden.includes(key))
    .map((column) => ({ column, width: layout.widths[column.key] ?? getDefaultWidth(column) }))
  return lineUp(shown)
}

function lineUp<Row>(cells: readonly { column: Column<Row>; width: number }[]): PlacedColumn<Row>[] {
  let left = 0
  return cells.map(({ column, width }, index) => {
    left += width
    return { column, width, left: left - width, index: index + 1, style: `width:${width}px;left:${left - width}px` }
  })
}

/** A column that grows gets at most this much more. */
const MAX_GROWTH_PX = 120

/** Shares the room that is left among the columns that grow and that the user has not sized. */
function fillWidth<Row>(wide: readonly PlacedColumn<Row>[], { widths }: ColumnLayout, room: number) {
  const canGrow = ({ column }: PlacedColumn<Row>) => column.grows === true && widths[column.key] === undefined
  const placed = giveSpareWidth(wide, widths, canGrow, room)
  const free = room - placed.reduce((sum, { width }) => sum + width, 0)
  if (free < 0) return endAtEdge(placed, widths, canGrow, room)
  const [cells, rest] = widenToFull(placed, canGrow, free)
  const more = Math.min(MAX_GROWTH_PX, Math.floor(rest / Math.max(1, placed.filter(canGrow).length)))
  return lineUp(cells.map((cell) => (canGrow(cell) ? { ...cell, width: cell.width + more } : cell)))
}

/**
 * Takes the spare width of the columns that the user has not sized, if a text column is not complete without it. In
 * some languages dates and words have room for rare texts, and the texts beside them would be cut.
 */
function giveSpareWidth<Row>(
  placed: readonly PlacedColumn<Row>[],
  widths: ColumnLayout['widths'],
  canGrow: (cell: PlacedColumn<Row>) => boolean,
  room: number,
): readonly PlacedColumn<Row>[] {
  const fullWidth = placed.reduce(
    (sum, cell) => sum + Math.max(cell.width, canGrow(cell) ? (cell.column.fullWidth ?? 0) : 0),
    0,
  )
  if (fullWidth <= room || !placed.some(({ column }) => column.fullWidth !== undefined)) return placed
  return lineUp(
    placed.map(({ column, width }) => ({
      column,
      width: widths[column.key] === undefined ? Math.max(width - getSpareWidth(column), getHeadWidth(column)) : width,
    })),
  )
}

function getSpareWidth<Row>({ width, isDate, hasSpareWidth, extraWidth }: Column<Row>): number {
  if (!hasSpareWidth) return 0
  if (!isDate) return Math.round(width * SPARE_WORDS)
  // A word and marks beside the day need the other half.
  return extraWidth === undefined ? SPARE_DAY[dateStyle.value] : Math.floor(SPARE_DAY[dateStyle.value] / 2)
}

/** Widens cells to their full width while there is room. Returns them and the room that is left. */
function widenToFull<Row>(
  cells: readonly PlacedColumn<Row>[],
  canGrow: (cell: PlacedColumn<Row>) => boolean,
  room: number,
): [PlacedColumn<Row>[], number] {
  let rest = room
  const wider = cells.map((cell) => {
    const more = canGrow(cell) ? Math.min(rest, Math.max(0, (cell.column.fullWidth ?? 0) - cell.width)) : 0
    rest -= more
    return { ...cell, width: cell.width + more }
  })
  return [wider, rest]
}

/** A text column at the edge of the list becomes narrower only if this part of it is visible, or this many pixels. */
const MIN_VISIBLE = 0.6
const MIN_VISIBLE_PX = 110
/** With less than this part of it visible, a cell of another kind shows nothing either. */
const MIN_READABLE = 0.3
/**
 * An amount without its last digits is a wrong amount, so a column that ends at the right needs nearly all its width.
 */
const MIN_AMOUNT = 0.75

/**
 * Ends a text column at the edge of the list, so that its cells end with an ellipsis and not in the middle of a sign.
 * If little of it is visible, or not all of its title, the columns before it that grow take this room: first up to
 * their full width, then the last of them.
 */
function endAtEdge<Row>(
  placed: readonly PlacedColumn<Row>[],
  widths: ColumnLayout['widths'],
  canGrow: (cell: PlacedColumn<Row>) => boolean,
  room: number,
): PlacedColumn<Row>[] {
  const index = placed.findIndex(({ left, width }) => left < room && left + width > room)
  const cut = placed[index]
  if (!cut || widths[cut.column.key] !== undefined) return [...placed]
  const seen = room - cut.left
  const { isWordy, grows, isPinned, endsInEllipsis } = cut.column
  const isText = Boolean(isWordy || grows || isPinned || endsInEllipsis)
  const isAmount = cut.column.align === 'end'
  const isTitleVisible = seen >= Math.min(cut.width, measureTitleWidth(cut.column.title))
  if (!isText && !isAmount && isTitleVisible && seen >= cut.width * MIN_READABLE) return [...placed]
  const minSeen = isAmount ? cut.width * MIN_AMOUNT : Math.min(cut.width * MIN_VISIBLE, MIN_VISIBLE_PX)
  if ((isText || isAmount) && isTitleVisible && seen >= minSeen)
    return lineUp(placed.with(index, { ...cut, width: seen }))
  const [before, rest] = widenToFull(placed.slice(0, index), canGrow, seen)
  const last = isAmount && !before.some(canGrow) ? before.length - 1 : before.findLastIndex(canGrow)
  const widened = before.map((cell, at) => (at === last ? { ...cell, width: cell.width + rest } : cell))
  return lineUp([...widened, ...placed.slice(index)])
}

/** Pinned columns wider than this part of a list would leave too little to scroll. */
const MAX_PINNED = 0.7

/**
 * Like `placeColumns`, but within a list of this width: the user's pins have no effect if there is no space for them,
 * and columns grow into the room that is left. `room` is 0 while the width is unknown.
 */
export function placeWithinWidth<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout,
  room: number,
): PlacedColumn<Row>[] {
  const placed = placeColumns(columns, layout)
  const pinned = placed.filter(({ column }) => column.isPinned).reduce((sum, cell) => sum + cell.width, 0)
  const isCrowded = layout.pinned && room > 0 && pinned > room * MAX_PINNED
  return fillWidth(isCrowded ? placeColumns(columns, { ...layout, pinned: [] }) : placed, layout, room)
}

/**
 * Sets the width of one of these columns. Columns before it that have grown keep their widths: otherwise they would
 * shrink while it is dragged, and its edge would not follow the mouse.
 */
export function withWidth<Row>(
  cells: readonly PlacedColumn<Row>[],
  layout: ColumnLayout,
  key: string,
  width: number,
): ColumnLayout {
  const index = cells.findIndex(({ column }) => column.key === key)
  const grown = cells.slice(0, Math.max(0, index)).filter(({ column }) => column.grows === true)
  const before = Object.fromEntries(grown.map((cell) => [cell.column.key, cell.width]))
  const clamped = Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
  return { ...layout, widths: { ...before, ...layout.widths, [key]: clamped } }
}

/** Moves a column to the place of another. Pinned and unpinned columns are not mixed. */
export function withMoved<Row>(
  columns: readonly Column<Row>[],
  layout: ColumnLayout,
  key: string,
  to: string,
): ColumnLayout {
  const order = orderColumns(columns, layout)
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

/** Pins or unpins a column. Columns that identify the row always stay pinned. */
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

/**
 * A click sorts by this column alone, first in the direction `first`, and reverses the order the next time. With
 * `addsSortLevel` it adds a level.
 */
export function withSort(
  sort: readonly SortLevel[],
  column: string,
  addsSortLevel: boolean,
  first: SortLevel['direction'] = 'asc',
): SortLevel[] {
  const level = sort.find((sortLevel) => sortLevel.column === column)
  const reversed = { column, direction: first === 'asc' ? 'desc' : 'asc' } as const
  const isFirst = level?.direction === first
  if (!addsSortLevel) return [isFirst && sort[0] === level ? reversed : { column, direction: first }]
  if (!level) return [...sort.slice(1 - MAX_LEVELS), { column, direction: first }]
  if (isFirst) return sort.with(sort.indexOf(level), reversed)
  // The last level stays, so that the order remains one that the header shows.
  return sort.length > 1 ? sort.filter((sortLevel) => sortLevel !== level) : [{ column, direction: first }]
}

/** The contract's limit of levels of a sort. */
const MAX_LEVELS = 6
