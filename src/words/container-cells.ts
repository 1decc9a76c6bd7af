// The text of each column of a container list outside the app: on the clipboard, in files from the page, and in
// snapshots, which the engine writes without a page. Dates are ISO, numbers plain. The other texts come from a table,
// because only the page has the catalogue: it saves the table with the snapshot.
import type { ContainerRow } from '#contract/containers.ts'
import { majorText, minorText } from './currency.ts'
import { isoLocal } from './iso-local.ts'
import type { Estimate } from '#contract/rate-table.ts'
import type { RiskReason } from '#contract/risk.ts'
import { forPlainColumns } from '#contract/rules/container-columns.ts'

/** `status on_ship` → `On vessel`; a name that is missing is used itself. */
export type CellWords = Readonly<Record<string, string>>

/** `zone`: for instants that belong to this computer and to no place. */
export type CellContext = { words: CellWords; zone: string }

type Cell = (row: ContainerRow, context: CellContext) => string

function wordOf(words: CellWords, kind: string, name: string): string {
  const key = `${kind} ${name}`
  return Object.hasOwn(words, key) ? (words[key] ?? '') : name.replaceAll('_', ' ')
}

const at = (instant: string | null, zone: string | null) => (instant === null ? '' : isoLocal(instant, zone))
const own =
  (of: (row: ContainerRow) => string | null): Cell =>
  (row, { zone }) =>
    at(of(row), zone)
const text =
  (of: (row: ContainerRow) => string | number | null | undefined): Cell =>
  (row) =>
    String(of(row) ?? '')

type Money = { amount: string; currency: string }
const each =
  (of: (row: ContainerRow) => Money[], write: (money: Money) => string): Cell =>
  (row) =>
    of(row).map(write).join(', ')
const both = ({ amount, currency }: Money) => `${amount} ${currency}`.trim()
const amountOf = ({ amount }: Money) => amount
const currencyOf = ({ currency }: Money) => currency

const feesOf = ({ feesDue }: ContainerRow) =>
  feesDue.map(({ amount, currency }) => ({
    amount: currency === null ? String(amount) : majorText(amount, currency),
    currency: currency ?? '',
  }))
/** Empty, not 0: a spreadsheet must not add up unknown amounts. */
const costed = (found: Estimate | null | undefined) =>
  found?.state === 'costed' ? [{ amount: minorText(found.minor, found.currency), currency: found.currency }] : []
const exposureOf = ({ exposure }: ContainerRow) => costed(exposure)
const detentionOf = ({ detention }: ContainerRow) => costed(detention?.estimate)

/** Columns of money, each with the two cells that take its place in a file. */
export const MONEY_CELLS = {
  fees: ['feesAmount', 'feesCurrency'],
  exposure: ['exposureAmount', 'exposureCurrency'],
  detention: ['detentionAmount', 'detentionCurrency'],
} as const

/** Cells with a day, without a time. */
export const DAY_CELLS: readonly string[] = ['lastFreeDay', 'returnBy']

/** The cell beside a last free day in a file: it says why the date is not certain. */
export const DAY_NOTE_CELL = 'lastFreeDayNote'

const KG_PER_LB = 0.45359237

/**
 * The status to name in words; null without one. `loaded` on a container that was picked up is its next cargo, so its
 * name says that the container is out.
 */
export function statusKey({
  status,
  lastFreeDay: { clock },
}: Pick<ContainerRow, 'status' | 'lastFreeDay'>): string | null {
  return status === 'loaded' && clock === 'stopped' ? 'loadedOut' : status
}

export function kilograms(pounds: number): number {
  return Math.round(pounds * KG_PER_LB)
}

/** The advice for a reason, by its key in the catalogue. Keys with `clearHolds` name the holds. */
export type ActionKey =
  | RiskReason
  | 'clearHolds'
  | 'clearHoldsPast'
  | 'clearHoldsToday'
  | 'findBlock'
  | 'findBlockPast'
  | 'findBlockToday'
  | 'followArrival'
type Blocked = Pick<ContainerRow, 'activeHolds' | 'verdict'>

export function actionKeyOf(reason: RiskReason, row: Blocked): ActionKey {
  if (reason === 'not-ready-in-time') return unblock(row)
  return (
    (reason === 'past-last-free-day' || reason === 'last-free-day-today' ? clearFirst(reason, row) : null) ?? reason
  )
}

