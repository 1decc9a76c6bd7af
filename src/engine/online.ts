// Connects the parts that run only with an API key: gate, client, scheduler, outbox and uploads.
import { AppError } from '#contract/errors.ts'
import { createAllowanceReader } from './outbox/allowance.ts'
import { type ApiClient, createClient, hashKey } from './api/client.ts'
import { type Gate, createGate } from './api/gate.ts'
import type { Uploads } from './documents/uploads.ts'
import { createEditKind } from './edits/edit-kind.ts'
import { createRoleClient, startFileUploads } from './file-uploads.ts'
import { createFollower } from './follower.ts'
import { EDIT_RECORD } from './mirror/edits/store.ts'
import type { Office } from './office/office.ts'
import { createOfficeParts, joinOffice } from './office-parts.ts'
import { type Outbox, type OutboxKind, startOutbox } from './outbox/worker.ts'
import { sweepPace } from './sync/pace.ts'
import { type Scheduler, startScheduler } from './sync/scheduler.ts'
import { type AccountCheck, startAccountCheck } from './sync/account-check.ts'
import { matchAccount } from './sync/same-account.ts'
import { type StatusDeps, getStatus } from './sync-status.ts'
import { CREATE_REQUEST, createRequestKind } from './tracking/create-request.ts'
import { type Senders, createRole } from './role.ts'
import type { Core, EngineDeps } from './core.ts'

export type Online = {
  keyHash: string
  gate: Gate
  accountCheck: AccountCheck
  /** On a follower of an office, the leader sends its requests. */
  client: ApiClient
  /** In an office, only the leader's scheduler and outbox run. They change with the role of this computer. */
  readonly scheduler: Scheduler
  readonly outbox: Outbox
  uploads: Uploads
  office: Pick<Office, 'getState' | 'readAlone' | 'query'> | null
  /** Cancels an entry of the outbox that the office has. False if a leader has claimed it. */
  withdraw(opId: string): Promise<boolean>
  resume(): void
  stop(): Promise<void>
}

type OnlineCalls = {
  /** The service sent its time with any answer, also with one that cannot be used. */
  onServerAnswer: () => void
  /** Reads files again, by the ids of their sightings. */
  retryFiles: (sightingIds: readonly number[]) => Promise<number>
}

export function startOnline(deps: EngineDeps, core: Core, { onServerAnswer, retryFiles }: OnlineCalls): Online | null {
  const { apiKey } = deps
  if (apiKey === null) return null
  const role = createRole({
    clock: deps.outside.clock,
    startSenders: () => startSenders(deps, core, connected, { uploads, onOutboxStep: () => office?.tasks.wake() }),
    startReading: () => startReading(deps, core, connected, () => []),
    follower: createFollower(
      () => office,
      core.stopped.signal,
      () => [connected.accountCheck, uploads],
    ),
  })
  const office = joinOffice(deps, core, apiKey, {
    ...createOfficeParts(core, role, () => ({ connected, uploads, office })),
    report: () => getStatus(createStatusDeps(core, online)),
  })
  const onAnyAnswer = () => {
    onServerAnswer()
    role.senders.scheduler.onServerAnswer()
  }
  const connected = connectAccount(deps, apiKey, core, { onServerAnswer: onAnyAnswer, office })
  const isFollower = () => office !== null && !role.isLeading
  const client = createRoleClient(() => (isFollower() ? (office?.tasks.relayClient ?? null) : connected.client))
  const uploads = startFileUploads(deps, core, {
    retryFiles,
    onKeyRefused: (failure) => core.health.failed(failure, core.trusted.now()),
    accountCheck: connected.accountCheck,
    client,
    isFollower,
    followerBlock: () => (office?.getState().kind === 'follows' ? null : role.senders.outbox.block()),
  })
  if (!office) role.start()
  const online: Online = {
    ...connected,
    client,
    office,
    uploads,
    get scheduler() {
      return role.senders.scheduler
    },
    get outbox() {
      return role.senders.outbox
    },
    withdraw: (opId) => office?.tasks.withdraw(opId) ?? Promise.resolve(false),
    resume: () => {
      office?.resume()
      office?.tasks.wake()
      role.senders.scheduler.resume()
      if (isFollower()) uploads.resume()
    },
    stop: async () => {
      await office?.stop()
      await uploads.stop()
      await role.stop()
      await connected.stop()
    },
  }
  return online
}

export function createStatusDeps(core: Core, online: Online | null): StatusDeps {
  const { connection, trusted, health, startedAt } = core
  return { db: connection.db, trusted, health, startedAt, online, pace: () => sweepPace(core.pace) }
}

/** Starts what reads the service and sends to it. */
function startSenders(
  deps: EngineDeps,
  core: Core,
  connected: Connected,
  { uploads, onOutboxStep }: { uploads: Uploads; onOutboxStep: () => void },
): Senders {
  const { health, trusted } = core
  const { accountCheck, client } = connected
  const sharedDeps = createSharedDeps(deps, core, client)
  // If the service also refuses reads with this key, the next sweep reports that.
  const onKeyRefused = (failure: AppError) => health.failed(failure, trusted.now())
  const scheduler = startReading(deps, core, connected, () => [outbox, uploads])
  const editKind = createEditKind({ ...sharedDeps, onProcessingRequested: (id) => uploads.expectResult(id) })
  const requestKind = createRequestKind(sharedDeps)
  const kinds = {
    [CREATE_REQUEST]: withStep(requestKind, onOutboxStep),
    [EDIT_RECORD]: withStep(editKind, onOutboxStep),
  }
  const outbox: Outbox = startOutbox({ ...sharedDeps, kinds, onStored: () => scheduler.wake(), onKeyRefused })
  return { outbox: withAccountBlock(outbox, accountCheck), scheduler }
}

