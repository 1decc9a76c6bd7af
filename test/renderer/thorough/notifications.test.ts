// Pop-ups of a page in a browser, and the screen that a click opens. The browser's notifications are faked.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PopUp } from '#contract/alerts.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { flush, closePage, open, setScreens } from '#support/screens.ts'

setScreens()

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'granted'
  static all: FakeNotification[] = []
  static error: Error | null = null
  isClosed = false
  readonly title: string
  readonly options: NotificationOptions

  constructor(title: string, options: NotificationOptions) {
    super()
    if (FakeNotification.error) throw FakeNotification.error
    this.title = title
    this.options = options
    FakeNotification.all.push(this)
  }
  close() {
    this.isClosed = true
    this.dispatchEvent(new Event('close'))
  }
}

/** Locks of the browser, which one tab at a time can hold. */
class FakeLocks {
  private last: Promise<unknown> = Promise.resolve()
  request(_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
    const current = this.last.then(() => (signal.aborted ? undefined : hold()))
    this.last = current
    return current
  }
}

beforeEach(() => {
  Object.assign(FakeNotification, { permission: 'granted', all: [], error: null })
  vi.stubGlobal('Notification', FakeNotification)
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks')
})

/** Starts an engine, marks all its alerts as done, and closes all its pop-ups. */
async function startWithoutPopUps() {
  const engine = await startScreenEngine()
  const { rows } = await engine.ask('alerts.list', { filter: { scope: 'open' }, window: { offset: 0, limit: 500 } })
  await engine.ask('alerts.markDone', { ids: rows.map(({ id }) => id) })
  for (const { id } of await engine.ask('alerts.popUps', {}))
    await engine.ask('alerts.report', { id, outcome: 'closed', reason: null })
  return engine
}

/** Returns a function that raises the fees of some containers and waits for the pop-up about them. */
async function createFeePoster(engine: ScreenEngine) {
  const containers = (await engine.rows()).filter(
    ({ lastFreeDay, feesDue }) => lastFreeDay.clock === 'running' && feesDue.length === 0,
  )
  const raisedPopUps: PopUp[] = []
  engine.client.on('alerts.raised', (popUp) => raisedPopUps.push(popUp))
  let amount = 100
  return async (count = 1): Promise<PopUp> => {
    const ids = containers.slice(0, count).map(({ id }) => id)
    const countBefore = raisedPopUps.length
    const findPopUp = () =>
      raisedPopUps
        .slice(countBefore)
        .find(({ alerts }) => ids.every((id) => alerts.some(({ objectId }) => objectId === id)))
    amount += 50
    await engine.patch(
      Object.fromEntries(
        ids.map((id) => [id, { fees_at_pod_terminal: [{ type: 'demurrage', amount, currency_code: 'USD' }] }]),
      ),
    )
    await engine.clock.advanceUntil(() => findPopUp() !== undefined)
    await flush()
    return findPopUp()!
  }
}

async function openPage(options: Parameters<typeof open>[0] = {}) {
  const engine = options.engine ?? (await startWithoutPopUps())
  // A container on screen raises no pop-up, so this opens a screen without containers.
  const opened = await open({ path: '/about', ...options, engine })
  const reports = () =>
    engine.calls
      .filter(({ name }) => name === 'alerts.report')
      .map(({ input }) => input as { id: string; outcome: string; reason: string | null })
  return {
    ...opened,
    engine,
    raise: await createFeePoster(engine),
    reports,
    outcomes: () => reports().map(({ outcome }) => outcome),
  }
}
const getLastNotification = () => FakeNotification.all.at(-1)!
const fire = async (event: string) => {
  getLastNotification().dispatchEvent(new Event(event))
  await flush()
}

