// *idle*: the engine's share of one processor core while nothing changes. The engine runs as in the tray and checks a
// folder of a thousand files once a minute. The processor time of its process is measured over two whole minutes,
// because each minute has the same work. The measurement also counts turns of the event loop and wake-ups of threads.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pdfLines } from '#support/pdf.ts'
import { startChild } from './children.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'

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
const FILE_COUNT = 1_000
const REST_MS = 120_000
/**
 * The time until the engine is idle after its start. It reads three lists (containers, shipments and tracking
 * requests), and sends a request every 0.75 s.
 */
const getSettleMs = (containers: number) => 60_000 + (containers / 100) * 3 * 750
const KEY = 'bench-key'

/** Measures the requested sizes that have a bound. If none of them has one, it measures all sizes that have one. */
export const measureIdle: Measure = async ({ containers: sizes }) => {
  const figures: Figure[] = []
  const requestedBounds = BOUNDS.filter(([containers]) => sizes.includes(containers))
  for (const [containers, atMost] of requestedBounds.length > 0 ? requestedBounds : BOUNDS)
    figures.push(...(await measure(containers, atMost)))
  return figures
}

async function measure(containers: number, atMost: number): Promise<Figure[]> {
  const folder = makeFolder()
  const service = startChild('./serve.ts', [String(containers), KEY])
  try {
    const [dataDir, watched] = [join(folder, 'data'), join(folder, 'in')]
    mkdirSync(watched)
    for (let index = 0; index < FILE_COUNT; index++)
      writeFileSync(join(watched, `invoice ${index}.pdf`), pdfLines('COMMERCIAL INVOICE', `Invoice No: K-${index}`))
    const baseUrl = await service.readAnswer<string>()
    const engineArgs = [
      dataDir,
      baseUrl,
      KEY,
      watched,
      String(FILE_COUNT),
      String(getSettleMs(containers)),
      String(REST_MS),
    ]
    const readyEngine = startChild('./idle-engine.ts', ['ready', ...engineArgs])
    const { tookMs: readyMs } = await readyEngine.readAnswer<{ tookMs: number }>()
    await readyEngine.stop()
    const engine = startChild('./idle-engine.ts', ['rest', ...engineArgs])
    const { cpuMs, tookMs, turns, wakes } = await engine.readAnswer<Idle>()
    await engine.stop()
    printNote(
      `idle ${containers}: ${cpuMs.toFixed(0)} ms of processor in ${(tookMs / 1000).toFixed(0)} s, made ready in ${(readyMs / 1000).toFixed(0)} s`,
    )
    const createFigure = createFigureFactory('idle', containers)
    return [
      createFigure('processor', (100 * cpuMs) / tookMs, '% of a core', { atMost }),
      createFigure('turns of the event loop', turns / (tookMs / 1000), 'a second', null),
      ...(wakes === null ? [] : [createFigure('wake-ups', wakes / (tookMs / 1000), 'a second', null)]),
    ]
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}
