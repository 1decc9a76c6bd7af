// Copies a text to the clipboard and shows a message of success or failure.
import { t } from '../words/words.ts'
import { useToast } from './useToast.ts'

export function useClipboard(): { copyText: (text: string, message: string) => Promise<void> } {
  const toast = useToast()
  return {
    copyText: async (text, message) => {
      try {
        await navigator.clipboard.writeText(text)
        toast.say(message)
      } catch {
        // The browser's reason is not useful: the page has lost focus, or the clipboard is not allowed.
        toast.failWith(t('grid.copyFailed'))
      }
    },
  }
}
