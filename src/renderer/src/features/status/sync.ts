// The state of the data in one line and one mark. The mark is green only if the whole board was read recently.
import type { SyncStatus } from '#contract/sync.ts'
import { type ErrorWords, describeError } from '../../engine/errors.ts'
import { formatCount, joinSentences, t, tn } from '../../words/words.ts'
import { formatAge, getFreshness } from '../../words/ages.ts'
import type { Tone } from '../../ui/tone.ts'
import { formatOwnTime } from '../../words/dates.ts'

export function formatSyncState(status: SyncStatus, nowMs: number | null): string {
  switch (status.state) {
    case 'live':
      return formatLive(status, nowMs)
    case 'checking':
      return formatChecking(status.progress)
    case 'incomplete':
      return formatIncomplete(status.incomplete)
    case 'rate-limited':
      return isOld(status, nowMs)
        ? withDataTime(formatRateLimited(status.nextTryAt, nowMs), status, nowMs)
        : formatRateLimited(status.nextTryAt, nowMs)
    case 'offline':
    case 'trouble':
      return formatUnread(status.state, status, nowMs)
    case 'office-away':
      return status.error?.code === 'office/no-leader'
        ? t('sync.noReader', { time: formatOwnTime(status.since, nowMs) })
        : formatUnread('office', status, nowMs)
    case 'key-rejected':
      return withDataTime(t('sync.keyRejected'), status, nowMs)
    case 'other-account':
      return withDataTime(t('sync.otherAccount'), status, nowMs)
    case 'no-key':
      return withDataTime(t('sync.noKey'), status, nowMs)
    case 'starting':
      return t('sync.starting')
  }
}

/** Data that was read within this time before a failure is described by the time of the failure alone. */
const OLD_MS = 3_600_000

function isOld({ lastCompleteAt }: SyncStatus, nowMs: number | null): boolean {
  return lastCompleteAt !== null && nowMs !== null && nowMs - Date.parse(lastCompleteAt) >= OLD_MS
}

/** Adds the time of the data to a state in which nothing is read. Without a complete sync, there is no such time. */
export function withDataTime(state: string, status: SyncStatus | null, nowMs: number | null): string {
  const lastCompleteAt = status?.lastCompleteAt ?? null
  return lastCompleteAt === null ? state : t('sync.withData', { state, read: formatOwnTime(lastCompleteAt, nowMs) })
}

/** A failure at the start of the program may be much later than the last read. The text then has both times. */
function formatUnread(
  state: 'offline' | 'trouble' | 'office',
  { since, lastSuccessAt, lastCompleteAt }: SyncStatus,
  nowMs: number | null,
): string {
  const time = formatOwnTime(since, nowMs)
  if (lastSuccessAt === null) return t(`sync.${state}Empty`, { time })
  if (lastCompleteAt === null || Date.parse(since) - Date.parse(lastCompleteAt) < OLD_MS)
    return t(`sync.${state}`, { time })
  return t(`sync.${state}Old`, { time, read: formatOwnTime(lastCompleteAt, nowMs) })
}

function formatLive({ lastCompleteAt, pace, office }: SyncStatus, nowMs: number | null): string {
  if (office?.alone?.isReading === true)
    return lastCompleteAt === null || nowMs === null
      ? t('sync.aloneNever')
      : t('sync.alone', { age: formatAge(lastCompleteAt, nowMs) })
  if (pace.word !== 'usual') {
    const why = t(`sync.sparing.${pace.word}`)
    return lastCompleteAt === null || nowMs === null
      ? why
      : t('sync.sparingAged', { why, age: formatAge(lastCompleteAt, nowMs) })
  }
  return lastCompleteAt === null || nowMs === null
    ? t('sync.liveNever')
    : t('sync.live', { age: formatAge(lastCompleteAt, nowMs) })
}

/** Returns null without a useful count: 0 is not informative, and a count below the number of records read is wrong. */
export function findUsefulTotal(done: number, total: number | null): number | null {
  return total === null || total === 0 || done > total ? null : total
}

/** Describes that figures are partial because the first sync is running; null after the first complete sync. */
export function describeFirstSweep(status: SyncStatus | null, totalOnBoard: number): string | null {
  if (status?.isFirstSweep !== true) return null
  const { progress, incomplete } = status
  // Includes closed containers. A second pass counts from the beginning, but the figures have all that was read.
  const done = Math.max(progress?.done ?? 0, incomplete?.done ?? 0, totalOnBoard)
  const expected = findUsefulTotal(done, (progress ?? incomplete)?.total ?? null)
  return expected === null ? tn('today.filling', done) : tn('today.fillingOf', expected, { done: formatCount(done) })
}

