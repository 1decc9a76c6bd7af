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
//   `before`.
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
    /** A call of the test itself. Lets time pass until it is answered, which `client.call` does not. Not in `calls`. */
    ask<N extends Name>(name: N, input: Input<EngineContract, N>): Promise<Output<EngineContract, N>>
    /** Every container, by number. */
    rows(): Promise<ContainerRow[]>
    /** The last input that a screen sent with this call. */
    lastInput<N extends Name>(name: N): Input<EngineContract, N>
    /** Waits until every call is answered and every change was announced. */
    flush(): Promise<void>
    /** From now on the service reports these attributes for the records with these ids. Waits until they were read. */
    patch(patches: Patches): Promise<void>
  }

type Name = CallName<EngineContract>
type Patches = Record<string, Record<string, unknown>>

export type ScreenEngineOptions = Pick<TestEngineOptions, 'files' | 'watch' | 'ticketKey' | 'apiKey'> &
  Partial<PreparedWorld> & {
    /** False: the engine has never read anything. */
    isPrepared?: boolean
    /**
     * Called with network and folder before the engine starts. The function then does not wait until the engine is up
     * to date.
     */
    before?: (network: Network, dir: string) => void
  }

/**
 * How much engine time may pass for an answer without limit. After that, engine time passes no faster than real time,
 * because the disk is real and the engine gives up on a folder that does not answer for five seconds.
 */
const FREE_MS = 1_000

const STEP_MS = 300
/** A call that takes longer (such as to a service that hangs) continues while the test reads the screen. */
const MAX_STEPS = 40
/** Real time in which a disk answers, also on a busy computer. A test controls operations that take longer. */
const DISK_MS = 250

export async function startScreenEngine({
  containers = 60,
  seed = 1,
  writeAccount,
  isPrepared = true,
  before,
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
    ...(before ? { before: (network) => before(network, dir) } : {}),
  })
  if (isPrepared && !before && options.apiKey !== null)
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
      const mayPass = passedMs < FREE_MS || passedMs < performance.now() - startedMs
      if (mayPass) passedMs++
      await clock.advance(mayPass ? 1 : 0)
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
  const complete = async () => (await client.call('sync.status', {})).lastCompleteAt
  const before = await complete()
  await clock.advanceUntil(async () => (await complete()) !== before)
}

type Resource = { id: string; attributes: Record<string, unknown> }

function patchFault(patches: Patches): Fault {
  return alterJson((json) => {
    for (const resource of [json['data'] ?? [], json['included'] ?? []].flat() as Resource[])
      Object.assign(resource.attributes, patches[resource.id])
    return json
  })
}

export const findRow = async (engine: ScreenEngine, isMeant: (row: ContainerRow) => boolean) =>
  (await engine.rows()).find(isMeant)!

/** Marks all changes as seen. */
export const markAllSeen = (engine: ScreenEngine) =>
  engine.ask('changes.markSeen', { throughId: Number.MAX_SAFE_INTEGER })
