// Counts the requests since the engine's start and their failures: in memory only, from all clients of this engine. The
// gate knows how many requests the last minute took.
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
  answers(): number
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
    answers: () => answers,
    refused: () => {
      traffic.refused++
      lastRefusedAt = now()
    },
    failed: (path, { code, details }) => {
      traffic.failed++
      // Repeated failures of one kind of request, also for other records, are one entry. Otherwise they would push out
      // the other failures.
      const earlier = errors.find(
        (error) => kindOf(error.path) === kindOf(path) && isSame(error.failure, { code, details }),
      )
      const shown = earlier === undefined || earlier.path === path ? path : kindOf(path)
      const fault: Fault = { at: now(), path: shown, failure: { code, details }, count: (earlier?.count ?? 0) + 1 }
      errors = [fault, ...errors.filter((error) => error !== earlier)].slice(0, MAX_FAULTS)
    },
    get: () => ({ traffic: { ...traffic }, lastRefusedAt, errors }),
  }
}

function isSame(a: Fault['failure'], b: Fault['failure']): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The path without record ids. */
function kindOf(path: string): string {
  return path.replaceAll(/[^/]+/g, (segment) => (/\d/.test(segment) && !/^v\d+$/.test(segment) ? '…' : segment))
}

export const requestClasses: Record<Priority, EngineStatus['requests']['classes'][number]['class']> = {
  0: 'user',
  1: 'write',
  2: 'due',
  3: 'sweep',
  4: 'bulk',
}

export const buckets: readonly Bucket[] = ['general', 'tracking-requests', 'infer', 'refresh']
