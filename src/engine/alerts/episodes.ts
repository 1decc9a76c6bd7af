// What is news about one container: what its row says now, compared with the value that was dealt with last.
// Levels, never edges: a comparison missed by a crash is made again, and comes out the same. Pure.
import type { AlertFacts, AlertKind } from '#contract/alerts.ts'
import type { DeadlineSource } from '#contract/deadlines.ts'
import { daysBetween, instantMs } from '../outside/calendar.ts'

/** The last value that was dealt with. `n` counts incidents, so that a second real one has a key of its own. */
export type Episode = {
  name: string
  n: number
  value: string | null
  /** What is said now but not believed yet, since the first read that said so. */
  candidate: string | null
  candidateSince: string | null
  /** When the terminal had been asked, at that read. */
  checkedAt: string | null
}

export type Reading = {
  now: string
  /** When the service last told of the record; null: nobody knows. */
  readAt: string | null
  /** When the terminal was last asked. */
  checkedAt: string | null
  /**
   * When history last has a change of what a value that was taken away is about, by the name of its episode
   * (`historyOf`).
   */
  changedAt: ReadonlyMap<string, string>
}

export type News = { key: string; kind: AlertKind; severity: number; field: string | null; facts: AlertFacts }

export type Turn = {
  /** Those that are not as they were. */
  episodes: Episode[]
  news: News[]
  /** Keys: no longer true, to be taken back where nobody was told. */
  untrue: string[]
  /** Keys: surely no longer true, to be taken back whoever was told. */
  over: string[]
  /** Keys: taken back before, and true after all. */
  trueAgain: string[]
}

export const noTurn = (): Turn => ({ episodes: [], news: [], untrue: [], over: [], trueAgain: [] })

export const freshEpisode = (name: string, value: string | null): Episode => ({
  name,
  n: 0,
  value,
  candidate: null,
  candidateSince: null,
  checkedAt: null,
})

export type Box = {
  id: string
  lastFreeDay: {
    date: string | null
    source: DeadlineSource | null
    sources: readonly { source: DeadlineSource; date: string; isRelevant: boolean }[]
  }
  /** The calendar day where its days are counted. */
  today: string
  /** `member`: by name and occurrence (diff.ts). `since`: first seen. */
  holds: readonly { member: string; name: string; isActive: boolean; since: string | null }[]
  /** `isCounted`: not a total beside its lines. */
  fees: readonly { member: string; amount: number; currency: string | null; isCounted: boolean }[]
  /** Null: the terminal does not say. */
  isReady: boolean | null
}

export type Episodes = ReadonlyMap<string, Episode>

/** So long a value that was taken away must stay away where the terminal was not asked again meanwhile. */
const CONFIRM_MS = 10 * 60_000

/** A container nobody has dealt with is no news: what it says becomes what was dealt with. */
export function isKnown(episodes: Episodes): boolean {
  return episodes.has(LFD)
}

export function baselineOf(box: Box): Episode[] {
  return [
    freshEpisode(LFD, JSON.stringify(dealtWith(box))),
    freshEpisode(READY, box.isReady === null ? null : readyWord(box.isReady)),
    ...box.holds.map((hold) => freshEpisode(holdName(hold.member), hold.isActive ? 'hold' : 'pending')),
    ...box.fees.map((fee) => freshEpisode(feeName(fee), String(fee.amount))),
  ]
}

export function turnOf(box: Box, episodes: Episodes, reading: Reading): Turn {
  const turn = noTurn()
  turnDate(box, episodes, reading, turn)
  turnHolds(box, episodes, reading, turn)
  turnFees(box, episodes, reading, turn)
  turnReadiness(box, episodes, reading, turn)
  return turn
}

const LFD = 'lfd'
const READY = 'ready'

/** Candidates: the value was taken away. */
const NONE = 'none'
const GONE = 'gone'

/** The fields of history where a value would be that was taken away and is not believed to be; empty: of none. */
export function historyOf({ name, candidate }: Episode): string[] {
  if (candidate === NONE)
    return ['pickup_lfd', ...['line', 'terminal', 'rail'].map((source) => `import_deadlines.pickup_lfd_${source}`)]
  if (candidate !== GONE) return []
  return [
    name.startsWith(HOLD)
      ? `holds_at_pod_terminal/${name.slice(HOLD.length)}`
      : `fees_at_pod_terminal/${name.slice(FEE.length, name.lastIndexOf('/'))}`,
  ]
}

