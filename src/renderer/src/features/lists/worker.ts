// The worker's entry point: takes rows and returns a file. Ends with its page, or when the export is cancelled.
import { createTableWriter } from './writer.ts'
import type { ToWriter } from './write-table.ts'

const answer = createTableWriter()
addEventListener('message', ({ data }: MessageEvent<ToWriter>) => postMessage(answer(data)))
