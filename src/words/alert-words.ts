// The texts of alerts and pop-ups, the same in the alert centre, the operating system and the simulator. This file
// decides the content and its order; the folder beside it has the texts of each language. Days are calendar days at a
// place and are never shifted; instants are shown in the zone of the alert.
import type { AlertWording } from './alert-words/wording.ts'
import type { Alert, AlertFacts, AlertKind, PopUp } from '#contract/alerts.ts'
import { displayFileName } from './file-name.ts'
import { LANGUAGE_TAGS } from '#contract/rules/language.ts'
import { formatAmount } from './currency.ts'
import { type DayParts, dayFormat, namedParts, writtenDay, writtenMove } from './written-days.ts'

/** `title` is also used alone, where there is no room for more. Lines of `body` are separated by \n. */
export type Words = { title: string; body: string }

type Facts<Kind extends AlertKind> = Extract<AlertFacts, { kind: Kind }>
type AlertInput<Kind extends AlertKind> = { facts: Facts<Kind>; alert: Alert; wording: AlertWording }

function partsOf(date: string, { language }: AlertWording): DayParts {
  const format = dayFormat(language, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })
  return { ...namedParts(language, format, Date.parse(`${date}T00:00:00Z`)), year: null }
}

/** `Fri 20 Nov` */
function dayOf(date: string, wording: AlertWording): string {
  return writtenDay(wording.language, partsOf(date, wording))
}

/** `Mon 23 → Fri 20 Nov` */
function daysFromTo({ before, after }: Facts<'lfd-earlier' | 'lfd-later'>, wording: AlertWording): string {
  const year = (date: string) => (before.slice(0, 4) === after.slice(0, 4) ? null : date.slice(0, 4))
  return writtenMove(
    wording.language,
    { ...partsOf(before, wording), year: year(before) },
    { ...partsOf(after, wording), year: year(after) },
  )
}

/** The calendar day of an instant at a place; the UTC day if the zone is unknown. */
function dateAt(instant: string, zone: string | null): string {
  // The Swedish format is YYYY-MM-DD.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone ?? 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(Date.parse(instant))
}

