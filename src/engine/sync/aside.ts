// Jobs that are put aside because what they ask for is answered with an error again and again, while the service
// answers everything else: one list that is broken at the service must not hold up the others. Pure but for its memory.
import type { AppError } from '#contract/errors.ts'
import { askedToWaitMs } from '../api/failures.ts'
import { type Job, isContainers } from './planner.ts'

export type Aside = {
  /** Answers whether this failure says something about this job alone; then it is not begun again for a while. */
  failed(job: Job, error: AppError, mono: number): boolean
  succeeded(job: Job): void
  isAside(job: Job, mono: number): boolean
  /** Milliseconds until this job, or without one the next of all, may be begun again; 0 when none is put aside. */
  leftMs(mono: number, job?: Job): number
  /** This job is to be tried at once; without one everything is, for the user wants it. */
  forget(job?: Job): void
}

/** An answer came, and it cannot be used: of the service's own making, or of something that answers in its place. */
const ANSWERED: AppError['code'][] = [
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
export function isAnswered({ code }: AppError): boolean {
  return ANSWERED.includes(code)
}

const FIRST_MS = 15_000
const LONGEST_MS = 10 * 60_000
/** The board stands on them. */
const LONGEST_FOR_CONTAINERS_MS = 60_000

export function createAside(): Aside {
  const aside = new Map<string, { tries: number; untilMono: number }>()
  return {
    failed: (job, error, mono) => {
      // A service that says for how long it is away means all of it.
      if (!isAnswered(error) || askedToWaitMs(error) > 0) return false
      const tries = (aside.get(nameOf(job))?.tries ?? 0) + 1
      const longestMs = isContainers(job) ? LONGEST_FOR_CONTAINERS_MS : LONGEST_MS
      aside.set(nameOf(job), { tries, untilMono: mono + Math.min(longestMs, FIRST_MS * 2 ** (tries - 1)) })
      return true
    },
    succeeded: (job) => {
      aside.delete(nameOf(job))
    },
    isAside: (job, mono) => (aside.get(nameOf(job))?.untilMono ?? 0) > mono,
    leftMs: (mono, job) => {
      const own = job ? [aside.get(nameOf(job))] : [...aside.values()]
      const ends = own.flatMap((each) => (each && each.untilMono > mono ? [each.untilMono - mono] : []))
      return ends.length > 0 ? Math.min(...ends) : 0
    },
    forget: (job) => {
      if (job) aside.delete(nameOf(job))
      else aside.clear()
    },
  }
}

function nameOf(job: Job): string {
  return job.kind === 'page' ? `page ${job.sweep}` : job.kind
}
