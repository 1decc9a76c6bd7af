// Why a list is empty: nothing yet, no match, all clear, or a failure.
import { AppError } from '#contract/errors.ts'
import type { ContainerFilter } from '#contract/containers.ts'
import type { SyncStatus } from '#contract/sync.ts'
import type { ListHead } from './list-reader.ts'
import { describeError } from '../../engine/errors.ts'
import { formatOwnTime } from '../../words/dates.ts'
import { isLikelyNumber } from '../../words/numbers.ts'
import { isUnanswered } from '../../engine/link.ts'
import { joinList, joinSentences, t, tn } from '../../words/words.ts'

/** What the button under the text does. The last two exist only on the documents screen. */
export type NextStep = 'retry' | 'clear-filter' | 'add-tracking' | 'add-files' | 'watch-folder'
export type Emptiness = {
  title: string
  text: string
  step: NextStep | null
  /** A typed number that the user can track. */
  trackable?: string | undefined
  /** The second button. */
  other?: NextStep | undefined
}

type EmptyListFacts = {
  head: Pick<ListHead, 'total' | 'outOf'> | null
  error: AppError | null
  filter: ContainerFilter
  /** The filter in words, without its text and its scope. */
  chips?: readonly string[]
  status: SyncStatus | null
  nowMs: number | null
  /** The list has only a part of the containers: those ready for pickup, or those with an empty return to come. */
  only?: 'ready' | 'empties' | undefined
}

/** Returns null while there are rows or the first answer is pending. */
export function describeEmptyList({
  head,
  error,
  filter,
  chips = [],
  status,
  nowMs,
  only,
}: EmptyListFacts): Emptiness | null {
  if (!head) return error ? describeFailedList(error) : null
  if (head.total > 0) return null
  if (head.outOf === 0) return describeFirstSync(status, nowMs)
  const { text, withinDays, scope, ...rest } = filter
  if (text !== undefined) {
    // Of the scopes, the user can remove only this one, on screens that show it.
    const parts = scope === 'open' && only === undefined ? [t('filter.scopeOpen'), ...chips] : chips
    return {
      title:
        parts.length === 0
          ? tn('empty.noMatchText', head.outOf, { text })
          : t('empty.noMatchFiltered', { text, filter: joinList(parts) }),
      text: t('empty.noMatchNext'),
      step: 'clear-filter',
      trackable: findTrackableNumber(text),
    }
  }
  if (Object.keys(rest).length > 0)
    return { title: t('empty.noMatch'), text: t('empty.noMatchNext'), step: 'clear-filter' }
  if (withinDays !== undefined)
    return { title: tn('empty.lfdWithin', withinDays), text: tn('empty.clearNext', head.outOf), step: 'clear-filter' }
  // Before the first complete sweep, an empty board does not mean that no container is urgent.
  if (status?.isFirstSweep)
    return {
      title: t('empty.noneSoFar'),
      text: describeNeverSynced(status, nowMs)?.text ?? tn('empty.fillingSaved', head.outOf),
      step: null,
    }
  if (only !== undefined)
    return {
      title: t(only === 'ready' ? 'empty.noneReady' : 'empty.noneOut'),
      text: tn('empty.clearNext', head.outOf),
      step: null,
    }
  if (scope === 'board') return { title: t('empty.clear'), text: tn('empty.clearNext', head.outOf), step: null }
  return { title: t('empty.allReturned'), text: tn('empty.clearNext', head.outOf), step: null }
}

type SimpleListFacts = Omit<EmptyListFacts, 'filter' | 'only'> & {
  /** The listed data is from the past, so the state of the service does not matter. */
  isPast?: boolean
  isNarrowed: boolean
  noMatch: EmptyTexts & Pick<Emptiness, 'trackable'>
  /** The texts if the list is empty without a filter. */
  clear: EmptyTexts
  /** The texts if everything was read and there is no data. */
  nothingYet: EmptyTexts
}
type EmptyTexts = { title: string; text: string }

/** Describes the same reasons for lists with simple filters. */
export function describeSimpleList({
  head,
  error,
  status,
  nowMs,
  isNarrowed,
  noMatch,
  clear,
  nothingYet,
  isPast = false,
}: SimpleListFacts): Emptiness | null {
  if (!head) return error ? describeFailedList(error) : null
  if (head.total > 0) return null
  const isUpToDate = isFirstSweepDone(status) && (isPast || !status?.error)
  if (head.outOf === 0)
    return isUpToDate
      ? { ...nothingYet, step: null }
      : (describeNeverSynced(status, nowMs) ?? {
          ...describeFirstSync(status, nowMs),
          title: status?.isFirstSweep ? t('empty.noneSoFar') : nothingYet.title,
        })
  return isNarrowed ? { ...noMatch, step: 'clear-filter' } : { ...clear, step: null }
}

/** Whether a first sweep is complete. A later sweep that is running does not change this. */
function isFirstSweepDone(status: SyncStatus | null): boolean {
  return status !== null && !status.isFirstSweep
}

/** Returns the text if it may be an untracked number. */
export function findTrackableNumber(text: string): string | undefined {
  return isLikelyNumber(text) ? text : undefined
}

export function describeFailedList(error: AppError): Emptiness {
  const { what, next } = describeError(error)
  // The connection to a lost engine is restored automatically, and a retry would only fail again.
  return { title: what, text: next, step: isUnanswered(error) ? null : 'retry' }
}

/** Describes that no data is known: no sweep was ever complete, and an error prevents the first one. */
export function describeNeverSynced(status: SyncStatus | null, nowMs: number | null): Emptiness | null {
  const error = status?.state === 'no-key' ? new AppError('api/no-key') : status?.error
  if (!status?.isFirstSweep || !error) return null
  const { what, next } = describeError(error)
  return {
    title: t('empty.notKnown'),
    text: joinSentences(what, next, t('empty.since', { time: formatOwnTime(status.since, nowMs) })),
    step: null,
  }
}

export function describeFirstSync(status: SyncStatus | null, nowMs: number | null): Emptiness {
  const neverSynced = describeNeverSynced(status, nowMs)
  if (neverSynced) return neverSynced
  if (isFirstSweepDone(status) && !status?.error)
    return { title: t('empty.nothingYet'), text: t('empty.nothingYetNext'), step: 'add-tracking' }
  if (status?.error) {
    const { what, next } = describeError(status.error)
    return {
      title: t('empty.nothingYet'),
      text: joinSentences(what, next, t('empty.since', { time: formatOwnTime(status.since, nowMs) })),
      step: null,
    }
  }
  return { title: t('empty.nothingYet'), text: t('empty.filling'), step: null }
}