/** A held container cannot leave, even after its last free day. Null: no block is known. */
function clearFirst(
  reason: 'past-last-free-day' | 'last-free-day-today',
  { activeHolds, verdict }: Blocked,
): ActionKey | null {
  const isPast = reason === 'past-last-free-day'
  if (activeHolds.length > 0 && (verdict === 'held' || verdict === 'conflict'))
    return isPast ? 'clearHoldsPast' : 'clearHoldsToday'
  if (verdict === 'not-released') return isPast ? 'findBlockPast' : 'findBlockToday'
  // After its day, a container of a terminal that reports nothing may have left: the usual advice is to confirm that.
  if (verdict === 'unknown' && !isPast) return 'findBlockToday'
  return verdict === 'not-arrived' ? 'followArrival' : null
}

/** Known holds are named. An unknown block must be found first. */
function unblock({ activeHolds, verdict }: Blocked): ActionKey {
  if (activeHolds.length > 0) return 'clearHolds'
  if (verdict === 'unknown' || verdict === 'not-released') return 'findBlock'
  if (verdict === 'not-arrived') return 'followArrival'
  return verdict === 'ready-unverified' ? 'terminal-check-old' : 'not-ready-in-time'
}

function leadingAction(row: ContainerRow, words: CellWords): string {
  const [first] = row.risks
  if (!first) return ''
  return wordOf(words, 'action', actionKeyOf(first.reason, row)).replaceAll('{holds}', () =>
    holdNames(row.activeHolds, words),
  )
}

const holdName = (name: string, words: CellWords) => words[`hold ${name.toLowerCase()}`] ?? name.replaceAll('_', ' ')

/** `Customs, Freight`. */
export function holdNames(names: readonly string[], words: CellWords): string {
  return names.map((name) => holdName(name, words)).join(', ')
}

/** `Customs, Freight (pending)`. A snapshot that was set up before this text existed gets the English word. */
function holdsText({ activeHolds, pendingHolds }: ContainerRow, words: CellWords): string {
  const pending = words['hold isPendingNamed'] ?? '{name} (pending)'
  return [
    ...activeHolds.map((name) => holdName(name, words)),
    ...pendingHolds.map((name) => pending.replaceAll('{name}', () => holdName(name, words))),
  ].join(', ')
}

/** An inland container that was discharged at the port has its own text, and holds are named, as on screen. */
function verdictText({ verdict, isInland, dischargedAt, activeHolds }: ContainerRow, words: CellWords): string {
  const isAtPort = verdict === 'not-arrived' && isInland && dischargedAt !== null
  if (isAtPort && Object.hasOwn(words, 'verdict not-arrived-inland'))
    return wordOf(words, 'verdict', 'not-arrived-inland')
  const text = wordOf(words, 'verdict', verdict)
  return verdict === 'held' && activeHolds.length > 0 ? `${text}: ${holdNames(activeHolds, words)}` : text
}

/** Why the last free day is not certain; that sources disagree comes first. Empty if nothing speaks against it. */
function dayNote({ lastFreeDay: { isDisputed, flags }, risks }: ContainerRow, words: CellWords): string {
  return [
    ...(isDisputed ? [wordOf(words, 'phrase', 'disputed')] : []),
    ...flags.map((flag) => wordOf(words, 'flag', flag)),
    ...(risks.some(({ reason }) => reason === 'terminal-check-old') ? [wordOf(words, 'phrase', 'check-old')] : []),
  ].join('; ')
}

const placeName = ({ name, locode }: ContainerRow['destination']) => name ?? locode

