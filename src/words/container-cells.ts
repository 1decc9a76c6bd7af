// Formats the cells of a container list for use outside the app: on the clipboard, in files from the page, and in
// snapshots, which the engine writes without a page. Dates are ISO and numbers are plain. The other texts come from a
// table of texts. Only the page has the catalogue, so it saves this table with the snapshot.
import type { ContainerRow } from '#contract/containers.ts'
import { formatMajor, formatMinor } from './currency.ts'
import { type ActionKey, getLeadingActionKey, isPaymentApart, listNamedHolds } from './advice.ts'
import { listGateNotes } from './gate-state.ts'
import { formatIsoLocal } from './iso-local.ts'
import type { Estimate } from '#contract/rate-table.ts'
import { mapPlainColumns } from '#contract/rules/container-columns.ts'

/** Texts by kind and name: `status on_ship` → `On vessel`. Without a text, the name itself is shown. */
export type CellTexts = Readonly<Record<string, string>>

/** `zone`: for instants that are not at a place, such as the last check of a terminal. */
export type CellContext = { words: CellTexts; zone: string }

type Cell = (row: ContainerRow, context: CellContext) => string

function getText(words: CellTexts, kind: string, name: string): string {
  const key = `${kind} ${name}`
  return Object.hasOwn(words, key) ? (words[key] ?? '') : name.replaceAll('_', ' ')
}

const formatInstant = (instant: string | null, zone: string | null) =>
  instant === null ? '' : formatIsoLocal(instant, zone)
const formatOwnInstant =
  (getInstant: (row: ContainerRow) => string | null): Cell =>
  (row, { zone }) =>
    formatInstant(getInstant(row), zone)
const formatValue =
  (getValue: (row: ContainerRow) => string | number | null | undefined): Cell =>
  (row) =>
    String(getValue(row) ?? '')

type Money = { amount: string; currency: string; isPending?: boolean }
const formatAmounts =
  (listMoney: (row: ContainerRow, context: CellContext) => Money[], format: (money: Money) => string): Cell =>
  (row, context) =>
    listMoney(row, context).map(format).join(', ')
const joinMoney = ({ amount, currency }: Money) => `${amount} ${currency}`.trim()
const getAmount = ({ amount }: Money) => amount
const getCurrency = ({ currency }: Money) => currency

/** A fee that is posted without an amount has the word for it, because 0 would mean that there is no fee. */
function listFees({ feesDue }: ContainerRow, { words }: CellContext): Money[] {
  // A snapshot that was saved before this text existed gets the English word.
  const pending = words['phrase amount-pending'] ?? 'Pending'
  return feesDue.map(({ amount, currency, isPending }) => ({
    amount: isPending && amount === 0 ? pending : currency === null ? String(amount) : formatMajor(amount, currency),
    currency: currency ?? '',
    isPending: isPending && amount === 0,
  }))
}
/** Without a single amount, the cell of the amounts is empty and the cell of the currencies has the word. */
const hasNoAmount = (fees: Money[]) => fees.every(({ isPending }) => isPending)
const listFeeAmounts = (row: ContainerRow, context: CellContext) => {
  const fees = listFees(row, context)
  return hasNoAmount(fees) ? [] : fees
}
const formatFeeCurrencies: Cell = (row, context) => {
  const fees = listFees(row, context)
  return fees.map(hasNoAmount(fees) ? joinMoney : getCurrency).join(', ')
}
/** Without an estimate the list is empty and has no 0, because a spreadsheet must not add up unknown amounts. */
const listCost = (estimate: Estimate | null | undefined) =>
  estimate?.state === 'costed'
    ? [{ amount: formatMinor(estimate.minor, estimate.currency), currency: estimate.currency }]
    : []
const listExposure = ({ exposure }: ContainerRow) => listCost(exposure)
const listDetention = ({ detention }: ContainerRow) => listCost(detention?.estimate)

