// Creates data folders with the records, changes and alerts of one day. The real engine makes each folder once per
// process from the embedded service, and tests get copies.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine } from '#engine/engine.ts'
import { createFiles } from '#engine/outside/files.ts'
import { type EngineContract } from '#contract/index.ts'
import { connect } from '#contract/rpc.ts'
import { createService } from '#service/service.ts'
import type { Handle } from './network.ts'
import { createFakeClock } from './fake-clock.ts'
import { createPortPair } from './memory-port.ts'
import { createNetwork } from './network.ts'
import { SERVICE_KEY, SERVICE_URL, createHandlers } from './tracking-service.ts'

/** The instant at which tests open a prepared folder. */
export const OPENED_AT = '2026-11-20T17:32:00.000Z'
const DAY_MS = 86_400_000
/** Enough time to read the timelines of the most urgent containers. */
const TIMELINE_READ_MS = 60_000
const FILES = ['state.db', 'mirror.db'] as const

export type PreparedWorld = {
  containers: number
  seed: number
  /** Writes into the account through `act` of the service (account.ts) before the first read. */
  writeAccount?: ((act: Handle) => void) | undefined
}

const preparedWorlds: (PreparedWorld & { files: Promise<Buffer[]> })[] = []

/** Copies both files into this folder, as the engine left them when it stopped. */
export async function copyPreparedFiles(world: PreparedWorld, dir: string): Promise<void> {
  const { containers, seed, writeAccount } = world
  const preparedWorld = preparedWorlds.find(
    (other) => other.containers === containers && other.seed === seed && other.writeAccount === writeAccount,
  )
  const files = preparedWorld?.files ?? prepareFiles(world)
  if (!preparedWorld) preparedWorlds.push({ ...world, files })
  for (const [index, bytes] of (await files).entries()) writeFileSync(join(dir, FILES[index]!), bytes)
}

async function prepareFiles({ containers, seed, writeAccount }: PreparedWorld): Promise<Buffer[]> {
  const startMs = Date.parse(OPENED_AT) - DAY_MS
  const clock = createFakeClock(startMs)
  const service = createService({
    seed,
    containers,
    key: SERVICE_KEY,
    baseUrl: SERVICE_URL,
    startMs,
    isLimited: false,
    duplicates: 'reject',
  })
  const dir = mkdtempSync(join(tmpdir(), 'quaywatch-prepared-'))
  try {
    const { handle, act } = createHandlers(service, clock, startMs)
    writeAccount?.(act)
    let idCount = 0
    const random = { next: () => 0.5, id: () => `prepared-${++idCount}` }
    const outside = {
      clock,
      random,
      http: createNetwork(clock, handle),
      files: createFiles(),
      watch: { start: () => Promise.reject(new Error('nothing is watched here')) },
    }
    const engine = await createEngine({
      dataDir: dir,
      apiKey: SERVICE_KEY,
      baseUrl: SERVICE_URL,
      outside,
      log: () => undefined,
    })
    const [near, far] = createPortPair()
    engine.attach(near)
    const client = connect<EngineContract>(far)
    await clock.advanceUntil(async () => !(await client.call('sync.status', {})).isFirstSweep)
    await clock.advance(TIMELINE_READ_MS)
    clock.sleepMachine(DAY_MS - clock.mono() - 2 * TIMELINE_READ_MS)
    await clock.advance(TIMELINE_READ_MS)
    await engine.stop()
    return FILES.map((file) => readFileSync(join(dir, file)))
  } finally {
    service.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
