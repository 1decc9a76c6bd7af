// An engine on the data set with one screen, called like the view: through the contract, over a port that copies.
import type { EngineContract } from '#contract/index.ts'
import { type Client, connect } from '#contract/rpc.ts'
import { createEngine } from '#engine/engine.ts'
import { createOutside } from '#engine/outside/index.ts'
import { createThreads } from '#engine/outside/threads.ts'
import { createPortPair } from '#support/memory-port.ts'
import { dataFolder } from './data.ts'
import { timed } from './latency.ts'

export type Desk = { client: Client<EngineContract>; close(): Promise<void> }

export async function openDesk(active: number): Promise<Desk> {
  const engine = await createEngine({
    dataDir: dataFolder(active),
    apiKey: null,
    baseUrl: 'https://track.example/v2',
    outside: createOutside({ threads: createThreads(new URL('../../src/engine/reader-thread.ts', import.meta.url)) }),
    log: (level, event, fields) => {
      if (level === 'error') throw new Error(`the engine logged ${event} ${JSON.stringify(fields)}`)
    },
  })
  const [near, far] = createPortPair()
  engine.attach(near)
  return { client: connect<EngineContract>(far), close: () => engine.stop() }
}

/** With nine returned containers for each. */
export const ROWS_PER_ACTIVE = 10

/** The number of active containers that docs/performance.md names; smaller sizes only show growth. */
export const FULL_SIZE = 10_000

/** Milliseconds to sort this many numbers on this machine, printed beside absolute times. */
export async function referenceSort(count: number): Promise<number> {
  const keys = Array.from({ length: count }, (_, i) => Math.imul(i, 2_654_435_761) >>> 0)
  const times = []
  for (let round = 0; round < 5; round++) times.push(await timed(() => Promise.resolve(keys.toSorted((a, b) => a - b))))
  return Math.min(...times)
}
