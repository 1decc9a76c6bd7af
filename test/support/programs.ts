// Real programs for process and end-to-end tests: the service and the browser host, each started as a user does and
// ended by id. `endPrograms` ends programs that a test left running.
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
import { lastQuietInstant } from './still-world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COMPUTER_CLOCK = new URL('computer-clock.ts', import.meta.url).href

export type Program<Ready> = {
  child: ChildProcess
  ready: Ready
  /** The text written to standard error so far. */
  errorOutput: () => string
  /** Resolves with the exit code, or null when a signal ended it. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

export type ServiceReady = { ready: true; url: string; key: string }
export type HostReady = { ready: true; url: string }

const running = new Set<ChildProcess>()
// A failed hook skips the hooks after it, also the one that ends the programs.
process.once('exit', () => {
  for (const child of running) child.kill()
})
const folders: string[] = []

/** For afterEach or afterAll: ends every program and removes every folder that was made here. */
export async function endPrograms(): Promise<void> {
  await Promise.all([...running].map((child) => endOf(child, 'SIGTERM')))
  testClock = null
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-test-'))
  folders.push(folder)
  return folder
}

/**
 * The clock of the test's programs: it shows `shownMs` at the real time `realMs` and runs `rate` times faster. All of
 * them use it, because an app reports a clock that differs from the service's. Null until the first service was
 * started.
 */
let testClock: { realMs: number; shownMs: number; rate: number } | null = null

/**
 * For a program's environment: the test's clock, or another one that shows `now` and runs at `rate`. A program computes
 * the time of its start from it. A slow computer needs seconds to start a program, which are minutes of a fast clock.
 */
export function clockVariables(now?: string, rate = 1): Record<string, string> {
  const clock = now === undefined ? testClock : { realMs: Date.now(), shownMs: new Date(now).getTime(), rate }
  if (Number.isNaN(clock?.shownMs)) throw new Error(`${now} is not an instant such as 2026-11-20T17:00:00Z.`)
  return clock ? { QUAYWATCH_TEST_CLOCK: JSON.stringify(clock) } : {}
}

/**
 * Sets the clock for the first world: back to a time after which no container arrives in that world for a while, if
 * necessary.
 */
function setTestClock(args: string[]): void {
  if (testClock || args.includes('--start') || args.includes('--replay')) return
  const options = readOptions(args, Date.now())
  if (!options) return
  const realMs = Date.now()
  const rate = options.clockRate
  testClock = { realMs, shownMs: lastQuietInstant({ ...options, rate: rate * options.speed }, realMs), rate }
}

/** Ports below those that the system assigns by itself, in ranges. */
const FIRST_PORT = 10_000
const RANGES = 220
const PORTS_PER_RANGE = 100

let range: Promise<number> | null = null
let portsTaken = 0

/**
 * A port on which a program can be restarted after it ended. No other test process uses this range at the same time,
 * because this process listens on the first port of its range until it ends.
 */
export async function reservePort(): Promise<string> {
  const firstPort = await (range ??= reserveRange())
  for (let tried = 0; tried < PORTS_PER_RANGE; tried++) {
    const port = firstPort + 1 + (portsTaken++ % (PORTS_PER_RANGE - 1))
    // A program of a test process that ended early may still use it.
    const server = await listenOn(port)
    if (server === null) continue
    await new Promise((resolve) => server.close(resolve))
    return String(port)
  }
  throw new Error(`every port from ${firstPort + 1} is in use`)
}

async function reserveRange(): Promise<number> {
  for (let tried = 0; tried < RANGES; tried++) {
    const firstPort = FIRST_PORT + ((process.pid + tried) % RANGES) * PORTS_PER_RANGE
    if (await listenOn(firstPort)) return firstPort
  }
  throw new Error('every range of ports is in use')
}

/** A server that does not keep this process alive; null if the port is in use. */
async function listenOn(port: number): Promise<Server | null> {
  const server = createServer().unref().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    () => null,
  )
}

/**
 * Starts the built service, which is three times as fast to start. Its world is still unless `--start` sets its
 * beginning.
 */
export async function startService(...args: string[]): Promise<Program<ServiceReady>> {
  const port = args.includes('--port') ? [] : ['--port', await reservePort()]
  setTestClock(args)
  return start<ServiceReady>(join(ROOT, 'out/main/service.js'), [...args, ...port], clockEnvironment(clockVariables()))
}

/** Starts the host as users do. Never opens a browser. */
export function startHost(...args: string[]): Promise<Program<HostReady>> {
  return startHostOn({}, ...args)
}

/** With a time zone and clock that differ from the service's. `rate` is also the host's `--clock-rate`. */
export function startHostOn(
  { now, zone, rate = 1 }: { now?: string; zone?: string; rate?: number },
  ...args: string[]
): Promise<Program<HostReady>> {
  const rateArgs = rate === 1 ? [] : ['--clock-rate', String(rate)]
  return start<HostReady>(join(ROOT, 'out/web/host.js'), ['--no-open', ...rateArgs, ...args], {
    ...clockEnvironment(clockVariables(now, rate)),
    ...(zone === undefined ? {} : { TZ: zone }),
  })
}

function clockEnvironment(variables: Record<string, string>): NodeJS.ProcessEnv {
  return 'QUAYWATCH_TEST_CLOCK' in variables ? { ...variables, NODE_OPTIONS: `--import ${COMPUTER_CLOCK}` } : {}
}

async function start<Ready>(entry: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Program<Ready>> {
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let problems = ''
  child.stderr.on('data', (chunk: Buffer) => {
    problems += chunk.toString('utf8')
  })
  const signal = AbortSignal.timeout(HANG_MS)
  const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error(`${entry} ended: ${problems}`)))
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line', { signal }), ended])) as [
    string,
  ]
  ended.catch(() => undefined)
  return {
    child,
    ready: JSON.parse(line) as Ready,
    errorOutput: () => problems,
    stop: (by = 'SIGTERM') => endOf(child, by),
  }
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit') as Promise<[number | null]>
  child.kill(signal)
  return (await exit)[0]
}
