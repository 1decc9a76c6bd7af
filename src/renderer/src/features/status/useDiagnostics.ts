// Copies the plain-text status report to the clipboard, to send to support.
import { diagnosticsText } from './diagnostics.ts'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'
import { useClipboard } from '../../ui/useClipboard.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useSession } from '../../engine/useSession.ts'
import { useToast } from '../../ui/useToast.ts'

export function useDiagnostics(): { copy: () => Promise<void> } {
  const { engine } = useLinks()
  const { host, sync } = useSession()
  const toast = useToast()
  const { copyText } = useClipboard()
  return {
    copy: async () => {
      try {
        const status = await engine.call('status.get', {})
        await copyText(
          diagnosticsText({ status, host: host.data.value, sync: sync.data.value, userAgent: navigator.userAgent }),
          t('room.copied'),
        )
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
  }
}
