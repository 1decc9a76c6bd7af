// Answers the messages of write-table.ts, in a worker or, in tests, on the page. It keeps the file in memory.
import { AppError } from '#contract/errors.ts'
import type { Sink, TableKind, TableWriter } from '#tables/table.ts'
import { createFileWriter } from '#tables/writers.ts'
import type { FromWriter, ToWriter } from './write-table.ts'

const mediaTypes: Record<TableKind, string> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** After this many bytes the writer puts them into a Blob, which the browser may store on disk. */
const FLUSH_BYTES = 1_000_000

/** Answers every message, and returns the file when it is complete. */
export function createTableWriter(): (message: ToWriter) => FromWriter {
  const flushedBlobs: Blob[] = []
  let pendingParts: Uint8Array<ArrayBuffer>[] = []
  let pendingBytes = 0
  const collectBytes: Sink = (bytes) => {
    pendingParts.push(bytes)
    pendingBytes += bytes.length
    if (pendingBytes < FLUSH_BYTES) return
    flushedBlobs.push(new Blob(pendingParts))
    pendingParts = []
    pendingBytes = 0
  }
  let writer: TableWriter | null = null
  let kind: TableKind = 'csv'
  return (message) => {
    try {
      if ('task' in message) {
        kind = message.task.kind
        writer = createFileWriter(kind, message.task.head, collectBytes)
      } else if ('rows' in message) {
        writer?.add(message.rows)
      } else {
        writer?.end()
        return { file: new Blob([...flushedBlobs, ...pendingParts], { type: mediaTypes[kind] }) }
      }
      return { isWritten: true }
    } catch (error) {
      return error instanceof AppError
        ? { code: error.code, details: error.details }
        : { code: 'export/not-written', details: { reason: String(error).slice(0, 200) } }
    }
  }
}
