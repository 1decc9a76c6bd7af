// Compares the current values of one container with the values that were last processed, and returns the differences as
// news. It compares values, not events: a comparison that a crash prevented is made again with the same result. Pure.
import type { AlertFacts, AlertKind } from '#contract/alerts.ts'
import type { DeadlineSource } from '#contract/deadlines.ts'
import { daysBetween } from '../outside/calendar.ts'
import { type Episode, type Reading, confirmValue, createEpisode, wasAbsentUnconfirmed, withValue } from './episode.ts'

export type News = { key: string; kind: AlertKind; severity: number; field: string | null; facts: AlertFacts }

export type Findings = {
  /** Episodes that changed. */
  episodes: Episode[]
  news: News[]
  /** Keys of alerts that are no longer true: withdrawn if they were not shown. */
  withdrawUnshown: string[]
  /** Keys of alerts that are certainly over: withdrawn even if they were shown. */
  withdraw: string[]
  /** Keys of withdrawn alerts that are true after all. */
  trueAgain: string[]
}

export const createFindings = (): Findings => ({
  episodes: [],
  news: [],
  withdrawUnshown: [],
  withdraw: [],
  trueAgain: [],
})

export type Container = {
  id: string
  lastFreeDay: {
    date: string | null
    source: DeadlineSource | null
    sources: readonly { source: DeadlineSource; date: string; isRelevant: boolean }[]
  }
  /** The calendar date at the place where its days are counted. */
  today: string
  /** `member`: name and occurrence (mirror/history/diff.ts). `since`: first seen. */
  holds: readonly { member: string; name: string; isActive: boolean; since: string | null }[]
  /** `isCounted`: false for a total beside its own lines. */
  fees: readonly { member: string; amount: number; currency: string | null; isCounted: boolean }[]
  /** Null: the terminal does not report it. */
  isReady: boolean | null
}

export type Episodes = ReadonlyMap<string, Episode>

/** The first values of a container are not news: they become its processed values. */
export function hasBaseline(episodes: Episodes): boolean {
  return episodes.has(LFD)
}

export function createBaseline(container: Container): Episode[] {
  return [
    createEpisode(LFD, JSON.stringify(getReportedDate(container))),
    createEpisode(READY, container.isReady === null ? null : formatReadiness(container.isReady)),
    ...container.holds.map((hold) =>
      createEpisode(getHoldEpisodeName(hold.member), hold.isActive ? 'hold' : 'pending'),
    ),
    ...container.fees.map((fee) => createEpisode(getFeeEpisodeName(fee), String(fee.amount))),
  ]
}

export function compareContainer(container: Container, episodes: Episodes, reading: Reading): Findings {
  const findings = createFindings()
  compareDate(container, episodes, reading, findings)
  compareHolds(container, episodes, reading, findings)
  compareFees(container, episodes, reading, findings)
  compareReadiness(container, episodes, reading, findings)
  return findings
}

export const LFD = 'lfd'
export const READY = 'ready'

/** Values of `candidate`: the value disappeared. */
const NONE = 'none'
const GONE = 'gone'

/** The history fields of a value that disappeared and is not confirmed as removed; otherwise empty. */
export function listHistoryFields({ name, candidate }: Episode): string[] {
  if (candidate === NONE)
    return ['pickup_lfd', ...['line', 'terminal', 'rail'].map((source) => `import_deadlines.pickup_lfd_${source}`)]
  if (candidate !== GONE) return []
  return [
    name.startsWith(HOLD)
      ? `holds_at_pod_terminal/${name.slice(HOLD.length)}`
      : `fees_at_pod_terminal/${name.slice(FEE.length, name.lastIndexOf('/'))}`,
  ]
}

/**
 * The last free day that was processed. `sources`: all reported dates, without the user's own. `former`: the date
 * before the last reported change.
 */
export type ProcessedDate = { date: string | null; sources: string; former?: string | null }

