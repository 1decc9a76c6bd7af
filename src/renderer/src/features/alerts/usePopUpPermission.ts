// Whether this browser lets the page show pop-ups, and the asking. Not for Electron, where the main process shows them.
import { onScopeDispose, readonly, ref, type Ref } from 'vue'

export type PopUpPermission = 'granted' | 'denied' | 'default' | 'unsupported'

function current(): PopUpPermission {
  return 'Notification' in window ? Notification.permission : 'unsupported'
}

/** `ask` has to come from a press of the user's: browsers refuse anything else. */
export function usePopUpPermission(): { permission: Readonly<Ref<PopUpPermission>>; ask: () => Promise<void> } {
  const permission = ref(current())
  const update = () => {
    permission.value = current()
  }
  let status: PermissionStatus | undefined
  let isOver = false

  // Taken back in the browser's own settings, it is known at once, where the browser tells at all.
  async function follow() {
    const found = await navigator.permissions.query({ name: 'notifications' })
    if (isOver) return
    status = found
    status.addEventListener('change', update)
  }
  if ('permissions' in navigator) follow().catch(update)
  onScopeDispose(() => {
    isOver = true
    status?.removeEventListener('change', update)
  })

  return {
    permission: readonly(permission),
    ask: async () => {
      if (permission.value === 'unsupported') return
      await Notification.requestPermission()
      update()
    },
  }
}
