// One desktop and the runs of the program on it: start, quit, crash, loss of power. After the end of a run its timers
// do not fire, its requests get no answer, and its screen is gone.
import { join } from 'node:path'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import { type Client, connect } from '#contract/rpc.ts'
import { type Engine, createEngine } from '#engine/engine.ts'
import type { HttpRequest, HttpResponse } from '#engine/outside/http.ts'
import type { Outside } from '#engine/outside/index.ts'
import { createPortPair } from '#support/memory-port.ts'
import type { Cabinet } from './cabinet.ts'
import type { Chance } from './chance.ts'
import { type ClerkPlan, createSimWatch } from './clerk.ts'
import type { Computer } from './computer.ts'
import { type Volume, type VolumeOptions, copyFolder, createVolume } from './disk.ts'
import type { Timeline } from './timeline.ts'
import { type Arrive, createWire } from './wire.ts'
import type { Sky } from './weather.ts'

export type View = Client<EngineContract>

/** How a run ends. `power` also loses unsynced data and the uptime of the computer. */
export type End = 'crash' | 'power'

export type Desktop = {
  start(): void
  /** The screen, if it is open and the program runs. */
  view(): View | null
  setWatched(isWatched: boolean): void
  /** Resolves with true if the program ended normally. */
  quit(): Promise<boolean>
  end(how: End): void
  resume(): void
  isRunning(): boolean
  /** Number of starts. */
  starts(): number
  /** The engine's own connection, for reads. */
  raw(): Database.Database | null
  folder(): string
  volume(): Volume | null
  setUnplugged(isUnplugged: boolean): void
  setFull(isFull: boolean): void
  /** Prevents further crashes. */
  spare(): void
}

export type DesktopDeps = {
  name: string
  timeline: Timeline
  computer: Computer
  chance: Chance
  sky: Sky
  arrive: Arrive
  workFolder: string
  firstFolder: string
  /** The program crashes after about this many points; null: it never crashes. */
  endsEvery: number | null
  isPowerAtRisk: boolean
  jitterMs: number
  apiKey: string
  baseUrl: string
  /** The clerk's folders, if there is a clerk. */
  office?: { cabinet: Cabinet; plan: ClerkPlan }
  note: (what: string) => void
  /** Reports a violation. */
  bug: (what: string) => void
  waited: (ms: number) => void
  onAnswer?: (request: HttpRequest, response: HttpResponse) => void
}

type Run = { isOver: boolean; volume: Volume; engine: Engine | null; view: View | null; pointsLeft: number }

type State = DesktopDeps & {
  run: Run | null
  runs: number
  folder: string
  isWatched: boolean
  isUnplugged: boolean
  isFull: boolean
  isSpared: boolean
  /** While quitting, the folder is still in use. */
  isStopping: boolean
}

export function createDesktop(deps: DesktopDeps): Desktop {
  const state: State = {
    ...deps,
    run: null,
    runs: 0,
    folder: join(deps.workFolder, `${deps.name}-0`),
    isWatched: true,
    isUnplugged: false,
    isFull: false,
    isSpared: false,
    isStopping: false,
  }
  return {
    start: () => start(state),
    view: () => state.run?.view ?? null,
    setWatched: (isWatched) => {
      state.isWatched = isWatched
      showOrHide(state)
    },
    quit: () => quit(state),
    end: (how) => {
      if (state.run) end(state, state.run, how)
    },
    resume: () => state.run?.engine?.resume(),
    isRunning: () => state.run !== null && state.run.engine !== null,
    starts: () => state.runs,
    raw: () => state.run?.volume.raw() ?? null,
    folder: () => state.folder,
    volume: () => state.run?.volume ?? null,
    setUnplugged: (isUnplugged) => {
      state.isUnplugged = isUnplugged
    },
    setFull: (isFull) => {
      state.isFull = isFull
      state.run?.volume.fill(isFull)
    },
    spare: () => {
      state.isSpared = true
    },
  }
}

function start(state: State): void {
  if (state.run || state.isStopping) return
  const { timeline, note } = state
  if (!existsSync(state.folder)) copyFolder(state.firstFolder, state.folder)
  const isOver = () => run.isOver
  const point = (what: string) => passPoint(state, run, what)
  const volume = createVolume({
    folder: state.folder,
    point,
    isOver,
    isPowerAtRisk: state.isPowerAtRisk,
    user: createUserDisk(state),
  })
  volume.fill(state.isFull)
  const run: Run = { isOver: false, volume, engine: null, view: null, pointsLeft: drawPointsToLive(state) }
  state.run = run
  state.runs++
  note(`${state.name} starts`)
  createEngine({
    dataDir: state.folder,
    apiKey: state.apiKey,
    baseUrl: state.baseUrl,
    outside: createOutside(state, run, point),
    log: createLog(state, run),
    checkOutput: true,
    onDamage: () => void restart(state, run),
  }).then(
    (engine) => {
      if (run.isOver) return
      run.engine = engine
      showOrHide(state)
    },
    (error: unknown) => {
      if (run.isOver) return
      run.isOver = true
      state.run = null
      renameFolder(state, volume)
      note(`${state.name} does not start: ${codeOf(error)}`)
      if (!(state.isFull && codeOf(error) === 'db/no-room'))
        state.bug(`start failed: ${String(error)} ${error instanceof Error ? (error.stack ?? '') : ''}`)
      timeline.after(20_000, () => start(state))
    },
  )
}

