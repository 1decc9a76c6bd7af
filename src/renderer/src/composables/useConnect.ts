// Connecting an account: ask whether address and key work, then store them. Only what was found to work is stored.
import { ref, type Ref } from 'vue'
import type { Connection } from '../components/settings/connection.ts'
import { useLinks } from '../engine.ts'
import { describeError, type ErrorWords } from '../errors.ts'
import { t, tn } from '../words.ts'
import { useCommand } from './useCommand.ts'
import { useToast } from './useToast.ts'

export function useConnect(): {
  isPending: Readonly<Ref<boolean>>
  failure: Readonly<Ref<ErrorWords | null>>
  connect: (connection: Connection) => Promise<boolean>
} {
  const { engine, shell } = useLinks()
  const toast = useToast()
  const check = useCommand(engine, 'sync.checkConnection')
  const store = useCommand(shell, 'account.connect')
  const isPending = ref(false)
  const failure = ref<ErrorWords | null>(null)

  async function run({ serviceUrl, apiKey, keep }: Connection): Promise<boolean> {
    // A stored key never comes back to the page, so a changed address is checked by the first reading instead.
    const checked = apiKey === null ? null : await check.run({ serviceUrl, apiKey })
    if (checked && !checked.ok) return fail(checked.error)
    const stored = await store.run({ serviceUrl: checked ? checked.value.serviceUrl : serviceUrl, apiKey, keep })
    if (!stored.ok) return fail(stored.error)
    const containers = checked?.value.containers ?? null
    toast.say(containers === null ? t('connect.connected') : tn('connect.connectedCount', containers))
    return true
  }

  function fail(error: Parameters<typeof describeError>[0]): false {
    failure.value = describeError(error)
    return false
  }

  return {
    isPending,
    failure,
    connect: async (connection) => {
      isPending.value = true
      failure.value = null
      try {
        return await run(connection)
      } finally {
        isPending.value = false
      }
    },
  }
}
