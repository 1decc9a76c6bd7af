// Real programs for process and end-to-end tests: the service and the browser host, each started as a user would and
// ended by id. Whatever a test leaves running is ended with it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startingStill } from './still-world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY_WITHIN_MS = 60_000

export type Program<Ready> = {
  child: ChildProcess
  ready: Ready
  /** What it wrote to standard error so far. */
  says: () => string
  /** Resolves with the exit code, or null when a signal ended it. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

export type ServiceReady = { ready: true; url: string; key: string }
export type HostReady = { ready: true; url: string }

const running = new Set<ChildProcess>()
const folders: string[] = []

/** For afterEach or afterAll: ends every program and removes every folder made here. */
export async function endPrograms(): Promise<void> {
  await Promise.all([...running].map((child) => endOf(child, 'SIGTERM')))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-test-'))
  folders.push(folder)
  return folder
}

let portsTaken = 0

/**
 * A port a program can be started on again after it was ended. Below those the system hands out by itself, and in a
 * range of this process's own: nothing that runs at the same time gets it in between.
 */
export function portToComeBackTo(): string {
  return String(10_000 + (process.pid % 220) * 100 + (portsTaken++ % 100))
}

/** From its built form, which comes up three times as fast. Its world starts still unless `--start` says when. */
export async function startService(...given: string[]): Promise<Program<ServiceReady>> {
  const entry = join(ROOT, 'out/main/service.js')
  const args = [...given, ...startingStill(given)]
  if (args.includes('--port')) return start<ServiceReady>(entry, args)
  try {
    return await start<ServiceReady>(entry, [...args, '--port', portToComeBackTo()])
  } catch (error) {
    // A process of another spec drew the same range; the next port of it is another.
    if (!String(error).includes('is already in use')) throw error
    return start<ServiceReady>(entry, [...args, '--port', portToComeBackTo()])
  }
}

/** As users run it. Never opens a browser. */
export function startHost(...args: string[]): Promise<Program<HostReady>> {
  return start<HostReady>(join(ROOT, 'out/web/host.js'), ['--no-open', ...args])
}

async function start<Ready>(entry: string, args: string[]): Promise<Program<Ready>> {
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let problems = ''
  child.stderr.on('data', (chunk: Buffer) => {
    problems += chunk.toString('utf8')
  })
  const signal = AbortSignal.timeout(READY_WITHIN_MS)
  const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error(`${entry} ended: ${problems}`)))
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line', { signal }), ended])) as [string]
  ended.catch(() => undefined)
  return { child, ready: JSON.parse(line) as Ready, says: () => problems, stop: (by = 'SIGTERM') => endOf(child, by) }
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit') as Promise<[number | null]>
  child.kill(signal)
  return (await exit)[0]
}
