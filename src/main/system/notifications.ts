// Shows the engine's pop-ups as notifications of the operating system, and reports to the engine what happened to each.
// The engine decides which alerts, when and how many. A click passes the pop-up's id to the page. The system stores the
// id too, so this also works after a restart.
import { Notification, type NotificationConstructorOptions } from 'electron'
import { describePopUp } from '#words/alert-words.ts'
import { alertWordings } from '#words/alert-words/all.ts'
import type { PopUp, PopUpOutcome } from '#contract/alerts.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'
import type { Localization } from './localization.ts'

export type Notifications = {
  /**
   * Shows the pop-ups of this engine and this account. Call it for each engine that starts, after the previous one has
   * ended. Notifications of other accounts are removed from the screen.
   */
  serve(engine: Client<EngineContract>, accountId: string): void
}

export type NotificationOptions = {
  platform: NodeJS.Platform
  localization: Pick<Localization, 'language' | 'words'>
  /** Whether any account is connected to a service. Without one there are no notifications. */
  isConnected: () => boolean
  /** The user clicked this notification, so the page must show its alerts. */
  onOpen: (popUpId: string) => void
  log: (event: string, fields: Record<string, unknown>) => void
}

/**
 * `accountId`: the account of the pop-up, because two accounts may use the same id. It is null for a notification of an
 * earlier run, whose account is not stored.
 */
type Entry = { notification: Notification; isShown: boolean; accountId: string | null }
/** The notifications by pop-up id. Without a reference, a notification is garbage collected and its click is lost. */
type OpenNotifications = Map<string, Entry>
/** The buttons, in their order on the notification. Linux shows none. */
const ACTIONS = ['show', 'snooze'] as const
type Action = (typeof ACTIONS)[number]
const SNOOZE_HOURS = 1
/** More than the user would scroll back in the system's list. */
const MAX_OPEN = 100

export function createNotifications({
  platform,
  localization,
  isConnected,
  onOpen,
  log,
}: NotificationOptions): Notifications {
  const state: State = { open: new Map(), handledIds: new Set(), engine: null, accountId: null }
  const { open } = state
  const snoozeQueue = createSnoozeQueue(log)
  const act = (id: string, action: Action) => {
    if (platform === 'win32' && markHandled(id, state.handledIds)) return
    const entry = open.get(id)
    if (!entry || isOurs(entry, state)) report(state, log, { id, outcome: 'clicked' })
    if (action === 'show') onOpen(id)
    else snoozeQueue.add(id, state.engine)
  }
  const adoptOlderOnce = once(
    () => platform !== 'darwin' || isConnected(),
    () => adoptOldNotifications(platform, open, act, log),
  )
  adoptOlderOnce()
  return {
    serve: (engine, accountId) => {
      adoptOlderOnce()
      state.engine = engine
      snoozeQueue.serve(engine)
      state.accountId = accountId
      for (const [id, entry] of open) if (!isOurs(entry, state)) closeNotification(open, id)
      subscribe(engine, state, { show: (popUp) => show(popUp, state, { platform, localization, act, log }), log })
    },
  }
}

/**
 * `engine` and `accountId`: the current engine and its account. `handledIds`: the pop-ups that were clicked.
 */
type State = {
  open: OpenNotifications
  handledIds: Set<string>
  engine: Client<EngineContract> | null
  accountId: string | null
}

function isOurs({ accountId }: Entry, state: State): boolean {
  return accountId === null || accountId === state.accountId
}

type Report = { id: string; outcome: Exclude<PopUpOutcome, 'unseen'>; reason?: string | null }

function report({ engine }: State, log: NotificationOptions['log'], { id, outcome, reason = null }: Report): void {
  // If the engine has ended, the report is lost. The next engine raises each pop-up without a report again.
  engine
    ?.call('alerts.report', { id, outcome, reason })
    .catch((error: unknown) => log('pop-up not reported', { error: String(error) }))
}

type ShowOptions = Pick<NotificationOptions, 'platform' | 'localization' | 'log'> & {
  act: (id: string, action: Action) => void
}

