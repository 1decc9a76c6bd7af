// Saves the user's keyboard shortcuts in the host's settings, like the theme: for all accounts of this computer.
import type { ShortcutSettings } from '#contract/shell.ts'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useToast } from '../../ui/useToast.ts'

/** `message` replaces the usual message after saving. */
export function useShortcutSettings(): { save: (choice: ShortcutSettings, message?: string) => Promise<void> } {
  const { shell } = useLinks()
  const toast = useToast()
  const setCommand = useCommand(shell, 'host.setKeys')
  return {
    save: async (choice, message = t('settings.saved')) => {
      const outcome = await setCommand.run({ custom: { ...choice.custom }, hasSingleKeys: choice.hasSingleKeys })
      if (outcome.ok) toast.say(message)
      else toast.fail(outcome.error)
    },
  }
}
