// Whether this browser allows the page to show pop-ups, and the request for permission. Not used under Electron, where
// the main process shows them.
import { onScopeDispose, readonly, ref, type Ref } from 'vue'

export type PopUpPermission = 'granted' | 'denied' | 'default' | 'unsupported'

function current(): PopUpPermission {
  return 'Notification' in window ? Notification.permission : 'unsupported'
}

/** `ask` must be called from a user gesture; browsers refuse it otherwise. */
export function usePopUpPermission(): { permission: Readonly<Ref<PopUpPermission>>; ask: () => Promise<void> } {
  const permission = ref(current())
  const update = () => {
    permission.value = current()
  }
  let status: PermissionStatus | undefined
  let isOver = false

  // If the permission is revoked in the browser's settings, this notices at once where the browser emits an event.
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
