// Notifications outside the window: by the page itself in the browser host, by main in the desktop app. Only the system
// that shows them is faked.
import type { Board } from './board.ts'
import type { Desktop } from './desktop-host.ts'
import type { Host } from './host.ts'
import { place } from './places.ts'

export type Note = { title: string; body: string; isOnScreen: boolean }
export type Notes = { all(): Promise<Note[]>; click(index: number): Promise<void> }

/** A fake system that shows every notification at once and records it. Runs in the page before our scripts. */
export function showingSystem(): void {
  const notes: EventTarget[] = []
  class Shown extends EventTarget {
    static permission = 'granted'
    static requestPermission = () => Promise.resolve('granted')
    readonly title: string
    readonly body: string
    isOnScreen = true
    constructor(title: string, options: { body?: string } = {}) {
      super()
      this.title = title
      this.body = options.body ?? ''
      notes.push(this)
      queueMicrotask(() => {
        this.dispatchEvent(new Event('show'))
      })
    }
    close(): void {
      this.isOnScreen = false
      this.dispatchEvent(new Event('close'))
    }
  }
  Object.assign(window, { Notification: Shown, notes })
}

export function notesOf(host: Host, board: Board): Notes {
  return place === 'browser' ? notesOfPage(board) : notesOfMain(host as Desktop)
}

function notesOfPage({ page }: Board): Notes {
  type World = { notes: (EventTarget & Note)[] }
  return {
    all: () =>
      page.evaluate(() =>
        (window as unknown as World).notes.map(({ title, body, isOnScreen }) => ({ title, body, isOnScreen })),
      ),
    click: (index) =>
      page.evaluate((which) => {
        ;(window as unknown as World).notes[which]?.dispatchEvent(new Event('click'))
      }, index),
  }
}

function notesOfMain({ app }: Desktop): Notes {
  type World = { Notification: { all: (Note & { emit(event: string, details: object): void })[] } }
  return {
    all: () =>
      app.evaluate((electron) =>
        (electron as unknown as World).Notification.all.map(({ title, body, isOnScreen }) => ({
          title,
          body,
          isOnScreen,
        })),
      ),
    click: (index) =>
      app.evaluate((electron, which) => {
        ;(electron as unknown as World).Notification.all[which]?.emit('click', {})
      }, index),
  }
}
