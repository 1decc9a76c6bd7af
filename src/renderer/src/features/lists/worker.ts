// The worker's entry point: it takes rows and returns a file. It ends with the page, and when an export ends.
import { createTableWriter } from './writer.ts'
import type { ToWriter } from './write-table.ts'

const answerMessage = createTableWriter()
addEventListener('message', ({ data }: MessageEvent<ToWriter>) => postMessage(answerMessage(data)))
