// *hostile*: how long the engine's event loop is held up by pages nobody should send, and how long the engine takes to stop
// in the middle of them. Of each kind: 8 MiB of containers, a quarter of a million records, JSON without an end to its depth,
// hundreds of holds or attributes a record, thousands of terminals beside one, thousands of events.
import { startChild } from './children.ts'
import { type Measure, takerOf } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { note } from './notes.ts'
import { median } from './statistics.ts'

const KINDS = ['large', 'many', 'deep', 'holds', 'attributes', 'beside', 'events'] as const
export type PageKind = (typeof KINDS)[number]

/** What hostile-engine.ts prints: processor time of the longest turn and of parsing 8 MiB, and the time a stop took. */
export type HeldUp = { longestMs: number; parseMs: number; stopMs: number }

/** Two sweeps, and what follows them. */
const SECONDS = 20
const RUNS = 3
const PARSINGS_AT_MOST = 2
const STOP_AT_MOST_MS = 5_000

export const measureHostile: Measure = async () => {
  const worst = { ratio: 0, kind: '', stopMs: 0 }
  for (const kind of KINDS) {
    const runs: HeldUp[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await readFrom(kind))
    const ratio = median(runs.map(({ longestMs, parseMs }) => longestMs / parseMs))
    note(`hostile ${kind}: longest turn ${runs.map(({ longestMs }) => longestMs.toFixed(0)).join(', ')} ms of processor time, parsing 8 MiB ${runs.map(({ parseMs }) => parseMs.toFixed(0)).join(', ')} ms, stopped in ${runs.map(({ stopMs }) => stopMs.toFixed(0)).join(', ')} ms`)
    if (ratio > worst.ratio) Object.assign(worst, { ratio, kind })
    worst.stopMs = Math.max(worst.stopMs, ...runs.map(({ stopMs }) => stopMs))
  }
  const take = takerOf('hostile')
  return [
    take('longest turn, to parsing 8 MiB', worst.ratio, 'x', { atMost: PARSINGS_AT_MOST }, { of: worst.kind }),
    take('stop in the middle of a page', worst.stopMs, 'ms', { atMost: STOP_AT_MOST_MS }),
  ]
}

async function readFrom(kind: PageKind): Promise<HeldUp> {
  const folder = makeFolder()
  const service = startChild('./hostile-service.ts', [kind])
  try {
    const engine = startChild('./hostile-engine.ts', [folder, await service.answer<string>(), String(SECONDS)])
    const heldUp = await engine.answer<HeldUp>()
    await engine.stop()
    return heldUp
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}
