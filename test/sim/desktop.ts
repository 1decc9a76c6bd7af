// One simulated desktop computer with the program. The simulation can start, quit and crash the program, also by a loss
// of power. After the end of a run its timers do not fire, its requests get no answer, and its view is closed.
import { join } from 'node:path'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import { type Client, connect } from '#contract/rpc.ts'
import { type Engine, createEngine } from '#engine/engine.ts'
import type { Membership } from '#engine/office/office.ts'
import type { Clock } from '#engine/outside/clock.ts'
import type { Postgres } from '#engine/outside/postgres.ts'
import type { HttpRequest, HttpResponse } from '#engine/outside/http.ts'
import type { Outside } from '#engine/outside/index.ts'
import { createPortPair } from '#support/memory-port.ts'
import type { UserFolder } from './user-folder.ts'
import type { Random } from './random.ts'
import { type ClerkPlan, createSimWatch } from './clerk.ts'
import type { Computer } from './computer.ts'
import { type Volume, type VolumeOptions, copyFolder, createVolume } from './volume.ts'
import type { Timeline } from './timeline.ts'
import { type Arrive, createSimHttp } from './sim-http.ts'
import type { NetworkFaults } from './network-faults.ts'

export type View = Client<EngineContract>

/** Why a run ends abnormally. `power` also loses unsynced data and reboots the computer. */
export type EndCause = 'crash' | 'power'

export type Desktop = {
  start(): void
  /** Returns the view, or null if the window is closed, or the program does not run or is frozen. */
  getView(): View | null
  setWindowOpen(isOpen: boolean): void
  /** Resolves with true if the program ended normally, and false if it crashed meanwhile or did not run. */
  quit(): Promise<boolean>
  terminate(cause: EndCause): void
  resume(): void
  isRunning(): boolean
  getStartCount(): number
  /** Returns the engine's database connection, for reads only. */
  getDatabase(): Database.Database | null
  getFolder(): string
  getVolume(): Volume | null
  setOffline(isUnplugged: boolean): void
  setDiskFull(isFull: boolean): void
  preventCrashes(): void
}

/** What a desktop needs of its office. `process` names one run of the program. */
export type DesktopOffice = {
  membership: Membership
  connectFrom(process: string, after: Clock['after']): Postgres
  /** The program has ended, and its connections with it. */
  onEnd(process: string): void
}

export type DesktopDeps = {
  name: string
  timeline: Timeline
  computer: Computer
  random: Random
  networkFaults: NetworkFaults
  arrive: Arrive
  workFolder: string
  templateFolder: string
  /** The program crashes after about this many crash points (`onCrashPoint`). Null: it never crashes. */
  crashIntervalPoints: number | null
  canLosePower: boolean
  jitterMs: number
  apiKey: string
  baseUrl: string
  /** The watched folder and the faults of its events, in worlds with a clerk. */
  watchedFolder?: { userFolder: UserFolder; plan: ClerkPlan }
  logEvent: (what: string) => void
  reportBug: (what: string) => void
  onRequestEnd: (ms: number) => void
  onAnswer?: (request: HttpRequest, response: HttpResponse) => void
  office?: DesktopOffice
}

type Run = {
  process: string
  isOver: boolean
  volume: Volume
  engine: Engine | null
  view: View | null
  pointsLeft: number
}

type State = DesktopDeps & {
  run: Run | null
  startCount: number
  folder: string
  isWindowOpen: boolean
  isOffline: boolean
  isDiskFull: boolean
  isCrashFree: boolean
  /** Whether the program is quitting. It still uses the folder, so no new run may start. */
  isStopping: boolean
}

