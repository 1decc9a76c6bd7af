// Pop-ups of the engine as notifications of the system. A fake engine with the real contract answers at the other end
// of the port.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Alert, PopUp } from '#contract/alerts.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/rules/language.ts'
import type { EngineContract } from '#contract/index.ts'
import { connect } from '#contract/rpc.ts'
import { MessageChannelMain, Notification, app } from '#standin/electron.ts'
import { waitForMessages } from '#standin/ports.ts'
import { toPort } from '../../../src/main/engine/engine-port.ts'
import { createNotifications } from '../../../src/main/system/notifications.ts'
import { getWords } from '../../../src/main/words.ts'

app.becomeReady()
beforeEach(() => {
  Object.assign(Notification, { all: [], history: [], isAvailable: true, hasPresenter: false, activated: null })
})

const ID = 'a'.repeat(64)
const alert: Alert = {
  id: 'fee:c1:demurrage:USD:1',
  severity: 2,
  object: 'container',
  objectId: 'c1',
  number: 'MSCU1234567',
  place: 'Pier 400 "West" <A&B>',
  zone: null,
  masterBill: null,
  customer: null,
  field: null,
  facts: { kind: 'fee-posted', name: 'demurrage', amount: 850, currency: 'USD', before: null },
  raisedAt: '2026-11-20T17:00:00.000Z',
  state: 'notified',
  isRead: false,
  isLate: false,
  snoozedUntil: null,
  isMuted: false,
}
const popUp: PopUp = { id: ID, shape: 'group', alerts: [alert], hidesDetails: false, isSilent: true }

type Call = { id: number; name: string; input: unknown }
type Sent = { type: string; name: string }

/** A fake engine with these waiting pop-ups. */
function createFakeEngine(waiting: PopUp[] | Error = []) {
  const { port1, port2 } = new MessageChannelMain()
  const reports: unknown[] = []
  const snoozed: unknown[] = []
  const state = { isRefusing: false }
  port1.on('message', ({ data }: { data: Call }) => {
    if (data.name === 'alerts.report') reports.push(data.input)
    if (data.name === 'alerts.snoozePopUp') snoozed.push(data.input)
    const isFailing = state.isRefusing || (data.name === 'alerts.popUps' && waiting instanceof Error)
    const answer = isFailing
      ? { error: { code: 'engine/disconnected', details: {} } }
      : { value: data.name === 'alerts.popUps' ? waiting : undefined }
    port1.postMessage({ type: 'result', id: data.id, ...answer })
  })
  port1.start()
  const emit = async (name: string, payload: unknown) => {
    port1.postMessage({ type: 'event', name, payload } satisfies Sent & { payload: unknown })
    await waitForMessages()
  }
  return {
    port1,
    reports,
    snoozed,
    state,
    port: connect<EngineContract>(toPort(port2)),
    emit,
    raise: (next: PopUp = popUp) => emit('alerts.raised', next),
  }
}

const localization = { language: () => spoken, words: () => getWords(spoken) }
let spoken: Language = 'en'
beforeEach(() => {
  spoken = 'en'
})

async function open(platform: NodeJS.Platform = 'linux', waiting: PopUp[] | Error = []) {
  const opened: string[] = []
  const log: string[] = []
  const notifications = createNotifications({
    platform,
    localization,
    isConnected: () => true,
    onOpen: (id) => opened.push(id),
    log: (event) => log.push(event),
  })
  const fakeEngine = createFakeEngine(waiting)
  notifications.serve(fakeEngine.port, 'main')
  await waitForMessages()
  return { ...fakeEngine, notifications, opened, log }
}
const lastNotification = () => Notification.all.at(-1)!
const listOutcomes = (reports: unknown[]) => reports.map((report) => (report as { outcome: string }).outcome)

