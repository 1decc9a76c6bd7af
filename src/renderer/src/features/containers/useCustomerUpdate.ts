// Copies the customer texts of containers to the clipboard.
import { useLinks } from '../../engine/engine.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { customerUpdates } from './customer-update.ts'
import { t, tn } from '../../words/words.ts'
import { useClipboard } from '../../ui/useClipboard.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'

export function useCustomerUpdate(): { copyUpdates: (ids: readonly string[]) => Promise<void> } {
  const { engine } = useLinks()
  const toast = useToast()
  const { copyText } = useClipboard()
  return {
    copyUpdates: async (ids) => {
      try {
        const details = await Promise.all(ids.map((id) => engine.call('containers.get', { id })))
        const [first] = details
        if (!first) return
        const said =
          details.length === 1
            ? t('update.copied', { number: formatContainerNumber(first.row.number) })
            : tn('update.copiedMany', details.length)
        await copyText(
          customerUpdates(
            details.map(({ row }) => row),
            first.asOf,
          ),
          said,
        )
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
  }
}
