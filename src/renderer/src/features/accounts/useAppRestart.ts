// Restarts the whole program, for settings that are applied only when it starts.
import type { Ref } from 'vue'
import { useLinks } from '../../engine/engine.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useToast } from '../../ui/useToast.ts'

export function useAppRestart(): { restart: () => Promise<void>; isRestarting: Readonly<Ref<boolean>> } {
  const { shell } = useLinks()
  const toast = useToast()
  const command = useCommand(shell, 'app.restart')
  return {
    isRestarting: command.isPending,
    restart: async () => {
      const outcome = await command.run({})
      if (!outcome.ok) toast.fail(outcome.error)
    },
  }
}
