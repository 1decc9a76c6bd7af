// The worker's entry: rows in, a file out. Ends with its page, or when the export is cancelled.
import { createWriterDesk } from './writer.ts'
import type { ToWriter } from './write-table.ts'

const answer = createWriterDesk()
addEventListener('message', ({ data }: MessageEvent<ToWriter>) => {
  postMessage(answer(data))
})
