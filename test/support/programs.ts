// Starts the service and the browser host as real programs, for process and end-to-end tests. `endPrograms` ends those
// that a test left running.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type Server, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readOptions } from '#service/options.ts'
import { HANG_MS } from './hang.ts'
import { findQuietStart } from './still-world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COMPUTER_CLOCK = new URL('computer-clock.ts', import.meta.url).href

export type Program<Ready> = {
  child: ChildProcess
  ready: Ready
  /** The text written to standard error so far. */
  errorOutput: () => string
  /** Resolves with the exit code, or with null if a signal ended the program. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

export type ServiceReady = { ready: true; url: string; key: string }
export type DaemonReady = { ready: true; accounts: string[]; healthPort?: number }
export type HostReady = { ready: true; url: string }

const running = new Set<ChildProcess>()
// After a failed hook, Vitest skips the hook that ends the programs.
process.once('exit', () => {
  for (const child of running) child.kill()
})
const folders: string[] = []

/** Ends every program and removes every folder of this file. Call it in `afterEach` or `afterAll`. */
export async function endPrograms(): Promise<void> {
  await Promise.all([...running].map((child) => endProgram(child, 'SIGTERM')))
  testClock = null
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-test-'))
  folders.push(folder)
  return folder
}

/**
 * The clock of the test's programs. It shows `shownMs` at the real time `realMs` and runs `rate` times as fast. All
 * programs share it, because the app reports a clock that differs from that of the service. Null until the first
 * service is started.
 */
let testClock: { realMs: number; shownMs: number; rate: number } | null = null

/**
 * Returns the environment variable for a program's clock (computer-clock.ts): the test's clock, or one that shows `now`
 * and runs at `rate`.
 */
export function clockVariables(now?: string, rate = 1): Record<string, string> {
  const clock = now === undefined ? testClock : { realMs: Date.now(), shownMs: new Date(now).getTime(), rate }
  if (Number.isNaN(clock?.shownMs)) throw new Error(`${now} is not an instant such as 2026-11-20T17:00:00Z.`)
  return clock ? { QUAYWATCH_TEST_CLOCK: JSON.stringify(clock) } : {}
}

/**
 * Sets the test's clock for the first world, if necessary back to a time before which no new container appears soon.
 */
function setTestClock(args: string[]): void {
  if (testClock || args.includes('--start') || args.includes('--replay')) return
  const options = readOptions(args, Date.now())
  if (!options) return
  const realMs = Date.now()
  const rate = options.clockRate
  testClock = { realMs, shownMs: findQuietStart({ ...options, rate: rate * options.speed }, realMs), rate }
}

/** The ports are below those that the system assigns by itself. Each test process has a range of its own. */
const FIRST_PORT = 10_000
const RANGES = 220
const PORTS_PER_RANGE = 100

let portRange: Promise<number> | null = null
let takenPortCount = 0

/**
 * Reserves a port on which a program can be restarted after it ended. This process listens on the first port of its
 * range until it ends, so no other test process uses the range.
 */
export async function reservePort(): Promise<string> {
  const firstPort = await (portRange ??= reserveRange())
  for (let attempt = 0; attempt < PORTS_PER_RANGE; attempt++) {
    const port = firstPort + 1 + (takenPortCount++ % (PORTS_PER_RANGE - 1))
    // A program of an earlier test process may still use the port.
    const server = await listenOn(port)
    if (server === null) continue
    await new Promise((resolve) => server.close(resolve))
    return String(port)
  }
  throw new Error(`every port from ${firstPort + 1} is in use`)
}

async function reserveRange(): Promise<number> {
  for (let attempt = 0; attempt < RANGES; attempt++) {
    const firstPort = FIRST_PORT + ((process.pid + attempt) % RANGES) * PORTS_PER_RANGE
    if (await listenOn(firstPort)) return firstPort
  }
  throw new Error('every range of ports is in use')
}

/** Listens on the port with a server that does not keep this process alive. Null if the port is in use. */
async function listenOn(port: number): Promise<Server | null> {
  const server = createServer().unref().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    () => null,
  )
}

/**
 * Starts the built service, which starts three times as fast as the source. No container is added to its world while
 * the test runs, unless `--start` is given.
 */
export async function startService(...args: string[]): Promise<Program<ServiceReady>> {
  const port = args.includes('--port') ? [] : ['--port', await reservePort()]
  setTestClock(args)
  return startProgram<ServiceReady>(
    join(ROOT, 'out/main/service.js'),
    [...args, ...port],
    clockEnvironment(clockVariables()),
  )
}

/** Starts the office daemon. */
export function startDaemon(...args: string[]): Promise<Program<DaemonReady>> {
  return startProgram<DaemonReady>(join(ROOT, 'out/web/daemon.js'), args, clockEnvironment(clockVariables()))
}

/** Starts the host without opening a browser. */
export function startHost(...args: string[]): Promise<Program<HostReady>> {
  return startHostOn({}, ...args)
}

/** Starts the host with a time zone and clock of its own. `rate` is also the `--clock-rate` of the host. */
export function startHostOn(
  { now, zone, rate = 1 }: { now?: string; zone?: string; rate?: number },
  ...args: string[]
): Promise<Program<HostReady>> {
  const rateArgs = rate === 1 ? [] : ['--clock-rate', String(rate)]
  return startProgram<HostReady>(join(ROOT, 'out/web/host.js'), ['--no-open', ...rateArgs, ...args], {
    ...clockEnvironment(clockVariables(now, rate)),
    ...(zone === undefined ? {} : { TZ: zone }),
  })
}

function clockEnvironment(variables: Record<string, string>): NodeJS.ProcessEnv {
  return 'QUAYWATCH_TEST_CLOCK' in variables ? { ...variables, NODE_OPTIONS: `--import ${COMPUTER_CLOCK}` } : {}
}

async function startProgram<Ready>(
  entry: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Program<Ready>> {
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let errorText = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errorText += chunk.toString('utf8')
  })
  const signal = AbortSignal.timeout(HANG_MS)
  const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error(`${entry} ended: ${errorText}`)))
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line', { signal }), ended])) as [
    string,
  ]
  ended.catch(() => undefined)
  return {
    child,
    ready: JSON.parse(line) as Ready,
    errorOutput: () => errorText,
    stop: (stopSignal = 'SIGTERM') => endProgram(child, stopSignal),
  }
}

async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit') as Promise<[number | null]>
  child.kill(signal)
  return (await exit)[0]
}
