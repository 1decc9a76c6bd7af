// Batches of records whose size adapts to the speed of the computer.
import type { Clock } from '../outside/clock.ts'

export type Batching = {
  clock: Pick<Clock, 'mono'>
  /** Size of the next batch, from the time of the last one. */
  batchSize: number
}

/** Target time of one batch. With the slice before it (db/slices.ts), a pause takes less than 15 ms. */
const BATCH_MS = 5
export const MIN_BATCH_SIZE = 1
const MAX_BATCH_SIZE = 16

export function* runInBatches(state: Batching, ids: readonly string[], work: (ids: string[]) => void): Generator<void> {
  for (let startIndex = 0; startIndex < ids.length;) {
    const batch = ids.slice(startIndex, startIndex + state.batchSize)
    startIndex += batch.length
    runBatch(state, batch.length, () => work(batch))
    yield
  }
}

/** Reads the ids page by page. Each page starts after the last id of the previous page. */
export function* runInPages(
  state: Batching,
  listIdsAfter: (id: string, limit: number) => string[],
  work: (ids: string[]) => void,
): Generator<void> {
  for (let lastId = ''; ;) {
    const ids = listIdsAfter(lastId, state.batchSize)
    if (ids.length === 0) return
    runBatch(state, ids.length, () => work(ids))
    lastId = ids.at(-1) ?? lastId
    yield
  }
}

/** Runs one batch, and adapts the size of the next one. */
export function runBatch(state: Batching, recordCount: number, work: () => void): void {
  const startedMono = state.clock.mono()
  work()
  const perRecordMs = (state.clock.mono() - startedMono) / recordCount
  const fittingCount = perRecordMs > 0 ? Math.floor(BATCH_MS / perRecordMs) : MAX_BATCH_SIZE
  state.batchSize = Math.max(MIN_BATCH_SIZE, Math.min(MAX_BATCH_SIZE, fittingCount))
}
