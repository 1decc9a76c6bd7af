// The background work of the service: it creates webhook notifications, sends and retries them, and reads documents.
// `work` drives it and gets the time as a parameter; nothing runs by itself.
import type { Records, Resource } from '../jsonapi/resource.ts'
import type { Post } from '../outgoing.ts'
import type { Now } from '../clocks.ts'
import type { IdKind } from '../world/ids.ts'
import type { WebhookEvent, Span } from '../world/webhook-events.ts'
import { sortByTime, type World } from '../world/world.ts'
import type { Stored } from '../written/collection.ts'
import { isStoppedByUser } from '../written/stopped.ts'
import { ACCEPTED_STATUSES, deliveryOf } from './webhook-records.ts'
import { payloadOf, processedMs } from './document-records.ts'
import { linksOf } from './linking.ts'
import { notificationDocument } from './notification-document.ts'
import { textOf } from './reading.ts'
import type { AccountStore, StoredNotification } from './stored.ts'
import { idOfNews, notificationRecord } from './webhook-records.ts'

export type Background = {
  /** Stores notifications of events since the last call. */
  notify(worldMs: number): void
  /** Everything that is due; resolves when it is done. */
  work(now: Now): Promise<void>
}

type BackgroundOptions = {
  account: AccountStore
  world: World
  baseUrl: string
  recordsAt: (worldMs: number) => Records
  post: Post | null
  /** There are no notifications for events before this instant. */
  startMs: number
}

/** After this many retries a notification fails. */
const MAX_RETRIES = 12
const FIRST_RETRY_MS = 15_000
const MAX_RETRY_MS = 60 * 60_000
/** After this many failed notifications in a row, the webhook is switched off. */
const FAILURES_UNTIL_OFF = 5
const AT_ONCE = 8
/** The most deliveries to one webhook in one call of `work`; the rest waits. */
const MAX_PER_CALL = 240

export function createBackground(options: BackgroundOptions): Background {
  const notifier = createNotifier(options)
  const sender = createSender(options)
  let preparing: Promise<void> | null = null
  const prepare = async ({ worldMs }: Now) => {
    await readDocuments(options, worldMs)
    await notifier.notifyInParts(worldMs)
    notifier.announceDocuments(worldMs)
    forgetOld(options)
  }
  return {
    notify: notifier.notify,
    work: async (now) => {
      await (preparing ??= prepare(now).finally(() => (preparing = null)))
      await sender.send(now)
    },
  }
}

/** This many finished notifications are stored. */
const MAX_NOTIFICATIONS = 4000

function forgetOld({ account: { notifications, webhooks }, post }: BackgroundOptions): void {
  const finished = notifications
    .all()
    .filter(({ status, webhook }) => status !== 'pending' || !post || !webhooks.get(webhook))
  for (const { row } of finished.slice(0, -MAX_NOTIFICATIONS)) notifications.forget(row)
}

/** Number of calls of `work` to skip for each part of a large world, to leave time for other work. */
const CALLS_PER_PART = 4
/** Up to this many parts are processed without a pause. */
const PARTS_AT_ONCE = 2

function createNotifier({ account, world, recordsAt, startMs }: BackgroundOptions) {
  const { webhooks, notifications, scans } = account
  let untilMs = scans.get(1)?.untilMs ?? startMs
  let [isNotifying, callsToSkip] = [false, 0]
  const { listening, write } = notificationsOf(account)
  const writeAll = (events: readonly WebhookEvent[], worldMs: number) => {
    const records = recordsAt(worldMs)
    for (const { event, atMs, reference, news, shipmentId } of events) {
      const receivers = listening(event).filter(({ createdMs }) => createdMs < atMs)
      if (
        receivers.length === 0 ||
        (shipmentId !== null && isStoppedByUser(account, shipmentId)) ||
        !isShown(records, event, reference)
      )
        continue
      // The id is made from the row of the first notification, for all receivers.
      const id = news ? idOfNews(world.ids, news.type as IdKind, notifications.nextRow()) : reference.id
      write(event, atMs, { type: reference.type, id }, news && { ...news, id }, receivers)
    }
    if (scans.get(1)) scans.change(1, { untilMs })
    else scans.add({ untilMs })
  }
  /** Null if there is no event, or no receiver. */
  const next = (worldMs: number): Span | null => {
    if (isNotifying || worldMs <= untilMs) return null
    const span = { fromMs: untilMs, toMs: worldMs }
    untilMs = worldMs
    return webhooks.all().length === 0 ? null : span
  }
  const notify = (worldMs: number) => {
    const span = world.isLarge ? null : next(worldMs)
    if (span) writeAll(world.eventsIn(span), worldMs)
  }
  const notifyInParts = async (worldMs: number) => {
    callsToSkip -= 1
    const span = callsToSkip >= 0 ? null : next(worldMs)
    if (!span) return
    isNotifying = true
    const all: WebhookEvent[] = []
    let parts = 0
    try {
      for (const part of world.eventBatchesIn(span)) {
        all.push(...part)
        parts += 1
        if (parts > PARTS_AT_ONCE) await new Promise(setImmediate)
      }
    } finally {
      isNotifying = false
    }
    callsToSkip = Math.max(0, parts - PARTS_AT_ONCE) * CALLS_PER_PART
    writeAll(sortByTime(all), worldMs)
  }
  return { notify, notifyInParts, announceDocuments: documentAnnouncer({ account, world }, write, listening) }
}

