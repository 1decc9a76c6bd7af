// The tasks of one space. Every desktop hands over what its user saved and follows the results. The leader also claims
// the tasks of all members and reports their results. Without the office, entries wait in the outbox.
import { AppError } from '#contract/errors.ts'
import { loadCursor } from '../../mirror/feed/cursor.ts'
import { MS_PER_DAY } from '../../outside/calendar.ts'
import type { Clock } from '../../outside/clock.ts'
import { createWorker } from '../../outside/worker.ts'
import { loadHandedOverEntry, releaseClaims, removeOldAdoptions } from '../../outbox/office-store.ts'
import { advanceEntry } from '../../outbox/worker.ts'
import { type AdoptDeps, adoptTasks, reportResults } from './adopt.ts'
import { type Followed, type HandOverDeps, type Room, ask, followNothing, handOver } from './hand-over.ts'
import { type RelayClient, type RelayDeps, createRelayClient } from './relay-client.ts'
import { type RelayServer, type RelayServerDeps, createRelayServer } from './relay-server.ts'

export type TasksDeps = HandOverDeps &
  Omit<AdoptDeps, 'relayServer'> &
  Omit<RelayDeps, 'onTask'> &
  RelayServerDeps & {
    clock: Clock
    /** Tasks of members are in the outbox of this computer, which leads. */
    onAdopted: () => void
  }

export type Tasks = {
  /** The requests of a follower, which the leader sends. */
  relayClient: RelayClient
  /** An entry was saved or got a result, or a notification came. */
  wake(): void
  /** The office can be reached again. It may have been restored from an older copy. */
  onConnected(): void
  /** Call it before the outbox starts. */
  startLeading(fence: number): void
  /** Call it after the outbox has stopped, and before the lease is given back. */
  stopLeading(): Promise<void>
  /** Withdraws an entry that the office has. False if a leader has claimed it or may have sent it. */
  withdraw(opId: string): Promise<boolean>
  stop(): Promise<void>
}

/** Notifications can be lost, so the tasks are also read this often. */
const POLL_MS = 15_000
/** Within this time the members of a restored office connect again, and withdraw tasks that it should not have. */
const RECONNECTED_MS = 20_000

export function startTasks(taskDeps: TasksDeps): Tasks {
  const relayServer = createRelayServer(taskDeps)
  const deps = { ...taskDeps, relayServer }
  const listeners = new Set<() => void>()
  const onTask = (callback: () => void) => {
    listeners.add(callback)
    return () => void listeners.delete(callback)
  }
  const worker = createWorker({ ...deps, name: 'office tasks' })
  const state: State = {
    fence: null,
    leadsSinceMono: 0,
    mayHaveLost: true,
    followed: followNothing(),
    room: { fullUntilMono: 0 },
    cleanUpMono: 0,
  }
  worker.start(() => runTurn(deps, state))
  return {
    relayClient: createRelayClient({ ...deps, onTask }),
    wake: () => {
      worker.wake()
      for (const listener of listeners) listener()
    },
    onConnected: () => {
      readAgain(state)
      worker.wake()
    },
    startLeading: (fence) => {
      deps.write((db) => releaseClaims(db))
      Object.assign(state, { fence, leadsSinceMono: deps.clock.mono(), mayHaveLost: true })
      worker.wake()
    },
    stopLeading: () => stopLeading(deps, state, relayServer),
    withdraw: (opId) => withdraw(deps, opId),
    stop: async () => {
      await worker.stop(new AppError('engine/disconnected'))
      await relayServer.stop()
    },
  }
}

type Deps = TasksDeps & AdoptDeps

/**
 * `fence`: of the lease under which this desktop works as the leader. `mayHaveLost`: see `adoptTasks`. `cleanUpMono`:
 * when old entries of members are removed next.
 */
type State = {
  fence: number | null
  leadsSinceMono: number
  mayHaveLost: boolean
  followed: Followed
  room: Room
  cleanUpMono: number
}

/** Answers may be missing, so the next turn reads all tasks of this desktop. */
function readAgain(state: State): void {
  Object.assign(state, { mayHaveLost: true, followed: followNothing() })
}

async function runTurn(deps: Deps, state: State): Promise<number> {
  const { fence, room } = state
  const isCurrent = () => state.fence === fence
  try {
    await handOver(deps, state.followed, { isLeader: fence !== null, isCurrent, room })
    if (fence !== null && isCurrent()) await lead(deps, state, fence, isCurrent)
  } catch (error) {
    readAgain(state)
    // The connection reports its failures itself, and the next turn tries again.
    if (!(error instanceof AppError) || !error.code.startsWith('office/')) throw error
  }
  return POLL_MS
}

async function lead(deps: Deps, state: State, fence: number, isCurrent: () => boolean): Promise<void> {
  await reportResults(deps, fence, false)
  if (deps.clock.mono() >= state.cleanUpMono) {
    state.cleanUpMono = deps.clock.mono() + MS_PER_DAY
    deps.write((db) => removeOldAdoptions(db, deps.now()))
  }
  if (loadCursor(deps.db, 'restored') === fence && deps.clock.mono() < state.leadsSinceMono + RECONNECTED_MS) return
  const { mayHaveLost } = state
  state.mayHaveLost = false
  if (await adoptTasks(deps, fence, { mayHaveLost, isCurrent })) deps.onAdopted()
}

async function stopLeading(deps: Deps, state: State, relayServer: RelayServer): Promise<void> {
  const { fence } = state
  if (fence === null) return
  state.fence = null
  await relayServer.stop()
  try {
    await reportResults(deps, fence, true)
  } catch (error) {
    deps.log('warn', 'results not reported', { error: String(error) })
  }
  deps.write((db) => releaseClaims(db))
}

async function withdraw(deps: TasksDeps, opId: string): Promise<boolean> {
  const entry = loadHandedOverEntry(deps.db, opId)
  if (!entry || entry.maybeSent === 1) return false
  // The office may not have it yet. It is created first, so that what is withdrawn cannot arrive later.
  await ask(deps, entry)
  const [row] = await deps.query<{ isCancelled: boolean }>('SELECT office.cancel($1, $2) AS "isCancelled"', [
    deps.space,
    opId,
  ])
  if (row?.isCancelled !== true) return false
  // A turn may have stored it already.
  advanceEntry(deps, entry, 'cancel', {})
  return true
}
