// The one Chromium that shows the pages of all windows. This process controls it with the DevTools protocol over a
// pipe. If this process ends for any reason, the pipe breaks and Chromium ends too. Playwright uses the same Chromium
// over the port that Chromium prints on stderr.
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { QUIET_SWITCHES, findChromium } from '#support/browser.ts'

const COMMON_SWITCHES = [
  '--headless=new',
  '--no-startup-window',
  '--remote-debugging-pipe',
  '--enable-blink-features=MessagePortCloseEvent',
  '--password-store=basic',
  '--use-mock-keychain',
  // The shared memory of a container is often only 64 MB.
  '--disable-dev-shm-usage',
  '--disable-popup-blocking',
  '--no-default-browser-check',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints',
]

type ProtocolMessage = {
  id?: number
  sessionId?: string
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}
export type Params = Record<string, unknown>

/** Sends messages to one target of Chromium and emits its events. A target is a page or the browser itself. */
export class TargetSession extends EventEmitter {
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
  /** Sends a message without waiting for its result. Errors are ignored, because the page may be closed already. */
  post(method: string, params: Params = {}): void {
    this.send(method, params).catch(() => undefined)
  }
}

export type ChromiumOptions = { profile: string; switches: string[] }

export class Chromium {
  readonly browser = new TargetSession(this)
  readonly process: ChildProcess
  readonly #sessions = new Map<string | undefined, TargetSession>([[undefined, this.browser]])
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>()
  #lastId = 0
  #incomplete = ''

  constructor({ profile, switches }: ChromiumOptions) {
    const rootSwitches = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    this.process = spawn(
      findChromium(),
      [...QUIET_SWITCHES, ...COMMON_SWITCHES, ...rootSwitches, ...switches, `--user-data-dir=${profile}`],
      { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] },
    )
    const output = this.process.stdio[4] as Readable
    output.setEncoding('utf8').on('data', (text: string) => this.#readMessages(text))
    // The pipe breaks if Chromium ends first. The event `exit` of the process reports that.
    ;(this.process.stdio[3] as Writable).on('error', () => undefined)
  }
  getSession(id: string): TargetSession {
    const session = this.#sessions.get(id) ?? new TargetSession(this, id)
    this.#sessions.set(id, session)
    return session
  }
  send(method: string, params: Params, sessionId?: string): Promise<unknown> {
    const reply = Promise.withResolvers<unknown>()
    const id = ++this.#lastId
    this.#pending.set(id, reply)
    ;(this.process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return reply.promise
  }
  #readMessages(text: string): void {
    const messages = (this.#incomplete + text).split('\0')
    this.#incomplete = messages.pop() ?? ''
    for (const message of messages) this.#dispatch(JSON.parse(message) as ProtocolMessage)
  }
  #dispatch({ id, sessionId, method, params, result, error }: ProtocolMessage): void {
    if (id === undefined) {
      if (method !== undefined) this.#sessions.get(sessionId)?.emit(method, params)
      return
    }
    const reply = this.#pending.get(id)
    this.#pending.delete(id)
    if (error) reply?.reject(new Error(error.message))
    else reply?.resolve(result)
  }
}
