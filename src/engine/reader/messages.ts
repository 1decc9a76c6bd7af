// The messages between engine and reader thread. They arrive in the order they were posted, so the answer to a question
// includes everything that was written before the question.
import { AppError, type WireError } from '#contract/errors.ts'
import type { BandDays } from '../mirror/containers/lfd.ts'
import type { RowChanges } from './touched.ts'

/** The moment for which lists are computed (mirror/containers/moment.ts). */
export type Moment = { nowMs: number; days: BandDays }

/** A message that the thread answers. */
export type Question =
  | { type: 'ask'; id: number; name: string; input: unknown[]; now: string }
  /** After its answer to this, the thread does nothing while the shared number `resumeFlag[0]` is 0, at most 5 s. */
  | { type: 'pause'; id: number; resumeFlag: Int32Array }

export type ToReader =
  | { type: 'open'; folder: string }
  | { type: 'moment'; moment: Moment }
  | { type: 'changes'; changes: RowChanges }
  | Question
  | { type: 'stop' }

export type FromReader =
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failed'; id: number; failure: Failure }
  /** Sent about once a second during work in slices. */
  | { type: 'alive' }
  /** SQLite found damage, or the disk failed. */
  | { type: 'damage' }
  | { type: 'disk-failure'; failure: Failure }

/** An error in a form that can be posted between threads. It includes details of a bug that only the log may show. */
export type Failure =
  (WireError & { cause: string | null }) | { message: string; stack: string | null; sqlite: string | null }

export function toFailure(error: unknown): Failure {
  if (error instanceof AppError) {
    return {
      code: error.code,
      details: error.details,
      cause: error.cause instanceof Error ? String(error.cause) : null,
    }
  }
  if (!(error instanceof Error)) return { message: String(error), stack: null, sqlite: null }
  return {
    message: error.message,
    stack: error.stack ?? null,
    sqlite: 'code' in error && typeof error.code === 'string' ? error.code : null,
  }
}

export function fromFailure(failure: Failure): Error {
  if ('code' in failure) return new AppError(failure.code, failure.details, failure.cause ?? undefined)
  const error = new Error(failure.message)
  if (failure.sqlite !== null) Object.assign(error, { code: failure.sqlite })
  if (failure.stack !== null) error.stack = failure.stack
  return error
}
