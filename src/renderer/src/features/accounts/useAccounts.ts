// Opens another account, and exposes the name of the account that is being opened.
import { ref, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useSession } from '../../engine/useSession.ts'
import { useToast } from '../../ui/useToast.ts'

export type Accounts = {
  /** `id` is null to return from the sample to Today of the previous account, or to the first run. */
  open: (id: string | null) => Promise<boolean>
  /** Name of the account that is being opened, or null. */
  opening: Readonly<Ref<string | null>>
}

export function useAccounts(): Accounts {
  const { shell } = useLinks()
  const { host } = useSession()
  const toast = useToast()
  const router = useRouter()
  const switchCommand = useCommand(shell, 'account.switch')
  const opening = ref<string | null>(null)
  return {
    opening,
    open: async (id) => {
      if (opening.value !== null) return false
      opening.value = host.data.value?.accounts.find((account) => account.id === id)?.name ?? t('account.yours')
      const outcome = await switchCommand.run({ id })
      opening.value = null
      if (!outcome.ok) toast.fail(outcome.error)
      // The frame opens the first run instead if no account was ever connected.
      else if (id === null) await router.push({ name: 'today' })
      return outcome.ok
    },
  }
}