/** `Mon 06:30`; without a zone, the computer's own zone applies. */
function momentOf(instant: string, zone: string | null, { language }: AlertWording): string {
  const format = dayFormat(language, {
    ...(zone === null ? {} : { timeZone: zone }),
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(
    format.formatToParts(Date.parse(instant)).map(({ type, value }) => [type, value]),
  ) as Partial<Record<Intl.DateTimeFormatPartTypes, string>>
  return `${namedParts(language, format, Date.parse(instant)).weekday} ${part.hour ?? ''}:${part.minute ?? ''}`
}

/** `MSCU 123456 7`; other numbers remain unchanged. */
function spaced(number: string): string {
  return number.replace(/^([A-Z]{4})(\d{6})(\d)$/, '$1 $2 $3')
}

/** Removes the ordinal of the second and later holds or fees with one name. */
function plainName(name: string): string {
  return name.replace(/#\d+$/, '')
}

/** Finds the text for a name. Checks own properties only, because the service may send any name, even `constructor`. */
function ownWord(words: Readonly<Record<string, string>>, plain: string): string | null {
  const key = plain.toLowerCase()
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null
}

/** The text for a name of the service, or `unknown` with the name, without underscores. */
function named(words: Readonly<Record<string, string>>, name: string, unknown: (name: string) => string): string {
  const plain = plainName(name)
  return ownWord(words, plain) ?? unknown(plain.replaceAll('_', ' '))
}

function holdOf(name: string, { holds, hold }: AlertWording): string {
  return named(holds, name, hold)
}

function feeOf(name: string, { fees, fee }: AlertWording): string {
  return named(fees, name, fee)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function money(amount: number, currency: string | null, { language, amountPending, noCurrency }: AlertWording): string {
  if (amount === 0) return amountPending
  const text = formatAmount(amount, currency, LANGUAGE_TAGS[language])
  return currency === null ? noCurrency(text) : text
}

/** Joins the known parts into one line. */
function line(...parts: (string | false | null)[]): string {
  return capital(parts.filter((part) => typeof part === 'string' && part !== '').join(' · '))
}

function bill({ masterBill }: Alert, { parts }: AlertWording): string | null {
  return masterBill === null ? null : parts.bill(masterBill)
}

function blockOf(
  { holds, isReady }: Facts<'lfd-today' | 'lfd-past' | 'lfd-soon'>,
  wording: AlertWording,
): string | null {
  const [first] = holds
  if (first !== undefined)
    return holds.length > 1 ? `${holdOf(first, wording)} +${holds.length - 1}` : holdOf(first, wording)
  // Unknown is not a block.
  return isReady === false ? wording.parts.notReleased : null
}

/** The title with its container, unless `describeAlertBeside` removed the number. */
function about(
  title: string,
  { number }: Alert,
  { parts }: AlertWording,
  join: 'about' | 'ofContainer' = 'about',
): string {
  return number === '' ? title : parts[join](title, spaced(number))
}

type Composing = { [Kind in AlertKind]: (input: AlertInput<Kind>) => Words }

/** The text of one alert, by kind. */
const single: Composing = {
  'lfd-past': ({ facts, alert, wording }) => ({
    title: about(wording.titles.past, alert, wording),
    body: line(
      wording.parts.days(-facts.daysLeft),
      facts.fees[0] ? wording.parts.reports(money(facts.fees[0].amount, facts.fees[0].currency, wording)) : null,
      blockOf(facts, wording),
      alert.place,
    ),
  }),
  'lfd-today': ({ facts, alert, wording }) => ({
    title: about(wording.titles.today, alert, wording),
    body: line(alert.place, blockOf(facts, wording), bill(alert, wording)),
  }),
  'lfd-soon': ({ facts, alert, wording }) => ({
    title: about(
      wording.titles.soon(capital(wording.parts.lfdIn(facts.daysLeft)), facts.isReady !== false),
      alert,
      wording,
    ),
    body: line(
      dayOf(facts.date, wording),
      alert.place,
      facts.isReady ? wording.parts.noHold : blockOf(facts, wording),
      bill(alert, wording),
    ),
  }),
  'lfd-earlier': (input) => ({
    title: input.wording.titles.earlier(daysFromTo(input.facts, input.wording)),
    body: dateChangeBody(input),
  }),
  'lfd-later': (input) => ({
    title: input.wording.titles.later(daysFromTo(input.facts, input.wording)),
    body: dateChangeBody(input),
  }),
  'lfd-withdrawn': ({ facts, alert, wording }) => ({
    title: about(wording.titles.withdrawn, alert, wording),
    body: line(wording.parts.was(dayOf(facts.before, wording)), wording.parts.ask, bill(alert, wording)),
  }),
  'hold-placed': ({ facts, alert, wording }) => ({
    title: about(capital(holdOf(facts.name, wording)), alert, wording),
    body: line(
      wording.parts.lfdIn(facts.daysLeft),
      ownWord(wording.clears, plainName(facts.name)),
      bill(alert, wording),
    ),
  }),
  'hold-expected': ({ facts, alert, wording }) => ({
    title: about(wording.titles.holdExpected(capital(holdOf(facts.name, wording))), alert, wording),
    body: line(wording.parts.lfdIn(facts.daysLeft), bill(alert, wording)),
  }),
  'hold-cleared': ({ facts, alert, wording }) => ({
    title: about(wording.titles.holdCleared(capital(holdOf(facts.name, wording))), alert, wording),
    body: line(wording.parts.lfdIn(facts.daysLeft), alert.place, bill(alert, wording)),
  }),
  ready: ({ facts, alert, wording }) => ({
    title: about(wording.titles.ready, alert, wording),
    body: line(alert.place, wording.parts.lfdIn(facts.daysLeft), bill(alert, wording)),
  }),
  'fee-posted': ({ facts, alert, wording }) => ({
    title: about(
      wording.titles[facts.before === null ? 'feePosted' : 'feeNow'](
        capital(feeOf(facts.name, wording)),
        money(facts.amount, facts.currency, wording),
      ),
      alert,
      wording,
      'ofContainer',
    ),
    body: line(
      facts.before === null ? null : wording.parts.was(money(facts.before, facts.currency, wording)),
      alert.place,
      bill(alert, wording),
    ),
  }),
  'arrival-moved': ({ facts, alert, wording }) => ({
    title: wording.titles.arrivalMoved({
      port: facts.port,
      days: daysChanged(facts),
      vessel: [facts.vessel ?? wording.parts.vessel, facts.voyage].filter(Boolean).join(' '),
      containers: facts.containers,
    }),
    body: line(
      wording.parts.was(dayOf(dateAt(facts.before, alert.zone), wording)),
      wording.parts.now(dayOf(dateAt(facts.after, alert.zone), wording)),
      bill(alert, wording),
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
    title: wording.titles.documentRead(capital(facts.type ?? wording.document)),
    body: displayFileName(alert.number),
  }),
  'document-failed': ({ facts, alert, wording }) => ({
    title: wording.titles.documentFailed(capital(facts.type ?? wording.document)),
    body: displayFileName(alert.number),
  }),
  'document-unlinked': ({ facts, alert, wording }) => ({
    title: wording.titles.documentUnlinked(capital(facts.type ?? wording.document)),
    body: displayFileName(alert.number),
  }),
  'not-updating': ({ facts, alert, wording }) => ({
    title: wording.titles.notUpdating,
    body: wording.parts.since(facts.since === null ? null : momentOf(facts.since, alert.zone, wording)),
  }),
  'look-ahead': ({ facts, alert, wording }) => ({
    title: wording.titles.lookAhead(momentOf(facts.until, alert.zone, wording), facts.containers.length),
    body: aheadLines(facts, wording).join('\n'),
  }),
}

function aheadLines({ containers }: Facts<'look-ahead'>, wording: AlertWording): string[] {
  return containers.map(({ number, date, place }) => line(dayOf(date, wording), spaced(number), place))
}

function dateChangeBody({
  facts: { source, daysBefore, daysAfter },
  alert,
  wording,
}: AlertInput<'lfd-earlier'> | AlertInput<'lfd-later'>): string {
  return line(
    spaced(alert.number),
    source === 'service' ? null : wording.source[source],
    wording.parts.wasNow(daysBefore, daysAfter),
  )
}

function daysChanged({ before, after }: Facts<'arrival-moved'>): number {
  return Math.round((Date.parse(after) - Date.parse(before)) / 86_400_000)
}

/** The text of one row in the alert centre. */
export function describeAlert(alert: Alert, wording: AlertWording): Words {
  const { facts } = alert
  // The compiler cannot relate the kind of the alert to its entry in the table.
  const compose = single[facts.kind] as (input: { facts: AlertFacts; alert: Alert; wording: AlertWording }) => Words
  return compose({ facts, alert, wording })
}

/** The same, for a place that shows the number and the terminal of the container beside the text. */
export function describeAlertBeside(alert: Alert, wording: AlertWording): Words {
  return describeAlert(alert.object === 'container' ? { ...alert, number: '', place: null } : alert, wording)
}

/** Groups the alerts by kind, in the order of the first alert of each kind. */
function byKind(alerts: readonly Alert[]): [AlertKind, Alert[]][] {
  return [...Map.groupBy(alerts, ({ facts }) => facts.kind)]
}

function totals(alerts: readonly Alert[], { several, parts }: AlertWording): string {
  return byKind(alerts)
    .map(([kind, own]) => several[kind](own.length))
    .join(parts.listed)
}

/**
 * The limit for the texts of a pop-up, because Windows shows no notification above 5 kB. The centre shows all alerts.
 */
const MAX_LETTERS = 2_500
const MAX_AHEAD = 20

/** As many alerts as fit, the most severe first, and a text for the number of the others. */
function fitting(alerts: readonly Alert[], wording: AlertWording): { named: Alert[]; more: string[] } {
  const named: Alert[] = []
  let letters = 0
  for (const alert of alerts.toSorted((one, other) => one.severity - other.severity)) {
    letters += nameOf(alert, wording).length + (alert.place?.length ?? 0) + 2
    if (letters > MAX_LETTERS) break
    named.push(alert)
  }
  return { named, more: named.length < alerts.length ? [wording.popUp.more(alerts.length - named.length)] : [] }
}

function names(alerts: readonly Alert[], wording: AlertWording): string {
  const { named, more } = fitting(alerts, wording)
  return [...named.map((alert) => nameOf(alert, wording)), ...more].join(wording.parts.listed)
}

/** One line for each place, with the name of every container as long as there is room. */
function namesByPlace(alerts: readonly Alert[], wording: AlertWording): string {
  const { named, more } = fitting(alerts, wording)
  const places = Map.groupBy(named, ({ place }) => place ?? '')
  const { listed, under } = wording.parts
  const lines = [...places].map(([place, own]) => {
    const listedNames = own.map((alert) => nameOf(alert, wording)).join(listed)
    return place === '' ? listedNames : under(place, listedNames)
  })
  return [...lines, ...more].join('\n')
}

function wordsOfOne(alert: Alert, wording: AlertWording): Words {
  const words = describeAlert(alert, wording)
  if (alert.facts.kind !== 'look-ahead') return words
  const lines = aheadLines(alert.facts, wording)
  const more = lines.length - MAX_AHEAD
  return more <= 0 ? words : { ...words, body: [...lines.slice(0, MAX_AHEAD), wording.popUp.more(more)].join('\n') }
}

function nameOf({ facts, number }: Alert, wording: AlertWording): string {
  const block =
    facts.kind === 'lfd-past' || facts.kind === 'lfd-today' || facts.kind === 'lfd-soon'
      ? blockOf(facts, wording)
      : null
  const name = displayFileName(spaced(number))
  return block === null || block === wording.parts.notReleased ? name : wording.parts.aside(name, block)
}

const shaped: Record<PopUp['shape'], (alerts: readonly Alert[], wording: AlertWording) => Words> = {
  group: (alerts, wording) => {
    const [first] = alerts
    if (first && alerts.length === 1) return wordsOfOne(first, wording)
    const [kinds, place] = [byKind(alerts), first?.place ?? null]
    const isOnePlace = place !== null && alerts.every((alert) => alert.place === place)
    if (kinds.length === 1 && isOnePlace)
      return { title: wording.popUp.atPlace(totals(alerts, wording), place), body: names(alerts, wording) }
    return { title: totals(alerts, wording), body: namesByPlace(alerts, wording) }
  },
  digest: (alerts, wording) => ({ title: wording.popUp.digest(alerts.length), body: digestBody(alerts, wording) }),
  overflow: (alerts, wording) => ({ title: wording.popUp.overflow(alerts.length), body: digestBody(alerts, wording) }),
  'look-ahead': (alerts, wording) =>
    alerts[0] ? wordsOfOne(alerts[0], wording) : { title: wording.popUp.ahead, body: '' },
  test: (_, wording) => wording.popUp.test,
}

/** Totals for each kind, and the name of each container with severity 1. */
function digestBody(alerts: readonly Alert[], wording: AlertWording): string {
  const urgent = alerts.filter(({ severity }) => severity === 1)
  return [totals(alerts, wording), ...(urgent.length === 0 ? [] : [namesByPlace(urgent, wording)])].join('\n')
}

/** The text that the operating system shows. */
export function describePopUp({ shape, alerts, hidesDetails }: PopUp, wording: AlertWording): Words {
  if (!hidesDetails || shape === 'test') return shaped[shape](alerts, wording)
  return { title: alerts.length === 0 ? 'Quaywatch' : totals(alerts, wording), body: wording.popUp.hidden }
}
