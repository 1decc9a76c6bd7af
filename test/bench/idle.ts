// *idle*: what the engine takes of one core while nothing happens: in the tray at its real pace, each list read as often as
// that has it, a folder of a thousand files watched and gone through once a minute. Process time of a process of its own
// against the embedded service in another; over two whole minutes, for a minute holds each minute's work once.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pdfLines } from '#support/pdf.ts'
import { startChild } from './children.ts'
import { type Figure, type Measure, figure } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { note } from './notes.ts'

/** What idle-engine.ts prints. */
export type Idle = { cpuMs: number; tookMs: number }

/** At most so many percent of a core, by containers. */
const BOUNDS: [containers: number, atMost: number][] = [[1_000, 0.5], [10_000, 2]]
const FILES = 1_000
const REST_MS = 120_000
/** A page of a list every 0.75 s, and three lists of them that are read at each start: containers, shipments, tracking requests. */
const settleMsOf = (containers: number) => 60_000 + (containers / 100) * 3 * 750
const KEY = 'bench-key'

/** Bounds are said for two sizes; at any other it is both. */
export const measureIdle: Measure = async ({ containers: sizes }) => {
  const figures: Figure[] = []
  const asked = BOUNDS.filter(([containers]) => sizes.includes(containers))
  for (const [containers, atMost] of asked.length > 0 ? asked : BOUNDS) figures.push(await measure(containers, atMost))
  return figures
}

async function measure(containers: number, atMost: number): Promise<Figure> {
  const made = makeFolder()
  const service = startChild('./serve.ts', [String(containers), KEY])
  try {
    const [dataDir, watched] = [join(made, 'data'), join(made, 'in')]
    mkdirSync(watched)
    for (let n = 0; n < FILES; n++) writeFileSync(join(watched, `invoice ${n}.pdf`), pdfLines('COMMERCIAL INVOICE', `Invoice No: K-${n}`))
    const baseUrl = await service.answer<string>()
    const given = [dataDir, baseUrl, KEY, watched, String(FILES), String(settleMsOf(containers)), String(REST_MS)]
    const filling = startChild('./idle-engine.ts', ['ready', ...given])
    const { tookMs: readyMs } = await filling.answer<{ tookMs: number }>()
    await filling.stop()
    const engine = startChild('./idle-engine.ts', ['rest', ...given])
    const { cpuMs, tookMs } = await engine.answer<Idle>()
    await engine.stop()
    note(`idle ${containers}: ${cpuMs.toFixed(0)} ms of processor in ${(tookMs / 1000).toFixed(0)} s, made ready in ${(readyMs / 1000).toFixed(0)} s`)
    return figure(`idle ${containers}`, (100 * cpuMs) / tookMs, '% of a core', { atMost })
  } finally {
    await service.stop()
    removeFolder(made)
  }
}