describe('a pop-up', () => {
  test('is shown silently with its text and id, and reported after the system shows it', async () => {
    const { raise, reports } = await open()
    await raise()
    expect([lastNotification().options, lastNotification().calls, reports]).toEqual([
      { id: ID, title: 'Demurrage posted: $850 on MSCU 123456 7', body: 'Pier 400 "West" <A&B>', silent: true },
      ['show'],
      [],
    ])
    lastNotification().emit('show')
    await waitForMessages()
    expect(reports).toEqual([{ id: ID, outcome: 'shown', reason: null }])
  })
  test('is shown in the current language, including its buttons', async () => {
    const { raise } = await open('darwin')
    spoken = 'de'
    await raise()
    expect(lastNotification().options).toMatchObject({
      title: 'Demurrage gemeldet: 850\u00a0$ für MSCU 123456 7',
      actions: [{ text: 'Anzeigen' }, { text: '1 h zurückstellen' }],
    })
  })
  test('that was raised before the main process connected is requested', async () => {
    await open('linux', [popUp])
    expect(lastNotification().calls).toEqual(['show'])
  })
  test('that is raised repeatedly is shown once and reported each time', async () => {
    const { raise, reports } = await open()
    await raise()
    await raise()
    lastNotification().emit('show')
    await raise()
    expect([Notification.all.length, listOutcomes(reports)]).toEqual([1, ['shown', 'shown']])
  })
  test('is reported as failed if the system refuses it or has no notifications', async () => {
    const { raise, reports } = await open()
    await raise()
    lastNotification().emit('failed', {}, 'no permission')
    Notification.isAvailable = false
    await raise()
    expect(reports).toEqual([
      { id: ID, outcome: 'failed', reason: 'no permission' },
      { id: ID, outcome: 'failed', reason: 'not supported' },
    ])
  })
  test('is removed from the screen when it is withdrawn, and not reported as closed', async () => {
    const { raise, reports, emit } = await open()
    await raise()
    await emit('alerts.withdrawn', { ids: [ID, 'another'] })
    expect([lastNotification().calls, reports]).toEqual([['show', 'close'], []])
  })
  test('that times out can still be clicked, and is reported as closed only if the user closes it', async () => {
    const { raise, reports, opened } = await open('darwin')
    await raise()
    lastNotification().emit('close', { reason: 'timedOut' })
    lastNotification().emit('click', {})
    lastNotification().emit('close', { reason: 'userCanceled' })
    await waitForMessages()
    expect([listOutcomes(reports), opened]).toEqual([['clicked', 'closed'], [ID]])
  })
})

describe('on Linux', () =>
  test('a closed notification is not reported, because it may have timed out, and can be clicked and withdrawn', async () => {
    const { raise, reports, opened, emit } = await open('linux')
    await raise()
    lastNotification().emit('show')
    lastNotification().emit('close', {})
    lastNotification().emit('click', {})
    await emit('alerts.withdrawn', { ids: [ID] })
    expect([listOutcomes(reports), opened, lastNotification().calls]).toEqual([
      ['shown', 'clicked'],
      [ID],
      ['show', 'close'],
    ])
  }))

