// What the engine and its reader thread say to each other. Messages arrive in the order they were posted, so that a
// question is answered after everything that was written before it was asked.
import { AppError, type WireError } from '#contract/errors.ts'
import type { BandDays } from '../mirror/containers/lfd.ts'
import type { News } from './touched.ts'

/** The moment lists stand at (mirror/containers/moment.ts). */
export type Moment = { nowMs: number; days: BandDays }

export type ToReader =
  | { type: 'open'; folder: string }
  | { type: 'moment'; moment: Moment }
  | { type: 'news'; news: News }
  | { type: 'ask'; id: number; name: string; input: unknown[]; now: string }
  /** Begins nothing from the answer to this on, until it may go on; a long answer may still be read to its end. */
  | { type: 'rest'; id: number }
  | { type: 'go-on' }
  | { type: 'stop' }

export type FromReader =
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failed'; id: number; failure: Failure }
  /** SQLite came upon damage, or the disk failed. */
  | { type: 'damage' }
  | { type: 'disk-failure'; failure: Failure }

/** An error as it crosses from one thread to the other: what only the log may see of a bug crosses too. */
export type Failure = (WireError & { cause: string | null }) | { message: string; stack: string | null; sqlite: string | null }

export function toFailure(error: unknown): Failure {
  if (error instanceof AppError) {
    return { code: error.code, details: error.details, cause: error.cause instanceof Error ? String(error.cause) : null }
  }
  if (!(error instanceof Error)) return { message: String(error), stack: null, sqlite: null }
  return { message: error.message, stack: error.stack ?? null, sqlite: 'code' in error && typeof error.code === 'string' ? error.code : null }
}

export function fromFailure(failure: Failure): Error {
  if ('code' in failure) return new AppError(failure.code, failure.details, failure.cause ?? undefined)
  const error = new Error(failure.message)
  if (failure.sqlite !== null) Object.assign(error, { code: failure.sqlite })
  if (failure.stack !== null) error.stack = failure.stack
  return error
}
