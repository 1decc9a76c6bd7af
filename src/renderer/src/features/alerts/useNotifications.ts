// Shows pop-ups in a browser, and opens the alert after a click. Under Electron the main process shows them and only
// reports the click to the page.
import { onScopeDispose, watch } from 'vue'
import { useRouter, type Router } from 'vue-router'
import { describePopUp } from '#words/alert-words.ts'
import type { PopUp, PopUpOutcome } from '#contract/alerts.ts'
import { useLinks, type EngineLink, type ShellLink } from '../../engine/engine.ts'
import { alertWording } from '../../words/words.ts'
import { useSession } from '../../engine/useSession.ts'

export function useNotifications(): void {
  const { engine, shell, accountId } = useLinks()
  const { host } = useSession()
  const router = useRouter()
  const subscriptions: (() => void)[] = []
  watch(
    () => host.data.value?.host,
    (kind) => {
      if (kind === undefined || subscriptions.length > 0) return
      subscriptions.push(
        kind === 'electron'
          ? followClicks(shell, engine, router)
          : runInOneTab(() => showPopUps(engine, router, () => accountId.value)),
      )
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    for (const unsubscribe of subscriptions) unsubscribe()
  })
}

/** A single alert is opened in the alert centre. For several, the alert centre lists them. */
function openAlerts(router: Router, alertIds: readonly string[]): void {
  const [firstId] = alertIds
  void router.push({ name: 'alerts', query: alertIds.length === 1 && firstId !== undefined ? { open: firstId } : {} })
}

function followClicks(shell: ShellLink, engine: EngineLink, router: Router): () => void {
  const subscriptions: (() => void)[] = []
  const openClickedPopUp = async () => {
    const { popUpId } = await shell.call('notification.take', {})
    if (popUpId === null) return
    await waitUntilOpen(engine, subscriptions)
    // If the query fails, the alert centre opens anyway.
    openAlerts(router, await engine.call('alerts.ofPopUp', { id: popUpId }).catch(() => []))
  }
  // If the shell does not answer, there is nothing to show.
  const onClick = () => {
    openClickedPopUp().catch(() => undefined)
  }
  subscriptions.push(shell.on('notification.opened', onClick))
  onClick()
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}

/** A click may have started the program, and then the engine connects later than the page. */
async function waitUntilOpen(engine: EngineLink, subscriptions: (() => void)[]): Promise<void> {
  if (engine.state.value !== 'open')
    await new Promise<void>((resolve) => {
      subscriptions.push(engine.onConnect(resolve))
    })
}

const LOCK = 'quaywatch-pop-ups'

/**
 * One of several tabs shows pop-ups, and another takes over when it is closed. The browser does not suspend a tab that
 * holds a lock.
 */
function runInOneTab(start: () => () => void): () => void {
  const stopController = new AbortController()
  const holdLock = () => {
    const stop = start()
    return new Promise<void>((resolve) =>
      stopController.signal.addEventListener('abort', () => {
        stop()
        resolve()
      }),
    )
  }
  // Absent on insecure origins and in the test environment.
  const locks = navigator.locks as LockManager | undefined
  if (locks) locks.request(LOCK, { signal: stopController.signal }, holdLock).catch(() => undefined)
  else void holdLock()
  return () => stopController.abort()
}

/** Pop-ups of two accounts may have the same id, so the notifications of the previous account are forgotten. */
function showPopUps(engine: EngineLink, router: Router, getAccountId: () => string | null): () => void {
  const notificationsById = new Map<string, Notification>()
  let shownAccountId = getAccountId()
  const report = (id: string, outcome: Exclude<PopUpOutcome, 'unseen'>, reason: string | null = null) => {
    // A stopped engine raises unreported pop-ups again at its next start.
    engine.call('alerts.report', { id, outcome, reason }).catch(() => undefined)
  }
  const show = (popUp: PopUp) => {
    const accountId = getAccountId()
    if (accountId !== shownAccountId) notificationsById.clear()
    shownAccountId = accountId
    const reportOwn: typeof report = (...reported) => {
      if (getAccountId() === accountId) report(...reported)
    }
    if (typeof Notification === 'undefined') report(popUp.id, 'failed', 'not supported')
    else if (Notification.permission !== 'granted') report(popUp.id, 'refused', Notification.permission)
    else if (notificationsById.has(popUp.id)) report(popUp.id, 'shown')
    else
      showNotification(popUp, notificationsById, {
        report: reportOwn,
        onClick: () =>
          openAlerts(
            router,
            popUp.alerts.map(({ id }) => id),
          ),
      })
  }
  const showWaiting = () => {
    engine.call('alerts.popUps', {}).then(
      (waiting) => waiting.forEach(show),
      () => undefined,
    )
  }
  const subscriptions = [
    engine.on('alerts.raised', show),
    engine.on('alerts.withdrawn', ({ ids }) => {
      for (const id of ids) {
        const notification = notificationsById.get(id)
        // Deletes first, so that this close is not reported as the user's.
        notificationsById.delete(id)
        notification?.close()
      }
    }),
    engine.onConnect(showWaiting),
  ]
  if (engine.state.value === 'open') showWaiting()
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}

type PopUpEvents = {
  report: (id: string, outcome: Exclude<PopUpOutcome, 'unseen'>, reason?: string) => void
  onClick: () => void
}

function showNotification(
  popUp: PopUp,
  notificationsById: Map<string, Notification>,
  { report, onClick }: PopUpEvents,
): void {
  const { title, body } = describePopUp(popUp, alertWording)
  try {
    const notification = new Notification(title, { body, tag: popUp.id, silent: popUp.isSilent })
    notificationsById.set(popUp.id, notification)
    notification.addEventListener('show', () => report(popUp.id, 'shown'))
    notification.addEventListener('click', () => {
      report(popUp.id, 'clicked')
      window.focus()
      notification.close()
      onClick()
    })
    notification.addEventListener('error', () => {
      if (notificationsById.get(popUp.id) === notification) notificationsById.delete(popUp.id)
      report(popUp.id, 'failed')
    })
    notification.addEventListener('close', () => {
      if (notificationsById.get(popUp.id) !== notification) return
      notificationsById.delete(popUp.id)
      report(popUp.id, 'closed')
    })
  } catch (error) {
    // Some browsers allow only a service worker to show notifications.
    report(popUp.id, 'failed', String(error))
  }
}
