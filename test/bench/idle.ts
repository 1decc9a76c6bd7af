// *idle*: what the engine takes of one core while nothing happens: in the tray at its real pace, each list read as
// often as that has it, a folder of a thousand files watched and gone through once a minute. Process time of a process
// of its own against the embedded service in another; over two whole minutes, for a minute holds each minute's work
// once. And how often it wakes: by the turns of its event loop, and by how often one of its threads had waited and went
// on.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pdfLines } from '#support/pdf.ts'
import { startChild } from './children.ts'
import { type Figure, type Measure, takerOf } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { note } from './notes.ts'

/** What idle-engine.ts prints. */
export type Idle = {
  cpuMs: number
  tookMs: number
  turns: number
  /** Null where the system does not tell (/proc of Linux does). */
  wakes: number | null
}

/** At most so many percent of a core, by containers. */
const BOUNDS: [containers: number, atMost: number][] = [
  [1_000, 0.5],
  [10_000, 2],
]
const FILES = 1_000
const REST_MS = 120_000
/**
 * A page of a list every 0.75 s, and three lists of them that are read at each start: containers, shipments, tracking
 * requests.
 */
const settleMsOf = (containers: number) => 60_000 + (containers / 100) * 3 * 750
const KEY = 'bench-key'

/** Bounds are said for two sizes; at any other it is both. */
export const measureIdle: Measure = async ({ containers: sizes }) => {
  const figures: Figure[] = []
  const asked = BOUNDS.filter(([containers]) => sizes.includes(containers))
  for (const [containers, atMost] of asked.length > 0 ? asked : BOUNDS)
    figures.push(...(await measure(containers, atMost)))
  return figures
}

async function measure(containers: number, atMost: number): Promise<Figure[]> {
  const made = makeFolder()
  const service = startChild('./serve.ts', [String(containers), KEY])
  try {
    const [dataDir, watched] = [join(made, 'data'), join(made, 'in')]
    mkdirSync(watched)
    for (let n = 0; n < FILES; n++)
      writeFileSync(join(watched, `invoice ${n}.pdf`), pdfLines('COMMERCIAL INVOICE', `Invoice No: K-${n}`))
    const baseUrl = await service.answer<string>()
    const given = [dataDir, baseUrl, KEY, watched, String(FILES), String(settleMsOf(containers)), String(REST_MS)]
    const filling = startChild('./idle-engine.ts', ['ready', ...given])
    const { tookMs: readyMs } = await filling.answer<{ tookMs: number }>()
    await filling.stop()
    const engine = startChild('./idle-engine.ts', ['rest', ...given])
    const { cpuMs, tookMs, turns, wakes } = await engine.answer<Idle>()
    await engine.stop()
    note(
      `idle ${containers}: ${cpuMs.toFixed(0)} ms of processor in ${(tookMs / 1000).toFixed(0)} s, made ready in ${(readyMs / 1000).toFixed(0)} s`,
    )
    const take = takerOf('idle', containers)
    return [
      take('processor', (100 * cpuMs) / tookMs, '% of a core', { atMost }),
      take('turns of the event loop', turns / (tookMs / 1000), 'a second', null),
      ...(wakes === null ? [] : [take('wake-ups', wakes / (tookMs / 1000), 'a second', null)]),
    ]
  } finally {
    await service.stop()
    removeFolder(made)
  }
}
