// *export*: a complete list as CSV and as a workbook, made like in the view: rows in windows of the list's order, cells
// through the writers of the page's worker. The columns are those that every row has, as many as the view's own, which
// components draw. Compared with writing the same bytes to disk, line by line and unquoted.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ContainerRow } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'
import type { Cell, TableHead, TableKind } from '#tables/table.ts'
import { createTable } from '#tables/writers.ts'
import { FULL_SIZE, ROWS_PER_ACTIVE, openDesk } from './desk.ts'
import { type Figure, type Measure, takerOf } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { loopDelayOf, nextTurn } from './latency.ts'
import { median } from './statistics.ts'

const WINDOW_ROWS = 100
const RUNS = 5
const CSV_RATIO = 3
const XLSX_MS = 30_000
const MEMORY_MB = 400
const LOOP_MS = 40

type Cells = readonly (readonly Cell[])[]

export const measureExport: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers) figures.push(...(await measureSize(size / ROWS_PER_ACTIVE)))
  return figures
}

async function measureSize(active: number): Promise<Figure[]> {
  const desk = await openDesk(active)
  const folder = makeFolder()
  try {
    const isFull = active >= FULL_SIZE
    const take = takerOf('export', active * ROWS_PER_ACTIVE)
    const bound = (atMost: number) => (isFull ? { atMost } : null)
    let batches: Cells[] = []
    // The list is on screen and sorted before the export.
    const { listId } = await ask(desk.client, 0)
    const loop = await loopDelayOf(async () => {
      batches = await readAll(desk.client, listId)
    })
    const ratios = Array.from(
      { length: RUNS },
      () => timeOf(() => write(folder, 'csv', batches)) / timeOf(() => writePlain(folder, batches)),
    )
    const before = process.memoryUsage().rss
    const xlsx = timeOf(() => write(folder, 'xlsx', batches))
    const grown = (process.memoryUsage().rss - before) / 1e6
    return [
      take('CSV, to writing the same', median(ratios), 'x', bound(CSV_RATIO)),
      take('workbook written', xlsx, 'ms', bound(XLSX_MS), { isWhole: true }),
      take('memory a workbook takes while it is written', grown, 'MB', bound(MEMORY_MB)),
      take('event loop p99 while all rows are read', loop.p99, 'ms', bound(LOOP_MS), { isWhole: true }),
    ]
  } finally {
    await desk.close()
    removeFolder(folder)
  }
}

function ask(client: Client<EngineContract>, offset: number, listId?: string) {
  return client.call('containers.list', {
    filter: { scope: 'all' },
    sort: [
      { column: 'eta', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ],
    window: { offset, limit: WINDOW_ROWS },
    ...(listId === undefined ? {} : { listId }),
  })
}

async function readAll(client: Client<EngineContract>, listId: string): Promise<Cells[]> {
  const batches: Cells[] = []
  for (let offset = 0; ; offset += WINDOW_ROWS) {
    const { rows } = await ask(client, offset, listId)
    if (rows.length === 0) return batches
    batches.push(rows.map(cellsOfRow))
    // In the view each window is a message of its own; here nothing else would run before the last one.
    await nextTurn()
  }
}

/** As many columns as the list of all containers has, with a similar share of texts and numbers. */
function cellsOfRow(row: ContainerRow): Cell[] {
  const {
    lastFreeDay: { date, daysLeft, band },
    ages,
  } = row
  return [
    row.number,
    row.status ?? '',
    row.lineName ?? '',
    row.masterBill ?? '',
    row.scac ?? '',
    row.vessel ?? '',
    row.voyage ?? '',
    row.portOfLading.name ?? '',
    row.portOfDischarge.name ?? '',
    row.etaAt ?? '',
    row.ataAt ?? '',
    row.dischargedAt ?? '',
    row.verdict,
    date ?? '',
    daysLeft ?? '',
    band,
    row.activeHolds.join(', '),
    row.feesDue.map(({ amount, currency }) => `${amount} ${currency ?? ''}`).join(', '),
    row.appointmentAt ?? '',
    row.fullOutAt ?? '',
    row.emptyReturnedAt ?? '',
    row.destination.name ?? '',
    row.inlandEtaAt ?? '',
    row.seal ?? '',
    row.weightLb ?? '',
    row.refs.join(', '),
    row.tags.join(', '),
    row.customer ?? '',
    ages.terminal ?? '',
    ages.line ?? '',
  ]
}

function write(folder: string, kind: TableKind, batches: readonly Cells[]): void {
  toFile(join(folder, `list.${kind}`), (put) => {
    const head: TableHead = {
      title: 'Containers',
      columns: (batches[0]?.[0] ?? []).map((_, index) => ({ title: `Column ${index}`, width: 120 })),
    }
    const writer = createTable(kind, head, put)
    for (const batch of batches) writer.add(batch)
    writer.end()
  })
}

function writePlain(folder: string, batches: readonly Cells[]): void {
  toFile(join(folder, 'plain.csv'), (put) => {
    for (const batch of batches)
      put(new TextEncoder().encode(`${batch.map((cells) => cells.join(',')).join('\r\n')}\r\n`))
  })
}

function toFile(path: string, work: (put: (bytes: Uint8Array) => void) => void): void {
  const file = openSync(path, 'w')
  work((bytes) => {
    writeSync(file, bytes)
  })
  fsyncSync(file)
  closeSync(file)
  rmSync(path)
}

function timeOf(work: () => void): number {
  const startedMs = performance.now()
  work()
  return performance.now() - startedMs
}
