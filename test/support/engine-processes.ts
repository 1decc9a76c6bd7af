// Starts the engine process as the main process does, with the stand-in for Electron's child processes.
import { afterEach, beforeEach, vi } from 'vitest'
import type { EngineStart } from '#contract/engine-process.ts'
import type { Failure } from '#contract/values.ts'
import { app } from '#standin/electron.ts'
import { UtilityProcess } from '#standin/utility.ts'
import { createEngineProcess } from '../../src/main/engine/engine-process.ts'

export function useFakeProcesses(): void {
  app.becomeReady()
  beforeEach(() => {
    vi.useFakeTimers()
    UtilityProcess.all.length = 0
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

export const engineRun = { accountId: 'main', serviceUrl: 'https://tracking.example/v2', apiKey: 'k' }
export const startMessage: EngineStart = {
  type: 'start',
  dataDir: '/d',
  baseUrl: engineRun.serviceUrl,
  apiKey: 'k',
  isEmbedded: false,
  membership: null,
  ticketKey: 'tickets',
  checkOutput: false,
}

export function createEngine() {
  const failures: Failure[] = []
  const waiting: [string, number][] = []
  const log: unknown[][] = []
  const engine = createEngineProcess({
    entry: '/out/main/engine.js',
    startMessage: () => startMessage,
    findProxies: (origin) =>
      Promise.resolve(origin === 'https://tracking.example' ? ['http://proxy.office:8080', null] : [null]),
    onFailure: (failure) => failures.push(failure),
    onWaiting: (...counts) => waiting.push(counts),
    log: { path: '', write: (...record) => log.push(record), bug: () => '' },
  })
  return { engine, failures, waiting, log }
}

export const lastProcess = () => UtilityProcess.all.at(-1)!
export const countForks = () => UtilityProcess.all.length
export const listMessageTypes = (child: UtilityProcess) =>
  child.postedMessages.map(({ message }) => (message as { type: string }).type)

/** Creates an engine and starts it. Its process reports `started`. */
export async function startEngine() {
  const opened = createEngine()
  const starting = opened.engine.start(engineRun)
  await vi.advanceTimersByTimeAsync(0)
  lastProcess().emit('message', { type: 'started' })
  await starting
  return opened
}
