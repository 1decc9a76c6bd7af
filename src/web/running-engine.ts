// Runs the engine inside the browser host's own process, one engine at a time. Calls during its start wait for it.
import type { Pace } from '#contract/engine-process.ts'
import type { EngineRun, HostDeps } from '#host/host-deps.ts'
import { type Engine, createEngine } from '#engine/engine.ts'
import { openMembership } from '#engine/office/joining/membership.ts'
import type { Membership } from '#engine/office/office.ts'
import { createOutside } from '#engine/outside/index.ts'
import { createThreads } from '#engine/outside/threads.ts'
import type { WriteLog } from './log-file.ts'
import type { OfficeFile } from './office-file.ts'
import type { PortConnector } from './sockets.ts'

export type RunningEngine = HostDeps['engine'] & {
  connector: PortConnector
  onWaiting(report: (accountId: string, count: number) => void): void
}

/** The folder with all data of an account. */
export type GetAccountFolder = (accountId: string) => string

/** `watchedFolders`: folders for the first account that is opened. */
type EngineOptions = {
  getAccountFolder: GetAccountFolder
  clockRate: number
  watchedFolders: readonly string[]
  /** How the first account of a service that is opened reaches its office, whatever the host stored. */
  office: OfficeFile | null
  /** The name of this computer, as other members see it. */
  device: string
  log: WriteLog
  /** The script of the reader thread. */
  readerScript: URL
}

function createEngineDeps(
  { getAccountFolder, clockRate, log, readerScript }: EngineOptions,
  { accountId, serviceUrl, apiKey, isEmbedded = false }: EngineRun,
) {
  const outside = createOutside({ clockRate, threads: createThreads(readerScript) })
  return { dataDir: getAccountFolder(accountId), baseUrl: serviceUrl, apiKey, isEmbedded, outside, log }
}

export function createRunningEngine(options: EngineOptions): RunningEngine {
  let firstAccount: string | null = null
  let officeAccount: string | null = null
  let current: StartingEngine = null
  let pace: Pace | null = null
  let reportWaiting: (accountId: string, count: number) => void = () => undefined
  const start = async (run: EngineRun): Promise<void> => {
    firstAccount ??= run.accountId
    // The sample account is this computer's own.
    if (run.isEmbedded !== true) officeAccount ??= run.accountId
    const starting = createEngine({
      ...createEngineDeps(options, run),
      watch: run.accountId === firstAccount ? options.watchedFolders : [],
      office: findMembership(options, run, officeAccount),
      onDamage: () => void restart(starting, run),
      onMirrorReady: () => void restart(starting, run),
      onWaiting: (count) => reportWaiting(run.accountId, count),
    })
    current = starting
    try {
      const engine = await starting
      if (pace) engine.setPace(pace)
    } catch (error) {
      if (current === starting) current = null
      throw error
    }
  }
  /**
   * Restarts the engine: its start repairs damaged files, and puts a new mirror in place. Calls in the meantime wait,
   * as at any start.
   */
  const restart = async (ending: Promise<Engine>, run: EngineRun): Promise<void> => {
    if (current !== ending) return
    try {
      await (await ending).stop()
      if (current === ending) await start(run)
    } catch (error) {
      options.log('error', 'engine did not start again', { error: String(error) })
    }
  }
  return {
    start,
    setPace: (next) => {
      pace = next
      void setEnginePace(current, next)
    },
    onWaiting: (report) => {
      reportWaiting = report
    },
    stop: async () => {
      const ending = current
      current = null
      await stopEngine(ending)
    },
    connector: () => waitForEngine(() => current),
  }
}

function findMembership(
  { office, device, log }: EngineOptions,
  { accountId, membership }: EngineRun,
  officeAccount: string | null,
): Membership | null {
  return office && accountId === officeAccount ? { ...office, device } : openMembership(membership ?? null, device, log)
}

type StartingEngine = Promise<Engine> | null

/** Does nothing if the engine failed to start. */
async function setEnginePace(starting: StartingEngine, pace: Pace): Promise<void> {
  await starting?.then(
    (engine) => engine.setPace(pace),
    () => undefined,
  )
}

/** Does nothing if the engine failed to start. */
async function stopEngine(starting: StartingEngine): Promise<void> {
  const engine = await starting?.catch(() => null)
  await engine?.stop()
}

/** Null if no engine runs, or if another account was opened while this engine started. */
async function waitForEngine(current: () => StartingEngine): ReturnType<PortConnector> {
  const starting = current()
  const engine = await starting
  if (engine === null || current() !== starting) return null
  return (port) => engine.attach(port)
}
