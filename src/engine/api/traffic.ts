// Counts the requests of all clients of this engine since its start, and their failures. In memory only. The gate
// counts the requests of the last minute.
import type { AppError } from '#contract/errors.ts'
import type { EngineStatus } from '#contract/status.ts'
import type { Bucket, Priority } from './budget.ts'

export type Traffic = {
  sent(bytes: number): void
  /** A complete answer, with any status. */
  received(bytes: number): void
  /** The answer can be used. */
  answered(): void
  /** How many answers could be used. */
  countAnswers(): number
  /** A 429. */
  refused(): void
  /** No answer, an error answer, or one that could not be read. */
  failed(path: string, error: AppError): void
  get(): Pick<EngineStatus, 'traffic' | 'lastRefusedAt' | 'errors'>
}

type Fault = EngineStatus['errors'][number]

const MAX_FAULTS = 20

export function createTraffic(now: () => string): Traffic {
  const traffic = { requests: 0, refused: 0, failed: 0, bytesReceived: 0, bytesSent: 0 }
  let answers = 0
  let lastRefusedAt: string | null = null
  let errors: Fault[] = []
  return {
    sent: (bytes) => {
      traffic.requests++
      traffic.bytesSent += bytes
    },
    received: (bytes) => {
      traffic.bytesReceived += bytes
    },
    answered: () => {
      answers++
    },
    countAnswers: () => answers,
    refused: () => {
      traffic.refused++
      lastRefusedAt = now()
    },
    failed: (path, { code, details }) => {
      traffic.failed++
      // Repeated failures of one kind of request, also for other records, are one entry. Otherwise they would push out
      // the other failures.
      const earlier = errors.find(
        (error) => removeIds(error.path) === removeIds(path) && isSame(error.failure, { code, details }),
      )
      const shownPath = earlier === undefined || earlier.path === path ? path : removeIds(path)
      const fault: Fault = { at: now(), path: shownPath, failure: { code, details }, count: (earlier?.count ?? 0) + 1 }
      errors = [fault, ...errors.filter((error) => error !== earlier)].slice(0, MAX_FAULTS)
    },
    get: () => ({ traffic: { ...traffic }, lastRefusedAt, errors }),
  }
}

function isSame(one: Fault['failure'], other: Fault['failure']): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The path with `…` in the place of record ids. */
function removeIds(path: string): string {
  return path.replaceAll(/[^/]+/g, (segment) => (/\d/.test(segment) && !/^v\d+$/.test(segment) ? '…' : segment))
}

/** The names that the Status page uses for the priorities. */
export const requestClasses: Record<Priority, EngineStatus['requests']['classes'][number]['class']> = {
  0: 'user',
  1: 'write',
  2: 'due',
  3: 'sweep',
  4: 'bulk',
}

export const buckets: readonly Bucket[] = ['general', 'tracking-requests', 'infer', 'refresh']