/** Columns with money. In a file, two cells replace each: the amount and the currency. */
export const MONEY_CELLS = {
  fees: ['feesAmount', 'feesCurrency'],
  exposure: ['exposureAmount', 'exposureCurrency'],
  detention: ['detentionAmount', 'detentionCurrency'],
} as const

/** Cells with a day, without a time. */
export const DAY_CELLS: readonly string[] = ['lastFreeDay', 'returnBy']

/** The cell beside a last free day in a file. It says why the date is not certain, and whether the gate is closed. */
export const DAY_NOTE_CELL = 'lastFreeDayNote'

const KG_PER_LB = 0.45359237

/**
 * The key of the status text; null if there is no status. `loaded` on a container that was picked up means its next
 * cargo, so that text says that the container was picked up.
 */
export function getStatusKey({
  status,
  lastFreeDay: { clock },
}: Pick<ContainerRow, 'status' | 'lastFreeDay'>): string | null {
  return status === 'loaded' && clock === 'stopped' ? 'loadedOut' : status
}

export function toKilograms(pounds: number): number {
  return Math.round(pounds * KG_PER_LB)
}

function formatFirstAction(row: ContainerRow, context: CellContext): string {
  const key = getLeadingActionKey(row)
  if (key === null) return ''
  const text = formatAction(key, row, context)
  const isPaymentMissing = isPaymentApart(key, row) && Object.hasOwn(context.words, 'action payFees')
  return isPaymentMissing ? `${text} · ${formatAction('payFees', row, context)}` : text
}

function formatAction(key: ActionKey, row: ContainerRow, context: CellContext): string {
  const { words } = context
  const fees = hasNoAmount(listFees(row, context)) ? words['phrase unpriced-fee'] : cells.fees(row, context)
  const namedHolds = listNamedHolds(row.activeHolds)
  const holds = namedHolds.length > 0 ? namedHolds : row.activeHolds
  return getText(words, 'action', findActionName(key, row, holds.length, words))
    .replaceAll('{fees}', () => fees ?? '')
    .replaceAll('{holds}', () => joinHoldsInText(holds, words))
}

/** A snapshot that was saved before a text existed gets the text for the reason, or the one that names the holds. */
function findActionName(key: ActionKey, { risks }: ContainerRow, holdCount: number, words: CellTexts): string {
  const hasText = (name: string) => Object.hasOwn(words, `action ${name}`)
  if (key === 'rebook' && !hasText(key)) return 'appointment-too-late'
  if (/^(extend|payFees.*|.*WhenOpen)$/.test(key) && !hasText(key)) return risks[0]?.reason ?? key
  const name = hasText(key) ? key : key.replace('askHold', 'clearHolds')
  return holdCount > 1 && hasText(`${name} many`) ? `${name} many` : name
}

/** `freight, customs and USDA`. A snapshot that was saved before these texts existed has commas only. */
function joinHoldsInText(names: readonly string[], words: CellTexts): string {
  const texts = names.map((name) => words[`hold-in-text ${name.toLowerCase()}`] ?? getHoldName(name, words))
  const [last] = texts.slice(-1)
  const pair = words['phrase and']
  if (texts.length < 2 || last === undefined || pair === undefined) return texts.join(', ')
  const firstTexts = texts.slice(0, -1).join(words['phrase list-separator'] ?? ', ')
  return pair.replaceAll('{first}', () => firstTexts).replaceAll('{last}', () => last)
}

const getHoldName = (name: string, words: CellTexts) => words[`hold ${name.toLowerCase()}`] ?? name.replaceAll('_', ' ')

/** `Customs, Freight`. */
export function formatHoldNames(names: readonly string[], words: CellTexts): string {
  return names.map((name) => getHoldName(name, words)).join(', ')
}

/** `Customs, Freight (pending)`. A snapshot that was saved before this text existed gets the English word. */
function formatHolds({ activeHolds, pendingHolds }: ContainerRow, words: CellTexts): string {
  const pending = words['hold isPendingNamed'] ?? '{name} (pending)'
  return [
    ...activeHolds.map((name) => getHoldName(name, words)),
    ...pendingHolds.map((name) => pending.replaceAll('{name}', () => getHoldName(name, words))),
  ].join(', ')
}

