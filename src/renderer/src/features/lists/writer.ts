// What a worker, or whoever stands in for one, does with the words of write-table.ts. Pure but for what it gathers.
import { AppError } from '#contract/errors.ts'
import type { Sink, TableKind, TableWriter } from '#tables/table.ts'
import { createTable } from '#tables/writers.ts'
import type { FromWriter, ToWriter } from './write-table.ts'

const mediaTypes: Record<TableKind, string> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** What a page keeps of a file before the browser keeps it instead, which puts large ones on the disk. */
const KEPT_BYTES = 1_000_000

/** Answers every word; a file once it is whole. */
export function createWriterDesk(): (word: ToWriter) => FromWriter {
  const written: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let kept = 0
  const sink: Sink = (bytes) => {
    parts.push(bytes)
    kept += bytes.length
    if (kept < KEPT_BYTES) return
    written.push(new Blob(parts))
    parts = []
    kept = 0
  }
  let writer: TableWriter | null = null
  let kind: TableKind = 'csv'
  return (word) => {
    try {
      if ('task' in word) {
        kind = word.task.kind
        writer = createTable(kind, word.task.head, sink)
      } else if ('rows' in word) {
        writer?.add(word.rows)
      } else {
        writer?.end()
        return { file: new Blob([...written, ...parts], { type: mediaTypes[kind] }) }
      }
      return { isWritten: true }
    } catch (error) {
      return error instanceof AppError
        ? { code: error.code, details: error.details }
        : { code: 'export/not-written', details: { reason: String(error).slice(0, 200) } }
    }
  }
}
