// The words of alerts and pop-ups (product 4.6, 4.8), said the same in the centre, by the operating system and in the
// simulator. Days are calendar days at a place and are never shifted; our own moments are in the zone they are given.
import type { Alert, AlertFacts, AlertKind, PopUp } from './alerts.ts'
import { fileWord } from './file-word.ts'

/** `title` stands alone where there is no room for more. Lines of `body` are parted by \n. */
export type Words = { title: string; body: string }

type Facts<Kind extends AlertKind> = Extract<AlertFacts, { kind: Kind }>
type Told<Kind extends AlertKind> = { facts: Facts<Kind>; alert: Alert }

const LANGUAGE = 'en-GB'

function partsOf(at: number, options: Intl.DateTimeFormatOptions): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(new Intl.DateTimeFormat(LANGUAGE, options).formatToParts(at).map(({ type, value }) => [type, value]))
}

/** `Fri 20 Nov` */
function dayOf(date: string): string {
  const { weekday, day, month } = partsOf(Date.parse(`${date}T00:00:00Z`), { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })
  return `${weekday ?? ''} ${day ?? ''} ${month ?? ''}`
}

/** `Mon 23 → Fri 20 Nov`; both months where they differ. */
function daysFromTo(before: string, after: string): string {
  const [from, to] = [dayOf(before), dayOf(after)]
  return before.slice(0, 7) === after.slice(0, 7) ? `${from.replace(/ \S+$/, '')} → ${to}` : `${from} → ${to}`
}

