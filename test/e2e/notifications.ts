// Notifications of the system. In the browser host the page sends them, in the desktop app the main process. Only the
// system that shows them is faked.
import type { Board } from './board.ts'
import type { Desktop } from './desktop-host.ts'
import type { Host } from './host.ts'
import { target } from './target.ts'

export type ShownNotification = { title: string; body: string; isOnScreen: boolean }
export type NotificationReader = { all(): Promise<ShownNotification[]>; click(index: number): Promise<void> }

/** A fake system that shows every notification at once and records it. Runs in the page before our scripts. */
export function fakeNotifications(): void {
  const notifications: EventTarget[] = []
  class FakeNotification extends EventTarget {
    static permission = 'granted'
    static requestPermission = () => Promise.resolve('granted')
    readonly title: string
    readonly body: string
    isOnScreen = true
    constructor(title: string, options: { body?: string } = {}) {
      super()
      this.title = title
      this.body = options.body ?? ''
      notifications.push(this)
      queueMicrotask(() => {
        this.dispatchEvent(new Event('show'))
      })
    }
    close(): void {
      this.isOnScreen = false
      this.dispatchEvent(new Event('close'))
    }
  }
  Object.assign(window, { Notification: FakeNotification, notifications })
}

export function createNotificationReader(host: Host, board: Board): NotificationReader {
  return target === 'browser' ? readPageNotifications(board) : readMainNotifications(host as Desktop)
}

function readPageNotifications({ page }: Board): NotificationReader {
  type FakeWindow = { notifications: (EventTarget & ShownNotification)[] }
  return {
    all: () =>
      page.evaluate(() =>
        (window as unknown as FakeWindow).notifications.map(({ title, body, isOnScreen }) => ({
          title,
          body,
          isOnScreen,
        })),
      ),
    click: (index) =>
      page.evaluate((clickedIndex) => {
        ;(window as unknown as FakeWindow).notifications[clickedIndex]?.dispatchEvent(new Event('click'))
      }, index),
  }
}

function readMainNotifications({ app }: Desktop): NotificationReader {
  type FakeElectron = { Notification: { all: (ShownNotification & { emit(event: string, details: object): void })[] } }
  return {
    all: () =>
      app.evaluate((electron) =>
        (electron as unknown as FakeElectron).Notification.all.map(({ title, body, isOnScreen }) => ({
          title,
          body,
          isOnScreen,
        })),
      ),
    click: (index) =>
      app.evaluate((electron, clickedIndex) => {
        ;(electron as unknown as FakeElectron).Notification.all[clickedIndex]?.emit('click', {})
      }, index),
  }
}