function createOutside(state: State, run: Run, point: (what: string) => void): Outside {
  const { timeline, sky, arrive, note, jitterMs } = state
  const waited = (ms: number) => state.waited(ms)
  const chance = state.chance.fork(`run ${state.runs}`)
  const isOver = () => run.isOver
  let ids = 0
  return {
    clock: state.computer.clock(isOver),
    random: { next: () => chance.next(), id: () => `${state.name}-${state.runs}-${++ids}-${chance.whole(1e6, 9e6)}` },
    http: createWire({
      timeline,
      chance: chance.fork('wire'),
      sky,
      arrive,
      isOver,
      isUnplugged: () => state.isUnplugged,
      point,
      note,
      waited,
      ...(state.onAnswer ? { onAnswer: state.onAnswer } : {}),
      jitterMs,
      readFile: (path) => (existsSync(path) ? readFileSync(path) : null),
    }),
    files: run.volume.files,
    watch: state.office
      ? createSimWatch({ ...state.office, timeline, chance: chance.fork('watch'), isOver })
      : { start: () => Promise.reject(new Error('nothing is watched here')) },
  }
}

/** The clerk's folders as the engine sees them. Each read takes some time, in which the clerk continues. */
function createUserDisk({ timeline, office, chance, runs }: State): VolumeOptions['user'] {
  const draws = chance.fork(`disk ${runs}`)
  return {
    cabinet: office?.cabinet ?? null,
    now: () => timeline.now(),
    pause: () => timeline.sleep(draws.spread(1, 3_000)),
    pick: (codes) => draws.pick(codes),
  }
}

/** Logged errors that no injected fault explains are bugs. */
const BUGS = ['bug', 'sync job failed', 'sending failed']

function createLog(state: State, run: Run) {
  return (level: string, event: string, fields?: Record<string, unknown>) => {
    if (run.isOver || level === 'info') return
    const text = `${event} ${JSON.stringify(fields ?? {})}`
    state.note(`log ${level} ${event}`)
    if (level === 'error' && BUGS.includes(event) && !/disk-full|SQLITE_FULL|disk is full/.test(text)) state.bug(text)
  }
}

function showOrHide(state: State): void {
  const { run } = state
  if (!run?.engine || run.isOver) return
  if (!state.isWatched) {
    run.view?.close()
    run.view = null
  } else if (!run.view) {
    const [near, far] = createPortPair()
    run.engine.attach(near)
    run.view = connect<EngineContract>(far)
  }
}

/** The number of points until the next crash. A crash soon after the start is as likely as a later one. */
function drawPointsToLive({ endsEvery, chance }: State): number {
  return endsEvery === null || chance.happens(0.2)
    ? Number.POSITIVE_INFINITY
    : Math.floor(chance.spread(1, endsEvery * 4))
}

function passPoint(state: State, run: Run, what: string): void {
  if (run.isOver) return
  state.note(what)
  if (state.isSpared || --run.pointsLeft > 0) return
  end(state, run, state.isPowerAtRisk && state.chance.happens(0.7) ? 'power' : 'crash')
}

function end(state: State, run: Run, how: End): void {
  const { timeline, chance } = state
  if (run.isOver) return
  run.isOver = true
  state.run = null
  state.isStopping = false
  state.note(`${state.name} ends: ${how}`)
  const next = join(state.workFolder, `${state.name}-${state.runs}`)
  run.volume.copyTo(next, how === 'power')
  state.folder = next
  run.view?.close()
  if (how === 'power') state.computer.reboot(chance.spread(5_000, 300_000))
  timeline.after(0, () => run.volume.drop())
  timeline.after(chance.spread(1_000, 60_000), () => start(state))
}

/** Restarts the engine after damage to its files, as both hosts do. */
async function restart(state: State, run: Run): Promise<void> {
  if (state.run === run && (await quit(state))) start(state)
}

async function quit(state: State): Promise<boolean> {
  const { run } = state
  if (!run?.engine || run.isOver) return false
  state.note(`${state.name} quits`)
  state.run = null
  state.isStopping = true
  run.view?.close()
  try {
    await run.engine.stop()
  } catch (error) {
    if (!state.isFull) state.bug(`stop failed: ${String(error)}`)
  }
  // The program may have crashed in the meantime.
  if (hasEnded(run)) return false
  run.isOver = true
  state.isStopping = false
  renameFolder(state, run.volume)
  return true
}

const hasEnded = (run: Run) => run.isOver

/** Renames the folder of this run. The next run uses it under the new name. */
function renameFolder(state: State, volume: Volume): void {
  const next = join(state.workFolder, `${state.name}-${state.runs}`)
  renameSync(state.folder, next)
  state.folder = next
  volume.drop()
}

export function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : String(error)
}
