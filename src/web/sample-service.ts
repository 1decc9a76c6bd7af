// Runs the embedded tracking service for the sample account as a child process. After it ends by itself it restarts on
// the same port, so the engine only sees a service that was unavailable for a while.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { HostDeps } from '#host/host-deps.ts'

const ReadyLine = z.object({ ready: z.literal(true), url: z.url(), key: z.string() })
const READY_TIMEOUT_MS = 20_000
const FIRST_RESTART_DELAY_MS = 1000
const MAX_RESTART_DELAY_MS = 30_000
const STOP_TIMEOUT_MS = 3000

export type SampleOptions = {
  /** The file of the service that Node runs. */
  entry: string
  dataDir: string
  clockRate: number
  log: (event: string, fields: Record<string, unknown>) => void
}

type Child = { process: ChildProcess; url: string; key: string }
type Running = { first: Promise<Child>; stop(): Promise<void> }

export function createSampleService(options: SampleOptions): HostDeps['sample'] {
  let running: Running | null = null
  return {
    start: async () => {
      running ??= startRunning(options)
      const current = running
      try {
        const { url, key } = await current.first
        return { serviceUrl: url, apiKey: key }
      } catch (error) {
        // The next start uses another port.
        if (running === current) running = null
        throw error
      }
    },
    stop: async () => {
      const ending = running
      running = null
      await ending?.stop()
    },
  }
}

/** Runs one child after another: a child that ends by itself is replaced until `stop`. */
function startRunning(options: SampleOptions): Running {
  let isWanted = true
  let restartTimer: NodeJS.Timeout | undefined
  let latest: Promise<Child>
  const launch = async (port: number): Promise<Child> => {
    const child = await startChild(options, port)
    child.process.once('exit', (code) => {
      if (!isWanted) return
      options.log('sample service ended', { code })
      scheduleRestart(Number(new URL(child.url).port), FIRST_RESTART_DELAY_MS)
    })
    return child
  }
  const scheduleRestart = (port: number, waitMs: number) => {
    restartTimer = setTimeout(() => {
      latest = launch(port)
      latest.catch(() => {
        if (isWanted) scheduleRestart(port, Math.min(MAX_RESTART_DELAY_MS, waitMs * 2))
      })
    }, waitMs)
  }
  const first = launch(0)
  latest = first
  return {
    first,
    stop: async () => {
      isWanted = false
      clearTimeout(restartTimer)
      const child = await latest.catch(() => null)
      if (child) await stopChild(child.process)
    },
  }
}

async function startChild({ entry, dataDir, clockRate, log }: SampleOptions, port: number): Promise<Child> {
  const args = [
    '--port',
    String(port),
    '--data-dir',
    join(dataDir, 'accounts', 'sample', 'service'),
    '--clock-rate',
    String(clockRate),
    '--sample-mail',
    '--catch-up',
    '12',
  ]
  const child = fork(entry, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
  let problem = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    problem = chunk.toString('utf8').trim().slice(0, 500)
    log('sample service output', { problem })
  })
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), READY_TIMEOUT_MS)
  try {
    if (!child.stdout) throw new Error('The child has no output.')
    const lines = createInterface({ input: child.stdout })
    const ended = once(child, 'exit', { signal: deadline.signal }).then(() => Promise.reject(new Error(problem)))
    const [line] = (await Promise.race([once(lines, 'line', { signal: deadline.signal }), ended])) as [string]
    ended.catch(() => undefined)
    const { url, key } = ReadyLine.parse(JSON.parse(line))
    return { process: child, url, key }
  } catch (error) {
    child.kill('SIGKILL')
    throw new AppError('shell/service-did-not-start', { problem }, error)
  } finally {
    clearTimeout(timer)
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const timer = setTimeout(() => {
    child.kill('SIGKILL')
  }, STOP_TIMEOUT_MS)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
  clearTimeout(timer)
}
