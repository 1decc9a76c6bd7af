// Runs the engine as a utility process: starts it, restarts it when it ends by itself, stops it cleanly, and connects
// each page to it by a port. The messages between them do not pass through main.
import {
  MessageChannelMain,
  utilityProcess,
  type MessagePortMain,
  type UtilityProcess,
  type WebContents,
} from 'electron'
import type { EngineStart, FromEngine, Pace, ProxyAnswer, ToEngine } from '#contract/engine-process.ts'
import { AppError, fromWireError } from '#contract/errors.ts'
import type { EngineRun, HostDeps } from '#host/host-deps.ts'
import type { Failure } from '#contract/values.ts'
import { createBackOff } from './back-off.ts'
import { killChild, readLines } from './child.ts'
import { V8_FLAG } from './engine-flags.ts'
import { shellChannels } from '#contract/shell-channels.ts'
import type { Log } from '../log.ts'

const STOP_TIMEOUT_MS = 5000
/** A process that hangs may not react to a request to end, not even to a signal of the system. */
const KILL_TIMEOUT_MS = 2000
const CRASH_LIMIT = { ends: 5, withinMs: 60_000 }

export type EngineProcess = HostDeps['engine'] & {
  /** Gives the page a port now if an engine runs, and a new one each time an engine starts. */
  connect: (page: WebContents) => void
  resume: () => void
}

type EngineProcessOptions = {
  /** The engine's bundle. */
  entry: string
  startMessage: (run: EngineRun) => EngineStart
  findProxies: (origin: string) => Promise<ProxyAnswer['proxies']>
  /** The engine ran, ended by itself and will not restart. */
  onFailure: (failure: Failure) => void
  /** The number of unsent edits and requests of the account changed. */
  onWaiting: (accountId: string, count: number) => void
  /** Main's own end of a port to each engine that starts, and the account of that engine. */
  onEnginePort?: (port: MessagePortMain, accountId: string) => void
  log: Log
}

/** The state between one `start` and the next `stop`. In this time several processes may run, one after the other. */
type Running = {
  post(message: ToEngine): void
  sendPort(page: WebContents): void
  started: Promise<void>
  stop(): Promise<void>
}

export function createEngineProcess(options: EngineProcessOptions): EngineProcess {
  const pages = new Set<WebContents>()
  let running: Running | null = null
  let pace: Pace | null = null
  return {
    start: async (run) => {
      running = startRunning(
        { message: options.startMessage(run), accountId: run.accountId, pages, pace: () => pace },
        options,
      )
      await running.started
    },
    stop: async () => {
      const endingRun = running
      running = null
      await endingRun?.stop()
    },
    setPace: (next) => {
      pace = next
      running?.post({ type: 'pace', pace: next })
    },
    connect: (page) => {
      if (!pages.has(page)) {
        pages.add(page)
        page.once('destroyed', () => {
          pages.delete(page)
        })
      }
      running?.sendPort(page)
    },
    resume: () => running?.post({ type: 'resume' }),
  }
}

type StartOptions = { message: EngineStart; accountId: string; pages: Set<WebContents>; pace: () => Pace | null }

function startRunning(
  start: StartOptions,
  { entry, findProxies, onFailure, onWaiting, onEnginePort, log }: EngineProcessOptions,
): Running {
  const { accountId } = start
  const backOff = createBackOff(CRASH_LIMIT)
  const firstStart = Promise.withResolvers<undefined>()
  let child: UtilityProcess | null = null
  let hasStarted = false
  // The exit code does not show this: on POSIX, Electron reports 0 for a process that it killed.
  let isEndExpected = false
  let isRestartPlanned = false
  let restartTimer: NodeJS.Timeout | undefined

  const reportFailure = (error: AppError) => (hasStarted ? onFailure(toFailure(error)) : firstStart.reject(error))
  const receive = (received: FromEngine) => {
    if (received.type === 'waiting') onWaiting(accountId, received.count)
    else if (received.type === 'restart') isRestartPlanned = true
    else if (received.type === 'started') {
      hasStarted = true
      firstStart.resolve(undefined)
    } else if (received.type === 'failed') {
      isEndExpected = true
      reportFailure(fromWireError(received.error))
    }
  }
  const launch = () => {
    const startedMs = performance.now()
    const newChild = forkEngine(entry, log)
    child = newChild
    newChild.on('message', receive)
    answerProxyRequests(newChild, findProxies)
    replaceWhenHung(newChild, log)
    newChild.once('exit', (code) => {
      child = null
      if (isEndExpected) return
      const waitMs = backOff.waitMs(startedMs, performance.now())
      logEnd(log, isRestartPlanned, { code, waitMs })
      isRestartPlanned = false
      if (waitMs === null) reportFailure(new AppError('engine/failed'))
      else restartTimer = setTimeout(launch, waitMs)
    })
    sendStart(newChild, start, onEnginePort)
  }
  launch()
  return {
    started: firstStart.promise,
    post: (payload) => child?.postMessage(payload),
    sendPort: (page) => {
      if (child) sendPortToPage(child, page)
    },
    stop: async () => {
      isEndExpected = true
      clearTimeout(restartTimer)
      firstStart.reject(new AppError('engine/disconnected'))
      if (child) await shutDown(child, log)
    },
  }
}

function logEnd(log: Log, isPlanned: boolean, fields: { code: number; waitMs: number | null }): void {
  if (isPlanned) log.write('info', 'engine restarts', fields)
  else log.write('error', 'engine ended by itself', fields)
}

