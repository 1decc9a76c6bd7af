// The engine inside the browser host's own process: one at a time, and whoever comes while it starts waits for it.
import { join } from 'node:path'
import type { HostDeps } from '#contract/host.ts'
import { type Engine, createEngine } from '#engine/engine.ts'
import { createOutside } from '#engine/outside/index.ts'
import type { WriteLog } from './log-file.ts'
import type { Door } from './sockets.ts'

export type RunningEngine = HostDeps['engine'] & { door: Door }

export function createRunningEngine(dataDir: string, clockRate: number, log: WriteLog): RunningEngine {
  let current: Promise<Engine> | null = null
  return {
    start: async ({ accountId, serviceUrl, apiKey }) => {
      current = createEngine({
        dataDir: join(dataDir, 'accounts', accountId),
        baseUrl: serviceUrl,
        apiKey,
        outside: createOutside({ clockRate }),
        log,
      })
      try {
        await current
      } catch (error) {
        current = null
        throw error
      }
    },
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
