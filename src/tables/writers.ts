import { createCsv } from './csv.ts'
import type { Sink, TableHead, TableKind, TableWriter } from './table.ts'
import { createXlsx } from './xlsx.ts'

const creators: Record<TableKind, (head: TableHead, sink: Sink) => TableWriter> = { csv: createCsv, xlsx: createXlsx }

export function createFileWriter(kind: TableKind, head: TableHead, sink: Sink): TableWriter {
  return creators[kind](head, sink)
}