type Dealt = { date: string | null; sources: string; /** Before the last move that was told. */ former?: string | null }

/** `sources`: what was reported, whatever the user decided about it. */
function dealtWith({ lastFreeDay: { date, source, sources } }: Box): Dealt {
  const reported = sources
    .filter((each) => each.source !== 'manual')
    .map((each) => `${each.source} ${each.date}${each.isRelevant ? '' : ' aside'}`)
  return { date: source === 'manual' ? null : date, sources: reported.toSorted().join(', ') }
}

/** A date set by hand is not news, nor is another one of the same reports that governs because the user said so. */
function turnDate(box: Box, episodes: Episodes, reading: Reading, turn: Turn): void {
  const episode = episodes.get(LFD)
  if (!episode || box.lastFreeDay.source === 'manual') return
  const before = JSON.parse(episode.value ?? '{}') as Dealt
  const reported = dealtWith(box)
  const key = (n: number) => `lfdchg:${box.id}:${n}`
  const hasMoved =
    before.date !== null &&
    reported.date !== null &&
    before.date !== reported.date &&
    before.sources !== reported.sources
  const after: Dealt = {
    ...reported,
    former: hasMoved || (before.date !== null && reported.date === null) ? before.date : (before.former ?? null),
  }
  if (before.date !== null && after.date === null) {
    const sure = isSure(episode, NONE, reading)
    if (sure !== true) turn.episodes.push(...sure)
    else {
      const n = episode.n + 1
      turn.episodes.push(settled(episode, JSON.stringify(after), n))
      turn.news.push({
        key: key(n),
        kind: 'lfd-withdrawn',
        severity: 2,
        field: 'pickup_lfd',
        facts: { kind: 'lfd-withdrawn', before: before.date },
      })
    }
    return
  }
  const n = episode.n + (hasMoved ? 1 : 0)
  // Back where it was: of the way there nobody needs to hear any more.
  if (before.date !== after.date && after.date !== null && after.date === before.former)
    turn.untrue.push(key(episode.n))
  if (before.date !== after.date || before.sources !== after.sources || episode.candidate !== null)
    turn.episodes.push(settled(episode, JSON.stringify(after), n))
  if (hasMoved && before.date !== null && after.date !== null)
    turn.news.push(movedNews(box, before.date, after.date, n))
}

function movedNews({ id, today, lastFreeDay }: Box, before: string, after: string, n: number): News {
  const isEarlier = after < before
  const moved = {
    before,
    after,
    source: lastFreeDay.source ?? 'service',
    daysBefore: daysBetween(today, before),
    daysAfter: daysBetween(today, after),
  }
  const facts: AlertFacts = isEarlier ? { kind: 'lfd-earlier', ...moved } : { kind: 'lfd-later', ...moved }
  return { key: `lfdchg:${id}:${n}`, kind: facts.kind, severity: isEarlier ? 2 : 4, field: 'pickup_lfd', facts }
}

const HOLD = 'hold/'
const holdName = (member: string) => `${HOLD}${member}`

function turnHolds(box: Box, episodes: Episodes, reading: Reading, turn: Turn): void {
  const holds = new Map(box.holds.map((hold) => [holdName(hold.member), hold]))
  for (const [name, hold] of holds) placeHold(box, hold, episodes.get(name) ?? freshEpisode(name, null), reading, turn)
  for (const episode of episodes.values()) {
    if (!episode.name.startsWith(HOLD) || holds.has(episode.name) || episode.value === null) continue
    // One terminal read that failed looks the same.
    const sure = isSure(episode, GONE, reading)
    if (sure !== true) {
      turn.episodes.push(...sure)
      continue
    }
    const member = episode.name.slice(HOLD.length)
    turn.episodes.push(settled(episode, null, episode.n))
    turn.untrue.push(`holdp:${box.id}:${member}:${episode.n}`)
    turn.over.push(`hold+:${box.id}:${member}:${episode.n}`)
    if (episode.value !== 'pending')
      turn.news.push(holdNews(box, 'hold-cleared', member, episode.n, episode.candidateSince ?? reading.now))
  }
}