/** The calendar day of an instant at a place; of UTC where the place is not known. */
function dateAt(instant: string, zone: string | null): string {
  const { year, month, day } = partsOf(Date.parse(instant), { timeZone: zone ?? 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' })
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}`
}

/** `Mon 06:30`; a zone of null is the computer's own. */
function momentOf(instant: string, zone: string | null): string {
  const { weekday, hour, minute } = partsOf(Date.parse(instant), { ...(zone === null ? {} : { timeZone: zone }), weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${weekday ?? ''} ${hour ?? ''}:${minute ?? ''}`
}

/** `MSCU 123456 7`; what is no container number stays as it is. */
function spaced(number: string): string {
  return number.replace(/^([A-Z]{4})(\d{6})(\d)$/, '$1 $2 $3')
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

const HOLDS: Record<string, string> = { customs: 'customs hold', freight: 'freight hold', usda: 'USDA hold', vacis: 'VACIS hold', tmf: 'TMF hold', other: 'hold' }
const CLEARS: Record<string, string> = {
  customs: 'The broker clears it',
  vacis: 'The broker clears it',
  usda: 'The broker and USDA clear it',
  freight: 'The line clears it once it is paid',
  tmf: 'The payer clears it at the terminal',
}
const FEES: Record<string, string> = { demurrage: 'demurrage', exam: 'exam fee', extended_dwell_time: 'extended dwell fee', total: 'fees' }

/** Of several of one name, the second and later ones are numbered. */
function plainName(name: string): string {
  return name.replace(/#\d+$/, '')
}

/** The reasons of facts 1.6, as they end a sentence. */
const REASONS: Record<string, string> = {
  booking_cancelled: 'the booking was cancelled',
  duplicate: 'it is tracked already',
  expired: 'the line published nothing in 7 days',
  internal_processing_error: 'the service had a fault of its own',
  invalid_number: 'the line does not accept the number',
  not_found: 'not found at the line',
  retries_exhausted: 'the line never answered',
  shipping_line_unreachable: 'the line could not be reached',
  unrecognized_response: 'the line’s answer could not be read',
  data_unavailable: 'the line has no data any more',
  scac_auto_detect_failed: 'nobody knows which line it belongs to',
  awaiting_manifest: 'the line has no manifest yet',
}

function holdOf(name: string): string {
  const plain = plainName(name)
  return HOLDS[plain.toLowerCase()] ?? `${plain.replaceAll('_', ' ')} hold`
}

function feeOf(name: string): string {
  const plain = plainName(name)
  return FEES[plain.toLowerCase()] ?? plain.replaceAll('_', ' ')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function money(amount: number, currency: string | null): string {
  if (amount === 0) return 'amount pending'
  const figure = amount.toLocaleString(LANGUAGE, { maximumFractionDigits: 2, minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })
  // Which dollar, or whether one at all, nobody said.
  if (currency === null) return figure
  return currency === 'USD' ? `$${figure}` : `${currency} ${figure}`
}

function lfdIn(daysLeft: number | null): string {
  if (daysLeft === null) return 'no last free day yet'
  if (daysLeft < 0) return `${count(-daysLeft, 'day')} past LFD`
  return daysLeft === 0 ? 'LFD today' : daysLeft === 1 ? 'LFD tomorrow' : `LFD in ${daysLeft} days`
}

/** What is known becomes one line; the rest leaves no gap. */
function line(...parts: (string | false | null)[]): string {
  return capital(parts.filter((part) => typeof part === 'string' && part !== '').join(' · '))
}

function bill({ masterBill }: Alert): string | null {
  return masterBill === null ? null : `B/L ${masterBill}`
}

function blockOf({ holds, isReady }: Facts<'lfd-today' | 'lfd-past' | 'lfd-soon'>): string | null {
  const [first] = holds
  if (first !== undefined) return holds.length > 1 ? `${holdOf(first)} +${holds.length - 1}` : holdOf(first)
  return isReady ? null : 'not released'
}

type Wording = { [Kind in AlertKind]: (told: Told<Kind>) => Words }

/** One alert by itself. */
const single: Wording = {
  'lfd-past': ({ facts, alert }) => ({
    title: `Past last free day: ${spaced(alert.number)}`,
    body: line(count(-facts.daysLeft, 'day'), facts.fees[0] ? `terminal reports ${money(facts.fees[0].amount, facts.fees[0].currency)}` : null, blockOf(facts), alert.place),
  }),
  'lfd-today': ({ facts, alert }) => ({ title: `Last free day today: ${spaced(alert.number)}`, body: line(alert.place, blockOf(facts), bill(alert)) }),
  'lfd-soon': ({ facts, alert }) => ({
    title: `${capital(lfdIn(facts.daysLeft))}${facts.isReady ? '' : ', not ready'}: ${spaced(alert.number)}`,
    body: line(dayOf(facts.date), alert.place, facts.isReady ? 'no hold' : blockOf(facts), bill(alert)),
  }),
  'lfd-earlier': ({ facts, alert }) => ({ title: `LFD moved up: ${daysFromTo(facts.before, facts.after)}`, body: movedBody(facts, alert) }),
  'lfd-later': ({ facts, alert }) => ({ title: `LFD extended: ${daysFromTo(facts.before, facts.after)}`, body: movedBody(facts, alert) }),
  'lfd-withdrawn': ({ facts, alert }) => ({ title: `Last free day withdrawn: ${spaced(alert.number)}`, body: line(`was ${dayOf(facts.before)}`, 'ask the line or the terminal', bill(alert)) }),
  'hold-placed': ({ facts, alert }) => ({ title: `${capital(holdOf(facts.name))}: ${spaced(alert.number)}`, body: line(lfdIn(facts.daysLeft), CLEARS[plainName(facts.name).toLowerCase()] ?? null, bill(alert)) }),
  'hold-expected': ({ facts, alert }) => ({ title: `${capital(holdOf(facts.name))} expected: ${spaced(alert.number)}`, body: line(lfdIn(facts.daysLeft), bill(alert)) }),
  'hold-cleared': ({ facts, alert }) => ({ title: `${capital(holdOf(facts.name))} cleared: ${spaced(alert.number)}`, body: line(lfdIn(facts.daysLeft), alert.place, bill(alert)) }),
  ready: ({ facts, alert }) => ({ title: `Ready for pickup: ${spaced(alert.number)}`, body: line(alert.place, lfdIn(facts.daysLeft), bill(alert)) }),
  'fee-posted': ({ facts, alert }) => ({
    title:
      facts.before === null
        ? `${capital(feeOf(facts.name))} posted: ${money(facts.amount, facts.currency)} on ${spaced(alert.number)}`
        : `${capital(feeOf(facts.name))} now ${money(facts.amount, facts.currency)} on ${spaced(alert.number)}`,
    body: line(facts.before === null ? null : `was ${money(facts.before, facts.currency)}`, alert.place, bill(alert)),
  }),
  'arrival-moved': ({ facts, alert }) => ({
    title: `ETA ${facts.port ?? 'port of discharge'} ${daysMoved(facts)}: ${[facts.vessel ?? 'vessel not known', facts.voyage].filter(Boolean).join(' ')} (${count(facts.containers, 'container')})`,
    body: line(`was ${dayOf(dateAt(facts.before, alert.zone))}`, `now ${dayOf(dateAt(facts.after, alert.zone))}`, bill(alert)),
  }),
  'request-failed': ({ facts, alert }) => ({ title: `Could not track ${alert.number}${facts.reason === null ? '' : `: ${REASONS[facts.reason] ?? facts.reason.replaceAll('_', ' ')}`}`, body: 'Fix the number or the line, or dismiss it.' }),
  'document-read': ({ facts, alert }) => ({ title: `${capital(facts.type ?? 'document')} read`, body: fileWord(alert.number) }),
  'document-failed': ({ facts, alert }) => ({ title: `${capital(facts.type ?? 'document')} not read`, body: fileWord(alert.number) }),
  'document-unlinked': ({ facts, alert }) => ({ title: `${capital(facts.type ?? 'document')} needs a shipment`, body: fileWord(alert.number) }),
  'not-updating': ({ facts, alert }) => ({ title: 'Not updating for 60 minutes', body: facts.since === null ? 'Nothing has been read yet.' : `Showing saved data from ${momentOf(facts.since, alert.zone)}.` }),
  'look-ahead': ({ facts, alert }) => ({
    title: `Until ${momentOf(facts.until, alert.zone)}: ${count(facts.containers.length, 'container')} with a last free day`,
    body: aheadLines(facts).join('\n'),
  }),
}

function aheadLines({ containers }: Facts<'look-ahead'>): string[] {
  return containers.map(({ number, date, place }) => line(dayOf(date), spaced(number), place))
}

function movedBody({ source, daysBefore, daysAfter }: Facts<'lfd-earlier' | 'lfd-later'>, alert: Alert): string {
  return line(spaced(alert.number), source === 'service' ? null : source, `was ${ahead(daysBefore)}, now ${ahead(daysAfter)}`)
}

function ahead(days: number): string {
  if (days < 0) return `${count(-days, 'day')} past`
  return days === 0 ? 'today' : `in ${count(days, 'day')}`
}

function daysMoved({ before, after }: Facts<'arrival-moved'>): string {
  const days = Math.round((Date.parse(after) - Date.parse(before)) / 86_400_000)
  return `${days > 0 ? '+' : '−'}${count(Math.abs(days), 'day')}`
}

/** What several of one kind are called together. */
const several: Record<AlertKind, (n: number) => string> = {
  'lfd-past': (n) => `Past last free day: ${count(n, 'container')}`,
  'lfd-today': (n) => `Last free day today: ${count(n, 'container')}`,
  'lfd-soon': (n) => `Last free day soon: ${count(n, 'container')}`,
  'lfd-earlier': (n) => `LFD moved up: ${count(n, 'container')}`,
  'lfd-later': (n) => `LFD extended: ${count(n, 'container')}`,
  'lfd-withdrawn': (n) => `Last free day withdrawn: ${count(n, 'container')}`,
  'hold-placed': (n) => count(n, 'new hold'),
  'hold-expected': (n) => `${count(n, 'hold')} expected`,
  'hold-cleared': (n) => `${count(n, 'hold')} cleared`,
  ready: (n) => `Ready for pickup: ${count(n, 'container')}`,
  'fee-posted': (n) => count(n, 'fee posted', 'fees posted'),
  'arrival-moved': (n) => `ETA moved on ${count(n, 'shipment')}`,
  'request-failed': (n) => `Could not track ${count(n, 'number')}`,
  'document-read': (n) => `${count(n, 'document')} read`,
  'document-failed': (n) => `${count(n, 'document')} not read`,
  'document-unlinked': (n) => `${count(n, 'document')} ${n === 1 ? 'needs' : 'need'} a shipment`,
  'not-updating': () => 'Not updating',
  'look-ahead': () => 'Last free days ahead',
}

/** One row of the centre. */
export function alertWords(alert: Alert): Words {
  const { facts } = alert
  // The table has each kind with its own facts; the compiler cannot follow that through an index.
  const wording = single[facts.kind] as (told: { facts: AlertFacts; alert: Alert }) => Words
  return wording({ facts, alert })
}

/** By kind, most severe first as they come. */
function byKind(alerts: readonly Alert[]): [AlertKind, Alert[]][] {
  return [...Map.groupBy(alerts, ({ facts }) => facts.kind)]
}

function totals(alerts: readonly Alert[]): string {
  return byKind(alerts).map(([kind, own]) => several[kind](own.length)).join(', ')
}

/** Windows shows nothing at all of a notification above 5 kB. What does not fit is in the centre. */
const MOST_LETTERS = 2_500
const MOST_AHEAD = 20

/** As many as fit, the most severe first, with how many do not. */
function fitting(alerts: readonly Alert[]): { named: Alert[]; more: string[] } {
  const named: Alert[] = []
  let letters = 0
  for (const alert of alerts.toSorted((one, other) => one.severity - other.severity)) {
    letters += nameOf(alert).length + (alert.place?.length ?? 0) + 2
    if (letters > MOST_LETTERS) break
    named.push(alert)
  }
  return { named, more: named.length < alerts.length ? [`+${alerts.length - named.length} more`] : [] }
}

function names(alerts: readonly Alert[]): string {
  const { named, more } = fitting(alerts)
  return [...named.map(nameOf), ...more].join(', ')
}

/** A line for each place, naming every container: none of them may be only a number in a sum, as long as there is room. */
function namesByPlace(alerts: readonly Alert[]): string {
  const { named, more } = fitting(alerts)
  const places = Map.groupBy(named, ({ place }) => place ?? '')
  return [...[...places].map(([place, own]) => `${place === '' ? '' : `${place}: `}${own.map(nameOf).join(', ')}`), ...more].join('\n')
}

function wordsOfOne(alert: Alert): Words {
  const words = alertWords(alert)
  if (alert.facts.kind !== 'look-ahead') return words
  const lines = aheadLines(alert.facts)
  const more = lines.length - MOST_AHEAD
  return more <= 0 ? words : { ...words, body: [...lines.slice(0, MOST_AHEAD), `+${more} more`].join('\n') }
}

function nameOf({ facts, number }: Alert): string {
  const block = facts.kind === 'lfd-past' || facts.kind === 'lfd-today' || facts.kind === 'lfd-soon' ? blockOf(facts) : null
  const name = fileWord(spaced(number))
  return block === null || block === 'not released' ? name : `${name} (${block})`
}

const shaped: Record<PopUp['shape'], (alerts: readonly Alert[]) => Words> = {
  group: (alerts) => {
    const [first] = alerts
    if (first && alerts.length === 1) return wordsOfOne(first)
    const [kinds, place] = [byKind(alerts), first?.place ?? null]
    const isOnePlace = place !== null && alerts.every((alert) => alert.place === place)
    if (kinds.length === 1 && isOnePlace) return { title: `${totals(alerts)} at ${place}`, body: names(alerts) }
    return { title: totals(alerts), body: namesByPlace(alerts) }
  },
  digest: (alerts) => ({ title: `Since the last summary: ${count(alerts.length, 'item')}`, body: digestBody(alerts) }),
  overflow: (alerts) => ({ title: count(alerts.length, 'alert'), body: digestBody(alerts) }),
  'look-ahead': (alerts) => (alerts[0] ? wordsOfOne(alerts[0]) : { title: 'Last free days ahead', body: '' }),
  test: () => ({ title: 'Quaywatch can reach you', body: 'This is what an alert looks like. A click opens the container it is about.' }),
}

/** Counts, and every container of severity 1 by name. */
function digestBody(alerts: readonly Alert[]): string {
  const urgent = alerts.filter(({ severity }) => severity === 1)
  return [totals(alerts), ...(urgent.length === 0 ? [] : [namesByPlace(urgent)])].join('\n')
}

/** What the operating system shows. */
export function popUpWords({ shape, alerts, hidesDetails }: PopUp): Words {
  if (!hidesDetails || shape === 'test') return shaped[shape](alerts)
  return { title: alerts.length === 0 ? 'Quaywatch' : totals(alerts), body: 'Open Quaywatch to see which.' }
}
