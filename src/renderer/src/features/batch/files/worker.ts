// The worker's entry point: takes one file and returns its sheets or an error. Ends with its page or after the timeout.
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