function getReportedDate({ lastFreeDay: { date, source, sources } }: Container): ProcessedDate {
  const reported = sources
    .filter((deadline) => deadline.source !== 'manual')
    .map((deadline) => `${deadline.source} ${deadline.date}${deadline.isRelevant ? '' : ' aside'}`)
  return { date: source === 'manual' ? null : date, sources: reported.toSorted().join(', ') }
}

/** A manual date is not news, and neither is a reported date that is in effect only because a setting changed. */
function compareDate(container: Container, episodes: Episodes, reading: Reading, findings: Findings): void {
  const episode = episodes.get(LFD)
  if (!episode || container.lastFreeDay.source === 'manual') return
  const before = JSON.parse(episode.value ?? '{}') as ProcessedDate
  const reported = getReportedDate(container)
  const createKey = (incident: number) => `lfdchg:${container.id}:${incident}`
  const isDateChanged =
    before.date !== null &&
    reported.date !== null &&
    before.date !== reported.date &&
    before.sources !== reported.sources
  const after: ProcessedDate = {
    ...reported,
    former: isDateChanged || (before.date !== null && reported.date === null) ? before.date : (before.former ?? null),
  }
  // A date that is still reported ceased to be relevant: the container left the port by rail.
  const isSetAside = container.lastFreeDay.sources.some(({ date, isRelevant }) => !isRelevant && date === before.date)
  if (before.date !== null && after.date === null && !isSetAside) {
    const confirmation = confirmValue(episode, NONE, reading)
    if (confirmation !== true) findings.episodes.push(...confirmation)
    else {
      const incident = episode.incident + 1
      findings.episodes.push(withValue(episode, JSON.stringify(after), incident))
      findings.news.push({
        key: createKey(incident),
        kind: 'lfd-withdrawn',
        severity: 2,
        field: 'pickup_lfd',
        facts: { kind: 'lfd-withdrawn', before: before.date },
      })
    }
    return
  }
  const incident = episode.incident + (isDateChanged ? 1 : 0)
  // The former date is back, so an alert about the change that was not shown yet is withdrawn.
  if (before.date !== after.date && after.date !== null && after.date === before.former)
    findings.withdrawUnshown.push(createKey(episode.incident))
  if (before.date !== after.date || before.sources !== after.sources || episode.candidate !== null)
    findings.episodes.push(withValue(episode, JSON.stringify(after), incident))
  if (isDateChanged && before.date !== null && after.date !== null)
    findings.news.push(createDateNews(container, before.date, after.date, incident))
}

export function createDateNews(
  { id, today, lastFreeDay }: Container,
  before: string,
  after: string,
  incident: number,
): News {
  const isEarlier = after < before
  const change = {
    before,
    after,
    source: lastFreeDay.source ?? 'service',
    daysBefore: daysBetween(today, before),
    daysAfter: daysBetween(today, after),
  }
  const facts: AlertFacts = isEarlier ? { kind: 'lfd-earlier', ...change } : { kind: 'lfd-later', ...change }
  return { key: `lfdchg:${id}:${incident}`, kind: facts.kind, severity: isEarlier ? 2 : 4, field: 'pickup_lfd', facts }
}

export const HOLD = 'hold/'
const getHoldEpisodeName = (member: string) => `${HOLD}${member}`

