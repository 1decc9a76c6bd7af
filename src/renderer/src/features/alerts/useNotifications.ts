// Pop-ups where the page is who shows them (the browser host), and the way from a click to the alert, wherever it was
// shown. Under Electron main shows them, and the page is only told that one was clicked.
import { onScopeDispose, watch } from 'vue'
import { useRouter, type Router } from 'vue-router'
import { popUpWords } from '#words/alert-words.ts'
import type { PopUp, PopUpOutcome } from '#contract/alerts.ts'
import { useLinks, type EngineLink, type ShellLink } from '../../engine/engine.ts'
import { alertWording } from '../../words/words.ts'
import { useSession } from '../../engine/useSession.ts'

export function useNotifications(): void {
  const { engine, shell, account } = useLinks()
  const { host } = useSession()
  const router = useRouter()
  const offs: (() => void)[] = []
  watch(
    () => host.data.value?.host,
    (kind) => {
      if (kind === undefined || offs.length > 0) return
      offs.push(
        kind === 'electron'
          ? followClicks(shell, engine, router)
          : whileAlone(() => showHere(engine, router, () => account.value)),
      )
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    for (const off of offs) off()
  })
}

/** One alert is opened in the centre; of several, the centre shows which. */
function lead(router: Router, alertIds: readonly string[]): void {
  const [only] = alertIds
  void router.push({ name: 'alerts', query: alertIds.length === 1 && only !== undefined ? { open: only } : {} })
}

function followClicks(shell: ShellLink, engine: EngineLink, router: Router): () => void {
  const offs: (() => void)[] = []
  const take = async () => {
    const { popUpId } = await shell.call('notification.take', {})
    if (popUpId === null) return
    await isOpen(engine, offs)
    // What cannot be found out leads to the centre all the same.
    lead(router, await engine.call('alerts.ofPopUp', { id: popUpId }).catch(() => []))
  }
  // A shell that does not answer has nothing to tell.
  const ask = () => {
    take().catch(() => undefined)
  }
  offs.push(shell.on('notification.opened', ask))
  ask()
  return () => {
    for (const off of offs) off()
  }
}

/** A click may be what started the program: the engine comes a moment after the page. */
async function isOpen(engine: EngineLink, offs: (() => void)[]): Promise<void> {
  if (engine.state.value !== 'open')
    await new Promise<void>((resolve) => {
      offs.push(engine.onConnect(resolve))
    })
}

const LOCK = 'quaywatch-pop-ups'

/**
 * Of several tabs one shows them, the next when that one is closed. A tab that holds a lock is not put to sleep either.
 */
function whileAlone(begin: () => () => void): () => void {
  const over = new AbortController()
  const hold = () => {
    const end = begin()
    return new Promise<void>((resolve) => {
      over.signal.addEventListener('abort', () => {
        end()
        resolve()
      })
    })
  }
  // Absent where a page is not served securely, and in what tests run in.
  const locks = navigator.locks as LockManager | undefined
  if (locks) locks.request(LOCK, { signal: over.signal }, hold).catch(() => undefined)
  else void hold()
  return () => {
    over.abort()
  }
}

/** Two accounts may have pop-ups of one id. */
function showHere(engine: EngineLink, router: Router, account: () => string | null): () => void {
  const shown = new Map<string, Notification>()
  let accountThen = account()
  const report = (id: string, outcome: Exclude<PopUpOutcome, 'unseen'>, reason: string | null = null) => {
    // An engine that has gone raises at its next start what was not reported.
    engine.call('alerts.report', { id, outcome, reason }).catch(() => undefined)
  }
  const show = (popUp: PopUp) => {
    const own = account()
    if (own !== accountThen) shown.clear()
    accountThen = own
    const reportOwn: typeof report = (...told) => {
      if (account() === own) report(...told)
    }
    if (typeof Notification === 'undefined') report(popUp.id, 'failed', 'not supported')
    else if (Notification.permission !== 'granted') report(popUp.id, 'refused', Notification.permission)
    else if (shown.has(popUp.id)) report(popUp.id, 'shown')
    else
      showOne(popUp, shown, {
        report: reportOwn,
        opened: () => {
          lead(
            router,
            popUp.alerts.map(({ id }) => id),
          )
        },
      })
  }
  const ask = () => {
    engine.call('alerts.popUps', {}).then(
      (waiting) => {
        waiting.forEach(show)
      },
      () => undefined,
    )
  }
  const offs = [
    engine.on('alerts.raised', show),
    engine.on('alerts.withdrawn', ({ ids }) => {
      for (const id of ids) {
        const notification = shown.get(id)
        // First, so that its end is not taken for the user's.
        shown.delete(id)
        notification?.close()
      }
    }),
    engine.onConnect(ask),
  ]
  if (engine.state.value === 'open') ask()
  return () => {
    for (const off of offs) off()
  }
}

type Told = {
  report: (id: string, outcome: Exclude<PopUpOutcome, 'unseen'>, reason?: string) => void
  opened: () => void
}

function showOne(popUp: PopUp, shown: Map<string, Notification>, { report, opened }: Told): void {
  const { title, body } = popUpWords(popUp, alertWording)
  try {
    const notification = new Notification(title, { body, tag: popUp.id, silent: popUp.isSilent })
    shown.set(popUp.id, notification)
    notification.addEventListener('show', () => {
      report(popUp.id, 'shown')
    })
    notification.addEventListener('click', () => {
      report(popUp.id, 'clicked')
      window.focus()
      notification.close()
      opened()
    })
    notification.addEventListener('error', () => {
      if (shown.get(popUp.id) === notification) shown.delete(popUp.id)
      report(popUp.id, 'failed')
    })
    notification.addEventListener('close', () => {
      if (shown.get(popUp.id) !== notification) return
      shown.delete(popUp.id)
      report(popUp.id, 'closed')
    })
  } catch (error) {
    // Some browsers let only a service worker show them.
    report(popUp.id, 'failed', String(error))
  }
}