type Sender = Pick<Outbox, 'retry' | 'resume' | 'onUsableAnswer'>

/** Starts what reads the service. `senders`: what else may be sent after a usable answer. */
function startReading(
  deps: EngineDeps,
  core: Core,
  { gate, accountCheck, client }: Connected,
  senders: () => readonly Sender[],
): Scheduler {
  const onUsableAnswer = (now: string) => {
    core.health.answered(now)
    for (const sender of senders()) sender.onUsableAnswer()
  }
  const sharedDeps = { ...createSharedDeps(deps, core, client), hasOffice: Boolean(deps.office) }
  const retryCheck = () => accountCheck.retry()
  return withSenders(startSync(core, sharedDeps, onUsableAnswer), gate, () => [
    { retry: retryCheck, resume: retryCheck },
    ...senders(),
  ])
}

/** Also calls back after each step of an entry. */
function withStep(kind: OutboxKind, onStep: () => void): OutboxKind {
  return {
    ...kind,
    onStep: (entry) => {
      kind.onStep?.(entry)
      onStep()
    },
  }
}

function createSharedDeps({ outside, log }: EngineDeps, core: Core, client: ApiClient) {
  const { connection, write, walGuard, decided, trusted } = core
  return { clock: outside.clock, client, db: connection.db, write, walGuard, decided, now: trusted.now, log }
}

function startSync(
  core: Core,
  { hasOffice, ...sharedDeps }: ReturnType<typeof createSharedDeps> & { hasOffice: boolean },
  onUsableAnswer: (now: string) => void,
): Scheduler {
  const { health, traffic, screens } = core
  return startScheduler({
    ...sharedDeps,
    health: { ...health, answered: onUsableAnswer },
    onBoardChange: () => {
      if (health.get().state === 'live') core.announcer.add('sync')
    },
    countAnswers: () => traffic.countAnswers(),
    // Other desktops may show what the leader of an office reads.
    isWatched: () => hasOffice || (screens.size > 0 && !core.pace.isLocked),
    pace: () => sweepPace(core.pace),
  })
}

type Connected = Pick<Online, 'keyHash' | 'gate' | 'accountCheck' | 'client' | 'stop'>

/** The gate and the client of this key. The client sends nothing until the account check allows it. */
function connectAccount(
  deps: EngineDeps,
  apiKey: string,
  core: Core,
  { onServerAnswer, office }: { onServerAnswer: () => void; office: Office | null },
): Connected {
  const { outside, baseUrl, log } = deps
  const { write, trusted, health, traffic, order } = core
  const { db } = core.connection
  const keyHash = hashKey(apiKey)
  const readAllowance = createAllowanceReader(db, log)
  const allowance = () => {
    const { share, isCrowded } = readAllowance()
    return { share: Math.min(share, office?.maxShare() ?? 1), isCrowded }
  }
  const gateDeps = { clock: outside.clock, db, write, keyHash, log, allowance }
  const gate = createGate({ ...gateDeps, sendRight: office?.sendRight })
  // This desktop does not join its office before the check, so no leader can send these few requests.
  const checkGate = office ? createGate(gateDeps) : gate
  const observer = {
    onServerTime: (serverMs: number, tookMs: number) => {
      trusted.onServerTime(serverMs, tookMs)
      onServerAnswer()
    },
    refused: () => health.refused(trusted.now()),
    traffic,
  }
  const clientDeps = { outside, baseUrl, apiKey, order, observer, log }
  const unguardedClient = createClient({ ...clientDeps, gate: checkGate })
  const accountCheck = startAccountCheck({
    clock: outside.clock,
    db,
    write,
    log,
    source: { baseUrl, keyHash },
    isEmbedded: deps.isEmbedded === true,
    matchAccount: (signal) => matchAccount({ client: unguardedClient, db }, signal),
    onFailure: (failure) => health.failed(failure, trusted.now()),
    onSame: () => office?.resume(),
  })
  const stop = async () => {
    await accountCheck.stop()
    checkGate.stop()
    gate.stop()
  }
  const client = createClient({ ...clientDeps, gate: accountCheck.guardGate(gate) })
  return { keyHash, gate, accountCheck, client, stop }
}

/** A block of the whole account takes precedence over the sender's own block. */
function withAccountBlock<Sender extends Pick<Outbox, 'block'>>(sender: Sender, accountCheck: AccountCheck): Sender {
  return { ...sender, block: () => accountCheck.block() ?? sender.block() }
}

/** Adds all senders to refresh and resume. The scheduler goes before them, because they can fail on a full disk. */
function withSenders(
  scheduler: Scheduler,
  gate: Gate,
  senders: () => readonly Pick<Outbox, 'retry' | 'resume'>[],
): Scheduler {
  return {
    ...scheduler,
    refresh: async () => {
      gate.askOnce()
      await scheduler.refresh()
      for (const sender of senders()) sender.retry()
    },
    resume: () => {
      scheduler.resume()
      for (const sender of senders()) sender.resume()
    },
  }
}

export function createReread(online: Online | null): (id: string) => Promise<void> {
  return (id) => online?.scheduler.reread(id) ?? Promise.reject(new AppError('api/no-key'))
}
