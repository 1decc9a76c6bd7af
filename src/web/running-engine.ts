// The engine inside the browser host's own process: one at a time, and whoever comes while it starts waits for it.
import { join } from 'node:path'
import type { EngineRun, HostDeps } from '#contract/host.ts'
import { type Engine, createEngine } from '#engine/engine.ts'
import { createOutside } from '#engine/outside/index.ts'
import type { WriteLog } from './log-file.ts'
import type { Door } from './sockets.ts'

export type RunningEngine = HostDeps['engine'] & { door: Door }

export function createRunningEngine(dataDir: string, clockRate: number, log: WriteLog): RunningEngine {
  let current: Promise<Engine> | null = null
  const start = async (run: EngineRun): Promise<void> => {
    const mine = createEngine({
      dataDir: join(dataDir, 'accounts', run.accountId),
      baseUrl: run.serviceUrl,
      apiKey: run.apiKey,
      outside: createOutside({ clockRate }),
      log,
      onDamage: () => void startAgain(mine, run),
    })
    current = mine
    try {
      await mine
    } catch (error) {
      if (current === mine) current = null
      throw error
    }
  }
  /** The start repairs. Whoever comes meanwhile waits for it, as at any start. */
  const startAgain = async (ending: Promise<Engine>, run: EngineRun): Promise<void> => {
    if (current !== ending) return
    try {
      await (await ending).stop()
      if (current === ending) await start(run)
    } catch (error) {
      log('error', 'engine did not start again', { error: String(error) })
    }
  }
  return {
    start,
    stop: async () => {
      const ending = current
      current = null
      // One that failed to start has nothing to stop.
      const engine = await ending?.catch(() => null)
      await engine?.stop()
    },
    door: async () => {
      const engine = await current
      return engine && ((port) => {
        engine.attach(port)
      })
    },
  }
}
