// Composes the texts of alerts and pop-ups for the alert centre, the operating system and the simulator. This file
// decides the content and its order. The folder alert-words has the texts of each language. Days are calendar days at a
// place, and no zone shifts them. Instants are shown in the zone of the alert.
import type { AlertWording } from './alert-words/wording.ts'
import type { Alert, AlertFacts, AlertKind, PopUp } from '#contract/alerts.ts'
import { displayFileName } from './file-name.ts'
import { LANGUAGE_TAGS } from '#contract/rules/language.ts'
import { formatAmount } from './currency.ts'
import { formatIsoLocal, formatLocalDate } from './iso-local.ts'
import { type DayParts, createDayFormat, readNamedParts, formatDateParts, formatDayChange } from './day-format.ts'

/** `title` is also used alone, where there is no space for more. Lines of `body` are separated by \n. */
export type AlertText = { title: string; body: string }

type Facts<Kind extends AlertKind> = Extract<AlertFacts, { kind: Kind }>
type AlertInput<Kind extends AlertKind> = { facts: Facts<Kind>; alert: Alert; wording: AlertWording }

function getDayParts(date: string, { language }: AlertWording): DayParts {
  const format = createDayFormat(language, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })
  return { ...readNamedParts(language, format, Date.parse(`${date}T00:00:00Z`)), year: null }
}

/** `Fri 20 Nov` */
function formatDay(date: string, wording: AlertWording): string {
  return formatDateParts(wording.language, getDayParts(date, wording))
}

/** `Mon 23 → Fri 20 Nov` */
function formatDateChange({ before, after }: Facts<'lfd-earlier' | 'lfd-later'>, wording: AlertWording): string {
  const year = (date: string) => (before.slice(0, 4) === after.slice(0, 4) ? null : date.slice(0, 4))
  return formatDayChange(
    wording.language,
    { ...getDayParts(before, wording), year: year(before) },
    { ...getDayParts(after, wording), year: year(after) },
  )
}

/** `Mon 06:30`; without a zone, the computer's own zone applies. */
function formatMoment(instant: string, zone: string | null, wording: AlertWording): string {
  const local = formatIsoLocal(instant, zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone)
  return `${getDayParts(local.slice(0, 10), wording).weekday ?? ''} ${local.slice(11, 16)}`
}

/** `MSCU 123456 7`; other numbers remain unchanged. */
function formatContainerNumber(number: string): string {
  return number.replace(/^([A-Z]{4})(\d{6})(\d)$/, '$1 $2 $3')
}