function formatIncomplete(incomplete: SyncStatus['incomplete']): string {
  const { done } = incomplete ?? { done: 0 }
  const total = findUsefulTotal(done, incomplete?.total ?? null)
  return total === null
    ? t('sync.incompleteUncounted', { done: formatCount(done) })
    : t('sync.incomplete', { done: formatCount(done), total: formatCount(total) })
}

/** Why nothing is read now. A key that was accepted before was copied correctly, so it may have been revoked. */
export function describeSyncError(
  { state, error, lastSuccessAt }: SyncStatus,
  nowMs: number | null,
): ErrorWords | null {
  const failure = error ?? (state === 'key-rejected' ? { code: 'api/unauthorized' as const, details: {} } : null)
  if (failure === null) return null
  const words = describeError(failure)
  if (state !== 'key-rejected' || failure.code !== 'api/unauthorized' || lastSuccessAt === null) return words
  return { ...words, next: t('sync.keyWithdrawn', { time: formatOwnTime(lastSuccessAt, nowMs) }) }
}

/** The user can retry a refused key. */
export function canReread({ state }: SyncStatus): boolean {
  return state !== 'no-key'
}

/**
 * Describes how often all lists are read, why not more often, and how long one pass takes. Null if the pace is unknown,
 * and at the usual pace before the first complete pass, because a large list takes longer than the planned interval.
 */
export function describePace({ pace: { word, everyS }, pass }: Pick<SyncStatus, 'pace' | 'pass'>): string | null {
  if (word === 'paused') return t('paceReason.paused')
  if (everyS === null || (word === 'usual' && pass === null)) return null
  const isEndless = pass !== null && pass.tookS > everyS
  const longestS = isEndless ? pass.tookS : everyS
  const every = longestS < 60 ? tn('paceEvery.seconds', longestS) : tn('paceEvery.minutes', Math.round(longestS / 60))
  return joinSentences(
    word === 'usual' && isEndless ? t('paceReason.endless') : t(`paceReason.${word}`, { every }),
    pass && tn('paceTime.fullPass', pass.containers, { time: formatPassTime(pass.tookS) }),
  )
}

/** Which computer reads the service for the office; null without an office. */
export function describeReader({ office }: Pick<SyncStatus, 'office'>): string | null {
  const reader = office?.reader ?? null
  if (reader === null) return null
  const { member, device } = reader
  return member === null ? t('sync.readerHere') : t('sync.reader', { member, device })
}

function formatPassTime(seconds: number): string {
  return seconds < 120 ? tn('paceTime.seconds', seconds) : tn('paceTime.minutes', Math.round(seconds / 60))
}

function formatChecking(progress: SyncStatus['progress']): string {
  const { done } = progress ?? { done: 0 }
  const total = findUsefulTotal(done, progress?.total ?? null)
  if (total === null && done === 0) return t('sync.checkingBegins')
  if (total === null) return t('sync.checkingUncounted', { done: formatCount(done) })
  return t('sync.checking', { done: formatCount(done), total: formatCount(total) })
}

function formatRateLimited(nextTryAt: string | null, nowMs: number | null): string {
  const seconds = nextTryAt === null || nowMs === null ? 0 : Math.ceil((Date.parse(nextTryAt) - nowMs) / 1000)
  // The time is past while the try is under way.
  if (seconds <= 0) return t('sync.rateLimitedSoon')
  return t('sync.rateLimited', { wait: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` })
}

export function getSyncTone(status: SyncStatus, nowMs: number | null): Tone {
  switch (status.state) {
    case 'live': {
      const age = getFreshness('service', status.lastCompleteAt, nowMs)
      return age === 'fresh' ? 'clear' : age === 'ageing' ? 'later' : 'soon'
    }
    case 'checking':
      return 'upcoming'
    case 'incomplete':
    case 'rate-limited':
    case 'offline':
    case 'trouble':
    case 'office-away':
      return 'soon'
    case 'key-rejected':
    case 'other-account':
      return 'past'
    case 'no-key':
    case 'starting':
      return 'stopped'
  }
}