export function createDesktop(deps: DesktopDeps): Desktop {
  const state: State = {
    ...deps,
    run: null,
    startCount: 0,
    folder: join(deps.workFolder, `${deps.name}-0`),
    isWindowOpen: true,
    isOffline: false,
    isDiskFull: false,
    isCrashFree: false,
    isStopping: false,
  }
  return {
    start: () => start(state),
    getView: () => (state.computer.isFrozen() ? null : (state.run?.view ?? null)),
    setWindowOpen: (isOpen) => {
      state.isWindowOpen = isOpen
      openOrCloseView(state)
    },
    quit: () => quit(state),
    terminate: (cause) => {
      if (state.run) terminateRun(state, state.run, cause)
    },
    resume: () => state.run?.engine?.resume(),
    isRunning: () => state.run !== null && state.run.engine !== null,
    getStartCount: () => state.startCount,
    getDatabase: () => state.run?.volume.getDatabase() ?? null,
    getFolder: () => state.folder,
    getVolume: () => state.run?.volume ?? null,
    setOffline: (isUnplugged) => {
      state.isOffline = isUnplugged
    },
    setDiskFull: (isFull) => {
      state.isDiskFull = isFull
      state.run?.volume.setFull(isFull)
    },
    preventCrashes: () => {
      state.isCrashFree = true
    },
  }
}

function start(state: State): void {
  if (state.run || state.isStopping) return
  const { timeline, logEvent } = state
  if (!existsSync(state.folder)) copyFolder(state.templateFolder, state.folder)
  const isOver = () => run.isOver
  const onCrashPoint = (what: string) => reachCrashPoint(state, run, what)
  const volume = createVolume({
    folder: state.folder,
    onCrashPoint,
    isOver,
    canLosePower: state.canLosePower,
    userDisk: createUserDisk(state),
  })
  volume.setFull(state.isDiskFull)
  const run: Run = {
    process: `${state.name}-${++state.startCount}`,
    isOver: false,
    volume,
    engine: null,
    view: null,
    pointsLeft: drawPointsUntilCrash(state),
  }
  state.run = run
  logEvent(`${state.name} starts`)
  createEngine({
    dataDir: state.folder,
    apiKey: state.apiKey,
    baseUrl: state.baseUrl,
    outside: createOutside(state, run, onCrashPoint),
    log: createLog(state, run),
    checkOutput: true,
    office: state.office?.membership ?? null,
    onDamage: () => void restartRun(state, run),
  }).then(
    (engine) => {
      if (run.isOver) return
      run.engine = engine
      openOrCloseView(state)
    },
    (error: unknown) => {
      if (run.isOver) return
      run.isOver = true
      state.run = null
      renameFolder(state, run)
      logEvent(`${state.name} does not start: ${getErrorCode(error)}`)
      if (!(state.isDiskFull && getErrorCode(error) === 'db/no-room'))
        state.reportBug(`start failed: ${String(error)} ${error instanceof Error ? (error.stack ?? '') : ''}`)
      timeline.after(20_000, () => start(state))
    },
  )
}

function createOutside(state: State, run: Run, onCrashPoint: (what: string) => void): Outside {
  const { timeline, networkFaults, arrive, logEvent, jitterMs } = state
  const onRequestEnd = (ms: number) => state.onRequestEnd(ms)
  const random = state.random.fork(`run ${state.startCount}`)
  const isOver = () => run.isOver
  let idCount = 0
  const drawId = () => `${state.name}-${state.startCount}-${++idCount}-${random.drawInteger(1e6, 9e6)}`
  // The office accepts only UUIDs.
  const drawUuid = () =>
    `${toHex(random.drawInteger(0, 2 ** 32 - 1), 8)}-${toHex(state.startCount, 4)}-4000-8000-${toHex(++idCount, 12)}`
  const clock = state.computer.createClock(isOver)
  return {
    clock,
    random: { next: () => random.drawUnit(), id: state.office ? drawUuid : drawId },
    ...(state.office ? { postgres: state.office.connectFrom(run.process, (ms, work) => clock.after(ms, work)) } : {}),
    http: createSimHttp({
      timeline,
      random: random.fork('wire'),
      networkFaults,
      arrive,
      isOver,
      isUnplugged: () => state.isOffline,
      onCrashPoint,
      logEvent,
      onRequestEnd,
      ...(state.onAnswer ? { onAnswer: state.onAnswer } : {}),
      jitterMs,
      runUnlessFrozen: (work) => state.computer.runUnlessFrozen(work),
      readFile: (path) => (existsSync(path) ? readFileSync(path) : null),
    }),
    files: run.volume.files,
    watch: state.watchedFolder
      ? createSimWatch({ ...state.watchedFolder, timeline, random: random.fork('watch'), isOver })
      : { start: () => Promise.reject(new Error('nothing is watched here')) },
  }
}

