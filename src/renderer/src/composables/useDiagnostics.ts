// Puts the plain report of the engine room on the clipboard: what to send to whoever helps.
import { diagnosticsText } from '../format/diagnostics.ts'
import { useLinks } from '../engine.ts'
import { t } from '../words.ts'
import { useClipboard } from './useClipboard.ts'
import { asAppError } from './useQuery.ts'
import { useSession } from './useSession.ts'
import { useToast } from './useToast.ts'

export function useDiagnostics(): { copy: () => Promise<void> } {
  const { engine } = useLinks()
  const { host, sync } = useSession()
  const toast = useToast()
  const { copyText } = useClipboard()
  return {
    copy: async () => {
      try {
        const status = await engine.call('status.get', {})
        await copyText(diagnosticsText({ status, host: host.data.value, sync: sync.data.value, userAgent: navigator.userAgent }), t('room.copied'))
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
  }
}
