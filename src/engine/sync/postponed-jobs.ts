// Jobs that the scheduler skips for a while, because their own list fails repeatedly while the service answers the
// others: one broken list must not block the rest. Pure except for its memory.
import type { AppError } from '#contract/errors.ts'
import { requestedWaitMs } from '../api/failures.ts'
import { type Job, isBoardPage } from './planner.ts'

export type PostponedJobs = {
  /** Returns whether this failure concerns this job alone. If so, the job is not started again for a while. */
  onFailure(job: Job, error: AppError, mono: number): boolean
  onSuccess(job: Job): void
  isPostponed(job: Job, mono: number): boolean
  /** Milliseconds until this job, or without an argument the next of all, may start again; 0 when none is skipped. */
  leftMs(mono: number, job?: Job): number
  /** Allows this job at once; without an argument all jobs, because the user asked for it. */
  release(job?: Job): void
}

/** An unusable answer, from the service itself or from something that answers in its place. */
const UNUSABLE_ANSWERS: AppError['code'][] = [
  'api/server-error',
  'api/malformed',
  'api/too-large',
  'api/too-deep',
  'api/too-many-records',
  'api/not-found',
  'api/refused',
  'api/not-json',
  'api/redirected',
  'api/link-elsewhere',
  'api/list-short',
  'api/list-endless',
]

export function isUnusableAnswer({ code }: AppError): boolean {
  return UNUSABLE_ANSWERS.includes(code)
}

/** The wait after the first failure. It doubles with each further one, up to the maximum. */
const FIRST_MS = 15_000
const MAX_MS = 10 * 60_000
/** A lower maximum, because the board depends on the list of containers. */
const MAX_FOR_CONTAINERS_MS = 60_000

export function createPostponedJobs(): PostponedJobs {
  const postponed = new Map<string, { tries: number; untilMono: number }>()
  return {
    onFailure: (job, error, mono) => {
      // If the service names a time for which it is unavailable, that time applies to all of it.
      if (!isUnusableAnswer(error) || requestedWaitMs(error) > 0) return false
      const tries = (postponed.get(keyOf(job))?.tries ?? 0) + 1
      const maxMs = isBoardPage(job) ? MAX_FOR_CONTAINERS_MS : MAX_MS
      postponed.set(keyOf(job), { tries, untilMono: mono + Math.min(maxMs, FIRST_MS * 2 ** (tries - 1)) })
      return true
    },
    onSuccess: (job) => {
      postponed.delete(keyOf(job))
    },
    isPostponed: (job, mono) => (postponed.get(keyOf(job))?.untilMono ?? 0) > mono,
    leftMs: (mono, job) => {
      const entries = job ? [postponed.get(keyOf(job))] : [...postponed.values()]
      const waitsMs = entries.flatMap((entry) => (entry && entry.untilMono > mono ? [entry.untilMono - mono] : []))
      return waitsMs.length > 0 ? Math.min(...waitsMs) : 0
    },
    release: (job) => {
      if (job) postponed.delete(keyOf(job))
      else postponed.clear()
    },
  }
}

function keyOf(job: Job): string {
  return job.kind === 'page' ? `page ${job.sweep}` : job.kind
}
