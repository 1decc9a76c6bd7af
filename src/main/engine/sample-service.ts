// The tracking service of the sample account, forked as a utility process. After it ends by itself it restarts on the
// same port with the same key, so the engine only sees a service that was unavailable for a while.
import { randomBytes } from 'node:crypto'
import { utilityProcess, type UtilityProcess } from 'electron'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { HostDeps } from '#host/host-deps.ts'
import { createBackOff } from './back-off.ts'
import { killChild, readLines } from './child.ts'
import type { Log } from '../log.ts'
import { waitWithTimeout } from '../wait-with-timeout.ts'

const READY_TIMEOUT_MS = 15_000
/** The last output of a process may arrive after its end, at most this much later. */
const LAST_OUTPUT_TIMEOUT_MS = 500

const ReadyLine = z.object({ ready: z.literal(true), url: z.url() })

export type SampleOptions = { entry: string; dataDir: string; log: Log }

type Launched = { child: UtilityProcess; ready: Promise<string> }

export function createSampleService(options: SampleOptions): HostDeps['sample'] {
  let running: { address: Promise<{ serviceUrl: string; apiKey: string }>; stop(): Promise<void> } | null = null
  return {
    start: async () => {
      running ??= startRunning(options)
      const current = running
      try {
        return await current.address
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

function startRunning(options: SampleOptions) {
  // This key protects only generated data on this computer, so unlike a user's key it may be on a command line.
  const apiKey = randomBytes(24).toString('hex')
  const backOff = createBackOff(null)
  let child: UtilityProcess | null = null
  let isWanted = true
  let restartTimer: NodeJS.Timeout | undefined

  const launch = async (port: string): Promise<string> => {
    const startedMs = performance.now()
    const launched = launchOnce(options, port, apiKey)
    child = launched.child
    let url: string | null = null
    child.once('exit', (code) => {
      child = null
      if (!isWanted || (url === null && port === '0')) return
      const waitMs = backOff.waitMs(startedMs, performance.now())
      options.log.write('warn', 'sample service ended by itself', { code, waitMs })
      const samePort = url === null ? port : new URL(url).port
      // If the launch fails, the process exits, and its exit schedules the next attempt.
      restartTimer = setTimeout(() => void launch(samePort).catch(() => undefined), waitMs ?? 0)
    })
    url = await launched.ready
    return url
  }
  return {
    address: launch('0').then((serviceUrl) => ({ serviceUrl, apiKey })),
    stop: async () => {
      isWanted = false
      clearTimeout(restartTimer)
      if (!child) return
      const { promise: ended, resolve } = Promise.withResolvers<undefined>()
      child.once('exit', () => resolve(undefined))
      // Electron guarantees that the process ends within two seconds.
      killChild(child)
      await ended
    },
  }
}

function launchOnce({ entry, dataDir, log }: SampleOptions, port: string, apiKey: string): Launched {
  const child = utilityProcess.fork(
    entry,
    ['--port', port, '--key', apiKey, '--data-dir', dataDir, '--sample-mail', '--catch-up', '12'],
    { serviceName: 'Quaywatch sample data', stdio: 'pipe' },
  )
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  let problem = ''
  const fail = (cause?: unknown) => {
    killChild(child)
    reject(new AppError('shell/service-did-not-start', { problem }, cause))
  }
  const timeout = setTimeout(fail, READY_TIMEOUT_MS)
  const outputEnd = readLines(child, child.stderr, (line) => {
    problem = line.slice(0, 500)
    log.write('warn', 'sample service output', { line })
  })
  child.once('exit', () => {
    clearTimeout(timeout)
    void waitWithTimeout(outputEnd, LAST_OUTPUT_TIMEOUT_MS).then(() => fail())
  })
  child.on('error', (type, location) => log.write('error', 'sample service failed fatally', { type, location }))
  let isFirst = true
  void readLines(child, child.stdout, (line) => {
    if (!isFirst) return
    isFirst = false
    clearTimeout(timeout)
    try {
      resolve(ReadyLine.parse(JSON.parse(line)).url)
    } catch (error) {
      fail(error)
    }
  })
  return { child, ready }
}