function compareHolds(container: Container, episodes: Episodes, reading: Reading, findings: Findings): void {
  const holds = new Map(container.holds.map((hold) => [getHoldEpisodeName(hold.member), hold]))
  for (const [name, hold] of holds)
    compareHold(container, hold, episodes.get(name) ?? createEpisode(name, null), reading, findings)
  for (const episode of episodes.values()) {
    if (!episode.name.startsWith(HOLD) || holds.has(episode.name) || episode.value === null) continue
    // A single failed read of the terminal looks the same.
    const confirmation = confirmValue(episode, GONE, reading)
    if (confirmation !== true) {
      findings.episodes.push(...confirmation)
      continue
    }
    const member = episode.name.slice(HOLD.length)
    findings.episodes.push(withValue(episode, null, episode.incident))
    findings.withdrawUnshown.push(`holdp:${container.id}:${member}:${episode.incident}`)
    findings.withdraw.push(`hold+:${container.id}:${member}:${episode.incident}`)
    if (episode.value !== 'pending')
      findings.news.push(
        createHoldNews(container, 'hold-cleared', member, episode.incident, episode.candidateSince ?? reading.now),
      )
  }
}

/** The value of a hold that became pending after it was active. If such a hold disappears, that is news. */
const EASED = 'eased'

/**
 * A hold that becomes pending is not news. It needs the same confirmation as one that disappears: otherwise each short
 * gap would raise the hold again.
 */
function compareHold(
  container: Container,
  hold: Container['holds'][number],
  episode: Episode,
  reading: Reading,
  findings: Findings,
): void {
  const value = hold.isActive ? 'hold' : 'pending'
  if (episode.value === 'hold' && value === 'hold' && wasAbsentUnconfirmed(episode, reading)) {
    findings.withdraw.push(`hold+:${container.id}:${hold.member}:${episode.incident}`)
    raiseHold(container, hold, episode, reading, findings)
    return
  }
  if (episode.value === value || (episode.value === EASED && !hold.isActive)) {
    if (episode.candidate !== null) findings.episodes.push(withValue(episode, episode.value, episode.incident))
    return
  }
  if (episode.value === 'hold') {
    const confirmation = confirmValue(episode, value, reading)
    findings.episodes.push(...(confirmation === true ? [withValue(episode, EASED, episode.incident)] : confirmation))
    if (confirmation === true) findings.withdrawUnshown.push(`hold+:${container.id}:${hold.member}:${episode.incident}`)
    return
  }
  raiseHold(container, hold, episode, reading, findings)
}

function raiseHold(
  container: Container,
  hold: Container['holds'][number],
  episode: Episode,
  reading: Reading,
  findings: Findings,
): void {
  const incident = episode.incident + 1
  findings.episodes.push(withValue(episode, hold.isActive ? 'hold' : 'pending', incident))
  findings.withdrawUnshown.push(
    `hold-:${container.id}:${hold.member}:${episode.incident}`,
    `holdp:${container.id}:${hold.member}:${episode.incident}`,
  )
  findings.news.push(
    createHoldNews(
      container,
      hold.isActive ? 'hold-placed' : 'hold-expected',
      hold.member,
      incident,
      hold.since ?? reading.now,
    ),
  )
}

const HOLD_KEYS = { 'hold-placed': 'hold+', 'hold-expected': 'holdp', 'hold-cleared': 'hold-' } as const

function createHoldNews(
  container: Container,
  kind: keyof typeof HOLD_KEYS,
  member: string,
  incident: number,
  since: string,
): News {
  const daysLeft = countDaysLeft(container)
  const severity = kind === 'hold-placed' && daysLeft !== null && daysLeft <= SOON_DAYS ? 2 : 3
  return {
    key: `${HOLD_KEYS[kind]}:${container.id}:${member}:${incident}`,
    kind,
    severity,
    field: `holds_at_pod_terminal/${member}`,
    facts: { kind, name: member, since, daysLeft },
  }
}

const SOON_DAYS = 5

function countDaysLeft({ lastFreeDay: { date }, today }: Container): number | null {
  return date === null ? null : daysBetween(today, date)
}

const FEE = 'fee/'
const getFeeEpisodeName = ({ member, currency }: Pick<Container['fees'][number], 'member' | 'currency'>) =>
  `${FEE}${member}/${currency ?? ''}`

