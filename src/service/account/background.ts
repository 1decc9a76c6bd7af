// The background work of the service: it creates webhook notifications, sends and retries them, and reads documents.
// The caller runs `work` regularly and passes the time. There are no timers in this file.
import type { Records, Resource } from '../jsonapi/resource.ts'
import type { Post } from '../outgoing.ts'
import type { Now } from '../clocks.ts'
import type { IdKind } from '../world/ids.ts'
import type { WebhookEvent, TimeSpan } from '../world/webhook-events.ts'
import { sortByTime, type World } from '../world/world.ts'
import type { Stored } from '../written/collection.ts'
import { isStoppedByUser } from '../written/stopped.ts'
import { ACCEPTED_STATUSES, createDelivery } from './webhook-records.ts'
import { getPayload, getProcessedMs } from './document-records.ts'
import { findLinks } from './linking.ts'
import { buildNotificationDocument } from './notification-document.ts'
import { extractText } from './reading.ts'
import type { AccountStore, StoredNotification } from './stored.ts'
import { createNotificationId, buildNotificationRecord } from './webhook-records.ts'

export type Background = {
  /**
   * Stores a notification for each event since the last call. Does nothing in a large world: `work` does it in parts.
   */
  notify(worldMs: number): void
  /** Reads new documents, and sends all notifications that are due. Resolves when all answers have arrived. */
  work(now: Now): Promise<void>
}

type BackgroundOptions = {
  account: AccountStore
  world: World
  baseUrl: string
  recordsAt: (worldMs: number) => Records
  post: Post | null
  /** A new account gets no notifications for events before this instant. */
  startMs: number
}

/** A notification fails when this many retries were not accepted. */
const MAX_RETRIES = 12
const FIRST_RETRY_MS = 15_000
const MAX_RETRY_MS = 60 * 60_000
/** The service deactivates a webhook after this many failed notifications in a row. */
const MAX_FAILURES_IN_A_ROW = 5
const MAX_PARALLEL_DELIVERIES = 8
/** The most deliveries to one webhook in one call of `work`. The others wait for the next call. */
const MAX_DELIVERIES_PER_CALL = 240

export function createBackground(options: BackgroundOptions): Background {
  const notifier = createNotifier(options)
  const sender = createSender(options)
  let preparation: Promise<void> | null = null
  const createPendingNotifications = async ({ worldMs }: Now) => {
    await readDocuments(options, worldMs)
    await notifier.notifyInParts(worldMs)
    notifier.announceDocuments(worldMs)
    deleteOldNotifications(options)
  }
  return {
    notify: notifier.notify,
    work: async (now) => {
      await (preparation ??= createPendingNotifications(now).finally(() => (preparation = null)))
      await sender.send(now)
    },
  }
}

/** The store keeps this many finished notifications and deletes older ones. */
const MAX_NOTIFICATIONS = 4000

function deleteOldNotifications({ account: { notifications, webhooks }, post }: BackgroundOptions): void {
  const finished = notifications
    .all()
    .filter(({ status, webhook }) => status !== 'pending' || !post || !webhooks.get(webhook))
  for (const { row } of finished.slice(0, -MAX_NOTIFICATIONS)) notifications.deleteRow(row)
}

/**
 * In a large world a search for events takes seconds. After it, this many calls of `work` are skipped for each part, so
 * that the service has time to answer requests.
 */
const CALLS_PER_PART = 4
/** The service processes up to this many parts before it pauses to answer requests. */
const PARTS_AT_ONCE = 2