function show(popUp: PopUp, state: State, { platform, localization, act, log }: ShowOptions): void {
  const { id } = popUp
  const { open, handledIds } = state
  const shownEntry = open.get(id)
  if (shownEntry && isOurs(shownEntry, state)) {
    if (shownEntry.isShown) report(state, log, { id, outcome: 'shown' })
    return
  }
  if (!Notification.isSupported()) {
    report(state, log, { id, outcome: 'failed', reason: 'not supported' })
    return
  }
  const notification = new Notification(createOptions(popUp, platform, localization))
  const entry: Entry = { notification, isShown: false, accountId: state.accountId }
  addOpen(open, id, entry)
  handledIds.delete(id)
  watchNotification(platform, open, id, entry, (outcome, reason) => {
    if (isOurs(entry, state)) report(state, log, { id, outcome, reason })
  })
  watchClicks(notification, (action) => {
    if (isOurs(entry, state)) act(id, action)
  })
  notification.show()
}

type SubscribeOptions = { show: (popUp: PopUp) => void; log: NotificationOptions['log'] }

/** Shows the pop-ups that the engine raises from now on, and those that already wait. */
function subscribe(engine: Client<EngineContract>, state: State, options: SubscribeOptions): void {
  const { open } = state
  engine.on('alerts.raised', options.show)
  engine.on('alerts.withdrawn', ({ ids }) => {
    for (const id of ids) {
      const entry = open.get(id)
      if (entry && isOurs(entry, state)) closeNotification(open, id)
    }
  })
  engine.onClose(() => {
    if (state.engine === engine) state.engine = null
  })
  engine.call('alerts.popUps', {}).then(
    (waiting) => waiting.forEach(options.show),
    (error: unknown) => options.log('pop-ups not requested', { error: String(error) }),
  )
}

/**
 * Notes a click, and returns whether it was already noted. Windows reports one click as an event of the notification,
 * as an activation of the program, or as both. It removes a clicked notification from its list, so a second report is
 * never a second click.
 */
function markHandled(id: string, handledIds: Set<string>): boolean {
  const wasHandled = handledIds.has(id)
  handledIds.add(id)
  return wasHandled
}

function watchClicks(notification: Notification, act: (action: Action) => void): void {
  notification.on('click', () => act('show'))
  notification.on('action', ({ actionIndex }) => act(ACTIONS[actionIndex] ?? 'show'))
}

/** Sends the snoozes to the engine. Without an engine they wait, because a click may have started the program. */
function createSnoozeQueue(log: NotificationOptions['log']) {
  let waitingIds: string[] = []
  const snooze = (engine: Client<EngineContract>, id: string) => {
    engine
      .call('alerts.snoozePopUp', { id, hours: SNOOZE_HOURS })
      .catch((error: unknown) => log('pop-up not snoozed', { error: String(error) }))
  }
  return {
    add: (id: string, engine: Client<EngineContract> | null) => {
      if (engine) snooze(engine, id)
      else waitingIds.push(id)
    },
    serve: (engine: Client<EngineContract>) => {
      for (const id of waitingIds) snooze(engine, id)
      waitingIds = []
    },
  }
}

function closeNotification(open: OpenNotifications, id: string): void {
  const entry = open.get(id)
  // The entry is deleted first, so that the close event is not processed as a click of the user.
  open.delete(id)
  entry?.notification.close()
}

type ReportOutcome = (outcome: 'shown' | 'failed' | 'closed', reason?: string) => void

function watchNotification(
  platform: NodeJS.Platform,
  open: OpenNotifications,
  id: string,
  entry: Entry,
  reportOutcome: ReportOutcome,
): void {
  const { notification } = entry
  const isOpen = () => open.get(id) === entry
  notification.on('show', () => {
    entry.isShown = true
    reportOutcome('shown')
  })
  notification.on('failed', (_event, reason) => {
    if (isOpen()) open.delete(id)
    reportOutcome('failed', reason.slice(0, 500))
  })
  notification.on('close', ({ reason }) => {
    // After a timeout the notification is in the system's list, where the user can still click it. Linux does not
    // report the reason, so there each close may be a timeout.
    if (reason === 'timedOut' || platform === 'linux' || !isOpen()) return
    open.delete(id)
    reportOutcome('closed')
  })
}