describe('on Windows', () => {
  test('a notification has its id in the launch arguments, and its text is escaped', async () => {
    const { raise } = await open('win32')
    await raise()
    expect(lastNotification().options.toastXml).toBe(
      `<toast launch="type=click&amp;tag=${ID}"><visual><binding template="ToastGeneric"><text>Demurrage posted: $850 on MSCU 123456 7</text><text>Pier 400 &quot;West&quot; &lt;A&amp;B&gt;</text></binding></visual><actions><action content="Show" arguments="type=action&amp;action=0&amp;tag=${ID}"/><action content="Snooze 1 h" arguments="type=action&amp;action=1&amp;tag=${ID}"/></actions><audio silent="true"/></toast>`,
    )
    await raise({ ...popUp, id: 'b', isSilent: false, alerts: [{ ...alert, object: 'shipment', place: 'a\u0007b' }] })
    expect(lastNotification().options.toastXml).toContain('<text>A b</text></binding></visual></toast>')
  })
  test('a click on a notification of an earlier run opens its pop-up', async () => {
    const { opened, reports } = await open('win32')
    expect(Notification.hasPresenter).toBe(true)
    Notification.activated?.({ type: 'click', arguments: `type=click&tag=${ID}` })
    Notification.activated?.({ type: 'click', arguments: '' })
    await waitForMessages()
    expect([opened, listOutcomes(reports)]).toEqual([[ID], ['clicked']])
  })
  /** Electron 45 reports a click on a toast as an event, as an activation through COM, or as both. */
  const viaEvent = () => {
    lastNotification().emit('click', {})
  }
  const viaActivation = () => Notification.activated?.({ type: 'click', arguments: `type=click&tag=${ID}` })
  test.each([
    ['as an event of the notification, while the program runs', [viaEvent]],
    ['as an activation of the program', [viaActivation]],
    ['as an event and an activation', [viaEvent, viaActivation]],
    ['as an activation and an event', [viaActivation, viaEvent]],
    ['as two events and an activation', [viaEvent, viaActivation, viaEvent]],
  ])('a click that arrives %s counts once', async (_how, arrivals) => {
    const { opened, raise, reports } = await open('win32')
    await raise()
    for (const arrive of arrivals) {
      arrive()
      await waitForMessages()
    }
    expect([opened, listOutcomes(reports)]).toEqual([[ID], ['clicked']])
  })
  test('a button counts once although the notification also emits an event', async () => {
    const { opened, snoozed, raise, reports } = await open('win32')
    await raise()
    Notification.activated?.({ type: 'action', arguments: `type=action&action=1&tag=${ID}` })
    lastNotification().emit('action', { actionIndex: 1, selectionIndex: -1 })
    await waitForMessages()
    expect([opened, snoozed, listOutcomes(reports)]).toEqual([[], [{ id: ID, hours: 1 }], ['clicked']])
  })
  test('a click counts again after the notification was withdrawn and shown again', async () => {
    const { opened, raise, emit, reports } = await open('win32')
    await raise()
    viaEvent()
    await emit('alerts.withdrawn', { ids: [ID] })
    await raise()
    viaEvent()
    await waitForMessages()
    expect([opened, listOutcomes(reports)]).toEqual([
      [ID, ID],
      ['clicked', 'clicked'],
    ])
  })
  test('a click on a notification of the previous account has no effect', async () => {
    const { notifications, opened, raise, reports } = await open('win32')
    await raise()
    const earlierNotification = lastNotification()
    notifications.serve(createFakeEngine().port, 'another')
    await waitForMessages()
    earlierNotification.emit('click', {})
    await waitForMessages()
    expect([opened, listOutcomes(reports)]).toEqual([[], []])
  })
})

describe('the buttons', () => {
  test('on macOS show the pop-up and snooze it for an hour', async () => {
    const { raise, reports, snoozed, opened } = await open('darwin')
    await raise()
    expect(lastNotification().options.actions).toEqual([
      { type: 'button', text: 'Show' },
      { type: 'button', text: 'Snooze 1 h' },
    ])
    lastNotification().emit('action', { actionIndex: 1 })
    await waitForMessages()
    expect([opened, snoozed, listOutcomes(reports)]).toEqual([[], [{ id: ID, hours: 1 }], ['clicked']])
    lastNotification().emit('action', { actionIndex: 0 })
    expect(opened).toEqual([ID])
  })
  test('on Windows are identified by the launch arguments, also after a restart', async () => {
    const { snoozed, opened } = await open('win32')
    Notification.activated?.({ type: 'action', arguments: 'type=action&action=1&tag=first' })
    Notification.activated?.({ type: 'action', arguments: 'type=action&action=0&tag=second' })
    Notification.activated?.({ type: 'action', arguments: 'type=action&action=9&tag=third' })
    await waitForMessages()
    expect([snoozed, opened]).toEqual([[{ id: 'first', hours: 1 }], ['second', 'third']])
  })
  test('take effect if they started the program, once the engine runs', async () => {
    const notifications = createNotifications({
      platform: 'win32',
      localization,
      isConnected: () => false,
      onOpen: () => undefined,
      log: () => undefined,
    })
    Notification.activated?.({ type: 'action', arguments: `type=action&action=1&tag=${ID}` })
    const [first, second] = [createFakeEngine(), createFakeEngine()]
    notifications.serve(first.port, 'main')
    notifications.serve(second.port, 'main')
    await waitForMessages()
    expect([first.snoozed, second.snoozed]).toEqual([[{ id: ID, hours: 1 }], []])
  })
  test('do not exist on Linux, or if the pop-up has no container to snooze', async () => {
    const linux = await open('linux')
    await linux.raise()
    expect(lastNotification().options.actions).toBeUndefined()
    const mac = await open('darwin')
    await mac.raise({ ...popUp, alerts: [{ ...alert, object: 'document' }] })
    expect(lastNotification().options.actions).toEqual([])
  })
})

