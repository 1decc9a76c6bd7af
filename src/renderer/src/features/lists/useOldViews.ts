// Views saved before the engine kept them stand in the page's own storage. Each goes over to its account's engine once
// that is open, and leaves the storage when the engine has it.
import type { SavedView } from '#contract/views.ts'
import { useLinks } from '../../engine/engine.ts'
import { isRecord, stored } from '../../ui/stored.ts'

type OldView = SavedView & { account: string }

export function useOldViews(): void {
  const { engine, account } = useLinks()
  const old = stored<OldView[]>('views', [], (value) => Array.isArray(value) && value.every(isOldView))
  let isGoing = false

  async function carryOver() {
    const owner = account.value
    if (isGoing) return
    isGoing = true
    try {
      for (const { account: of, ...view } of old.value.filter((each) => each.account === owner)) {
        if (account.value !== owner) break
        await engine.call('views.save', view)
        old.value = old.value.filter((each) => each.id !== view.id || each.account !== of)
      }
    } catch {
      // It stays where it was; the next time there is an engine it is handed over again.
    }
    isGoing = false
  }

  engine.onConnect(() => void carryOver())
  if (engine.state.value === 'open') void carryOver()
}

function isOldView(value: unknown): boolean {
  return (
    isRecord(value) &&
    [value.id, value.name, value.screen, value.account, value.density].every((text) => typeof text === 'string') &&
    isRecord(value.filter) &&
    Array.isArray(value.sort) &&
    isRecord(value.layout)
  )
}