/** Sends the start message and the pace, and connects main and each page. */
function sendStart(
  child: UtilityProcess,
  { message, accountId, pages, pace }: StartOptions,
  onEnginePort: EngineProcessOptions['onEnginePort'],
): void {
  child.postMessage(message)
  onEnginePort?.(createMainPort(child), accountId)
  const current = pace()
  if (current) child.postMessage({ type: 'pace', pace: current } satisfies ToEngine)
  for (const page of pages) sendPortToPage(child, page)
}

/**
 * The number of threads for file access. With Node's default of four, only two could wait for folders on other
 * computers (engine/folders/share-gate.ts). Idle threads cost nothing.
 */
const DISK_THREADS = '16'

function forkEngine(entry: string, log: Log): UtilityProcess {
  const child = utilityProcess.fork(entry, [], {
    serviceName: 'Quaywatch engine',
    stdio: 'pipe',
    env: { ...process.env, UV_THREADPOOL_SIZE: DISK_THREADS },
    // Electron's executable passes `--js-flags` to V8 before the heap is created. If it ignored the switch, the engine
    // would only need more memory.
    execArgv: [`--js-flags=${V8_FLAG}`],
  })
  child.on('message', (received: FromEngine) => {
    if (received.type === 'log') log.write(received.level, received.event, received.fields)
  })
  // Our own code does not write to these streams. Their lines are warnings of Node or the last lines of a crash.
  for (const output of [child.stdout, child.stderr])
    void readLines(child, output, (line) => log.write('warn', 'engine output', { line }))
  // Without a listener, Node would throw the event as an error. Its report contains environment variables, so the
  // report is not logged.
  child.on('error', (type, location) => log.write('error', 'engine failed fatally', { type, location }))
  return child
}

/** Creates main's own port. `isScreen` is false, because the engine reads less often while no screen is connected. */
function createMainPort(child: UtilityProcess): MessagePortMain {
  const { port1, port2 } = new MessageChannelMain()
  child.postMessage({ type: 'client', isScreen: false } satisfies ToEngine, [port1])
  return port2
}

function sendPortToPage(child: UtilityProcess, page: WebContents): void {
  // Posting to a page without a process would throw. The page asks again after it is reloaded.
  if (page.isCrashed()) return
  const { port1, port2 } = new MessageChannelMain()
  child.postMessage({ type: 'client', isScreen: true } satisfies ToEngine, [port1])
  page.postMessage(shellChannels.enginePort, null, [port2])
}

function answerProxyRequests(child: UtilityProcess, findProxies: EngineProcessOptions['findProxies']): void {
  child.on('message', (payload: FromEngine) => {
    if (payload.type !== 'find-proxies') return
    void findProxies(payload.origin).then((proxies) =>
      child.postMessage({ type: 'proxies', id: payload.id, proxies } satisfies ToEngine),
    )
  })
}

/**
 * Kills a process that hangs; the listener of its exit then starts another one. The checks begin when the engine has
 * started, because its start has no time limit.
 */
function replaceWhenHung(child: UtilityProcess, log: Log): void {
  let watchdog: Watchdog | null = null
  child.on('message', (payload: FromEngine) => {
    if (payload.type === 'beat') watchdog?.onBeat()
    if (payload.type === 'started')
      watchdog = watchEngine(
        () => child.postMessage({ type: 'beat' } satisfies ToEngine),
        () => {
          log.write('error', 'engine hangs')
          killWithRetry(child, log)
        },
      )
  })
  child.once('exit', () => watchdog?.stop())
}

async function shutDown(child: UtilityProcess, log: Log): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>()
  child.once('exit', () => resolve(undefined))
  const timeout = setTimeout(() => {
    log.write('warn', 'engine did not stop in time')
    killWithRetry(child, log)
  }, STOP_TIMEOUT_MS)
  child.postMessage({ type: 'shutdown' } satisfies ToEngine)
  await ended
  clearTimeout(timeout)
}

function killWithRetry(child: UtilityProcess, log: Log): void {
  killChild(child)
  const timeout = setTimeout(() => {
    log.write('warn', 'engine did not end after it was killed')
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
  }, KILL_TIMEOUT_MS)
  child.once('exit', () => clearTimeout(timeout))
}

/** Reports an internal error to the user as `engine/failed`. */
function toFailure({ code, details }: AppError): Failure {
  return { code: code === 'internal' ? 'engine/failed' : code, details }
}

// Detects an engine process that no longer responds. A page detects this within seconds. This check is for a program
// that runs in the tray without a page, where alerts would stop and the user would not notice.
const BEAT_EVERY_MS = 20_000
/**
 * The limit is a number of heartbeats and not a duration: no heartbeat is sent while the computer sleeps, and the first
 * answer after that may be late. The longest measured time without an answer is less than two seconds.
 */
const MAX_UNANSWERED = 6

type Watchdog = { onBeat: () => void; stop: () => void }

/** Calls `onHang` once, two minutes after the last answer. */
function watchEngine(sendBeat: () => void, onHang: () => void): Watchdog {
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered < MAX_UNANSWERED) {
      unanswered++
      sendBeat()
      return
    }
    clearInterval(timer)
    onHang()
  }, BEAT_EVERY_MS)
  return {
    onBeat: () => {
      unanswered = 0
    },
    stop: () => clearInterval(timer),
  }
}