/**
 * As on screen: holds are named, an expected hold is announced, and an inland container that was discharged at the port
 * has its own text.
 */
function formatVerdict(row: ContainerRow, words: CellTexts): string {
  const { verdict, isInland, dischargedAt, activeHolds, pendingHolds } = row
  const isAtPort = verdict === 'not-arrived' && isInland && dischargedAt !== null
  if (isAtPort && Object.hasOwn(words, 'verdict not-arrived-inland'))
    return getText(words, 'verdict', 'not-arrived-inland')
  const text = getText(words, 'verdict', verdict)
  // A snapshot that was saved before this text existed gets the verdict alone.
  if (verdict === 'ready' && pendingHolds.length > 0) return words['verdict ready-hold-expected'] ?? text
  if (verdict !== 'held' || activeHolds.length === 0) return text
  const names = formatHoldNames(activeHolds, words)
  // A snapshot that was saved before this text existed gets the verdict with the names.
  return words['hold isNamed']?.replaceAll('{name}', () => names) ?? `${text}: ${names}`
}

/**
 * Why the last free day is not certain, a disagreement of sources first, and whether the gate is closed on it; empty if
 * there is nothing to say.
 */
function formatDayNote(row: ContainerRow, words: CellTexts): string {
  const { isDisputed, flags } = row.lastFreeDay
  return [
    ...(isDisputed ? [getText(words, 'phrase', 'disputed')] : []),
    ...flags.map((flag) => getText(words, 'flag', flag)),
    ...(row.risks.some(({ reason }) => reason === 'terminal-check-old') ? [getText(words, 'phrase', 'check-old')] : []),
    ...listGateNotes(row, words),
  ].join('; ')
}

const getPlaceName = ({ name, locode }: ContainerRow['destination']) => name ?? locode

/** The port in place of a pickup location that the service does not name; null if the container moves inland. */
export function findPickupPort({
  pickupPlace,
  isInland,
  portOfDischarge,
}: Pick<ContainerRow, 'pickupPlace' | 'isInland' | 'portOfDischarge'>): string | null {
  return pickupPlace !== null || isInland ? null : getPlaceName(portOfDischarge)
}

/** A snapshot that was saved before this text existed leaves the place empty. */
function formatPickupPort(row: ContainerRow, words: CellTexts): string {
  const port = findPickupPort(row)
  return port === null ? '' : (words['place isPort']?.replaceAll('{port}', () => port) ?? '')
}

