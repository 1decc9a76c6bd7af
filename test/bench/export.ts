// *export*: writes a complete list as CSV and as a workbook, as the view does: it reads the rows window by window, and
// the writers of the page's worker encode the cells. It is compared with writing the same cells to disk without quotes.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ContainerRow } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'
import type { Cell, TableHead, TableKind } from '#tables/table.ts'
import { createFileWriter } from '#tables/writers.ts'
import { FULL_SIZE, ROWS_PER_ACTIVE, startDataSetEngine } from './data-set-engine.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { measureLoopDelay, waitForNextTurn } from './latency.ts'
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
  const engine = await startDataSetEngine(active)
  const folder = makeFolder()
  try {
    const isFull = active >= FULL_SIZE
    const createFigure = createFigureFactory('export', active * ROWS_PER_ACTIVE)
    const createBound = (atMost: number) => (isFull ? { atMost } : null)
    let batches: Cells[] = []
    // The list is sorted before the measurement, because it is on the screen before the user exports it.
    const { listId } = await requestWindow(engine.client, 0)
    const loop = await measureLoopDelay(async () => {
      batches = await readAllRows(engine.client, listId)
    })
    const ratios = Array.from(
      { length: RUNS },
      () => measureTime(() => writeTable(folder, 'csv', batches)) / measureTime(() => writePlain(folder, batches)),
    )
    const bytesBefore = process.memoryUsage().rss
    const xlsx = measureTime(() => writeTable(folder, 'xlsx', batches))
    const grownMb = (process.memoryUsage().rss - bytesBefore) / 1e6
    return [
      createFigure('CSV, to writing the same', median(ratios), 'x', createBound(CSV_RATIO)),
      createFigure('workbook written', xlsx, 'ms', createBound(XLSX_MS), { isWhole: true }),
      createFigure('memory a workbook takes while it is written', grownMb, 'MB', createBound(MEMORY_MB)),
      createFigure('event loop p99 while all rows are read', loop.p99, 'ms', createBound(LOOP_MS), { isWhole: true }),
    ]
  } finally {
    await engine.close()
    removeFolder(folder)
  }
}

function requestWindow(client: Client<EngineContract>, offset: number, listId?: string) {
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

async function readAllRows(client: Client<EngineContract>, listId: string): Promise<Cells[]> {
  const batches: Cells[] = []
  for (let offset = 0; ; offset += WINDOW_ROWS) {
    const { rows } = await requestWindow(client, offset, listId)
    if (rows.length === 0) return batches
    batches.push(rows.map(listCells))
    // Lets other callbacks run, as between two messages in the view.
    await waitForNextTurn()
  }
}

/** Returns as many cells as the list of all containers has columns, with a similar share of texts and numbers. */
function listCells(row: ContainerRow): Cell[] {
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

function writeTable(folder: string, kind: TableKind, batches: readonly Cells[]): void {
  writeFile(join(folder, `list.${kind}`), (writeBytes) => {
    const head: TableHead = {
      title: 'Containers',
      columns: (batches[0]?.[0] ?? []).map((_, index) => ({ title: `Column ${index}`, width: 120 })),
    }
    const writer = createFileWriter(kind, head, writeBytes)
    for (const batch of batches) writer.add(batch)
    writer.end()
  })
}

function writePlain(folder: string, batches: readonly Cells[]): void {
  writeFile(join(folder, 'plain.csv'), (writeBytes) => {
    for (const batch of batches)
      writeBytes(new TextEncoder().encode(`${batch.map((cells) => cells.join(',')).join('\r\n')}\r\n`))
  })
}

function writeFile(path: string, work: (writeBytes: (bytes: Uint8Array) => void) => void): void {
  const file = openSync(path, 'w')
  work((bytes) => {
    writeSync(file, bytes)
  })
  fsyncSync(file)
  closeSync(file)
  rmSync(path)
}

function measureTime(work: () => void): number {
  const startedMs = performance.now()
  work()
  return performance.now() - startedMs
}