function compareFees(container: Container, episodes: Episodes, reading: Reading, findings: Findings): void {
  const fees = new Map(container.fees.map((fee) => [getFeeEpisodeName(fee), fee]))
  for (const [name, fee] of fees) {
    const episode = episodes.get(name) ?? createEpisode(name, null)
    const before = episode.value === null ? null : Number(episode.value)
    const isNews =
      fee.isCounted && (before === null ? !isReportedOtherwise(container, fee, episodes) : fee.amount > before)
    const incident = episode.incident + (isNews ? 1 : 0)
    if (before !== fee.amount || episode.candidate !== null)
      findings.episodes.push(withValue(episode, String(fee.amount), incident))
    if (isNews) findings.news.push(createFeeNews(container, fee, before, incident))
  }
  for (const episode of episodes.values()) {
    if (!episode.name.startsWith(FEE) || fees.has(episode.name) || episode.value === null) continue
    const confirmation = confirmValue(episode, GONE, reading)
    findings.episodes.push(...(confirmation === true ? [withValue(episode, null, episode.incident)] : confirmation))
  }
}

/** Whether the same money was already reported in another form: a total by its lines, or lines by their total. */
function isReportedOtherwise(container: Container, fee: Container['fees'][number], episodes: Episodes): boolean {
  const isTotal = ({ member }: { member: string }) => /^total(#|$)/i.test(member)
  const openFees = [...episodes.values()].flatMap(({ name, value }) => {
    const [, member = '', currency] = /^fee\/(.*)\/([^/]*)$/s.exec(name) ?? []
    return value !== null && currency === (fee.currency ?? '') ? [{ member, amount: Number(value) }] : []
  })
  const sumCents = (amounts: readonly { amount: number }[]) =>
    amounts.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
  const otherFees = openFees.filter((other) => isTotal(other) !== isTotal(fee))
  if (otherFees.length === 0) return false
  const currentFees = container.fees.filter(
    (other) => other.currency === fee.currency && isTotal(other) === isTotal(fee),
  )
  return sumCents(currentFees) <= sumCents(otherFees) && openFees.every((other) => isTotal(other) !== isTotal(fee))
}

function createFeeNews(
  { id }: Container,
  { member, amount, currency }: Container['fees'][number],
  before: number | null,
  incident: number,
): News {
  return {
    key: `fee:${id}:${member}:${currency ?? ''}:${incident}`,
    kind: 'fee-posted',
    severity: 2,
    field: `fees_at_pod_terminal/${member}`,
    facts: { kind: 'fee-posted', name: member, amount, currency, before },
  }
}

const formatReadiness = (isReady: boolean) => (isReady ? 'ready' : 'not')

function compareReadiness(container: Container, episodes: Episodes, reading: Reading, findings: Findings): void {
  if (container.isReady === null) return
  const episode = episodes.get(READY) ?? createEpisode(READY, null)
  const value = formatReadiness(container.isReady)
  const createKey = (incident: number) => `avail:${container.id}:${incident}`
  if (episode.value === value) {
    if (episode.candidate === null) return
    findings.episodes.push(withValue(episode, value, episode.incident))
    findings.trueAgain.push(createKey(episode.incident))
  } else if (episode.value === 'ready') {
    findings.withdrawUnshown.push(createKey(episode.incident))
    const confirmation = confirmValue(episode, value, reading)
    findings.episodes.push(...(confirmation === true ? [withValue(episode, value, episode.incident)] : confirmation))
    if (confirmation === true) findings.withdraw.push(createKey(episode.incident))
  } else {
    const isNews = episode.value === 'not'
    const incident = episode.incident + (isNews ? 1 : 0)
    findings.episodes.push(withValue(episode, value, incident))
    if (isNews && container.isReady)
      findings.news.push({
        key: createKey(incident),
        kind: 'ready',
        severity: 3,
        field: 'available_for_pickup',
        facts: { kind: 'ready', date: container.lastFreeDay.date, daysLeft: countDaysLeft(container) },
      })
  }
}
