// The real engine behind screens, in the same process, over a prepared folder. How to use it:
//
//   // The whole view with 60 containers (support/screens.ts):
//   const { engine, router } = await open({ path: '/containers' })
//   // A larger world; the first one of each size costs seconds:
//   const { engine, router } = await open({ rows: 300, path: '/lfd' })
//   // Without a page; `open({ engine })` adds one:
//   const engine = await startScreenEngine()
//   // For a composable without a page:
//   const { links, dropPipe, disconnect, reconnect } = connectLinks(engine)
//
// - Data: `await engine.rows()` and `await engine.ask(name, input)`. A test finds a row with the values it needs, or
//   sets them. Never `await engine.client.call(…)`: some answers need time on the clock, which `ask` lets pass.
// - Calls of screens: `engine.calls`, or `engine.lastInput(name)`. Calls of `ask` are not among them.
// - Custom fields and customers: `writeAccount` writes them at the service. Use one function for all tests of a file,
//   so that its folder is made once.
// - Documents: `startInbox()` (inbox.ts), or `spool` a file (spooled.ts). Alerts of a kind: raised-alerts.ts.
// - Own data: real calls, `await engine.ask('own.setTags', …)`. The service: `engine.service.act(request)`.
// - The clock is stopped. `await flush()` lets steps of 300 ms pass until the engine has answered every call,
//   `engine.clock.advance(ms)` lets more time pass, and `engine.clock.sleepMachine(ms)` any time at once. The engine
//   reads every 15 s.
// - Failures: `engine.network.unplug()`, `engine.network.fault(…)`, a faulty disk as `files`, a damaged file through
//   `beforeStart`.
// - `await engine.patch({ [id]: attributes })` changes attributes of a record at the service, and waits for the read.
// - States that cannot be caused from outside: `engine.intercept(name, (input, ask) => …)` delays, changes or refuses
//   an answer on the pipe (tap.ts); `engine.announce(changed)` announces a change.
// - Fake timers of the page: `vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })`, never all of them, because
//   the engine needs real turns of the event loop. Such a file uses `await flushAll()` (flush.ts), then
//   `vi.advanceTimersByTimeAsync(0)`, in place of `flush`.
// - Components and functions that need no engine get rows of row-factories.ts.
import type { EngineContract } from '#contract/index.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { CallName, Input, Output } from '#contract/rpc.ts'
import { createFakeClock } from './fake-clock.ts'
import { type Fault, type Network, alterJson } from './network.ts'
import { onFlush } from './flush.ts'
import { OPENED_AT, type PreparedWorld, copyPreparedFiles } from './prepared.ts'
import { type Tap, createTap } from './tap.ts'
import { type TestEngine, type TestEngineOptions, startTestEngine, tempDir } from './test-engine.ts'
import { SERVICE_URL, type TrackingService, startTrackingService } from './tracking-service.ts'
import { createTestFiles } from './watched.ts'

export type ScreenEngine = TestEngine &
  Omit<Tap, 'wrapPort' | 'unansweredCount'> & {
    service: TrackingService
    /**
     * Makes a call for the test. Unlike `client.call`, it advances the clock until the answer, and is not in `calls`.
     */
    ask<N extends Name>(name: N, input: Input<EngineContract, N>): Promise<Output<EngineContract, N>>
    /** Returns every container, sorted by number. */
    rows(): Promise<ContainerRow[]>
    /** Returns the last input that a screen sent with this call. */
    lastInput<N extends Name>(name: N): Input<EngineContract, N>
    /** Waits until every call is answered and every change is announced. */
    flush(): Promise<void>
    /** Sets these attributes of records at the service, by id. Waits until the engine has read them. */
    patch(patches: Patches): Promise<void>
  }

type Name = CallName<EngineContract>
type Patches = Record<string, Record<string, unknown>>

export type ScreenEngineOptions = Pick<TestEngineOptions, 'files' | 'watch' | 'ticketKey' | 'apiKey'> &
  Partial<PreparedWorld> & {
    /** If false, the engine has never read anything. */
    isPrepared?: boolean
    /**
     * Called with network and folder before the engine starts. The function then does not wait until the engine is up
     * to date.
     */
    beforeStart?: (network: Network, dir: string) => void
  }

/**
 * `ask` advances the engine's clock by this much without a limit. After that, it advances the clock no faster than real
 * time, because the disk is real and the engine gives up on a folder that does not answer within five seconds.
 */
