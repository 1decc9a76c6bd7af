// How many urgent alerts of the open account nobody has read: asked of the engine at once, and whenever that may have
// changed.
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'

export type UrgentCount = { serve(engine: Client<EngineContract>, accountId: string): void }

export function createUrgentCount(tell: (count: number) => void): UrgentCount {
  let account: string | null = null
  let current: Client<EngineContract> | null = null
  return {
    serve: (engine, accountId) => {
      // Those of another account are not this one's; an engine that comes back counts the same.
      if (accountId !== account) tell(0)
      account = accountId
      current = engine
      const ask = () => {
        engine.call('alerts.summary', {}).then(
          ({ urgent }) => {
            if (engine === current) tell(urgent)
          },
          // It has gone; the next one is asked again.
          () => undefined,
        )
      }
      engine.on('changed', ({ topic }) => {
        if (topic === 'alerts' || topic === 'clock') ask()
      })
      ask()
    },
  }
}
