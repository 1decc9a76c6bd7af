// The real engine behind screens, in the same process, over a prepared folder. How to use it:
//
//   const { engine, router } = await open({ path: '/containers' })        // support/screens.ts: the whole view, 60
// containers
//   const { engine, router } = await open({ rows: 300, path: '/lfd' })    // a larger world (the first one costs
// seconds)
//   const engine = await startScreenEngine()                              // without a page; `open({ engine })` adds it
//   const { links, cut, goAway, mend } = linksTo(engine)                  // for a composable without a page
//
// - What is there: `await engine.rows()` and `await engine.ask(name, input)`; a test looks for a row that has what it
//   needs,
//   or gives one to it. Never `await engine.client.call(…)`: some answers need a turn of the clock, which `ask` gives.
// - What screens asked: `engine.calls`, or `engine.lastInput(name)`. Calls of `ask` are not among them.
// - Custom fields, customers: `account` writes them at the service; one function for a file makes its folder once.
// - Documents: `startInbox()` (inbox.ts), or `spool` a file (spooled.ts). Alerts of a kind: raised-alerts.ts.
// - Own data: real calls, `await engine.ask('own.setTags', …)`. The service: `engine.service.act(request)`.
// - Time stands still: `await settled()` lets 300 ms pass for the engine, until it has answered all;
//   `engine.clock.advance(ms)`
//   lets pass more, `engine.clock.sleepMachine(ms)` as much as one likes at once. Reads happen every 15 s.
// - Failures: `engine.network.unplug()`, `engine.network.fault(…)`, a faulty disk as `files`, a broken file through
//   `before`.
// - `await engine.patch({ [id]: attributes })` has the service tell other attributes of a record, and reads them.
// - What the engine cannot be brought to from outside: `engine.between(name, (input, ask) => …)` holds an answer back,
//   changes it or refuses it on the pipe (tap.ts); `engine.announce(changed)` says that something changed.
// - Timers of the page that stand still: `vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })`, never all of
//   them:
//   the engine works on real turns of the event loop. `settled` of such a file: `await settleAll()` (settling.ts), then
//   `vi.advanceTimersByTimeAsync(0)`.
// - The pure rest of a component or of words gets rows of row-factories.ts.
import type { EngineContract } from '#contract/index.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { CallName, Input, Output } from '#contract/rpc.ts'
import { createFakeClock } from './fake-clock.ts'
import { type Fault, type Network, alterJson } from './network.ts'
import { onSettle } from './settling.ts'
import { NOW, type PreparedWorld, copyPrepared } from './prepared.ts'
import { type Tap, createTap } from './tap.ts'
import { type TestEngine, type TestEngineOptions, startTestEngine, tempDir } from './test-engine.ts'
import { SERVICE_URL, type TrackingService, startTrackingService } from './tracking-service.ts'
import { createTestFiles } from './watched.ts'

export type ScreenEngine = TestEngine &
  Omit<Tap, 'around' | 'unanswered'> & {
    service: TrackingService
    /**
     * A call of the test's own; lets time pass until it is answered, which `client.call` does not. Not among `calls`.
     */
    ask<N extends Name>(name: N, input: Input<EngineContract, N>): Promise<Output<EngineContract, N>>
    /** Every container, by number. */
    rows(): Promise<ContainerRow[]>
    /** What a screen asked last by this name. */
    lastInput<N extends Name>(name: N): Input<EngineContract, N>
    /** Until every call is answered and what changed is told. */
    settle(): Promise<void>
    /** From now on the service says this of the records with these ids; waits until it was read. */
    patch(patches: Patches): Promise<void>
  }

type Name = CallName<EngineContract>
type Patches = Record<string, Record<string, unknown>>

export type ScreenEngineOptions = Pick<TestEngineOptions, 'files' | 'watch' | 'ticketKey' | 'apiKey'> &
  Partial<PreparedWorld> & {
    /** False: it has never read anything. */
    isPrepared?: boolean
    /**
     * With network and folder in hand before the engine starts. Whether it is up to date when the test begins is the
     * test's business then.
     */
    before?: (network: Network, dir: string) => void
  }

/**
 * How much engine time an answer gets at once. From then on engine time passes no faster than real time: the disk is
 * real, and the engine gives up on a folder that does not answer for five seconds.
 */
const FREE_MS = 1_000

const STEP_MS = 300
/** A call that takes longer (a service that hangs) goes on while the test looks at the screen. */
const MOST_STEPS = 40
/** Real time in which a disk answers, also on a busy computer; what takes longer is held by a test. */
const DISK_MS = 250

export async function startScreenEngine({
  containers = 60,
  seed = 1,
  account,
  isPrepared = true,
  before,
  ...options
}: ScreenEngineOptions = {}): Promise<ScreenEngine> {
  const clock = createFakeClock(Date.parse(NOW))
  const dir = tempDir()
  if (isPrepared) await copyPrepared({ containers, seed, account }, dir)
  const service = startTrackingService(clock, { containers, seed, start: NOW })
  account?.(service.act)
  const disk = createTestFiles(options.files)
  const engine = await startTestEngine({
    clock,
    handle: service.handle,
    dir,
    ...options,
    files: disk.files,
    ...(before
      ? {
          before: (network) => {
            before(network, dir)
          },
        }
      : {}),
  })
  if (isPrepared && !before && options.apiKey !== null)
    await clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).state === 'live')
  const { around, unanswered, ...tap } = createTap()
  const settle = async () => {
    let steps = 0
    let isBusy
    do {
      await clock.advance(STEP_MS)
      isBusy = unanswered() > 0
      // The disk is real: what waits for it must not run out of time that is not.
      await disk.idle(DISK_MS)
      // One more step after an answer that came late, so that what it announces arrives.
    } while ((isBusy || unanswered() > 0) && steps++ < MOST_STEPS)
  }
  onSettle(settle)
  const ask = async <N extends Name>(name: N, input: Input<EngineContract, N>) => {
    const progress = { isAnswered: false }
    const answer = engine.client.call(name, input).finally(() => {
      progress.isAnswered = true
    })
    // The caller that waits for `answer` meets the error.
    answer.catch(() => undefined)
    const startedMs = performance.now()
    for (let passedMs = 0; !progress.isAnswered;) {
      const mayPass = passedMs < FREE_MS || passedMs < performance.now() - startedMs
      if (mayPass) passedMs++
      await clock.advance(mayPass ? 1 : 0)
    }
    return answer
  }
  const patched: Patches = {}
  return Object.assign(engine, tap, {
    service,
    settle,
    attach: toEngineThrough(engine.attach, around),
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
      Object.assign(patched, patches)
      engine.network.fault(({ url }) => (url.startsWith(SERVICE_URL) ? patchFault(patched) : null))
      await engine.client.call('sync.refresh', {})
      await nextRead(engine)
    },
  })
}

const toEngineThrough =
  (attach: TestEngine['attach'], around: Tap['around']): TestEngine['attach'] =>
  (port) => {
    attach(around(port))
  }

/** Until a read that began after now has ended. */
async function nextRead({ client, clock }: TestEngine): Promise<void> {
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