const UNLIMITED_MS = 1_000

const STEP_MS = 300
/** `flush` ends after this many steps. A longer call, such as one to a hanging service, continues after it. */
const MAX_STEPS = 40
/** `flush` waits for the disk for at most this much real time in each step. */
const DISK_MS = 250

export async function startScreenEngine({
  containers = 60,
  seed = 1,
  writeAccount,
  isPrepared = true,
  beforeStart,
  ...options
}: ScreenEngineOptions = {}): Promise<ScreenEngine> {
  const clock = createFakeClock(Date.parse(OPENED_AT))
  const dir = tempDir()
  if (isPrepared) await copyPreparedFiles({ containers, seed, writeAccount }, dir)
  const service = startTrackingService(clock, { containers, seed, start: OPENED_AT })
  writeAccount?.(service.act)
  const disk = createTestFiles(options.files)
  const engine = await startTestEngine({
    clock,
    handle: service.handle,
    dir,
    ...options,
    files: disk.files,
    ...(beforeStart ? { beforeStart: (network) => beforeStart(network, dir) } : {}),
  })
  if (isPrepared && !beforeStart && options.apiKey !== null)
    await clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).state === 'live')
  const { wrapPort, unansweredCount, ...tap } = createTap()
  const flush = async () => {
    let steps = 0
    let isBusy
    do {
      await clock.advance(STEP_MS)
      isBusy = unansweredCount() > 0
      // The disk is real, so a wait for it must not time out by the fake clock.
      await disk.idle(DISK_MS)
      // One more step after a late answer, so that its announcements arrive.
    } while ((isBusy || unansweredCount() > 0) && steps++ < MAX_STEPS)
  }
  onFlush(flush)
  const ask = async <N extends Name>(name: N, input: Input<EngineContract, N>) => {
    const progress = { isAnswered: false }
    const answer = engine.client.call(name, input).finally(() => {
      progress.isAnswered = true
    })
    // The caller that awaits `answer` handles the error.
    answer.catch(() => undefined)
    const startedMs = performance.now()
    for (let passedMs = 0; !progress.isAnswered;) {
      const canAdvance = passedMs < UNLIMITED_MS || passedMs < performance.now() - startedMs
      if (canAdvance) passedMs++
      await clock.advance(canAdvance ? 1 : 0)
    }
    return answer
  }
  const currentPatches: Patches = {}
  return Object.assign(engine, tap, {
    service,
    flush,
    attach: attachThrough(engine.attach, wrapPort),
    ask,
    rows: async () =>
      (
        await ask('containers.list', {
          filter: { scope: 'all' },
          sort: [{ column: 'number', direction: 'asc' }],
          window: { offset: 0, limit: 500 },
        })
      ).rows,
    lastInput: <N extends Name>(name: N) => {
      const call = tap.calls.findLast((call) => call.name === name)
      if (!call) throw new Error(`No screen asked for ${name}.`)
      return call.input as Input<EngineContract, N>
    },
    patch: async (patches: Patches) => {
      Object.assign(currentPatches, patches)
      engine.network.fault(({ url }) => (url.startsWith(SERVICE_URL) ? patchFault(currentPatches) : null))
      await engine.client.call('sync.refresh', {})
      await waitForSweep(engine)
    },
  })
}

const attachThrough =
  (attach: TestEngine['attach'], wrapPort: Tap['wrapPort']): TestEngine['attach'] =>
  (port) =>
    attach(wrapPort(port))

/** Waits until the next sweep has ended. */
async function waitForSweep({ client, clock }: TestEngine): Promise<void> {
  const readLastComplete = async () => (await client.call('sync.status', {})).lastCompleteAt
  const completeBefore = await readLastComplete()
  await clock.advanceUntil(async () => (await readLastComplete()) !== completeBefore)
}

type Resource = { id: string; attributes: Record<string, unknown> }

function patchFault(patches: Patches): Fault {
  return alterJson((json) => {
    for (const resource of [json['data'] ?? [], json['included'] ?? []].flat() as Resource[])
      Object.assign(resource.attributes, patches[resource.id])
    return json
  })
}

export const findRow = async (engine: ScreenEngine, matches: (row: ContainerRow) => boolean) =>
  (await engine.rows()).find(matches)!

/** Marks all changes as seen. */
export const markAllSeen = (engine: ScreenEngine) =>
  engine.ask('changes.markSeen', { throughId: Number.MAX_SAFE_INTEGER })
