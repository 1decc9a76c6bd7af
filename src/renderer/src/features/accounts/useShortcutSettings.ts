// Saves the user's keys in the host's settings, like the theme: for this computer and every account.
import type { ShortcutSettings } from '#contract/shell.ts'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useToast } from '../../ui/useToast.ts'

/** `message`: shown instead of the usual one, if more than saving was done. */
export function useShortcutSettings(): { save: (choice: ShortcutSettings, message?: string) => Promise<void> } {
  const { shell } = useLinks()
  const toast = useToast()
  const set = useCommand(shell, 'host.setKeys')
  return {
    save: async (choice, message = t('settings.saved')) => {
      const outcome = await set.run({ custom: { ...choice.custom }, hasSingleKeys: choice.hasSingleKeys })
      if (outcome.ok) toast.say(message)
      else toast.fail(outcome.error)
    },
  }
}
