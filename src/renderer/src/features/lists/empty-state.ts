// Which of the reasons for an empty list it is. Nothing yet, nothing matches, all clear and cannot load are told apart.
import { AppError } from '#contract/errors.ts'
import type { ContainerFilter } from '#contract/containers.ts'
import type { SyncStatus } from '#contract/sync.ts'
import type { ListHead } from './list-reader.ts'
import { describeError } from '../../engine/errors.ts'
import { formatOwnTime } from '../../words/dates.ts'
import { looksLikeNumber } from '../../words/numbers.ts'
import { isUnanswered } from '../../engine/link.ts'
import { sentences, t, tn } from '../../words/words.ts'

/** What a button under the words does; the last two are the documents screen's own. */
export type Step = 'retry' | 'clear-filter' | 'add-tracking' | 'add-files' | 'watch-folder'
export type Emptiness = {
  title: string
  text: string
  step: Step | null
  trackable?: string | undefined
  other?: Step | undefined
}

type Situation = {
  head: ListHead | null
  error: AppError | null
  filter: ContainerFilter
  status: SyncStatus | null
  nowMs: number | null
  /** What is listed is a part of its own: what can be pulled now, or the empties that are out. */
  only?: 'ready' | 'empties' | undefined
}

/** Null while there are rows, and while the first answer is still on its way. */
export function emptiness({ head, error, filter, status, nowMs, only }: Situation): Emptiness | null {
  if (!head) return error ? failed(error) : null
  if (head.total > 0) return null
  if (head.outOf === 0) return nothingYet(status, nowMs)
  const { text, withinDays, scope, ...rest } = filter
  if (text !== undefined)
    return {
      title: tn('empty.noMatchText', head.outOf, { text }),
      text: t('empty.noMatchNext'),
      step: 'clear-filter',
      trackable: trackableIn(text),
    }
  if (Object.keys(rest).length > 0)
    return { title: t('empty.noMatch'), text: t('empty.noMatchNext'), step: 'clear-filter' }
  if (withinDays !== undefined)
    return { title: tn('empty.lfdWithin', withinDays), text: tn('empty.clearNext', head.outOf), step: 'clear-filter' }
  // Before everything was read once, an empty board means nothing.
  if (status?.isFirstSweep)
    return {
      title: t('empty.noneSoFar'),
      text: neverRead(status, nowMs)?.text ?? tn('empty.fillingSaved', head.outOf),
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

type SimpleSituation = Omit<Situation, 'filter' | 'only'> & {
  /** What is listed is over: whether the service answers now changes nothing about it. */
  isPast?: boolean
  isNarrowed: boolean
  noMatch: Words & Pick<Emptiness, 'trackable'>
  /** Nothing passes, and nothing was asked to narrow: all clear. */
  clear: Words
  /** There is nothing at all, and everything has been read. */
  nothingYet: Words
}
type Words = { title: string; text: string }

/** The same distinctions for lists whose filters are simple. */
export function simpleEmptiness({
  head,
  error,
  status,
  nowMs,
  isNarrowed,
  noMatch,
  clear,
  nothingYet: none,
  isPast = false,
}: SimpleSituation): Emptiness | null {
  if (!head) return error ? failed(error) : null
  if (head.total > 0) return null
  const isRead = isWholeRead(status) && (isPast || !status?.error)
  if (head.outOf === 0)
    return isRead
      ? { ...none, step: null }
      : (neverRead(status, nowMs) ?? {
          ...nothingYet(status, nowMs),
          title: status?.isFirstSweep ? t('empty.noneSoFar') : none.title,
        })
  return isNarrowed ? { ...noMatch, step: 'clear-filter' } : { ...clear, step: null }
}

/** A later sweep that is under way takes nothing of this away. */
function isWholeRead(status: SyncStatus | null): boolean {
  return status !== null && !status.isFirstSweep
}

/** A number nobody has tracked yet can be. */
export function trackableIn(text: string): string | undefined {
  return looksLikeNumber(text) ? text : undefined
}

export function failed(error: AppError): Emptiness {
  const { what, next } = describeError(error)
  // To an engine that is gone the link goes back by itself; a press would only hear the same again.
  return { title: what, text: next, step: isUnanswered(error) ? null : 'retry' }
}

/** No reading ever came to its end, and none is under way: that nothing is known is all that can be said. */
export function neverRead(status: SyncStatus | null, nowMs: number | null): Emptiness | null {
  const error = status?.state === 'no-key' ? new AppError('api/no-key') : status?.error
  if (!status?.isFirstSweep || !error) return null
  const { what, next } = describeError(error)
  return {
    title: t('empty.notKnown'),
    text: sentences(what, next, t('empty.since', { time: formatOwnTime(status.since, nowMs) })),
    step: null,
  }
}

export function nothingYet(status: SyncStatus | null, nowMs: number | null): Emptiness {
  const unknown = neverRead(status, nowMs)
  if (unknown) return unknown
  if (isWholeRead(status) && !status?.error)
    return { title: t('empty.nothingYet'), text: t('empty.nothingYetNext'), step: 'add-tracking' }
  if (status?.error) {
    const { what, next } = describeError(status.error)
    return {
      title: t('empty.nothingYet'),
      text: sentences(what, next, t('empty.since', { time: formatOwnTime(status.since, nowMs) })),
      step: null,
    }
  }
  return { title: t('empty.nothingYet'), text: t('empty.filling'), step: null }
}
