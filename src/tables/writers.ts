import { createCsv } from './csv.ts'
import type { Sink, TableHead, TableKind, TableWriter } from './table.ts'
import { createXlsx } from './xlsx.ts'

const makers: Record<TableKind, (head: TableHead, sink: Sink) => TableWriter> = { csv: createCsv, xlsx: createXlsx }

export function createTable(kind: TableKind, head: TableHead, sink: Sink): TableWriter {
  return makers[kind](head, sink)
}
