// Starts an engine on the data set of data.ts, with one client that calls it like the view: through the contract, over
// a port that copies each message.
import type { EngineContract } from '#contract/index.ts'
import { type Client, connect } from '#contract/rpc.ts'
import { createEngine } from '#engine/engine.ts'
import { createOutside } from '#engine/outside/index.ts'
import { createThreads } from '#engine/outside/threads.ts'
import { createPortPair } from '#support/memory-port.ts'
import { findOrBuildDataFolder } from './data.ts'
import { measureMs } from './latency.ts'

export type DataSetEngine = { client: Client<EngineContract>; close(): Promise<void> }

export async function startDataSetEngine(active: number): Promise<DataSetEngine> {
  const engine = await createEngine({
    dataDir: findOrBuildDataFolder(active),
    apiKey: null,
    baseUrl: 'https://track.example/v2',
    outside: createOutside({ threads: createThreads(new URL('../../src/engine/reader-thread.ts', import.meta.url)) }),
    log: (level, event, fields) => {
      if (level === 'error') throw new Error(`the engine logged ${event} ${JSON.stringify(fields)}`)
    },
  })
  const [enginePort, clientPort] = createPortPair()
  engine.attach(enginePort)
  return { client: connect<EngineContract>(clientPort), close: () => engine.stop() }
}

/** The number of rows of the data set for each active container: itself and nine returned ones. */
export const ROWS_PER_ACTIVE = 10

/** The number of active containers that docs/performance.md names. Smaller sizes only show growth. */
export const FULL_SIZE = 10_000

/** Measures how many milliseconds this computer needs to sort this many numbers, to judge absolute times. */
export async function measureReferenceSort(count: number): Promise<number> {
  const keys = Array.from({ length: count }, (_, i) => Math.imul(i, 2_654_435_761) >>> 0)
  const times = []
  for (let round = 0; round < 5; round++)
    times.push(await measureMs(() => Promise.resolve(keys.toSorted((a, b) => a - b))))
  return Math.min(...times)
}
