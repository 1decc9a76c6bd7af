// What goes on while there is a key: the gate, the client, the sweeps, the outbox and the uploads, wired to each other.
import { AppError } from '#contract/errors.ts'
import { allowanceOf } from './api/allowance.ts'
import { checkConnection } from './api/check.ts'
import { type ApiClient, createClient, hashKey } from './api/client.ts'
import { type Gate, createGate } from './api/gate.ts'
import { spoolPaths } from './spool.ts'
import { type Uploads, startUploads } from './documents/uploads.ts'
import { createEditKind } from './edits/edit-kind.ts'
import { EDIT_RECORD } from './edits/store.ts'
import { type Outbox, startOutbox } from './outbox/worker.ts'
import type { SyncDeps } from './sync/handlers.ts'
import type { Health } from './sync/health.ts'
import { paceWord } from './sync/pace.ts'
import { type Scheduler, startScheduler } from './sync/scheduler.ts'
import { adoptSource } from './sync/source.ts'
import { CREATE_REQUEST, createRequestKind } from './tracking/create-request.ts'
import type { Core, EngineDeps } from './core.ts'

export type Online = { keyHash: string; gate: Gate; client: ApiClient; scheduler: Scheduler; outbox: Outbox; uploads: Uploads }

/** `readAgain`: files, by their sightings. */
export function goOnline(deps: EngineDeps, core: Core, onHeard: () => void, readAgain: (sightingIds: readonly number[]) => Promise<number>): Online | null {
  if (deps.apiKey === null) return null
  const { connection, write, trusted, health, screens } = core
  const { db } = connection
  const keyHash = hashKey(deps.apiKey)
  adoptSource(db, write, { baseUrl: deps.baseUrl, keyHash })
  const gate = createGate({ clock: deps.outside.clock, db, write, keyHash, log: deps.log, allowance: allowanceOf(db, deps.log) })
  const observer = {
    heard: (serverMs: number) => {
      trusted.heard(serverMs)
      onHeard()
    },
    refused: () => {
      health.refused(trusted.now())
    },
    traffic: core.traffic,
  }
  const { outside, baseUrl, apiKey, log } = deps
  const client = createClient({ outside, gate, baseUrl, apiKey, order: core.order, observer, log })
  const shared = { clock: outside.clock, client, db, write, decided: core.decided, now: trusted.now, log }
  const answered = (now: string) => {
    health.answered(now)
    outbox.heard()
    uploads.heard()
  }
  const scheduler = startScheduler({ ...shared, health: { ...health, answered }, onBoard: () => { if (health.get().state === 'live') core.announcer.add('sync') }, answers: () => core.traffic.answers(), isWatched: () => screens.size > 0 && !core.pace.isLocked, pace: () => paceWord(core.pace) })
  const kinds = { [CREATE_REQUEST]: createRequestKind(shared), [EDIT_RECORD]: createEditKind({ ...shared, onAsked: (id) => { uploads.watch(id) } }) }
  const onStored = () => { scheduler.wake() }
  // Whether it still reads is seen within a sweep, and told then.
  const onKeyRefused = (failure: AppError) => {
    health.failed(failure, trusted.now())
  }
  const outbox: Outbox = startOutbox({ ...shared, kinds, onStored, onKeyRefused })
  const { progress, traffic } = core
  const uploads: Uploads = startUploads({ ...shared, outside, baseUrl, traffic, progress, pathOf: spoolPaths(deps.dataDir).pathOf, readAgain, onKeyRefused, isAway: () => isAway(health.get()) })
  return { keyHash, gate, client, outbox, uploads, scheduler: withSenders(scheduler, gate, [outbox, uploads]) }
}

/** A 429 is an answer. */
function isAway({ state, error }: Health): boolean {
  return error !== null && state !== 'rate-limited'
}

/** What the user or a wake-up asks of the one holds for the other, whose part may fail for want of room on the disk. */
function withSenders(scheduler: Scheduler, gate: Gate, senders: readonly Pick<Outbox, 'retry' | 'resume'>[]): Scheduler {
  return {
    ...scheduler,
    refresh: () => {
      gate.askOnce()
      scheduler.refresh()
      for (const sender of senders) sender.retry()
    },
    resume: () => {
      scheduler.resume()
      for (const sender of senders) sender.resume()
    },
  }
}

export function checkerOf(deps: EngineDeps, core: Core, online: Online | null, signal: AbortSignal): SyncDeps['checkConnection'] {
  const { outside, log } = deps
  const { connection, write, traffic, order } = core
  return async (typedUrl, apiKey) => {
    const keyHash = hashKey(apiKey)
    // One gate per key: two would each believe they have the whole budget.
    const own = online?.keyHash === keyHash ? online.gate : null
    const gate = own ?? createGate({ clock: outside.clock, db: connection.db, write, keyHash, log, allowance: allowanceOf(connection.db, log) })
    // Another service's clock is not ours to follow.
    const observer = { heard: () => undefined, refused: () => undefined, traffic }
    try {
      const clientFor = (baseUrl: string) => createClient({ outside, gate, baseUrl, apiKey, order, observer, log })
      return await checkConnection(clientFor, typedUrl, apiKey, signal)
    } finally {
      if (!own) gate.stop()
    }
  }
}

export function rereadOf(online: Online | null): (id: string) => Promise<void> {
  return (id) => online?.scheduler.reread(id) ?? Promise.reject(new AppError('api/no-key'))
}