function createNotifier({ account, world, recordsAt, startMs }: BackgroundOptions) {
  const { webhooks, notifications, scans } = account
  let untilMs = scans.get(1)?.untilMs ?? startMs
  let [isNotifying, callsToSkip] = [false, 0]
  const { listReceivers, write } = createNotificationWriter(account)
  const writeAll = (events: readonly WebhookEvent[], worldMs: number) => {
    const records = recordsAt(worldMs)
    for (const { event, atMs, reference, news, shipmentId } of events) {
      const receivers = listReceivers(event).filter(({ createdMs }) => createdMs < atMs)
      if (
        receivers.length === 0 ||
        (shipmentId !== null && isStoppedByUser(account, shipmentId)) ||
        !isVisibleToAccount(records, event, reference)
      )
        continue
      // All receivers get the same id. It is derived from the row of the first notification.
      const id = news ? createNotificationId(world.ids, news.type as IdKind, notifications.getNextRow()) : reference.id
      write(event, atMs, { type: reference.type, id }, news && { ...news, id }, receivers)
    }
    if (scans.get(1)) scans.change(1, { untilMs })
    else scans.add({ untilMs })
  }
  /** Marks the time up to `worldMs` as searched. Returns the new span, or null if it is empty or no webhook exists. */
  const beginNextSpan = (worldMs: number): TimeSpan | null => {
    if (isNotifying || worldMs <= untilMs) return null
    const span = { fromMs: untilMs, toMs: worldMs }
    untilMs = worldMs
    return webhooks.all().length === 0 ? null : span
  }
  const notify = (worldMs: number) => {
    const span = world.isLarge ? null : beginNextSpan(worldMs)
    if (span) writeAll(world.listEvents(span), worldMs)
  }
  const notifyInParts = async (worldMs: number) => {
    callsToSkip -= 1
    const span = callsToSkip >= 0 ? null : beginNextSpan(worldMs)
    if (!span) return
    isNotifying = true
    const all: WebhookEvent[] = []
    let parts = 0
    try {
      for (const part of world.listEventBatches(span)) {
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
  return { notify, notifyInParts, announceDocuments: createDocumentAnnouncer({ account, world }, write, listReceivers) }
}

type NotificationWriter = ReturnType<typeof createNotificationWriter>

/** Returns functions that list the active webhooks for an event, and that store a notification for each of them. */
function createNotificationWriter({ webhooks, notifications }: BackgroundOptions['account']) {
  const listReceivers = (event: string) =>
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
  return { listReceivers, write }
}

function createDocumentAnnouncer(
  { account, world }: Pick<BackgroundOptions, 'account' | 'world'>,
  write: NotificationWriter['write'],
  listReceivers: NotificationWriter['listReceivers'],
) {
  return (worldMs: number) => {
    for (const document of account.documents.all()) {
      if (document.isAnnounced || !document.reading || getProcessedMs(document) > worldMs) continue
      const event = getPayload(document, worldMs) ? 'document.extracted' : 'document.extraction_failed'
      write(
        event,
        getProcessedMs(document),
        { type: 'document', id: world.ids.create('document', document.row) },
        null,
        listReceivers(event),
      )
      account.documents.change(document.row, { isAnnounced: true })
    }
  }
}

/** An account without the rail plan does not see some events about last free days. */
function isVisibleToAccount(records: Records, event: string, { type, id }: WebhookEvent['reference']): boolean {
  return !event.startsWith('container.pickup_lfd') || records.find(type, id) !== null
}

function createSender({ account, world, baseUrl, recordsAt, post }: BackgroundOptions) {
  const { webhooks, notifications } = account
  /** The process time of the next attempt, by row. It is not stored, so all pending rows are due after a restart. */
  const dueMs = new Map<number, number>()
  const recordResult = (notification: Stored<StoredNotification>, isAccepted: boolean, processMs: number) => {
    const attempts = notification.attempts + 1
    const webhook = webhooks.get(notification.webhook)
    if (isAccepted) {
      notifications.change(notification.row, { attempts, status: 'succeeded' })
      if (webhook && webhook.failures > 0) webhooks.change(webhook.row, { failures: 0 })
    } else if (attempts <= MAX_RETRIES) {
      notifications.change(notification.row, { attempts })
      dueMs.set(notification.row, processMs + computeRetryDelayMs(attempts))
      return
    } else {
      notifications.change(notification.row, { attempts, status: 'failed' })
      const failures = (webhook?.failures ?? 0) + 1
      if (webhook)
        webhooks.change(webhook.row, { failures, isActive: webhook.isActive && failures < MAX_FAILURES_IN_A_ROW })
    }
    dueMs.delete(notification.row)
  }
  const sendOne = async (notification: Stored<StoredNotification>, { processMs, worldMs }: Now) => {
    const webhook = webhooks.get(notification.webhook)
    if (!webhook || !post) return
    const records = recordsAt(worldMs)
    const subject = notification.news ?? records.find(notification.reference.type, notification.reference.id)
    const record = buildNotificationRecord(world.ids, notification)
    const document = buildNotificationDocument(records, record, subject, baseUrl)
    const status = await post(createDelivery(webhook, document)).then(
      (answer) => answer.status,
      () => null,
    )
    recordResult(notification, status !== null && ACCEPTED_STATUSES.has(status), processMs)
  }
  const sendTo = async (webhook: number, due: Stored<StoredNotification>[], now: Now) => {
    while (due.length > 0 && webhooks.get(webhook)?.isActive === true)
      await Promise.all(due.splice(0, MAX_PARALLEL_DELIVERIES).map((notification) => sendOne(notification, now)))
  }
  const isDue = ({ row, status, webhook }: Stored<StoredNotification>, { processMs }: Now) =>
    status === 'pending' && (dueMs.get(row) ?? 0) <= processMs && webhooks.get(webhook)?.isActive === true
  /** One batch for each webhook. A slow address gets no notification twice and does not delay other webhooks. */
  const sending = new Map<number, Promise<void>>()
  const send = async (now: Now) => {
    if (!post) return
    const due = notifications.all().filter((notification) => isDue(notification, now))
    for (const [webhook, dueOfWebhook] of Map.groupBy(due, (notification) => notification.webhook)) {
      if (sending.has(webhook)) continue
      sending.set(
        webhook,
        sendTo(webhook, dueOfWebhook.slice(0, MAX_DELIVERIES_PER_CALL), now).finally(() => sending.delete(webhook)),
      )
    }
    await Promise.all(sending.values())
  }
  return { send }
}

/** Exponential backoff: `attempts` is the number of failed attempts, from 1. */
export function computeRetryDelayMs(attempts: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
}

async function readDocuments({ account, recordsAt }: BackgroundOptions, worldMs: number): Promise<void> {
  const unread = account.documents.all().filter(({ reading }) => reading === null)
  for (const { row, blob: blobRow, manualData } of unread) {
    const blob = account.blobs.get(blobRow)
    const content = account.contents.get(blobRow)
    const text = blob && content ? await extractText(content, blob.contentType) : null
    account.documents.change(row, {
      reading: { text: text ?? '', isReadable: text !== null },
      links: findLinks(recordsAt(worldMs), text ?? '', manualData),
    })
  }
}
