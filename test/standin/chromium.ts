// The one Chromium behind all windows. The DevTools protocol runs over a pipe: when this process ends for any reason,
// the pipe breaks and Chromium ends too. Playwright uses the same Chromium over the port that Chromium prints on
// stderr.
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { QUIET_SWITCHES, findChromium } from '#support/browser.ts'

const ALWAYS = [
  '--headless=new',
  '--no-startup-window',
  '--remote-debugging-pipe',
  '--enable-blink-features=MessagePortCloseEvent',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-popup-blocking',
  '--no-default-browser-check',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints',
]

type Answer = {
  id?: number
  sessionId?: string
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}
export type Params = Record<string, unknown>

/** The messages to and from one target; the browser itself is one. */
export class Session extends EventEmitter {
  readonly #chromium: Chromium
  readonly id: string | undefined

  constructor(chromium: Chromium, id?: string) {
    super()
    this.setMaxListeners(100)
    this.#chromium = chromium
    this.id = id
  }
  send<Result = Params>(method: string, params: Params = {}): Promise<Result> {
    return this.#chromium.send(method, params, this.id) as Promise<Result>
  }
  /** For a message that may come after the page was closed: no caller waits for the answer. */
  post(method: string, params: Params = {}): void {
    this.send(method, params).catch(() => undefined)
  }
}

export type ChromiumOptions = { profile: string; switches: string[] }

export class Chromium {
  readonly browser = new Session(this)
  readonly process: ChildProcess
  readonly #sessions = new Map<string | undefined, Session>([[undefined, this.browser]])
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>()
  #ids = 0
  #text = ''

  constructor({ profile, switches }: ChromiumOptions) {
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    this.process = spawn(
      findChromium(),
      [...QUIET_SWITCHES, ...ALWAYS, ...root, ...switches, `--user-data-dir=${profile}`],
      { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] },
    )
    const from = this.process.stdio[4] as Readable
    from.setEncoding('utf8').on('data', (text: string) => this.#hear(text))
    // The pipe breaks when Chromium ends first; the event `exit` reports that.
    ;(this.process.stdio[3] as Writable).on('error', () => undefined)
  }
  session(id: string): Session {
    const session = this.#sessions.get(id) ?? new Session(this, id)
    this.#sessions.set(id, session)
    return session
  }
  forget(id: string): void {
    this.#sessions.delete(id)
  }
  send(method: string, params: Params, sessionId?: string): Promise<unknown> {
    const asked = Promise.withResolvers<unknown>()
    const id = ++this.#ids
    this.#asked.set(id, asked)
    ;(this.process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return asked.promise
  }
  #hear(text: string): void {
    const parts = (this.#text + text).split('\0')
    this.#text = parts.pop() ?? ''
    for (const part of parts) this.#take(JSON.parse(part) as Answer)
  }
  #take({ id, sessionId, method, params, result, error }: Answer): void {
    if (id === undefined) {
      if (method !== undefined) this.#sessions.get(sessionId)?.emit(method, params)
      return
    }
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  }
}