const toHex = (value: number, length: number) => value.toString(16).padStart(length, '0')

/** Creates the disk of the watched folder as the engine sees it. Reads take time, and the clerk continues meanwhile. */
function createUserDisk({ timeline, watchedFolder, random, startCount }: State): VolumeOptions['userDisk'] {
  const draws = random.fork(`disk ${startCount}`)
  return {
    userFolder: watchedFolder?.userFolder ?? null,
    now: () => timeline.now(),
    waitForRead: () => timeline.sleep(draws.drawLogUniform(1, 3_000)),
    pickErrorCode: (codes) => draws.pick(codes),
  }
}

/** Error events of the log that no injected fault can cause. */
const BUG_EVENTS = ['bug', 'sync job failed', 'sending failed']

function createLog(state: State, run: Run) {
  return (level: string, event: string, fields?: Record<string, unknown>) => {
    if (run.isOver || level === 'info') return
    const text = `${event} ${JSON.stringify(fields ?? {})}`
    state.logEvent(`log ${level} ${event}`)
    if (level === 'error' && BUG_EVENTS.includes(event) && !/disk-full|SQLITE_FULL|disk is full/.test(text))
      state.reportBug(text)
  }
}

function openOrCloseView(state: State): void {
  const { run } = state
  if (!run?.engine || run.isOver) return
  if (!state.isWindowOpen) {
    run.view?.close()
    run.view = null
  } else if (!run.view) {
    const [enginePort, viewPort] = createPortPair()
    run.engine.attach(enginePort)
    run.view = connect<EngineContract>(viewPort)
  }
}

/** Draws the number of crash points until the crash. Early crashes are as likely as late ones. */
function drawPointsUntilCrash({ crashIntervalPoints, random }: State): number {
  return crashIntervalPoints === null || random.drawBoolean(0.2)
    ? Number.POSITIVE_INFINITY
    : Math.floor(random.drawLogUniform(1, crashIntervalPoints * 4))
}

function reachCrashPoint(state: State, run: Run, what: string): void {
  if (run.isOver) return
  state.logEvent(what)
  if (state.isCrashFree || --run.pointsLeft > 0) return
  terminateRun(state, run, state.canLosePower && state.random.drawBoolean(0.7) ? 'power' : 'crash')
}

function terminateRun(state: State, run: Run, cause: EndCause): void {
  const { timeline, random } = state
  if (run.isOver) return
  run.isOver = true
  state.run = null
  state.isStopping = false
  state.logEvent(`${state.name} ends: ${cause}`)
  const nextFolder = join(state.workFolder, `${state.name}-${state.startCount}`)
  run.volume.copyTo(nextFolder, cause === 'power')
  state.folder = nextFolder
  state.office?.onEnd(run.process)
  run.view?.close()
  if (cause === 'power') state.computer.reboot(random.drawLogUniform(5_000, 300_000))
  timeline.after(0, () => run.volume.delete())
  timeline.after(random.drawLogUniform(1_000, 60_000), () => start(state))
}

/** Restarts the engine after damage to its files, as both hosts do. */
async function restartRun(state: State, run: Run): Promise<void> {
  if (state.run === run && (await quit(state))) start(state)
}

async function quit(state: State): Promise<boolean> {
  const { run } = state
  if (!run?.engine || run.isOver) return false
  state.logEvent(`${state.name} quits`)
  state.run = null
  state.isStopping = true
  run.view?.close()
  try {
    await run.engine.stop()
  } catch (error) {
    if (!state.isDiskFull) state.reportBug(`stop failed: ${String(error)}`)
  }
  // The program may have crashed in the meantime.
  if (isRunOver(run)) return false
  run.isOver = true
  state.isStopping = false
  renameFolder(state, run)
  return true
}

const isRunOver = (run: Run) => run.isOver

/** Gives the folder a new name for the next run, because `volumes` of volume.ts knows each run by its folder. */
function renameFolder(state: State, { volume, process }: Run): void {
  state.office?.onEnd(process)
  const nextFolder = join(state.workFolder, `${state.name}-${state.startCount}`)
  renameSync(state.folder, nextFolder)
  state.folder = nextFolder
  volume.delete()
}

export function getErrorCode(error: unknown): string {
  return error instanceof AppError ? error.code : String(error)
}
