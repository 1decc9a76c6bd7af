// The content of one snapshot: rows of the moment, in slices, through the same writers as the page's exports. Each
// batch is short enough for the engine's loop; nothing is kept of rows that are written.
import { type CellContext, containerCell, isCellKey } from '#words/container-cells.ts'
import type { ContainerFilter, ContainerRow, ContainerSort } from '#contract/containers.ts'
import { isoLocal } from '#words/iso-local.ts'
import type { SnapshotPlan } from '#contract/snapshots.ts'
import { type CalendarEntry, ICS_END, icsEntries, icsStart } from '#tables/ics.ts'
import { type Cell, type Sink, cellOf } from '#tables/table.ts'
import { createTable } from '#tables/writers.ts'

export type FileDeps = {
  /** Ids of the rows, as a list has them. */
  order: (filter: ContainerFilter, sort: ContainerSort) => Promise<string[]>
  rowsOf: (ids: string[]) => Promise<ContainerRow[]>
  /** Lets everybody else have their turn. */
  rest: () => Promise<void>
}

/** `asOf`: when the service was last heard; `zone`: the user's home. */
export type Occasion = { asOf: string; zone: string; progress: (done: number, total: number) => void }

/**
 * Reading, wording and packing so many holds the loop for 8 ms at most, of 10,000 rows with 27 columns [M]; of 50 it
 * was 65.
 */
const BATCH = 25

export async function contentOf(
  deps: FileDeps,
  plan: SnapshotPlan,
  occasion: Occasion,
): Promise<{ parts: Uint8Array[]; rows: number }> {
  const ids = await deps.order(plan.filter, plan.sort)
  const parts: Uint8Array[] = []
  const writer =
    plan.kind === 'ics'
      ? calendarWriter(plan, occasion, (bytes) => {
          parts.push(bytes)
        })
      : tableWriter(plan, occasion, (bytes) => {
          parts.push(bytes)
        })
  occasion.progress(0, ids.length)
  for (let done = 0; done < ids.length; done += BATCH) {
    writer.add(await deps.rowsOf(ids.slice(done, done + BATCH)))
    occasion.progress(Math.min(done + BATCH, ids.length), ids.length)
    await deps.rest()
  }
  writer.end()
  return { parts, rows: ids.length }
}

type RowWriter = { add(rows: readonly ContainerRow[]): void; end(): void }

/** The age of what is in it stands in each line: of one that lies in a folder nobody knows when it was written. */
function tableWriter({ kind, title, columns, words }: SnapshotPlan, { asOf, zone }: Occasion, sink: Sink): RowWriter {
  const context: CellContext = { words, zone }
  const age = isoLocal(asOf, zone)
  const writer = createTable(
    kind === 'xlsx' ? 'xlsx' : 'csv',
    { title, columns: [...columns, { title: words['column asOf'] ?? 'As of', width: 170 }] },
    sink,
  )
  return {
    add: (rows) => {
      writer.add(
        rows.map((row): Cell[] => [
          ...columns.map(({ key, isNumber }) =>
            cellOf(isCellKey(key) ? containerCell(key, row, context) : '', isNumber),
          ),
          age,
        ]),
      )
    },
    end: () => {
      writer.end()
    },
  }
}

/** One day for each box whose free time runs or will. */
function calendarWriter({ words, title }: SnapshotPlan, { asOf, zone }: Occasion, sink: Sink): RowWriter {
  const context: CellContext = { words, zone }
  const encoder = new TextEncoder()
  sink(encoder.encode(icsStart(title)))
  const said = (name: string, values: Record<string, string>) =>
    Object.entries(values).reduce(
      (text, [place, value]) => text.replaceAll(`{${place}}`, () => value),
      words[`day ${name}`] ?? '',
    )
  const entryOf = (row: ContainerRow): CalendarEntry | null => {
    const { date, clock } = row.lastFreeDay
    if (date === null || clock === 'stopped') return null
    const lines = [
      row.masterBill ?? '',
      containerCell('verdict', row, context),
      containerCell('sources', row, context),
      row.activeHolds.length === 0 ? '' : said('held', { holds: containerCell('holds', row, context) }),
      said('asOf', { time: isoLocal(asOf, zone) }),
    ]
    return {
      id: row.id,
      date,
      place: row.pickupPlace,
      summary:
        row.pickupPlace === null
          ? said('summary', { number: row.number })
          : said('at', { number: row.number, place: row.pickupPlace }),
      lines: lines.filter((line) => line !== ''),
    }
  }
  return {
    add: (rows) => {
      sink(
        encoder.encode(
          icsEntries(
            asOf,
            rows.map(entryOf).filter((entry) => entry !== null),
          ),
        ),
      )
    },
    end: () => {
      sink(encoder.encode(ICS_END))
    },
  }
}
