// Handlers for the calls about finding records.
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { ReadableDb } from '../db/open.ts'
import { findRecords } from './find.ts'
import { resolveNumber } from './resolve.ts'

type Names = Extract<keyof Handlers<EngineContract>, `search.${string}`>

export function searchHandlers({ db }: { db: ReadableDb }): Pick<Handlers<EngineContract>, Names> {
  return {
    'search.find': ({ text, limit }) => findRecords(db, text, limit),
    'search.resolve': ({ q }) => resolveNumber(db, q),
  }
}
