// Functions that create container columns of the same kind, and the texts of their cells.
import { h } from 'vue'
import type { ContainerRow, ContainerSortColumn } from '#contract/containers.ts'
import type { Detention, Estimate } from '#contract/rate-table.ts'
import AgeCell from './cells/AgeCell.vue'
import ArrivalCell from './cells/ArrivalCell.vue'
import type { Column, NowMs } from '../../ui/grid/columns.ts'
import { formatAge, formatCheckAge, getFreshness, isLineAgeKnown, type AgeKind } from '../../words/ages.ts'
import { formatDate, formatDay, getComputerZone } from '../../words/dates.ts'
import { formatEstimateTip, formatEstimate } from '../rates/rates.ts'
import { formatArrivalShift, formatOverdue } from './journey.ts'
import { formatStoppedReason } from './readiness.ts'
import { joinParts, t, type PlainWord, type Word } from '../../words/words.ts'
import { formatMomentTip, createPlainCell, type Moment } from '../lists/column-kinds.ts'

type KeyOf<Path> = Path extends `column.${infer Key}` ? Key : never
/** The keys of columns that have a title. */
export type ColumnKey = KeyOf<Word>

/** Has no `copy`, because a copied cell has the same text as in a snapshot (words/container-cells.ts). */
export type ContainerColumn = Omit<Column<ContainerRow>, 'copy'> & { sort?: ContainerSortColumn }

/** Creates a column from the parts that all columns have, and from `rest`. */
export function createColumn(
  key: ColumnKey,
  width: number,
  rest: Omit<ContainerColumn, 'key' | 'title' | 'width' | 'hint'>,
): ContainerColumn {
  return { ...createColumnBase(key, width), ...rest }
}

const hints: Partial<Record<ColumnKey, PlainWord>> = {
  tags: 'columnHint.tags',
  assignee: 'columnHint.assignee',
  note: 'columnHint.note',
  priority: 'columnHint.priority',
  band: 'columnHint.band',
  lastFreeDay: 'columnHint.lastFreeDay',
  daysLeft: 'columnHint.daysLeft',
  sources: 'columnHint.sources',
  fees: 'columnHint.fees',
  exposure: 'columnHint.exposure',
  placeTime: 'columnHint.placeTime',
  terminalChecked: 'columnHint.terminalChecked',
  lineChecked: 'columnHint.lineChecked',
  lastChange: 'columnHint.lastChange',
  inlandEta: 'columnHint.inlandEta',
  nextAction: 'columnHint.nextAction',
  readySince: 'columnHint.readySince',
  outOn: 'columnHint.outOn',
  daysOut: 'columnHint.daysOut',
  freeDays: 'columnHint.freeDays',
  returnBy: 'columnHint.returnBy',
  detention: 'columnHint.detention',
}

/** The parts of a column that all kinds of columns have. */
export function createColumnBase(key: ColumnKey, width: number, sort?: ContainerSortColumn) {
  const hint = hints[key]
  return { key, title: t(`column.${key}`), width, ...(hint ? { hint: t(hint) } : {}), ...(sort ? { sort } : {}) }
}

export function createPlainColumn(
  key: ColumnKey,
  width: number,
  value: (row: ContainerRow) => string | null,
  sort?: ContainerSortColumn,
): ContainerColumn {
  return createPlainCell(createColumnBase(key, width, sort), value)
}

/** Creates a column of arrivals: expected or actual, with the shift in days if the first estimate was another day. */
export function createArrivalColumn(
  key: 'eta' | 'inlandEta',
  getArrival: (row: ContainerRow) => {
    eta: string | null
    ata: string | null
    first: string | null
    zone: string | null
  },
): ContainerColumn {
  const text = (row: ContainerRow, now: NowMs) => {
    const { eta, ata, zone } = getArrival(row)
    return formatOrEmpty(ata ?? eta, (instant) => formatDay(instant, zone, now))
  }
  const getOverdue = (row: ContainerRow, now: NowMs) => {
    const { eta, ata, zone } = getArrival(row)
    // The service can miss an arrival. Later milestones show that the container did arrive.
    const hasArrived = [ata, row.fullOutAt, row.emptyReturnedAt, key === 'eta' ? row.dischargedAt : null].some(
      (instant) => instant !== null,
    )
    return hasArrived || row.lastFreeDay.clock === 'stopped' ? '' : formatOverdue(eta, zone, now)
  }
  const draw = (row: ContainerRow, now: NowMs) => {
    const { eta, ata, first, zone } = getArrival(row)
    const overdue = getOverdue(row, now)
    const shift = ata === null ? formatArrivalShift(first, eta, zone) : ''
    return h(ArrivalCell, { isActual: ata !== null, text: text(row, now), shift, overdue })
  }
  return createColumn(key, key === 'eta' ? 200 : 176, {
    sort: key,
    isDate: true,
    extraWidth: 60,
    text,
    draw,
    tip: (row, now) => {
      const { eta, ata, first, zone } = getArrival(row)
      const head = ata === null ? t('cell.isEta') : t('cell.isAta')
      const lines = formatOrEmpty(formatMomentTip({ at: ata ?? eta, zone }, now), (tip) => `${head}: ${tip}`)
      return first === null || lines === ''
        ? lines
        : `${lines}\n${t('cell.wasEta', { date: formatDay(first, zone, now) })}`
    },
    spoken: (row, now) =>
      formatOrEmpty(text(row, now), (day) =>
        joinParts(' ', t(getArrival(row).ata === null ? 'cell.isEta' : 'cell.isAta'), day, getOverdue(row, now)),
      ),
  })
}

