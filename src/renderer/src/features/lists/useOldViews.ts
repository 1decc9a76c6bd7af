// Transfers the views that older versions saved in the page's own storage. A view is sent to the engine when its
// account is open, and deleted from the storage after the engine has saved it.
import type { SavedView } from '#contract/views.ts'
import { useLinks } from '../../engine/engine.ts'
import { isPlainObject, useStoredRef } from '../../ui/useStoredRef.ts'

type OldView = SavedView & { account: string }

export function useOldViews(): void {
  const { engine, accountId } = useLinks()
  const oldViews = useStoredRef<OldView[]>('views', [], (value) => Array.isArray(value) && value.every(isOldView))
  let isTransferring = false

  async function transferViews() {
    const currentAccount = accountId.value
    if (isTransferring) return
    isTransferring = true
    try {
      for (const { account: viewAccount, ...view } of oldViews.value.filter(
        (oldView) => oldView.account === currentAccount,
      )) {
        if (accountId.value !== currentAccount) break
        await engine.call('views.save', view)
        oldViews.value = oldViews.value.filter((oldView) => oldView.id !== view.id || oldView.account !== viewAccount)
      }
    } catch {
      // A view that could not be saved stays in the storage and is transferred at the next connection.
    }
    isTransferring = false
  }

  engine.onConnect(() => void transferViews())
  if (engine.state.value === 'open') void transferViews()
}

function isOldView(value: unknown): boolean {
  return (
    isPlainObject(value) &&
    [value.id, value.name, value.screen, value.account, value.density].every((text) => typeof text === 'string') &&
    isPlainObject(value.filter) &&
    Array.isArray(value.sort) &&
    isPlainObject(value.layout)
  )
}