describe('on macOS', () => {
  test('notifications of an earlier run can be clicked and are not shown again', async () => {
    const older = new Notification({ id: ID })
    Notification.history = [older]
    const { opened, raise, reports } = await open('darwin')
    older.emit('click', {})
    await raise()
    expect([opened, listOutcomes(reports), Notification.all]).toEqual([[ID], ['clicked', 'shown'], [older]])
  })
  test('the system is not queried before an account is connected, because the query asks the user for permission', async () => {
    let isConnected = false
    const getHistory = vi.spyOn(Notification, 'getHistory')
    onTestFinished(() => getHistory.mockRestore())
    const notifications = createNotifications({
      platform: 'darwin',
      localization,
      isConnected: () => isConnected,
      onOpen: () => undefined,
      log: () => undefined,
    })
    notifications.serve(createFakeEngine().port, 'main')
    await waitForMessages()
    expect([getHistory.mock.calls.length, Notification.hasPresenter]).toEqual([0, false])
    isConnected = true
    for (const account of ['main', 'another']) notifications.serve(createFakeEngine().port, account)
    await waitForMessages()
    expect(getHistory.mock.calls.length).toBe(1)
  })
  test('a notification is shown even if the list of older ones cannot be read', async () => {
    Notification.history = new Error('not signed')
    const { raise, log } = await open('darwin')
    await raise()
    expect([lastNotification().calls, log]).toEqual([['show'], ['older notifications unknown']])
  })
})

describe('an engine that ends', () => {
  test('leaves its notifications on the screen, and the next engine gets their reports', async () => {
    const { notifications, port1, raise, opened, log } = await open()
    await raise()
    port1.close()
    await waitForMessages()
    lastNotification().emit('click', {})
    expect([opened, log]).toEqual([[ID], []])
    const next = createFakeEngine([popUp])
    notifications.serve(next.port, 'main')
    await waitForMessages()
    lastNotification().emit('show')
    await waitForMessages()
    expect([Notification.all.length, listOutcomes(next.reports)]).toEqual([1, ['shown']])
  })
  test('has its notifications removed when the engine of another account starts', async () => {
    const { notifications, raise, reports, opened } = await open()
    await raise()
    const [first] = Notification.all
    first?.emit('show')
    const other = createFakeEngine([popUp])
    notifications.serve(other.port, 'another')
    await waitForMessages()
    expect([Notification.all.length, first?.calls, other.reports]).toEqual([2, ['show', 'close'], []])
    first?.emit('click', {})
    lastNotification().emit('show')
    await waitForMessages()
    expect([listOutcomes(reports), listOutcomes(other.reports), opened]).toEqual([['shown'], ['shown'], []])
  })
  test('or refuses calls is only written to the log', async () => {
    const { raise, state, log } = await open('linux', new AppError('engine/disconnected'))
    await raise()
    state.isRefusing = true
    lastNotification().emit('show')
    await vi.waitUntil(() => log.length > 1)
    expect(log).toEqual(['pop-ups not requested', 'pop-up not reported'])
  })
})