type Notifying = ReturnType<typeof notificationsOf>

/** Writes notifications for the webhooks that listen for an event. */
function notificationsOf({ webhooks, notifications }: BackgroundOptions['account']) {
  const listening = (event: string) =>
    webhooks.all().filter(({ isActive, events }) => isActive && events.includes(event))
  const write = (
    event: string,
    atMs: number,
    reference: StoredNotification['reference'],
    news: Resource | null,
    receivers: readonly { row: number }[],
  ) => {
    for (const { row } of receivers)
      notifications.add({ webhook: row, event, createdMs: atMs, status: 'pending', attempts: 0, reference, news })
  }
  return { listening, write }
}

function documentAnnouncer(
  { account, world }: Pick<BackgroundOptions, 'account' | 'world'>,
  write: Notifying['write'],
  listening: Notifying['listening'],
) {
  return (worldMs: number) => {
    for (const document of account.documents.all()) {
      if (document.isAnnounced || !document.reading || processedMs(document) > worldMs) continue
      const event = payloadOf(document, worldMs) ? 'document.extracted' : 'document.extraction_failed'
      write(
        event,
        processedMs(document),
        { type: 'document', id: world.ids.of('document', document.row) },
        null,
        listening(event),
      )
      account.documents.change(document.row, { isAnnounced: true })
    }
  }
}

/** Some events about last free days are hidden from some accounts. */
function isShown(records: Records, event: string, { type, id }: WebhookEvent['reference']): boolean {
  return !event.startsWith('container.pickup_lfd') || records.find(type, id) !== null
}

function createSender({ account, world, baseUrl, recordsAt, post }: BackgroundOptions) {
  const { webhooks, notifications } = account
  /** In process time. Not stored: after a restart, everything pending is due. */
  const dueMs = new Map<number, number>()
  const recordResult = (notification: Stored<StoredNotification>, isAccepted: boolean, processMs: number) => {
    const attempts = notification.attempts + 1
    const webhook = webhooks.get(notification.webhook)
    if (isAccepted) {
      notifications.change(notification.row, { attempts, status: 'succeeded' })
      if (webhook && webhook.failures > 0) webhooks.change(webhook.row, { failures: 0 })
    } else if (attempts <= MAX_RETRIES) {
      notifications.change(notification.row, { attempts })
      dueMs.set(notification.row, processMs + retryAfterMs(attempts))
      return
    } else {
      notifications.change(notification.row, { attempts, status: 'failed' })
      const failures = (webhook?.failures ?? 0) + 1
      if (webhook)
        webhooks.change(webhook.row, { failures, isActive: webhook.isActive && failures < FAILURES_UNTIL_OFF })
    }
    dueMs.delete(notification.row)
  }
  const sendOne = async (notification: Stored<StoredNotification>, { processMs, worldMs }: Now) => {
    const webhook = webhooks.get(notification.webhook)
    if (!webhook || !post) return
    const records = recordsAt(worldMs)
    const subject = notification.news ?? records.find(notification.reference.type, notification.reference.id)
    const document = notificationDocument(records, notificationRecord(world.ids, notification), subject, baseUrl)
    const status = await post(deliveryOf(webhook, document)).then(
      (answer) => answer.status,
      () => null,
    )
    recordResult(notification, status !== null && ACCEPTED_STATUSES.has(status), processMs)
  }
  const sendTo = async (webhook: number, due: Stored<StoredNotification>[], now: Now) => {
    while (due.length > 0 && webhooks.get(webhook)?.isActive === true)
      await Promise.all(due.splice(0, AT_ONCE).map((notification) => sendOne(notification, now)))
  }
  const isDue = ({ row, status, webhook }: Stored<StoredNotification>, { processMs }: Now) =>
    status === 'pending' && (dueMs.get(row) ?? 0) <= processMs && webhooks.get(webhook)?.isActive === true
  /** One batch at a time for each webhook: a slow address must not get a notification twice, nor delay others. */
  const sending = new Map<number, Promise<void>>()
  const send = async (now: Now) => {
    if (!post) return
    const due = notifications.all().filter((notification) => isDue(notification, now))
    for (const [webhook, own] of Map.groupBy(due, (notification) => notification.webhook)) {
      if (sending.has(webhook)) continue
      sending.set(
        webhook,
        sendTo(webhook, own.slice(0, MAX_PER_CALL), now).finally(() => sending.delete(webhook)),
      )
    }
    await Promise.all(sending.values())
  }
  return { send }
}

export function retryAfterMs(attempts: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
}

async function readDocuments({ account, recordsAt }: BackgroundOptions, worldMs: number): Promise<void> {
  const unread = account.documents.all().filter(({ reading }) => reading === null)
  for (const { row, blob: blobRow, manualData } of unread) {
    const blob = account.blobs.get(blobRow)
    const content = account.contents.get(blobRow)
    const text = blob && content ? await textOf(content, blob.contentType) : null
    account.documents.change(row, {
      reading: { text: text ?? '', isReadable: text !== null },
      links: linksOf(recordsAt(worldMs), text ?? '', manualData),
    })
  }
}