function addOpen(open: OpenNotifications, id: string, entry: Entry): void {
  const [oldest] = open.keys()
  if (open.size >= MAX_OPEN && oldest !== undefined) open.delete(oldest)
  open.set(id, entry)
}

/** Returns a function that runs `work` once: at the first call for which `mayBegin` is true. */
function once(mayBegin: () => boolean, work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone || !mayBegin()) return
    isDone = true
    work()
  }
}

/**
 * Receives clicks on notifications of an earlier run, which are in the system's list. On macOS the first call about
 * notifications asks the user for permission. The caller waits until an account is connected, because the user would
 * not understand the question earlier.
 */
function adoptOldNotifications(
  platform: NodeJS.Platform,
  open: OpenNotifications,
  act: (id: string, action: Action) => void,
  log: NotificationOptions['log'],
): void {
  if (platform === 'win32') {
    // This call creates the object that receives clicks on Windows. handleActivation alone does not create it before
    // the first pop-up. Its callback gets every button, and clicks on notifications of an earlier run; a plain click on
    // one of this run arrives there only through COM (Electron's windows_toast_notification.cc).
    Notification.isSupported()
    Notification.handleActivation(({ arguments: launch }) => {
      const parameters = new URLSearchParams(launch)
      const id = parameters.get('tag')
      if (id !== null) act(id, ACTIONS[Number(parameters.get('action') ?? 0)] ?? 'show')
    })
  }
  if (platform !== 'darwin') return
  Notification.getHistory().then(
    (older) => {
      for (const notification of older) {
        const { id } = notification
        watchClicks(notification, (action) => act(id, action))
        addOpen(open, id, { notification, isShown: true, accountId: null })
      }
    },
    (error: unknown) => log('older notifications unknown', { error: String(error) }),
  )
}

function createOptions(
  popUp: PopUp,
  platform: NodeJS.Platform,
  { language, words }: NotificationOptions['localization'],
): NotificationConstructorOptions {
  const { title, body } = describePopUp(popUp, alertWordings[language()])
  const texts = words().notification
  const options: NotificationConstructorOptions = { id: popUp.id, title, body, silent: popUp.isSilent }
  // Electron's own XML contains no id for a plain click, so after a restart the clicked pop-up could not be identified.
  if (platform === 'win32') return { ...options, toastXml: formatToastXml(popUp, { title, body }, texts) }
  return platform === 'darwin'
    ? { ...options, actions: listActions(popUp).map((action) => ({ type: 'button', text: texts[action] })) }
    : options
}

/** Only a container can be snoozed. */
function listActions({ alerts }: PopUp): Action[] {
  return alerts.some(({ object }) => object === 'container') ? [...ACTIONS] : []
}

function formatToastXml(
  popUp: PopUp,
  { title, body }: { title: string; body: string },
  labels: Record<Action, string>,
): string {
  const { id, isSilent } = popUp
  const buttons = listActions(popUp)
    .map(
      (action, index) =>
        `<action content="${escapeXml(labels[action])}" arguments="type=action&amp;action=${index}&amp;tag=${id}"/>`,
    )
    .join('')
  const actions = buttons === '' ? '' : `<actions>${buttons}</actions>`
  const texts = [title, body].map((text) => `<text>${escapeXml(text)}</text>`).join('')
  const audio = isSilent ? '<audio silent="true"/>' : ''
  return `<toast launch="type=click&amp;tag=${id}"><visual><binding template="ToastGeneric">${texts}</binding></visual>${actions}${audio}</toast>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Control characters are not allowed in XML, and one of them would make the whole notification fail. */
function escapeXml(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, ' ').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