/** Removes the ordinal of the second and later holds or fees with one name. */
function removeOrdinal(name: string): string {
  return name.replace(/#\d+$/, '')
}

/** Finds the text for a name. Checks own properties only, because the service may send any name, even `constructor`. */
function findText(texts: Readonly<Record<string, string>>, name: string): string | null {
  const key = name.toLowerCase()
  return Object.hasOwn(texts, key) ? (texts[key] ?? null) : null
}

/** The text for a name of the service, or `unknown` with the name, without underscores. */
function getText(texts: Readonly<Record<string, string>>, name: string, unknown: (name: string) => string): string {
  const plainName = removeOrdinal(name)
  return findText(texts, plainName) ?? unknown(plainName.replaceAll('_', ' '))
}

function getHoldName(name: string, { holds, hold }: AlertWording): string {
  return getText(holds, name, hold)
}

function getFeeName(name: string, { fees, fee }: AlertWording): string {
  return getText(fees, name, fee)
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function formatMoney(
  amount: number,
  currency: string | null,
  { language, amountPending, noCurrency }: AlertWording,
): string {
  if (amount === 0) return amountPending
  const text = formatAmount(amount, currency, LANGUAGE_TAGS[language])
  return currency === null ? noCurrency(text) : text
}

/** Joins the known parts into one line. */
function joinParts(...parts: (string | false | null)[]): string {
  return capitalize(parts.filter((part) => typeof part === 'string' && part !== '').join(' · '))
}

function formatBill({ masterBill }: Alert, { parts }: AlertWording): string | null {
  return masterBill === null ? null : parts.bill(masterBill)
}

function describeBlock(
  { holds, isReady, notReached }: Facts<'lfd-today' | 'lfd-past' | 'lfd-soon'>,
  wording: AlertWording,
): string | null {
  const [first] = holds
  if (first !== undefined)
    return holds.length > 1 ? `${getHoldName(first, wording)} +${holds.length - 1}` : getHoldName(first, wording)
  if (notReached) return wording.parts.notReached[notReached]
  // If the release is unknown, nothing is known to block the container.
  return isReady === false ? wording.parts.notReleased : null
}

function formatFirstFee({ fees: [first] }: Facts<'lfd-today' | 'lfd-past'>, wording: AlertWording): string | null {
  return first ? wording.parts.reports(formatMoney(first.amount, first.currency, wording)) : null
}

/** The title with its container, unless `describeAlertBeside` removed the number. */
function addContainer(
  title: string,
  { number }: Alert,
  { parts }: AlertWording,
  join: 'about' | 'ofContainer' = 'about',
): string {
  return number === '' ? title : parts[join](title, formatContainerNumber(number))
}

type AlertComposers = { [Kind in AlertKind]: (input: AlertInput<Kind>) => AlertText }

const alertComposers: AlertComposers = {
  'lfd-past': ({ facts, alert, wording }) => ({
    title: addContainer(wording.titles.past, alert, wording),
    body: joinParts(
      wording.parts.days(-facts.daysLeft),
      formatFirstFee(facts, wording),
      describeBlock(facts, wording),
      alert.place,
    ),
  }),
  'lfd-today': ({ facts, alert, wording }) => ({
    title: addContainer(wording.titles.today, alert, wording),
    body: joinParts(
      alert.place,
      facts.isReady ? wording.parts.noHold : describeBlock(facts, wording),
      formatFirstFee(facts, wording),
      formatBill(alert, wording),
    ),
  }),
  'lfd-soon': ({ facts, alert, wording }) => ({
    title: addContainer(
      wording.titles.soon(capitalize(wording.parts.lfdIn(facts.daysLeft)), facts.isReady !== false),
      alert,
      wording,
    ),
    body: joinParts(
      formatDay(facts.date, wording),
      alert.place,
      facts.isReady ? wording.parts.noHold : describeBlock(facts, wording),
      formatBill(alert, wording),
    ),
  }),
  'lfd-earlier': (input) => ({
    title: input.wording.titles.earlier(formatDateChange(input.facts, input.wording)),
    body: formatDateChangeBody(input),
  }),
  'lfd-later': (input) => ({
    title: input.wording.titles.later(formatDateChange(input.facts, input.wording)),
    body: formatDateChangeBody(input),
  }),
  'lfd-withdrawn': ({ facts, alert, wording }) => ({
    title: addContainer(wording.titles.withdrawn, alert, wording),
    body: joinParts(wording.parts.was(formatDay(facts.before, wording)), wording.parts.ask, formatBill(alert, wording)),
  }),
  'hold-placed': ({ facts, alert, wording }) => ({
    title: addContainer(capitalize(getHoldName(facts.name, wording)), alert, wording),
    body: joinParts(
      wording.parts.lfdIn(facts.daysLeft),
      findText(wording.clears, removeOrdinal(facts.name)),
      formatBill(alert, wording),
    ),
  }),
  'hold-expected': ({ facts, alert, wording }) => ({
    title: addContainer(wording.titles.holdExpected(capitalize(getHoldName(facts.name, wording))), alert, wording),
    body: joinParts(wording.parts.lfdIn(facts.daysLeft), formatBill(alert, wording)),
  }),
  'hold-cleared': ({ facts, alert, wording }) => ({
    title: addContainer(wording.titles.holdCleared(capitalize(getHoldName(facts.name, wording))), alert, wording),
    body: joinParts(wording.parts.lfdIn(facts.daysLeft), alert.place, formatBill(alert, wording)),
  }),
  ready: ({ facts, alert, wording }) => ({
    title: addContainer(wording.titles.ready, alert, wording),
    body: joinParts(alert.place, wording.parts.lfdIn(facts.daysLeft), formatBill(alert, wording)),
  }),
  'fee-posted': ({ facts, alert, wording }) => ({
    title: addContainer(
      wording.titles[facts.before === null ? 'feePosted' : 'feeNow'](
        capitalize(getFeeName(facts.name, wording)),
        formatMoney(facts.amount, facts.currency, wording),
      ),
      alert,
      wording,
      'ofContainer',
    ),
    body: joinParts(
      facts.before === null ? null : wording.parts.was(formatMoney(facts.before, facts.currency, wording)),
      alert.place,
      formatBill(alert, wording),
    ),
  }),
  'arrival-moved': ({ facts, alert, wording }) => ({
    title: wording.titles.arrivalMoved({
      port: facts.port,
      days: countDaysChanged(facts),
      vessel: [facts.vessel ?? wording.parts.vessel, facts.voyage].filter(Boolean).join(' '),
      containers: facts.containers,
    }),
    body: joinParts(
      wording.parts.was(formatDay(formatLocalDate(facts.before, alert.zone), wording)),
      wording.parts.now(formatDay(formatLocalDate(facts.after, alert.zone), wording)),
      formatBill(alert, wording),
    ),
  }),
  'request-failed': ({ facts, alert, wording }) => ({
    title: wording.titles.requestFailed(
      alert.number,
      facts.reason === null
        ? null
        : (wording.reasons[facts.reason] ?? wording.reason(facts.reason.replaceAll('_', ' '))),
    ),
    body: wording.parts.fixNumber,
  }),
  'document-read': ({ facts, alert, wording }) => ({
    title: wording.titles.documentRead(capitalize(facts.type ?? wording.document)),
    body: displayFileName(alert.number),
  }),
  'document-failed': ({ facts, alert, wording }) => ({
    title: wording.titles.documentFailed(capitalize(facts.type ?? wording.document)),
    body: displayFileName(alert.number),
  }),
  'document-unlinked': ({ facts, alert, wording }) => ({
    title: wording.titles.documentUnlinked(capitalize(facts.type ?? wording.document)),
    body: displayFileName(alert.number),
  }),
  'not-updating': ({ facts, alert, wording }) => ({
    title: wording.titles.notUpdating,
    body: wording.parts.since(facts.since === null ? null : formatMoment(facts.since, alert.zone, wording)),
  }),
  'look-ahead': ({ facts, alert, wording }) => ({
    title: wording.titles.lookAhead(formatMoment(facts.until, alert.zone, wording), facts.containers.length),
    body: formatLookAheadLines(facts, wording).join('\n'),
  }),
}

function formatLookAheadLines({ containers }: Facts<'look-ahead'>, wording: AlertWording): string[] {
  return containers.map(({ number, date, place }) =>
    joinParts(formatDay(date, wording), formatContainerNumber(number), place),
  )
}

function formatDateChangeBody({
  facts: { source, daysBefore, daysAfter },
  alert,
  wording,
}: AlertInput<'lfd-earlier'> | AlertInput<'lfd-later'>): string {
  return joinParts(
    formatContainerNumber(alert.number),
    source === 'service' ? null : wording.source[source],
    wording.parts.wasNow(daysBefore, daysAfter),
  )
}

function countDaysChanged({ before, after }: Facts<'arrival-moved'>): number {
  return Math.round((Date.parse(after) - Date.parse(before)) / 86_400_000)
}

/** The text of one row in the alert centre. */
export function describeAlert(alert: Alert, wording: AlertWording): AlertText {
  const { facts } = alert
  // The compiler cannot relate the kind of the alert to its entry in the table.
  const compose = alertComposers[facts.kind] as (input: {
    facts: AlertFacts
    alert: Alert
    wording: AlertWording
  }) => AlertText
  return compose({ facts, alert, wording })
}

/** Omits the number and the terminal of the container, for screens that show both beside the text. */
export function describeAlertBeside(alert: Alert, wording: AlertWording): AlertText {
  return describeAlert(alert.object === 'container' ? { ...alert, number: '', place: null } : alert, wording)
}

/** Groups the alerts by kind, in the order of the first alert of each kind. */
function groupByKind(alerts: readonly Alert[]): [AlertKind, Alert[]][] {
  return [...Map.groupBy(alerts, ({ facts }) => facts.kind)]
}

function formatTotals(alerts: readonly Alert[], { severalTitles, parts }: AlertWording): string {
  return groupByKind(alerts)
    .map(([kind, ownAlerts]) => severalTitles[kind](ownAlerts.length))
    .join(parts.separator)
}

/**
 * The limit for the texts of a pop-up, because Windows shows no notification above 5 kB. The centre shows all alerts.
 */
const MAX_CHARACTERS = 2_500
const MAX_LOOK_AHEAD_LINES = 20

/** Selects as many alerts as fit, the most severe first. `more`: a text with the number of the others. */
function selectNamed(alerts: readonly Alert[], wording: AlertWording): { named: Alert[]; more: string[] } {
  const named: Alert[] = []
  let characters = 0
  for (const alert of alerts.toSorted((one, other) => one.severity - other.severity)) {
    characters += formatName(alert, wording).length + (alert.place?.length ?? 0) + 2
    if (characters > MAX_CHARACTERS) break
    named.push(alert)
  }
  return { named, more: named.length < alerts.length ? [wording.popUp.more(alerts.length - named.length)] : [] }
}

function formatNames(alerts: readonly Alert[], wording: AlertWording): string {
  const { named, more } = selectNamed(alerts, wording)
  return [...named.map((alert) => formatName(alert, wording)), ...more].join(wording.parts.separator)
}

/** One line for each place, with the names of the containers up to the limit. */
function formatNamesByPlace(alerts: readonly Alert[], wording: AlertWording): string {
  const { named, more } = selectNamed(alerts, wording)
  const places = Map.groupBy(named, ({ place }) => place ?? '')
  const { separator, placeWithNames } = wording.parts
  const lines = [...places].map(([place, alertsOfPlace]) => {
    const listedNames = alertsOfPlace.map((alert) => formatName(alert, wording)).join(separator)
    return place === '' ? listedNames : placeWithNames(place, listedNames)
  })
  return [...lines, ...more].join('\n')
}

function describeSingle(alert: Alert, wording: AlertWording): AlertText {
  const text = describeAlert(alert, wording)
  if (alert.facts.kind !== 'look-ahead') return text
  const lines = formatLookAheadLines(alert.facts, wording)
  const hiddenCount = lines.length - MAX_LOOK_AHEAD_LINES
  return hiddenCount <= 0
    ? text
    : { ...text, body: [...lines.slice(0, MAX_LOOK_AHEAD_LINES), wording.popUp.more(hiddenCount)].join('\n') }
}

function formatName({ facts, number }: Alert, wording: AlertWording): string {
  const block =
    facts.kind === 'lfd-past' || facts.kind === 'lfd-today' || facts.kind === 'lfd-soon'
      ? describeBlock(facts, wording)
      : null
  const name = displayFileName(formatContainerNumber(number))
  return block === null || block === wording.parts.notReleased ? name : wording.parts.nameWithNote(name, block)
}

const popUpComposers: Record<PopUp['shape'], (alerts: readonly Alert[], wording: AlertWording) => AlertText> = {
  group: (alerts, wording) => {
    const [first] = alerts
    if (first && alerts.length === 1) return describeSingle(first, wording)
    const [kinds, place] = [groupByKind(alerts), first?.place ?? null]
    const isOnePlace = place !== null && alerts.every((alert) => alert.place === place)
    if (kinds.length === 1 && isOnePlace)
      return { title: wording.popUp.atPlace(formatTotals(alerts, wording), place), body: formatNames(alerts, wording) }
    return { title: formatTotals(alerts, wording), body: formatNamesByPlace(alerts, wording) }
  },
  digest: (alerts, wording) => ({
    title: wording.popUp.digest(alerts.length),
    body: formatDigestBody(alerts, wording),
  }),
  overflow: (alerts, wording) => ({
    title: wording.popUp.overflow(alerts.length),
    body: formatDigestBody(alerts, wording),
  }),
  'look-ahead': (alerts, wording) =>
    alerts[0] ? describeSingle(alerts[0], wording) : { title: wording.popUp.ahead, body: '' },
  test: (_, wording) => wording.popUp.test,
}

/** Totals for each kind, and the name of each container with severity 1. */
function formatDigestBody(alerts: readonly Alert[], wording: AlertWording): string {
  const urgent = alerts.filter(({ severity }) => severity === 1)
  return [formatTotals(alerts, wording), ...(urgent.length === 0 ? [] : [formatNamesByPlace(urgent, wording)])].join(
    '\n',
  )
}

/** The text that the operating system shows. */
export function describePopUp({ shape, alerts, hidesDetails }: PopUp, wording: AlertWording): AlertText {
  if (!hidesDetails || shape === 'test') return popUpComposers[shape](alerts, wording)
  return { title: alerts.length === 0 ? 'Quaywatch' : formatTotals(alerts, wording), body: wording.popUp.hidden }
}