export function createAgeColumn(key: 'terminalChecked' | 'lineChecked', kind: AgeKind): ContainerColumn {
  return createColumn(key, 132, {
    sort: key,
    isAge: true,
    text: (row, now) => formatRowAge(row, kind, now),
    draw: (row, now) =>
      h(AgeCell, {
        text: formatRowAge(row, kind, now),
        freshness:
          isCheckOptional(row, kind) || (kind === 'line' && !isLineAgeKnown(row))
            ? 'fresh'
            : getFreshness(kind, row.ages[kind], now),
      }),
    tip: formatAgesTip,
  })
}

function formatRowAge(row: ContainerRow, kind: AgeKind, now: NowMs): string {
  if (kind === 'line' && row.trackingStoppedAt !== null)
    return t('cell.stoppedShort', { reason: formatStoppedReason(row.trackingStoppedReason ?? '') })
  if (kind === 'line' && !isLineAgeKnown(row)) return t('age.notKnown')
  return isCheckOptional(row, kind) ? formatAge(row.ages[kind], now) : formatCheckAge(kind, row.ages[kind], now)
}

/** Before discharge and after pickup the terminal need not be checked, so an old check is not marked. */
function isCheckOptional({ lastFreeDay }: ContainerRow, kind: AgeKind): boolean {
  return kind === 'terminal' && lastFreeDay.clock !== 'running'
}

function formatLineAge(row: ContainerRow, now: NowMs): string {
  if (!isLineAgeKnown(row)) return t('cell.lineAt', { age: t('age.notKnown') })
  return row.ages.line === null ? t('cell.lineNever') : t('cell.lineAt', { age: formatAge(row.ages.line, now) })
}

function formatTerminalAge({ ages: { terminal } }: ContainerRow, now: NowMs): string {
  return terminal === null ? t('cell.terminalNever') : t('cell.terminalAt', { age: formatAge(terminal, now) })
}

/** The three ages, side by side and never merged. A row of a past state has only those that are known. */
function formatAgesTip(row: ContainerRow, now: NowMs): string {
  const { service, terminal, line } = row.ages
  const isPastState = service === null
  return joinParts(
    ' · ',
    isPastState ? null : t('cell.syncedAt', { age: formatAge(service, now) }),
    isPastState && terminal === null ? null : formatTerminalAge(row, now),
    isPastState && line === null ? null : formatLineAge(row, now),
  )
}

export function formatOrEmpty<Value>(value: Value | null, format: (value: Value) => string): string {
  return value === null || value === '' ? '' : format(value)
}

export function formatNumberTip(row: ContainerRow, now: NowMs): string {
  return [
    formatAgesTip(row, now),
    ...(row.trackingStoppedAt === null
      ? []
      : [t('cell.stopped', { reason: formatStoppedReason(row.trackingStoppedReason ?? '') })]),
    ...(row.goneSince === null ? [] : [t('cell.gone', { date: formatDay(row.goneSince, getComputerZone(), now) })]),
  ].join('\n')
}

/**
 * An estimate by the user's own rates, marked as such in every cell. A cost that cannot be computed is never 0 and is
 * not copied.
 */
export function createEstimateColumn(
  key: 'exposure' | 'detention',
  width: number,
  getEstimate: (row: ContainerRow) => Estimate | null,
  noDate: PlainWord,
): ContainerColumn {
  // The title says that it is an estimate.
  const text = (row: ContainerRow) => formatEstimate(getEstimate(row), noDate, 'rate.rough')
  return createColumn(key, width, {
    align: 'end',
    sort: key,
    firstDirection: 'desc',
    text,
    draw: (row) => h('span', { class: ['text', { 'not-set': getEstimate(row)?.state !== 'costed' }] }, [text(row)]),
    tip: (row) => formatEstimateTip(getEstimate(row)),
  })
}

export function formatOrNoTerms<Value>(value: Value | null, format: (value: Value) => string): string {
  return value === null ? t('cell.noTerms') : format(value)
}

export function formatReturnBy({ freeDays, returnBy }: Detention, now: NowMs): string {
  if (returnBy !== null) return formatDate(returnBy, now)
  return t(freeDays === null ? 'cell.noTerms' : 'rate.noDayOut')
}

/** The time of the pickup at its place, as engine/mirror/containers/days-out.ts reads it. */
export function getPickupMoment({ fullOutAt, pickupZone }: ContainerRow): Moment {
  return { at: fullOutAt, zone: pickupZone }
}

export function drawUnset(word: PlainWord) {
  return h('span', { class: 'text not-set' }, t(word))
}

export function toTextOrNull(value: string | number | null): string | null {
  return value === null ? null : String(value)
}
