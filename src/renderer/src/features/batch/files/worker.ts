// The worker's entry point. It takes one file and returns its sheets or an error. Its page ends it after the answer or
// the timeout.
import { AppError } from '#contract/errors.ts'
import { readFile } from './read-file.ts'
import type { FileAnswer } from './open-file.ts'

addEventListener(
  'message',
  ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => void readAnswer(data).then((result) => postMessage(result)),
)

async function readAnswer(bytes: Uint8Array<ArrayBuffer>): Promise<FileAnswer> {
  try {
    return { sheets: await readFile(bytes) }
  } catch (error) {
    return error instanceof AppError
      ? { code: error.code, details: error.details }
      : { code: 'import/damaged', details: { reason: String(error).slice(0, 200) } }
  }
}
