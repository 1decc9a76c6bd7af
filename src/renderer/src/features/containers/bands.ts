// The bands as texts and colours. The engine computes the band and its days.
import type { Tone } from '../../ui/tone.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { Band, DeadlineFlag, DeadlineSource, LastFreeDay } from '#contract/deadlines.ts'
import {
  formatCount,
  joinParts,
  joinList,
  joinSentences,
  joinStated,
  t,
  tn,
  type PlainWord,
} from '../../words/words.ts'
import { getFreshness, formatTerminalNote } from '../../words/ages.ts'
import { formatDate, formatDay, formatTime, describeDate, formatPlaceOfZone } from '../../words/dates.ts'
import { formatGateLimit, formatGateLine, formatGateOpening, describeGate } from './gates.ts'
import { findPlaceInZone } from './journey.ts'

export const bandTone: Record<Band, Tone> = {
  past: 'past',
  today: 'today',
  tomorrow: 'soon',
  soon: 'soon',
  week: 'upcoming',
  later: 'later',
  none: 'unknown',
  confirm: 'unknown',
  'not-discharged': 'stopped',
  out: 'stopped',
}

export type BandSubject = Pick<ContainerRow, 'lastFreeDay' | 'fullOutAt' | 'pickupZone' | 'ages' | 'gateDay' | 'risks'>

/** Formats the text of the band's cell. */
export function formatBand({ lastFreeDay, fullOutAt, pickupZone }: BandSubject, nowMs: number | null): string {
  const { band, date, daysLeft, daysSinceDischarge } = lastFreeDay
  const days = Math.abs(daysLeft ?? 0)
  switch (band) {
    case 'past':
      return tn('band.past', days)
    case 'confirm':
      return t('band.confirm', { n: days })
    case 'today':
      return t('band.today')
    case 'tomorrow':
    case 'soon':
    case 'week':
      return days === 1 ? t('band.tomorrow') : tn('band.inDays', days)
    case 'later':
      return date === null ? '' : formatDate(date, nowMs)
    case 'none':
      return daysSinceDischarge === null ? t('bandName.none') : t('band.noneSince', { n: daysSinceDischarge })
    case 'not-discharged':
      return t('bandName.not-discharged')
    case 'out':
      return fullOutAt === null ? t('bandName.out') : t('band.outOn', { date: formatDay(fullOutAt, pickupZone, nowMs) })
  }
}

/** The short text of the band beside the date of a last free day; null if the date is enough. */
export function formatBandShort({ lastFreeDay: { band, date, daysLeft } }: BandSubject): string | null {
  const days = Math.abs(daysLeft ?? 0)
  switch (band) {
    case 'past':
      return t('band.shortPast', { n: days })
    case 'today':
    case 'tomorrow':
      return t(`bandName.${band}`)
    case 'soon':
    case 'week':
      return days === 1 ? t('bandName.tomorrow') : t('band.shortIn', { n: days })
    case 'later':
      return null
    case 'none':
      return t('bandName.none')
    case 'confirm':
      return t('band.shortConfirm')
    case 'not-discharged':
    case 'out':
      return date === null ? t(`bandName.${band}`) : null
  }
}

/** The date beside a count of days; empty if the text of the band is a date, and after free time has stopped. */
export function formatDayBesideBand({ band, date, clock }: LastFreeDay, nowMs: number | null): string {
  return date === null || band === 'later' || clock === 'stopped' ? '' : formatDate(date, nowMs)
}

/** The date, or the reason why there is none, for a narrow column. */
export function formatLastFreeDay({ band, date }: LastFreeDay, nowMs: number | null): string {
  return date === null ? t(`bandName.${band}`) : formatDate(date, nowMs)
}

/** Uses a minus sign, because a hyphen is easily overlooked. */
export function formatDaysLeft(days: number): string {
  return formatCount(days).replace('-', '−')
}

const spokenNumbers: readonly PlainWord[] = [
  'spokenNumber.one',
  'spokenNumber.two',
  'spokenNumber.three',
  'spokenNumber.four',
  'spokenNumber.five',
  'spokenNumber.six',
  'spokenNumber.seven',
  'spokenNumber.eight',
  'spokenNumber.nine',
  'spokenNumber.ten',
]

function spellNumber(number: number): string {
  const word = spokenNumbers[number - 1]
  return word === undefined ? String(number) : t(word)
}

type SpokenSubject = BandSubject & Parameters<typeof findPlaceInZone>[0]

/** The text for screen readers. It includes the date and the place, because the band's column shows neither. */
export function describeBand(subject: SpokenSubject, nowMs: number | null): string {
  return joinParts(t('phrase.clauseSeparator'), describeBandWithoutGate(subject, nowMs), describeGate(subject))
}

/** The same for a row whose action names the gate. */
export function describeBandWithoutGate(subject: SpokenSubject, nowMs: number | null): string {
  const certainty = isUncertain(subject, nowMs) ? t('bandSpoken.uncertain') : null
  const parts = [describeDay(subject, nowMs), certainty, describeOwnDay(subject.lastFreeDay)]
  return joinParts(t('phrase.clauseSeparator'), ...parts)
}

