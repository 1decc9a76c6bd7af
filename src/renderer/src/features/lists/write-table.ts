// Writes a list into a file in a worker, so that a long one does not block the page. The next batch of rows is read
// after the previous one is written, so neither side accumulates rows. A cancelled or failed export leaves no file
// behind.
import { inject, type InjectionKey } from 'vue'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import type { TableHead, TableKind, TableRow } from '#tables/table.ts'

export type TableTask = { kind: TableKind; head: TableHead }
export type ToWriter = { task: TableTask } | { rows: TableRow[] } | { isEnd: true }
export type FromWriter = { isWritten: true } | { file: Blob } | { code: ErrorCode; details: ErrorDetails }

/** Rejects with the error that stopped the writing, or with the reason of the aborted signal. */
export type WriteTable = (
  task: TableTask,
  batches: AsyncIterable<TableRow[]> | Iterable<TableRow[]>,
  signal: AbortSignal,
) => Promise<Blob>

/** A test without workers provides another implementation under this key. */
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
    await sendToWorker(worker, { task }, signal)
    for await (const rows of batches) await sendToWorker(worker, { rows }, signal)
    const answer = await sendToWorker(worker, { isEnd: true }, signal)
    if (!('file' in answer)) throw new AppError('export/not-written')
    return answer.file
  } finally {
    worker.terminate()
  }
}

/** Sends a message to the worker and waits for its answer. */
function sendToWorker(worker: Worker, message: ToWriter, signal: AbortSignal): Promise<FromWriter> {
  signal.throwIfAborted()
  return new Promise<FromWriter>((resolve, reject) => {
    const listenerController = new AbortController()
    const options = { signal: listenerController.signal }
    const finish = (settle: () => void) => {
      listenerController.abort()
      settle()
    }
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<FromWriter>) =>
        finish(() => {
          if ('code' in data) reject(new AppError(data.code, data.details))
          else resolve(data)
        }),
      options,
    )
    worker.addEventListener('error', () => finish(() => reject(new AppError('export/not-written'))), options)
    signal.addEventListener('abort', () => finish(() => reject(signal.reason as Error)), options)
    worker.postMessage(message)
  })
}