describe('a pop-up in the browser', () => {
  test('is shown with its title and its id, and its outcome is reported', async () => {
    const { raise, outcomes } = await openPage()
    const popUp = await raise()
    expect([getLastNotification().title, getLastNotification().options]).toEqual([
      expect.stringContaining(popUp.alerts[0]!.number.slice(0, 4)),
      { body: expect.any(String) as string, tag: popUp.id, silent: true },
    ])
    expect(outcomes()).toEqual([])
    await fire('show')
    await fire('close')
    expect(outcomes()).toEqual(['shown', 'closed'])
  })

  test('opens its alert on a click', async () => {
    const { raise, router, outcomes } = await openPage()
    const popUp = await raise()
    const focused = vi.spyOn(window, 'focus').mockReturnValue()
    await fire('click')
    expect([
      router.currentRoute.value.name,
      router.currentRoute.value.query.container,
      focused.mock.calls.length,
      getLastNotification().isClosed,
    ]).toEqual(['alerts', popUp.alerts[0]!.objectId, 1, true])
    expect(outcomes()[0]).toBe('clicked')
  })

  test('opens the alert centre if it is about several alerts', async () => {
    const { raise, router } = await openPage()
    expect((await raise(2)).alerts.length).toBe(2)
    await fire('click')
    expect([router.currentRoute.value.name, router.currentRoute.value.query]).toEqual(['alerts', {}])
  })

  test('that was raised before the page opened is shown once, also after a reconnection', async () => {
    const engine = await startWithoutPopUps()
    const { id } = await (await createFeePoster(engine))()
    const { disconnect, reconnect, outcomes } = await openPage({ engine })
    expect(FakeNotification.all.map(({ options }) => options.tag)).toEqual([id])
    disconnect()
    await flush()
    reconnect()
    await flush()
    expect([FakeNotification.all.length, outcomes()]).toEqual([1, ['shown']])
  })

  test('with the id of a pop-up of another account is a separate pop-up', async () => {
    const [firstEngine, otherEngine] = [await startWithoutPopUps(), await startWithoutPopUps()]
    const shell = createFakeShell()
    const engineOfAccount: ScreenEngine = {
      ...firstEngine,
      attach: (port) => {
        ;(shell.state.account.id === 'another' ? otherEngine : firstEngine).attach(port)
      },
    }
    const { dropPipe } = await open({ path: '/about', engine: engineOfAccount, shell })
    const { id } = await (await createFeePoster(firstEngine))()
    await fire('show')
    const [firstNotification] = FakeNotification.all
    shell.state.account = { ...shell.state.account, id: 'another' }
    const otherPopUp = await (await createFeePoster(otherEngine))()
    dropPipe()
    await vi.waitFor(async () => {
      await flush()
      expect(FakeNotification.all.length).toBe(2)
    })
    firstNotification!.close()
    await flush()
    const outcomes = firstEngine.calls
      .filter(({ name }) => name === 'alerts.report')
      .map(({ input }) => (input as { outcome: string }).outcome)
    expect([otherPopUp.id, outcomes]).toEqual([id, ['shown']])
  })

  test('is closed when its alert is done, and is not reported as closed by the user', async () => {
    const { engine, raise, outcomes } = await openPage()
    const popUp = await raise()
    await engine.ask('alerts.markDone', { ids: popUp.alerts.map(({ id }) => id) })
    await engine.clock.advanceUntil(() => getLastNotification().isClosed)
    expect([getLastNotification().isClosed, outcomes()]).toEqual([true, []])
  })

  test.each([
    ['denied', 'refused', 'denied'],
    ['default', 'refused', 'default'],
  ] as const)(
    'is reported as refused if the permission of the browser is "%s"',
    async (permission, outcome, reason) => {
      const { raise, reports } = await openPage()
      FakeNotification.permission = permission
      const popUp = await raise()
      expect([FakeNotification.all, reports()]).toEqual([[], [{ id: popUp.id, outcome, reason }]])
    },
  )

  test('is reported as failed if the browser cannot show it', async () => {
    const { raise, reports } = await openPage()
    FakeNotification.error = new TypeError('Illegal constructor')
    await raise()
    FakeNotification.error = null
    await raise()
    await fire('error')
    vi.stubGlobal('Notification', undefined)
    await raise()
    expect(reports().map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['failed', 'TypeError: Illegal constructor'],
      ['failed', null],
      ['failed', 'not supported'],
    ])
  })

  test('is shown by only one tab, and by the next tab when that one closes', async () => {
    const locks = new FakeLocks()
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
    let closeOtherTab: () => void = () => undefined
    void locks.request(
      'another tab',
      { signal: new AbortController().signal },
      () =>
        new Promise((resolve) => {
          closeOtherTab = resolve
        }),
    )
    const { raise } = await openPage()
    await raise()
    expect(FakeNotification.all).toEqual([])
    closeOtherTab()
    await flush()
    // This tab shows the pop-up that the other tab did not show, and later ones.
    expect(FakeNotification.all.length).toBe(1)
    await raise()
    expect(FakeNotification.all.length).toBe(2)
    closePage()
    await raise()
    expect(FakeNotification.all.length).toBe(2)
  })
})

describe('under Electron', () => {
  const host = { host: 'electron' } as const

  test('the page shows no pop-up, because the main process does', async () => {
    const { raise, reports } = await openPage({ host })
    await raise()
    expect([FakeNotification.all, reports()]).toEqual([[], []])
  })

  test('a click on a pop-up opens its alert, and an unknown pop-up opens the list of alerts', async () => {
    const { raise, shell, router } = await openPage({ host })
    const popUp = await raise()
    shell.openPopUp(popUp.id)
    await flush()
    expect([router.currentRoute.value.name, router.currentRoute.value.query.container]).toEqual([
      'alerts',
      popUp.alerts[0]!.objectId,
    ])
    shell.openPopUp('of another account')
    await flush()
    expect([router.currentRoute.value.name, router.currentRoute.value.query.container]).toEqual(['alerts', undefined])
  })

  test('a click while the engine is lost opens the alert after the reconnection', async () => {
    const { raise, shell, router, disconnect, reconnect } = await openPage({ host })
    const popUp = await raise()
    disconnect()
    await flush()
    shell.openPopUp(popUp.id)
    await flush()
    expect(router.currentRoute.value.name).toBe('about')
    reconnect()
    await flush()
    expect(router.currentRoute.value.query.container).toBe(popUp.alerts[0]!.objectId)
  })
})