/** No more than expected, and was one before: that it goes is news. */
const EASED = 'eased'

/**
 * One that becomes less than a hold is no news, but believed as slowly as one that goes: or each flicker would be
 * placed anew.
 */
function placeHold(box: Box, hold: Box['holds'][number], episode: Episode, reading: Reading, turn: Turn): void {
  const value = hold.isActive ? 'hold' : 'pending'
  if (episode.value === 'hold' && value === 'hold' && wasAwayUnread(episode, reading)) {
    turn.over.push(`hold+:${box.id}:${hold.member}:${episode.n}`)
    placeAnew(box, hold, episode, reading, turn)
    return
  }
  if (episode.value === value || (episode.value === EASED && !hold.isActive)) {
    if (episode.candidate !== null) turn.episodes.push(settled(episode, episode.value, episode.n))
    return
  }
  if (episode.value === 'hold') {
    const sure = isSure(episode, value, reading)
    turn.episodes.push(...(sure === true ? [settled(episode, EASED, episode.n)] : sure))
    if (sure === true) turn.untrue.push(`hold+:${box.id}:${hold.member}:${episode.n}`)
    return
  }
  placeAnew(box, hold, episode, reading, turn)
}

function placeAnew(box: Box, hold: Box['holds'][number], episode: Episode, reading: Reading, turn: Turn): void {
  const n = episode.n + 1
  turn.episodes.push(settled(episode, hold.isActive ? 'hold' : 'pending', n))
  turn.untrue.push(`hold-:${box.id}:${hold.member}:${episode.n}`, `holdp:${box.id}:${hold.member}:${episode.n}`)
  turn.news.push(
    holdNews(box, hold.isActive ? 'hold-placed' : 'hold-expected', hold.member, n, hold.since ?? reading.now),
  )
}

const HOLD_KEYS = { 'hold-placed': 'hold+', 'hold-expected': 'holdp', 'hold-cleared': 'hold-' } as const

function holdNews(box: Box, kind: keyof typeof HOLD_KEYS, member: string, n: number, since: string): News {
  const daysLeft = daysLeftOf(box)
  const severity = kind === 'hold-placed' && daysLeft !== null && daysLeft <= SOON_DAYS ? 2 : 3
  return {
    key: `${HOLD_KEYS[kind]}:${box.id}:${member}:${n}`,
    kind,
    severity,
    field: `holds_at_pod_terminal/${member}`,
    facts: { kind, name: member, since, daysLeft },
  }
}

const SOON_DAYS = 5

function daysLeftOf({ lastFreeDay: { date }, today }: Box): number | null {
  return date === null ? null : daysBetween(today, date)
}

const FEE = 'fee/'
const feeName = ({ member, currency }: Pick<Box['fees'][number], 'member' | 'currency'>) =>
  `${FEE}${member}/${currency ?? ''}`

function turnFees(box: Box, episodes: Episodes, reading: Reading, turn: Turn): void {
  const fees = new Map(box.fees.map((fee) => [feeName(fee), fee]))
  for (const [name, fee] of fees) {
    const episode = episodes.get(name) ?? freshEpisode(name, null)
    const before = episode.value === null ? null : Number(episode.value)
    const isNews = fee.isCounted && (before === null ? !isToldOtherwise(box, fee, episodes) : fee.amount > before)
    const n = episode.n + (isNews ? 1 : 0)
    if (before !== fee.amount || episode.candidate !== null) turn.episodes.push(settled(episode, String(fee.amount), n))
    if (isNews) turn.news.push(feeNews(box, fee, before, n))
  }
  for (const episode of episodes.values()) {
    if (!episode.name.startsWith(FEE) || fees.has(episode.name) || episode.value === null) continue
    const sure = isSure(episode, GONE, reading)
    turn.episodes.push(...(sure === true ? [settled(episode, null, episode.n)] : sure))
  }
}

