// Starts a whole engine on real files, with a fake clock, fake random numbers and a fake network. A test fails if the
// engine logs an error or leaves a timer.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Pace } from '#contract/engine-process.ts'
import type { EngineContract } from '#contract/index.ts'
import { type Client, type Port, connect } from '#contract/rpc.ts'
import { type Engine, createEngine } from '#engine/engine.ts'
import { addressOf } from './office-model/filled.ts'
import type { Membership } from '#engine/office/office.ts'
import { type Files, createFiles } from '#engine/outside/files.ts'
import type { Outside } from '#engine/outside/index.ts'
import type { Postgres } from '#engine/outside/postgres.ts'
import type { Threads } from '#engine/outside/threads.ts'
import type { Watch } from '#engine/outside/watch.ts'
import { type FakeClock, createFakeClock } from './fake-clock.ts'
import { createPortPair } from './memory-port.ts'
import { type Handle, type Network, createNetwork } from './network.ts'

export type TestEngine = {
  clock: FakeClock
  network: Network
  dir: string
  /** The log records of level error. A test that expects one must remove it, because the test fails otherwise. */
  errors: string[]
  /** All log records as text. */
  records: string[]
  /** Returns how often the engine reported a damaged database to the host. */
  damageCount(): number
  /** How often a seed was ready, with which the next start begins. */
  mirrorReadyCount(): number
  /** The number of unsent edits and requests in each report to the host. */
  waitingCounts: number[]
  setPace(pace: Pace): void
  client: Client<EngineContract>
  /** Connects another screen by this end of a pipe. */
  attach: (port: Port) => void
  /** Connects another screen, or a client that is not a screen. */
  connect(isScreen?: boolean): Client<EngineContract>
  stop(): Promise<void>
  /** Restarts the engine on the same files, with another address or key if given. */
  restart(changed?: Connection): Promise<void>
}

type Connection = { baseUrl?: string; apiKey?: string }

export type TestEngineOptions = {
  handle?: Handle
  apiKey?: string | null
  /** The wall clock at the start. */
  startTime?: string
  dir?: string
  clock?: FakeClock
  /** A disk with faults. */
  files?: Files
  watch?: Watch
  /** Answers lists on a reader thread. Without it, the engine answers them itself. */
  threads?: Threads | undefined
  /** Called before the engine starts. */
  beforeStart?: (network: Network) => void
  /** If given, the engine watches only folders that the user picked in a dialog, as under Electron. */
  ticketKey?: string
  /** Whether the service is the embedded one, as for the sample account. */
  isEmbedded?: boolean
  /** The database of the office that the account belongs to. */
  office?: Postgres
  /** The member of the office. */
  login?: string
  /** The beginning of the ids that the engine generates. Those of two engines of an office must differ. */
  idPrefix?: string
}

/** A member of the office of createFilledModel. */
const createMembership = (login = 'lea'): Membership => ({
  address: addressOf(login),
  space: 1,
  device: 'its computer',
  kind: 'desktop',
})

const noService: Handle = () => {
  throw new Error('this test has no service')
}

export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'quaywatch-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** The data folders of the engines that run on each clock. The last one to stop must leave no timer. */
const foldersByClock = new WeakMap<FakeClock, Set<string>>()

export async function startTestEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const clock = options.clock ?? createFakeClock(Date.parse(options.startTime ?? '2026-11-20T17:00:00Z'))
  const network = createNetwork(clock, options.handle ?? noService)
  options.beforeStart?.(network)
  const dir = options.dir ?? tempDir()
  const errors: string[] = []
  const records: string[] = []
  const outside: Outside = {
    clock,
    random: createRepeatableRandom(options.idPrefix ?? 'id', options.office !== undefined),
    http: network,
    files: options.files ?? createFiles(),
    watch: options.watch ?? { start: () => Promise.reject(new Error('nothing is watched in this test')) },
    threads: options.threads,
    ...(options.office ? { postgres: options.office } : {}),
  }
  let damageCount = 0
  let mirrorReadyCount = 0
  const waitingCounts: number[] = []
  const connection = {
    apiKey: options.apiKey === undefined ? 'test-key' : options.apiKey,
    baseUrl: 'https://track.example/v2',
  }
  const start = () =>
    createEngine({
      dataDir: dir,
      ...connection,
      office: options.office ? createMembership(options.login) : null,
      outside,
      log: (level, event, fields) => {
        records.push(`${level} ${event} ${JSON.stringify(fields ?? {})}`)
        if (level === 'error') errors.push(`${event} ${JSON.stringify(fields ?? {})}`)
      },
      checkOutput: true,
      ...(options.ticketKey === undefined ? {} : { ticketKey: options.ticketKey }),
      isEmbedded: options.isEmbedded === true,
      onDamage: () => {
        damageCount++
      },
      onMirrorReady: () => {
        mirrorReadyCount++
      },
      onWaiting: (count) => waitingCounts.push(count),
    })
  let engine: Engine | null = await start()
  const open = (isScreen = true) => {
    const [near, far] = createPortPair()
    engine?.attach(near, isScreen)
    return connect<EngineContract>(far)
  }
  const runningFolders = foldersByClock.get(clock) ?? new Set()
  foldersByClock.set(clock, runningFolders.add(dir))
  const stop = async () => {
    await engine?.stop()
    engine = null
    runningFolders.delete(dir)
    if (runningFolders.size === 0 && clock.countTimers() > 0)
      throw new Error(`${clock.countTimers()} timers are left after the engine stopped`)
  }
  const test: TestEngine = {
    clock,
    network,
    dir,
    errors,
    records,
    damageCount: () => damageCount,
    mirrorReadyCount: () => mirrorReadyCount,
    waitingCounts,
    setPace: (pace) => engine?.setPace(pace),
    client: open(),
    attach: (port) => engine?.attach(port),
    connect: open,
    stop,
    restart: async (changed) => {
      await stop()
      Object.assign(connection, changed)
      runningFolders.add(dir)
      engine = await start()
      test.client = open()
    },
  }
  onTestFinished(async () => {
    await stop()
    if (errors.length > 0) throw new Error(`the engine logged errors:\n${errors.join('\n')}`)
  })
  return test
}

/** `isUuid`: the ids are also those of tasks of an office. */
function createRepeatableRandom(idPrefix: string, isUuid: boolean): Outside['random'] {
  let n = 0
  const toUuid = (text: string) =>
    createHash('md5')
      .update(text)
      .digest('hex')
      .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const id = () => `${idPrefix}-${++n}`
  return { next: () => 0.5, id: isUuid ? () => toUuid(id()) : id }
}
