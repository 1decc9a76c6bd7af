// Writes a list into a file in a worker, so that a long one does not block the page. The next batch of rows is read
// after the previous one is written, so neither side accumulates rows. A cancelled or failed export leaves no file
// behind.
import { inject, type InjectionKey } from 'vue'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import type { TableHead, TableKind, TableRow } from '#tables/table.ts'

export type TableTask = { kind: TableKind; head: TableHead }
export type ToWriter = { task: TableTask } | { rows: TableRow[] } | { isEnd: true }
export type FromWriter = { isWritten: true } | { file: Blob } | { code: ErrorCode; details: ErrorDetails }

/** Throws the error that stopped it, or the reason of the aborted signal. */
export type WriteTable = (
  task: TableTask,
  batches: AsyncIterable<TableRow[]> | Iterable<TableRow[]>,
  signal: AbortSignal,
) => Promise<Blob>

/** Where there are no workers, the caller provides another implementation under this key. */
export const writeTableKey: InjectionKey<WriteTable> = Symbol('write table')

export function useWriteTable(): WriteTable {
  return inject(writeTableKey, writeInWorker)
}

async function writeInWorker(
  task: TableTask,
  batches: AsyncIterable<TableRow[]> | Iterable<TableRow[]>,
  signal: AbortSignal,
): Promise<Blob> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  try {
    await requestFromWorker(worker, { task }, signal)
    for await (const rows of batches) await requestFromWorker(worker, { rows }, signal)
    const answer = await requestFromWorker(worker, { isEnd: true }, signal)
    if (!('file' in answer)) throw new AppError('export/not-written')
    return answer.file
  } finally {
    worker.terminate()
  }
}

/** Each message gets one answer. */
function requestFromWorker(worker: Worker, message: ToWriter, signal: AbortSignal): Promise<FromWriter> {
  signal.throwIfAborted()
  return new Promise<FromWriter>((resolve, reject) => {
    const ended = new AbortController()
    const options = { signal: ended.signal }
    const end = (work: () => void) => {
      ended.abort()
      work()
    }
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<FromWriter>) =>
        end(() => {
          if ('code' in data) reject(new AppError(data.code, data.details))
          else resolve(data)
        }),
      options,
    )
    worker.addEventListener('error', () => end(() => reject(new AppError('export/not-written'))), options)
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)), options)
    worker.postMessage(message)
  })
}
