// Older versions saved views in the page's own storage. Each view is transferred to the engine of its account when that
// is open, and deleted from the storage once the engine has saved it.
import type { SavedView } from '#contract/views.ts'
import { useLinks } from '../../engine/engine.ts'
import { isPlainObject, useStoredRef } from '../../ui/useStoredRef.ts'

type OldView = SavedView & { account: string }

export function useOldViews(): void {
  const { engine, accountId } = useLinks()
  const old = useStoredRef<OldView[]>('views', [], (value) => Array.isArray(value) && value.every(isOldView))
  let isGoing = false

  async function carryOver() {
    const owner = accountId.value
    if (isGoing) return
    isGoing = true
    try {
      for (const { account: from, ...view } of old.value.filter((oldView) => oldView.account === owner)) {
        if (accountId.value !== owner) break
        await engine.call('views.save', view)
        old.value = old.value.filter((oldView) => oldView.id !== view.id || oldView.account !== from)
      }
    } catch {
      // A view that could not be saved stays in the storage and is transferred at the next connection.
    }
    isGoing = false
  }

  engine.onConnect(() => void carryOver())
  if (engine.state.value === 'open') void carryOver()
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
