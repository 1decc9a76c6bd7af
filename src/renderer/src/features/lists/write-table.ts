// Writes a list into a file beside the page, so that a long one does not stop it. Rows come in batches and the next is
// read once the one before is written, so neither side piles them up. What is cancelled or fails leaves nothing behind.
import { inject, type InjectionKey } from 'vue'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import type { Cell, TableHead, TableKind } from '#tables/table.ts'

export type TableTask = { kind: TableKind; head: TableHead }
export type ToWriter = { task: TableTask } | { rows: Cell[][] } | { isEnd: true }
export type FromWriter = { isWritten: true } | { file: Blob } | { code: ErrorCode; details: ErrorDetails }

/** Throws what stopped it; an aborted signal's reason among it. */
export type WriteTable = (
  task: TableTask,
  batches: AsyncIterable<Cell[][]> | Iterable<Cell[][]>,
  signal: AbortSignal,
) => Promise<Blob>

/** Where there is no worker another way to write files is provided under this key. */
export const writeTableKey: InjectionKey<WriteTable> = Symbol('write table')

export function useWriteTable(): WriteTable {
  return inject(writeTableKey, writeInWorker)
}

async function writeInWorker(
  task: TableTask,
  batches: AsyncIterable<Cell[][]> | Iterable<Cell[][]>,
  signal: AbortSignal,
): Promise<Blob> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  try {
    await say(worker, { task }, signal)
    for await (const rows of batches) await say(worker, { rows }, signal)
    const answer = await say(worker, { isEnd: true }, signal)
    if (!('file' in answer)) throw new AppError('export/not-written')
    return answer.file
  } finally {
    worker.terminate()
  }
}

/** One word, one answer. */
function say(worker: Worker, word: ToWriter, signal: AbortSignal): Promise<FromWriter> {
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
      ({ data }: MessageEvent<FromWriter>) => {
        end(() => {
          if ('code' in data) reject(new AppError(data.code, data.details))
          else resolve(data)
        })
      },
      options,
    )
    worker.addEventListener(
      'error',
      () => {
        end(() => {
          reject(new AppError('export/not-written'))
        })
      },
      options,
    )
    signal.addEventListener(
      'abort',
      () => {
        end(() => {
          reject(signal.reason as Error)
        })
      },
      options,
    )
    worker.postMessage(word)
  })
}
