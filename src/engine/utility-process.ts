// Entry of the engine under Electron: a utility process that main forks, with messages over `process.parentPort`. It
// does not import Electron; it declares the types that it uses.
import { hostname } from 'node:os'
import process from 'node:process'
import { isBeat } from '#contract/rules/beat.ts'
import type { FromEngine, ToEngine } from '#contract/engine-process.ts'
import { toWireError } from '#contract/errors.ts'
import type { Port } from '#contract/rpc.ts'
import { type Engine, createEngine } from './engine.ts'
import { openMembership } from './office/joining/membership.ts'
import type { Log } from './outside/log.ts'
import { createClock } from './outside/clock.ts'
import { createOutside } from './outside/index.ts'
import { trustSystemCertificates } from './outside/http.ts'
import { createProxies } from './outside/proxies.ts'
import { createThreads } from './outside/threads.ts'

/** The part of Electron's MessagePortMain that is used here. Messages wait until `start`. */
type ElectronPort = {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
  start(): void
  close(): void
}

type ParentPort = {
  postMessage(message: FromEngine): void
  on(event: 'message', listener: (event: { data: ToEngine; ports: ElectronPort[] }) => void): void
}

const parent = (process as unknown as { parentPort: ParentPort }).parentPort
let engine: Promise<Engine> | null = null
/** Callbacks of the proxy requests to main that wait for an answer, by id. */
const pendingProxyRequests = new Map<number, (proxies: readonly (string | null)[]) => void>()
let lastProxyRequestId = 0
const proxies = createProxies(
  createClock(),
  (origin) =>
    new Promise((resolve) => {
      const id = ++lastProxyRequestId
      pendingProxyRequests.set(id, resolve)
      parent.postMessage({ type: 'find-proxies', id, origin })
    }),
)

const log: Log = (level, event, fields = {}) => parent.postMessage({ type: 'log', level, event, fields })

parent.on('message', ({ data, ports }) => {
  if (data.type === 'start') {
    trustSystemCertificates((error) => log('error', 'system certificates not trusted', { error: String(error) }))
    const outside = createOutside({ proxies, threads: createThreads(new URL('./reader.js', import.meta.url)) })
    const onWaiting = (count: number) => parent.postMessage({ type: 'waiting', count })
    // Main restarts the engine, and its start repairs the files or puts the new mirror in place.
    const restart = () => {
      parent.postMessage({ type: 'restart' })
      void shutDown()
    }
    const office = openMembership(data.membership, hostname(), log)
    engine = createEngine({ ...data, office, outside, log, onDamage: restart, onMirrorReady: restart, onWaiting })
    engine.then(
      () => parent.postMessage({ type: 'started' }),
      (error: unknown) => {
        parent.postMessage({ type: 'failed', error: toWireError(error, logFatal) })
        exitSoon(1)
      },
    )
  } else if (data.type === 'beat') parent.postMessage({ type: 'beat' })
  else if (data.type === 'client') {
    const port = ports[0]
    if (port)
      void engine?.then(
        (running) => running.attach(wrapPort(port), data.isScreen),
        () => port.close(),
      )
  } else if (data.type === 'proxies') {
    pendingProxyRequests.get(data.id)?.(data.proxies)
    pendingProxyRequests.delete(data.id)
  } else if (data.type === 'resume') {
    proxies.forget()
    void engine?.then(
      (running) => running.resume(),
      () => undefined,
    )
  } else if (data.type === 'pace')
    void engine?.then(
      (running) => running.setPace(data.pace),
      () => undefined,
    )
  else void shutDown()
})

// A bug in a promise without a caller leaves the engine in an unknown state. It ends, and main starts a new one.
process.on('unhandledRejection', (error) => {
  logFatal(error)
  exitSoon(1)
})

async function shutDown(): Promise<void> {
  await engine?.then(
    (running) => running.stop(),
    () => undefined,
  )
  exitSoon(0)
}

/** Returns the log id that `toWireError` needs. */
function logFatal(error: unknown): string {
  log('error', 'engine failed', { error: String(error), stack: error instanceof Error ? error.stack : null })
  return 'engine'
}

/** Waits before it exits, because an immediate exit drops posted messages. */
function exitSoon(code: number): void {
  createClock().after(200, () => process.exit(code))
}

function wrapPort(port: ElectronPort): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', ({ data }) => {
        if (isBeat(data)) port.postMessage(data)
        else listener(data)
      })
      port.start()
    },
    onClose: (listener) => port.on('close', listener),
    close: () => port.close(),
  }
}
