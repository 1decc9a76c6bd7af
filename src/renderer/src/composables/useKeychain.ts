// Another try at a keychain that could not be used. What is said of it otherwise is in the host's state.
import type { Ref } from 'vue'
import { useLinks } from '../engine.ts'
import { t } from '../words.ts'
import { useCommand } from './useCommand.ts'
import { useToast } from './useToast.ts'

export function useKeychain(): { retry: () => Promise<void>; isAsking: Readonly<Ref<boolean>> } {
  const { shell } = useLinks()
  const toast = useToast()
  const ask = useCommand(shell, 'keychain.retry')
  return {
    isAsking: ask.isPending,
    retry: async () => {
      const outcome = await ask.run({})
      if (!outcome.ok) toast.fail(outcome.error)
      else if (outcome.value.isThere) toast.say(t('connect.keychainThere'))
      else toast.failWith(t('connect.keychainStill'))
    },
  }
}
