// Counts the unread urgent alerts of the open account. The count is requested from the engine at the start and after
// each change.
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'

export type UrgentCount = { serve(engine: Client<EngineContract>, accountId: string): void }

export function createUrgentCount(onCount: (count: number) => void): UrgentCount {
  let account: string | null = null
  let current: Client<EngineContract> | null = null
  return {
    serve: (engine, accountId) => {
      // Alerts of another account are not counted; an engine that restarts has the same count.
      if (accountId !== account) onCount(0)
      account = accountId
      current = engine
      const requestCount = () => {
        engine.call('alerts.summary', {}).then(
          ({ urgent }) => {
            if (engine === current) onCount(urgent)
          },
          // The engine has ended. `serve` requests the count from the next one.
          () => undefined,
        )
      }
      engine.on('changed', ({ topic }) => {
        if (topic === 'alerts' || topic === 'clock') requestCount()
      })
      requestCount()
    },
  }
}