const cells = {
  number: text(({ number }) => number),
  band: ({ lastFreeDay: { band } }, { words }) => wordOf(words, 'band', band),
  lastFreeDay: text(({ lastFreeDay: { date } }) => date),
  lastFreeDayNote: (row, { words }) => dayNote(row, words),
  // Days left have no meaning after the free time stopped.
  daysLeft: text(({ lastFreeDay: { clock, daysLeft } }) => (clock === 'stopped' ? null : daysLeft)),
  sources: ({ lastFreeDay: { sources } }, { words }) =>
    sources.map(({ source, date }) => `${wordOf(words, 'source', source)} ${date}`).join(', '),
  verdict: (row, { words }) => verdictText(row, words),
  holds: (row, { words }) => holdsText(row, words),
  fees: each(feesOf, both),
  feesAmount: each(feesOf, amountOf),
  feesCurrency: each(feesOf, currencyOf),
  exposure: each(exposureOf, both),
  exposureAmount: each(exposureOf, amountOf),
  exposureCurrency: each(exposureOf, currencyOf),
  appointment: ({ appointmentAt, pickupZone }) => at(appointmentAt, pickupZone),
  pickupPlace: text(({ pickupPlace }) => pickupPlace),
  placeTime: text(({ pickupZone }) => pickupZone),
  status: (row, { words }) => wordOf(words, 'status', statusKey(row) ?? 'new'),
  masterBill: text(({ masterBill }) => masterBill),
  customer: text(({ customer }) => customer),
  refs: text(({ refs }) => refs.join(', ')),
  tags: text(({ tags, own: mine }) => [...mine.tags, ...tags].join(', ')),
  assignee: text(({ own: { assignee } }) => assignee),
  note: text(({ own: { note } }) => note?.replaceAll(/\s+/g, ' ')),
  priority: ({ own: { priority } }, { words }) => (priority === 'normal' ? '' : wordOf(words, 'priority', priority)),
  terminalChecked: own(({ ages }) => ages.terminal),
  lineChecked: own(({ ages }) => ages.line),
  lastChange: own(({ lastChangeAt }) => lastChangeAt),
  equipment: ({ equipment: { type, lengthFt, height } }, { words }) =>
    [
      lengthFt === null ? '' : `${lengthFt}′`,
      height === 'high_cube' ? wordOf(words, 'equipment', height) : '',
      type === null ? '' : (words[`equipment ${type}`] ?? type),
    ]
      .filter((part) => part !== '')
      .join(' '),
  line: text(({ scac }) => scac),
  vessel: text(({ vessel, voyage }) => [vessel, voyage].filter((part) => part !== null && part !== '').join(' ')),
  portOfLading: text(({ portOfLading }) => placeName(portOfLading)),
  portOfDischarge: text(({ portOfDischarge }) => placeName(portOfDischarge)),
  eta: ({ ataAt, etaAt, portOfDischarge }) => at(ataAt ?? etaAt, portOfDischarge.zone),
  discharged: ({ dischargedAt, portOfDischarge }) => at(dischargedAt, portOfDischarge.zone),
  fullOut: ({ fullOutAt, pickupZone }) => at(fullOutAt, pickupZone),
  emptyReturned: ({ emptyReturnedAt, emptyReturnedZone }) => at(emptyReturnedAt, emptyReturnedZone),
  destination: text(({ isInland, destination }) => (isInland ? placeName(destination) : null)),
  inlandEta: ({ inlandAtaAt, inlandEtaAt, destination }) => at(inlandAtaAt ?? inlandEtaAt, destination.zone),
  nextAction: (row, { words }) => leadingAction(row, words),
  readySince: ({ readySince, pickupZone }) => at(readySince, pickupZone),
  outOn: ({ fullOutAt, pickupZone, lastFreeDay }) => at(fullOutAt, pickupZone ?? lastFreeDay.zone),
  daysOut: text(({ daysOut }) => daysOut),
  freeDays: text(({ detention }) => detention?.freeDays),
  returnBy: text(({ detention }) => detention?.returnBy),
  detention: each(detentionOf, both),
  detentionAmount: each(detentionOf, amountOf),
  detentionCurrency: each(detentionOf, currencyOf),
  railCarrier: text(({ railScac }) => railScac),
  weight: text(({ weightLb }) => (weightLb === null ? null : kilograms(weightLb))),
  ...forPlainColumns((_, key) => text((row) => row[key])),
} satisfies Readonly<Record<string, Cell>>

export type CellKey = keyof typeof cells

export function isCellKey(key: string): key is CellKey {
  return Object.hasOwn(cells, key)
}

export function containerCell(key: CellKey, row: ContainerRow, context: CellContext): string {
  const cell: Cell = cells[key]
  return cell(row, context)
}
