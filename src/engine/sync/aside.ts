// Jobs that are put aside because what they ask for is answered with an error again and again, while the service answers
// everything else: one list that is broken over there must not hold up the board here. Pure but for its memory.
import type { AppError } from '#contract/errors.ts'
import type { Job } from './planner.ts'

export type Aside = {
  /** Answers whether this failure says something about this job alone; then it is not begun again for a while. */
  failed(job: Job, error: AppError, mono: number): boolean
  succeeded(job: Job): void
  isAside(job: Job, mono: number): boolean
  /** The user wants everything tried. */
  forget(): void
}

/** An answer came, and it is none: of the service's own making, for this request. */
const OWN_FAULTS: AppError['code'][] = ['api/server-error', 'api/malformed', 'api/too-large', 'api/not-found', 'api/refused']
const FIRST_MS = 15_000
const LONGEST_MS = 10 * 60_000

export function createAside(): Aside {
  const aside = new Map<string, { tries: number; untilMono: number }>()
  return {
    failed: (job, { code }, mono) => {
      // Without the containers there is no board: when they fail, the service is as good as away.
      if (nameOf(job) === 'page containers' || !OWN_FAULTS.includes(code)) return false
      const tries = (aside.get(nameOf(job))?.tries ?? 0) + 1
      aside.set(nameOf(job), { tries, untilMono: mono + Math.min(LONGEST_MS, FIRST_MS * 2 ** (tries - 1)) })
      return true
    },
    succeeded: (job) => {
      aside.delete(nameOf(job))
    },
    isAside: (job, mono) => (aside.get(nameOf(job))?.untilMono ?? 0) > mono,
    forget: () => {
      aside.clear()
    },
  }
}

function nameOf(job: Job): string {
  return job.kind === 'page' ? `page ${job.sweep}` : job.kind
}
