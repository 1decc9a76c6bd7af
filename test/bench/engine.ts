// Starts an engine for measurements as a host does, with the real clock, network and files, and one client.
import type { EngineContract } from '#contract/index.ts'
import { type Client, connect } from '#contract/rpc.ts'
import { type Engine, createEngine } from '#engine/engine.ts'
import { createOutside } from '#engine/outside/index.ts'
import { createThreads } from '#engine/outside/threads.ts'
import { createPortPair } from '#support/memory-port.ts'

export type BenchEngine = { client: Client<EngineContract>; stop: () => Promise<void> }
export type BenchEngineOptions = { dataDir: string; baseUrl: string; apiKey: string | null; clockRate?: number }

const READER = new URL('../../src/engine/reader-thread.ts', import.meta.url)

/** Creates the engine without a client. */
export function createBenchEngine({ dataDir, baseUrl, apiKey, clockRate = 1 }: BenchEngineOptions): Promise<Engine> {
  return createEngine({
    dataDir,
    apiKey,
    baseUrl,
    outside: createOutside({ clockRate, threads: createThreads(READER) }),
    log: (level, event, fields) => {
      if (level === 'error') process.stderr.write(`${event} ${JSON.stringify(fields ?? {})}\n`)
    },
  })
}

export async function startEngine(options: BenchEngineOptions): Promise<BenchEngine> {
  const engine = await createBenchEngine(options)
  const [near, far] = createPortPair()
  engine.attach(near)
  return { client: connect<EngineContract>(far), stop: () => engine.stop() }
}

/** Reads the first rows of the board, as the view does when it opens. */
export function loadBoardPage(client: Client<EngineContract>): Promise<{ total: number; outOf: number }> {
  return client.call('containers.list', {
    filter: { scope: 'board' },
    sort: [{ column: 'daysLeft', direction: 'asc' }],
    window: { offset: 0, limit: 100 },
  })
}