const cells = {
  number: formatValue(({ number }) => number),
  band: ({ lastFreeDay: { band } }, { words }) => getText(words, 'band', band),
  lastFreeDay: formatValue(({ lastFreeDay: { date } }) => date),
  lastFreeDayNote: (row, { words }) => formatDayNote(row, words),
  // Days left have no meaning after the free time stopped.
  daysLeft: formatValue(({ lastFreeDay: { clock, daysLeft } }) => (clock === 'stopped' ? null : daysLeft)),
  sources: ({ lastFreeDay: { sources } }, { words }) =>
    sources.map(({ source, date }) => `${getText(words, 'source', source)} ${date}`).join(', '),
  verdict: (row, { words }) => formatVerdict(row, words),
  holds: (row, { words }) => formatHolds(row, words),
  fees: formatAmounts(listFees, joinMoney),
  feesAmount: formatAmounts(listFeeAmounts, getAmount),
  feesCurrency: formatFeeCurrencies,
  exposure: formatAmounts(listExposure, joinMoney),
  exposureAmount: formatAmounts(listExposure, getAmount),
  exposureCurrency: formatAmounts(listExposure, getCurrency),
  appointment: ({ appointmentAt, pickupZone }) => formatInstant(appointmentAt, pickupZone),
  pickupPlace: (row, { words }) => row.pickupPlace ?? formatPickupPort(row, words),
  placeTime: formatValue(({ pickupZone }) => pickupZone),
  status: (row, { words }) => getText(words, 'status', getStatusKey(row) ?? 'new'),
  masterBill: formatValue(({ masterBill }) => masterBill),
  customer: formatValue(({ customer }) => customer),
  refs: formatValue(({ refs }) => refs.join(', ')),
  tags: formatValue(({ tags, own: mine }) => [...mine.tags, ...tags].join(', ')),
  assignee: formatValue(({ own: { assignee } }) => assignee),
  note: formatValue(({ own: { note } }) => note?.replaceAll(/\s+/g, ' ')),
  priority: ({ own: { priority } }, { words }) => (priority === 'normal' ? '' : getText(words, 'priority', priority)),
  terminalChecked: formatOwnInstant(({ ages }) => ages.terminal),
  lineChecked: formatOwnInstant(({ ages }) => ages.line),
  lastChange: formatOwnInstant(({ lastChangeAt }) => lastChangeAt),
  equipment: ({ equipment: { type, lengthFt, height } }, { words }) =>
    [
      lengthFt === null ? '' : `${lengthFt}′`,
      height === 'high_cube' ? getText(words, 'equipment', height) : '',
      type === null ? '' : (words[`equipment ${type}`] ?? type),
    ]
      .filter((part) => part !== '')
      .join(' '),
  line: formatValue(({ scac }) => scac),
  vessel: formatValue(({ vessel, voyage }) =>
    [vessel, voyage].filter((part) => part !== null && part !== '').join(' '),
  ),
  portOfLading: formatValue(({ portOfLading }) => getPlaceName(portOfLading)),
  portOfDischarge: formatValue(({ portOfDischarge }) => getPlaceName(portOfDischarge)),
  eta: ({ ataAt, etaAt, portOfDischarge }) => formatInstant(ataAt ?? etaAt, portOfDischarge.zone),
  discharged: ({ dischargedAt, portOfDischarge }) => formatInstant(dischargedAt, portOfDischarge.zone),
  fullOut: ({ fullOutAt, pickupZone }) => formatInstant(fullOutAt, pickupZone),
  emptyReturned: ({ emptyReturnedAt, emptyReturnedZone }) => formatInstant(emptyReturnedAt, emptyReturnedZone),
  destination: formatValue(({ isInland, destination }) => (isInland ? getPlaceName(destination) : null)),
  inlandEta: ({ inlandAtaAt, inlandEtaAt, destination }) => formatInstant(inlandAtaAt ?? inlandEtaAt, destination.zone),
  nextAction: (row, context) => formatFirstAction(row, context),
  readySince: ({ readySince, pickupZone }) => formatInstant(readySince, pickupZone),
  outOn: ({ fullOutAt, pickupZone, lastFreeDay }) => formatInstant(fullOutAt, pickupZone ?? lastFreeDay.zone),
  daysOut: formatValue(({ daysOut }) => daysOut),
  freeDays: formatValue(({ detention }) => detention?.freeDays),
  returnBy: formatValue(({ detention }) => detention?.returnBy),
  detention: formatAmounts(listDetention, joinMoney),
  detentionAmount: formatAmounts(listDetention, getAmount),
  detentionCurrency: formatAmounts(listDetention, getCurrency),
  railCarrier: formatValue(({ railScac }) => railScac),
  weight: formatValue(({ weightLb }) => (weightLb === null ? null : toKilograms(weightLb))),
  ...mapPlainColumns((_, key) => formatValue((row) => row[key])),
} satisfies Readonly<Record<string, Cell>>

export type CellKey = keyof typeof cells

export function isCellKey(key: string): key is CellKey {
  return Object.hasOwn(cells, key)
}

export function formatCell(key: CellKey, row: ContainerRow, context: CellContext): string {
  const cell: Cell = cells[key]
  return cell(row, context)
}
