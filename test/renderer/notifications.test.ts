// Pop-ups of a page in a browser, and where a click on one leads; the browser's notifications are played.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PopUp } from '#contract/alerts.ts'
import { createFakeEngine } from '#support/fake-engine.ts'
import { leave, open, setScreens, settled } from '#support/fake-screens.ts'

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

/** The browser's locks: one tab at a time. */
class FakeLocks {
  private last: Promise<unknown> = Promise.resolve()
  request(_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
    const mine = this.last.then(() => (signal.aborted ? undefined : hold()))
    this.last = mine
    return mine
  }
}

beforeEach(() => {
  Object.assign(FakeNotification, { permission: 'granted', all: [], error: null })
  vi.stubGlobal('Notification', FakeNotification)
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks')
})

async function start(options: Parameters<typeof open>[0] = {}) {
  const engine = options.engine ?? createFakeEngine(60)
  const [first, second] = engine.alerts.rows
  const popUp: PopUp = { id: 'a'.repeat(64), shape: 'group', alerts: [first!], hidesDetails: false, isSilent: true }
  const opened = await open({ ...options, engine })
  const reports = () => engine.calls.filter(({ name }) => name === 'alerts.report').map(({ input }) => input as { id: string; outcome: string; reason: string | null })
  const raise = async (next: PopUp = popUp) => {
    engine.emit('alerts.raised', next)
    await settled()
  }
  return { ...opened, engine, popUp, second: second!, raise, reports, outcomes: () => reports().map(({ outcome }) => outcome) }
}
const last = () => FakeNotification.all.at(-1)!
const say = async (event: string) => {
  last().dispatchEvent(new Event(event))
  await settled()
}

describe('a pop-up in the browser', () => {
  it('is shown in its words under its own id, and what became of it is reported', async () => {
    const { raise, popUp, outcomes } = await start()
    await raise()
    expect([last().title, last().options]).toEqual([expect.stringContaining(popUp.alerts[0]!.number.slice(0, 4)), { body: expect.any(String) as string, tag: popUp.id, silent: true }])
    expect(outcomes()).toEqual([])
    await say('show')
    await say('close')
    expect(outcomes()).toEqual(['shown', 'closed'])
  })

  it('leads to its alert when it is clicked', async () => {
    const { raise, popUp, router, outcomes } = await start()
    await raise()
    const focused = vi.spyOn(window, 'focus').mockReturnValue()
    await say('click')
    expect([router.currentRoute.value.name, router.currentRoute.value.query.container, focused.mock.calls.length, last().isClosed]).toEqual(['alerts', popUp.alerts[0]!.objectId, 1, true])
    expect(outcomes()[0]).toBe('clicked')
  })

  it('leads to the centre where it tells of several', async () => {
    const { raise, popUp, second, router } = await start()
    await raise({ ...popUp, alerts: [...popUp.alerts, second] })
    await say('click')
    expect([router.currentRoute.value.name, router.currentRoute.value.query]).toEqual(['alerts', {}])
  })

  it('that waited for somebody to show it is asked for, at the start and when the engine is back', async () => {
    const engine = createFakeEngine(60)
    engine.handlers['alerts.popUps'] = () => [{ id: 'waiting', shape: 'test', alerts: [], hidesDetails: false, isSilent: true }]
    const { goAway, mend, outcomes } = await start({ engine })
    expect(FakeNotification.all.map(({ options }) => options.tag)).toEqual(['waiting'])
    goAway()
    await settled()
    mend()
    await settled()
    expect([FakeNotification.all.length, outcomes()]).toEqual([1, ['shown']])
  })

  it('of another account is another one, though it has the same id', async () => {
    const { raise, shell, outcomes } = await start()
    await raise()
    await say('show')
    const [first] = FakeNotification.all
    shell.state.account = { ...shell.state.account, id: 'another' }
    await raise()
    expect(FakeNotification.all.length).toBe(2)
    first!.close()
    await settled()
    expect(outcomes()).toEqual(['shown'])
  })

  it('is taken off the screen when it is not true any more, and nobody is said to have closed it', async () => {
    const { engine, raise, popUp, outcomes } = await start()
    await raise()
    engine.emit('alerts.withdrawn', { ids: [popUp.id, 'another'] })
    await settled()
    expect([last().isClosed, outcomes()]).toEqual([true, []])
  })

  it.each([
    ['denied', 'refused', 'denied'],
    ['default', 'refused', 'default'],
  ] as const)('is reported where the browser may not show it (%s)', async (permission, outcome, reason) => {
    const { raise, reports, popUp } = await start()
    FakeNotification.permission = permission
    await raise()
    expect([FakeNotification.all, reports()]).toEqual([[], [{ id: popUp.id, outcome, reason }]])
  })

  it('is reported where the browser cannot, or fails to', async () => {
    const { raise, reports } = await start()
    FakeNotification.error = new TypeError('Illegal constructor')
    await raise()
    FakeNotification.error = null
    await raise()
    await say('error')
    vi.stubGlobal('Notification', undefined)
    await raise()
    expect(reports().map(({ outcome, reason }) => [outcome, reason])).toEqual([['failed', 'TypeError: Illegal constructor'], ['failed', null], ['failed', 'not supported']])
  })

  it('is shown by one tab of several, and by the next when that one is closed', async () => {
    const locks = new FakeLocks()
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
    let isOver: () => void = () => undefined
    void locks.request('another tab', { signal: new AbortController().signal }, () => new Promise((resolve) => { isOver = resolve }))
    const { raise } = await start()
    await raise()
    expect(FakeNotification.all).toEqual([])
    isOver()
    await settled()
    await raise()
    expect(FakeNotification.all.length).toBe(1)
    leave()
    await raise()
    expect(FakeNotification.all.length).toBe(1)
  })
})

describe('under Electron', () => {
  const host = { host: 'electron' } as const

  it('the page shows none: main does', async () => {
    const { raise, reports } = await start({ host })
    await raise()
    expect([FakeNotification.all, reports()]).toEqual([[], []])
  })

  it('a click on one leads to its alert, by what it is made of', async () => {
    const { engine, shell, router, popUp } = await start({ host })
    engine.handlers['alerts.ofPopUp'] = ({ id }) => (id === popUp.id ? [popUp.alerts[0]!.id] : [])
    shell.openPopUp(popUp.id)
    await settled()
    expect([router.currentRoute.value.name, router.currentRoute.value.query.container]).toEqual(['alerts', popUp.alerts[0]!.objectId])
    shell.openPopUp('of another account')
    await settled()
    expect([router.currentRoute.value.name, router.currentRoute.value.query.container]).toEqual(['alerts', undefined])
  })

  it('a click while the engine is away leads there as soon as it is back', async () => {
    const { engine, shell, router, popUp, goAway, mend } = await start({ host })
    engine.handlers['alerts.ofPopUp'] = () => [popUp.alerts[0]!.id]
    goAway()
    await settled()
    shell.openPopUp(popUp.id)
    await settled()
    expect(router.currentRoute.value.name).toBe('lfd')
    mend()
    await settled()
    expect(router.currentRoute.value.query.container).toBe(popUp.alerts[0]!.objectId)
  })
})
