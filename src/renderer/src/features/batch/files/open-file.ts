// Reads a file in a worker with a timeout, so that a huge file does not block the page.
import { inject, type InjectionKey } from 'vue'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { MAX_BYTES } from './limits.ts'
import type { Sheet } from './workbook.ts'

export type FileAnswer = { sheets: Sheet[] } | { code: ErrorCode; details: ErrorDetails }
export type OpenFile = (file: File) => Promise<Sheet[]>

const READ_TIMEOUT_MS = 30_000

/** Where there are no workers, the caller provides another implementation under this key. */
export const openFileKey: InjectionKey<OpenFile> = Symbol('open file')

export function useOpenFile(): OpenFile {
  return inject(openFileKey, openInWorker)
}

async function openInWorker(file: File): Promise<Sheet[]> {
  // A larger file may not fit into memory, so it is rejected before it is read.
  if (file.size > MAX_BYTES) throw new AppError('import/too-big', { bytes: file.size })
  const bytes = new Uint8Array(await readContents(file))
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  try {
    const answer = await new Promise<FileAnswer>((resolve, reject) => {
      const timer = setTimeout(() => reject(new AppError('import/too-slow')), READ_TIMEOUT_MS)
      worker.addEventListener('message', ({ data }: MessageEvent<FileAnswer>) => {
        clearTimeout(timer)
        resolve(data)
      })
      worker.addEventListener('error', () => {
        clearTimeout(timer)
        reject(new AppError('import/damaged'))
      })
      worker.postMessage(bytes, [bytes.buffer])
    })
    if ('code' in answer) throw new AppError(answer.code, answer.details)
    return answer.sheets
  } finally {
    worker.terminate()
  }
}

/** A folder, or a file that was moved after it was chosen, cannot be read. */
async function readContents(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer()
  } catch (error) {
    throw new AppError('import/not-a-list', {}, error)
  }
}
