// *idle*: the engine's share of one processor core while nothing happens: in the tray at its real pace, with a folder
// of a thousand files checked once a minute. Process time of the engine's process, with the service in another one,
// over two whole minutes, because each minute has the same work. Also how often it wakes: turns of the event loop, and
// waits of its threads.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pdfLines } from '#support/pdf.ts'
import { startChild } from './children.ts'
import { type Figure, type Measure, takerOf } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { note } from './notes.ts'

/** The output of idle-engine.ts. */
export type Idle = {
  cpuMs: number
  tookMs: number
  turns: number
  /** Null if the system does not report it (/proc of Linux does). */
  wakes: number | null
}

/** The largest percentage of a core, by containers. */
const BOUNDS: [containers: number, atMost: number][] = [
  [1_000, 0.5],
  [10_000, 2],
]
const FILES = 1_000
const REST_MS = 120_000
/** A page every 0.75 s, and three lists that are read at each start: containers, shipments, tracking requests. */
const settleMsOf = (containers: number) => 60_000 + (containers / 100) * 3 * 750
const KEY = 'bench-key'

/** Bounds are defined for two sizes; other sizes use both. */
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