/** The lines a total was made of, and the total of lines that were told: the same money in other words. */
function isToldOtherwise(box: Box, fee: Box['fees'][number], episodes: Episodes): boolean {
  const isTotal = ({ member }: { member: string }) => /^total(#|$)/i.test(member)
  const known = [...episodes.values()].flatMap(({ name, value }) => {
    const [, member = '', currency] = /^fee\/(.*)\/([^/]*)$/s.exec(name) ?? []
    return value !== null && currency === (fee.currency ?? '') ? [{ member, amount: Number(value) }] : []
  })
  const sum = (amounts: readonly { amount: number }[]) =>
    amounts.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
  const others = known.filter((each) => isTotal(each) !== isTotal(fee))
  if (others.length === 0) return false
  const now = box.fees.filter((each) => each.currency === fee.currency && isTotal(each) === isTotal(fee))
  return sum(now) <= sum(others) && known.every((each) => isTotal(each) !== isTotal(fee))
}

function feeNews(
  { id }: Box,
  { member, amount, currency }: Box['fees'][number],
  before: number | null,
  n: number,
): News {
  return {
    key: `fee:${id}:${member}:${currency ?? ''}:${n}`,
    kind: 'fee-posted',
    severity: 2,
    field: `fees_at_pod_terminal/${member}`,
    facts: { kind: 'fee-posted', name: member, amount, currency, before },
  }
}

const readyWord = (isReady: boolean) => (isReady ? 'ready' : 'not')

function turnReadiness(box: Box, episodes: Episodes, reading: Reading, turn: Turn): void {
  if (box.isReady === null) return
  const episode = episodes.get(READY) ?? freshEpisode(READY, null)
  const value = readyWord(box.isReady)
  const key = (n: number) => `avail:${box.id}:${n}`
  if (episode.value === value) {
    if (episode.candidate === null) return
    turn.episodes.push(settled(episode, value, episode.n))
    turn.trueAgain.push(key(episode.n))
  } else if (episode.value === 'ready') {
    turn.untrue.push(key(episode.n))
    const sure = isSure(episode, value, reading)
    turn.episodes.push(...(sure === true ? [settled(episode, value, episode.n)] : sure))
    if (sure === true) turn.over.push(key(episode.n))
  } else {
    const isNews = episode.value === 'not'
    const n = episode.n + (isNews ? 1 : 0)
    turn.episodes.push(settled(episode, value, n))
    if (isNews && box.isReady)
      turn.news.push({
        key: key(n),
        kind: 'ready',
        severity: 3,
        field: 'available_for_pickup',
        facts: { kind: 'ready', date: box.lastFreeDay.date, daysLeft: daysLeftOf(box) },
      })
  }
}

function settled(episode: Episode, value: string | null, n: number): Episode {
  return { ...episode, n, value, candidate: null, candidateSince: null, checkedAt: null }
}

/**
 * The value was away at the last read, and this read is so much later that a second one in between would have confirmed
 * that: the computer slept, or there was no network. Whether it was a flicker nobody knows, and silence is the worse
 * error.
 */
function wasAwayUnread({ candidate, candidateSince: since }: Episode, { now, readAt }: Reading): boolean {
  return (
    candidate !== null &&
    since !== null &&
    since <= now &&
    (instantMs(readAt ?? now) ?? 0) - (instantMs(since) ?? 0) >= CONFIRM_MS
  )
}

/**
 * Whether a second read says the same: one after the terminal was asked again, or one ten minutes after the first.
 * Until then the episode as it is to be kept, if it is not so already.
 */
function isSure(episode: Episode, candidate: string, { now, readAt, checkedAt, changedAt }: Reading): true | Episode[] {
  const lastChange = changedAt.get(episode.name) ?? ''
  // A change after it means that the value was back, and that no comparison was made then: the program had ended.
  const isBroken = lastChange > (episode.candidateSince ?? '') && lastChange <= now
  const since = isBroken ? null : episode.candidateSince
  // A clock that was ahead when it was first seen must not put it off for a year.
  if (episode.candidate !== candidate || since === null || since > now)
    return [{ ...episode, candidate, candidateSince: readAt !== null && readAt < now ? readAt : now, checkedAt }]
  if (checkedAt !== null && (episode.checkedAt === null || checkedAt > episode.checkedAt)) return true
  const sinceMs = instantMs(since) ?? 0
  const isLongGone = (instantMs(readAt ?? now) ?? 0) - sinceMs >= CONFIRM_MS
  return isLongGone ? true : []
}