function describeDay(subject: SpokenSubject, nowMs: number | null): string {
  const { band, date, daysLeft, zone } = subject.lastFreeDay
  if (date === null || daysLeft === null) return formatBand(subject, nowMs)
  const days = Math.abs(daysLeft)
  const values = {
    days: spellNumber(days),
    date: describeDate(date),
    place: zone === null ? t('bandSpoken.noPlace') : (findPlaceInZone(subject, zone) ?? formatPlaceOfZone(zone)),
  }
  switch (band) {
    case 'past':
      return tn('bandSpoken.past', days, values)
    case 'confirm':
      return tn('bandSpoken.confirm', days, values)
    case 'today':
      return t('bandSpoken.today', values)
    case 'tomorrow':
    case 'soon':
    case 'week':
      return tn('bandSpoken.ahead', days, values)
    case 'later':
      return t('bandSpoken.later', values)
    case 'none':
    case 'not-discharged':
    case 'out':
      return formatBand(subject, nowMs)
  }
}

/** The letters are the same in every language, so that printed lists agree. The glossary explains them. */
export const SOURCE_LETTERS: Readonly<Record<DeadlineSource, string>> = {
  line: 'S',
  terminal: 'T',
  rail: 'R',
  service: 'P',
  manual: 'M',
}

/** The date is not certain, or was not checked for long. It is marked, and its urgency stays the same. */
export function isUncertain(subject: BandSubject, nowMs: number | null): boolean {
  const { clock, flags } = subject.lastFreeDay
  return clock !== 'stopped' && (flags.length > 0 || isCheckOld(subject, nowMs))
}

/** Close to the last free day a check is old after a day, otherwise after a week. */
function isCheckOld({ lastFreeDay: { clock, date }, ages, risks }: BandSubject, nowMs: number | null): boolean {
  const isUnverified =
    clock === 'running' &&
    date !== null &&
    nowMs !== null &&
    getFreshness('terminal', ages.terminal, nowMs) === 'unverified'
  return isUnverified || risks.some(({ reason }) => reason === 'terminal-check-old')
}

/**
 * Formats the tooltip: what the cell's text leaves out, and the working hours of the gate. Null if there is neither.
 */
export function formatBandTip(subject: BandSubject, nowMs: number | null): string | null {
  const gate = [formatGateLine(subject, nowMs), formatGateOpening(subject, nowMs)]
  const text = joinParts('\n', formatBandHint(subject, nowMs), ...gate)
  return text === '' ? null : text
}

export function formatBandHint(subject: BandSubject, nowMs: number | null): string | null {
  const { band, zone, flags } = subject.lastFreeDay
  const lines = flags.map((flag: DeadlineFlag) => t(`flag.${flag}`))
  // The hours of the gate are the earlier limit.
  if (band === 'today' && nowMs !== null && formatGateLimit(subject, nowMs) === null)
    lines.unshift(t('band.todayHint', { time: formatTime(nowMs, zone) }))
  if (band === 'confirm') lines.unshift(t('band.confirmHint'))
  if (isCheckOld(subject, nowMs)) lines.push(formatTerminalNote(subject.ages.terminal, nowMs))
  return lines.length > 0 ? lines.join('\n') : null
}

/** A manual date may differ from the reported one without a dispute between sources. */
export function hasSeveralDays(sources: LastFreeDay['sources']): boolean {
  return new Set(sources.map(({ date }) => date)).size > 1
}

/** Formats the tooltip of a dispute: one line per source, the earlier first among those that may govern. */
export function formatSourcesTip({ sources }: LastFreeDay, nowMs: number | null): string | null {
  if (sources.length === 0) return null
  return sources
    .map(({ source, date }) => `${formatDate(date, nowMs)} · ${t(`source.${source}`)}, ${t(`sourceLong.${source}`)}`)
    .join('\n')
}

/** Says that the user's own last free day is in effect; null if it is a reported one. Lists mark such a day. */
export function describeOwnDay({ source }: LastFreeDay): string | null {
  return source === 'manual' ? t('deadline.manualGoverns') : null
}

/** Like `formatSourcesTip`, preceded by lines for an override and for sources that differ. */
export function formatDisputeTip(day: LastFreeDay, nowMs: number | null): string | null {
  const sources = formatSourcesTip(day, nowMs)
  return sources && joinParts('\n', describeOwnDay(day), day.isDisputed ? t('deadline.disputed') : null, sources)
}

/** The text for screen readers of the date's own cell. */
export function describeDispute(lastFreeDay: LastFreeDay, nowMs: number | null): string {
  if (lastFreeDay.date === null) return ''
  const day = formatDate(lastFreeDay.date, nowMs)
  const remarks = joinSentences(describeOwnDay(lastFreeDay), lastFreeDay.isDisputed ? t('deadline.disputed') : null)
  return remarks === '' ? day : joinStated(day, remarks)
}

/** The text for screen readers of the band with its date, also where the band has no words for the date. */
export function describeLastFreeDay(subject: SpokenSubject, nowMs: number | null): string {
  const { band, isDisputed } = subject.lastFreeDay
  const spoken = describeBand(subject, nowMs)
  const separator = t('phrase.clauseSeparator')
  return band === 'out' || band === 'not-discharged'
    ? joinParts(separator, spoken, describeDispute(subject.lastFreeDay, nowMs))
    : joinParts(separator, spoken, isDisputed ? t('deadline.disputed') : null)
}

/** Formats the other reported days, for a line beside the governing one: `Line says Sun 22 Nov`. */
export function formatOtherDays({ date, sources, isDisputed }: LastFreeDay, nowMs: number | null): string {
  if (!isDisputed) return ''
  const others = sources.filter((source) => source.isRelevant && source.date !== date)
  return joinList(
    others.map(({ source, date: day }) =>
      t('deadline.says', { source: t(`source.${source}`), date: formatDate(day, nowMs) }),
    ),
  )
}
