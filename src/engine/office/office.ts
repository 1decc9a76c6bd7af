// Connects the parts of an office: two connections, the election, the feeds, the tasks, and the request budget that
// passes from leader to leader.
import { AppError } from '#contract/errors.ts'
import type { Gate, SendRight } from '../api/gate.ts'
import type { Postgres, PostgresAddress } from '../outside/postgres.ts'
import { ALONE_SHARE, type Alone, createAlone } from './alone.ts'
import { startBi } from './bi/publish.ts'
import { type Feeds, type FeedsDeps, startFeeds } from './feeds.ts'
import { type LeaderWatch, type LeaderWatchDeps, type SeenLeader, startLeaderWatch } from './leader-report.ts'
import { type Leader, type LeaderDeps, startLeader } from './leader.ts'
import { LEASE_ANSWER_MS } from './lease.ts'
import { CLIENT_VERSION, type Link, type LinkDeps, startLink } from './link.ts'
import { hasLoneMarks, noteLoneReading } from './lone-marks.ts'
import { type OwnActs, type OwnActsDeps, createOwnActs } from './own-acts.ts'
import { type SeedOutDeps, startSeeds } from './seed-out.ts'
import { fromLeaseBudget, toLeaseBudget } from './spent.ts'
import { type Tasks, type TasksDeps, startTasks } from './tasks/tasks.ts'

/** What an account knows of its office. */
export type Membership = {
  address: PostgresAddress
  space: number
  /** The name of this computer, as other members see it. */
  device: string
  kind: 'daemon' | 'desktop'
  /** The password of the invitation. The first connection replaces it by the one of the address. */
  oneTimePassword?: string | null
  /** Opens the sealed key of the office. */
  secret?: string | null
}

export type OfficeDeps = Pick<
  FeedsDeps,
  'clock' | 'db' | 'write' | 'walGuard' | 'random' | 'log' | 'now' | 'seedTarget'
> &
  Pick<OwnActsDeps, 'ownData'> &
  Pick<SeedOutDeps, 'dataDir' | 'files'> &
  Pick<LeaderDeps, 'startWork' | 'stopWork' | 'report'> &
  Pick<LeaderWatchDeps, 'onServiceTime'> &
  Pick<TasksDeps, 'kinds' | 'taskKinds' | 'api' | 'onAdopted'> & {
    postgres: Postgres
    membership: Membership
    account: LinkDeps['account']
    isOnBattery: () => boolean
    /** The gate of the account's key. It asks the returned `sendRight`. */
    gate: () => Pick<Gate, 'recheck' | 'getSpent' | 'continueFrom'>
    /** Starts to read the service without sending to it. `stopWork` ends it. */
    startReading: () => void
    /** The state changed. */
    onChange: () => void
  }

/** Who reads the service, as this desktop knows it. */
export type OfficeState =
  | { kind: 'starting' }
  | { kind: 'leads'; device: string }
  | { kind: 'follows'; leader: SeenLeader }
  /** `alone`: whether this desktop reads the service on its own, or could do so. */
  | { kind: 'away'; since: string; failure: AppError; alone: ReturnType<Alone['state']> }

export type Office = {
  sendRight: SendRight
  tasks: Pick<Tasks, 'wake' | 'withdraw' | 'relayClient'>
  getState(): OfficeState
  /** Reads the service on its own until the office answers. Throws `office/not-away` if that is not offered. */
  readAlone(): void
  /** Runs one statement as this member. */
  query: Link['query']
  /** The share of the key's requests that this desktop may use. */
  maxShare(): number
  /** The computer woke up, or this desktop may join its office now. */
  resume(): void
  /**
   * Ends the reading and the work of a leader first, so that the next one gets the final budget. A server that does not
   * answer delays this by 2 s at most: then the next one takes over by the clock.
   */
  stop(): Promise<void>
}

/** After this time no request of the earlier leader counts any more, and the own permits are at least as complete. */
const FORGOTTEN_MS = 120_000
/** A page of the feed, or a large page that is published, may take this long on a slow network. */
const FEED_ANSWER_MS = 40_000
/** After this time the end of the program waits for no answer of the office. */
const GOODBYE_MS = 2_000

export function startOffice(deps: OfficeDeps): Office {
  const { membership } = deps
  // Each has its own connection, so that no renewal of the lease waits for a page of the feed.
  const leaseLink = startLink({ ...deps, ...membership, answerTimeoutMs: LEASE_ANSWER_MS })
  const feedLink = startLink({ ...deps, ...membership, answerTimeoutMs: FEED_ANSWER_MS })
  const onChange = () => {
    alone.update(isAway(readState(), feedLink))
    deps.onChange()
  }
  const onLease = () => {
    feeds.wake()
    watch.wake()
    onChange()
  }
  let isUpToDate = false
  const leader = startElection(deps, leaseLink, {
    onLease,
    isUpToDate: () => isUpToDate && (!alone.isYielding() || hasLoneMarks(deps.db)),
    ...withTasks(deps, () => ({ tasks, fence: leader.fence() })),
  })
  const alone = startAlone(deps)
  const shared = { ...deps, ...membership, query: feedLink.query, client: CLIENT_VERSION, onChange }
  const tasks = startTasks({ ...shared, baseUrl: deps.account.baseUrl, login: membership.address.user })
  const watch = startLeaderWatch({ ...shared, isLeading: () => leader.fence() !== null })
  const readState = () => getState(membership, { leader, link: feedLink, watch, alone })
  const officeVersion = () => readVersion(feedLink)
  const published = { ...shared, officeVersion, fence: () => leader.fence() }
  const ownActs = createOwnActs({ ...published, login: membership.address.user })
  const feeds = startFeeds({
    ...published,
    ownActs,
    query: afterLoneReading(alone, feedLink),
    listen: (channel, onNotify) =>
      feedLink.listen(channel, (payload) => (payload.startsWith('task ') ? tasks.wake() : onNotify(payload))),
    onUpToDate: () => {
      isUpToDate = true
    },
    onReady: (fence) => leader.onReady(fence),
    onRefused: (fence) => leader.depose(fence),
  })
  const [seeds, reports] = [startSeeds(published), startBi(published)]
  feedLink.onState(({ kind }) => {
    isUpToDate &&= kind === 'open'
    if (kind === 'open') onConnected({ alone, feeds, watch, tasks, ownActs })
    onChange()
  })
  return {
    sendRight: createSendRight(leader, alone),
    tasks,
    getState: readState,
    readAlone: () => alone.start(),
    query: feedLink.query,
    maxShare: () => (alone.state() === 'reading' ? ALONE_SHARE : 1),
    resume: () => {
      leader.resume()
      for (const link of [leaseLink, feedLink]) link.retry()
    },
    stop: () => stopInOrder(deps.clock, [alone, leader, reports, seeds, feeds, watch, tasks], [leaseLink, feedLink]),
  }
}

type Parts = { alone: Alone; feeds: Feeds; watch: LeaderWatch; tasks: Tasks; ownActs: OwnActs }

function onConnected({ alone, feeds, watch, tasks, ownActs }: Parts) {
  ownActs.onConnected()
  alone.end()
  feeds.wake()
  watch.wake()
  tasks.onConnected()
}

type Part = Pick<Link, 'stop'>

async function stopInOrder(clock: OfficeDeps['clock'], parts: Part[], links: Part[]): Promise<void> {
  const closeLinks = () => Promise.all(links.map((link) => link.stop()))
  const cancelTimer = clock.after(GOODBYE_MS, () => void closeLinks())
  for (const part of parts) await part.stop()
  cancelTimer()
  await closeLinks()
}

function startAlone(deps: OfficeDeps): Alone {
  return createAlone({
    ...deps,
    startReading: () => {
      deps.write(noteLoneReading)
      deps.startReading()
      deps.gate().recheck()
    },
    stopReading: deps.stopWork,
  })
}

/** What is read alone is compared with the office only when all of it is stored. */
function afterLoneReading(alone: Alone, { query }: Link): Link['query'] {
  return async (...statement) => {
    await alone.whenOver()
    return query(...statement)
  }
}

/** A computer that reads alone sends only requests that read. */
function createSendRight(leader: Leader, alone: Alone): SendRight {
  const isAlone = () => alone.state() === 'reading'
  return {
    maySend: (bucket) => (isAlone() ? bucket === 'general' : leader.maySend(bucket)),
    onPermit: (bucket) => {
      if (!isAlone()) leader.onPermit(bucket)
    },
    refusal: () => (isAlone() ? null : leader.refusal()),
  }
}

function readVersion(link: Link): number {
  const connection = link.getState()
  return connection.kind === 'open' ? connection.version : 0
}

/** An office that refuses this computer is not away. */
const isAway = (state: OfficeState, link: Link) => state.kind === 'away' && link.getState().kind !== 'refused'

/** The work of a leader includes the tasks. They begin before the outbox, and end after it. */
function withTasks(
  { startWork, stopWork }: OfficeDeps,
  parts: () => { tasks: Tasks; fence: number | null },
): Pick<LeaderDeps, 'startWork' | 'stopWork'> {
  return {
    startWork: () => {
      const { tasks, fence } = parts()
      if (fence !== null) tasks.startLeading(fence)
      startWork()
    },
    stopWork: async () => {
      await stopWork()
      await parts().tasks.stopLeading()
    },
  }
}

function startElection(
  deps: OfficeDeps,
  link: Link,
  parts: Pick<LeaderDeps, 'onLease' | 'isUpToDate' | 'startWork' | 'stopWork'>,
): Leader {
  const { membership, gate, isOnBattery } = deps
  return startLeader({
    ...deps,
    ...membership,
    ...parts,
    link,
    kind: () => (membership.kind === 'desktop' && isOnBattery() ? 'battery' : membership.kind),
    readBudget: (isFinal) => {
      const { spent, uptimeMs } = gate().getSpent()
      return toLeaseBudget(spent, uptimeMs, isFinal)
    },
    restoreBudget: (budget, idleMs) => {
      if (idleMs < FORGOTTEN_MS) gate().continueFrom((uptimeMs) => fromLeaseBudget(budget, idleMs, uptimeMs))
    },
    onSendRight: () => gate().recheck(),
  })
}

function getState(
  { device }: Membership,
  { leader, link, watch, alone }: { leader: Leader; link: Link; watch: LeaderWatch; alone: Alone },
): OfficeState {
  if (leader.fence() !== null) return leader.isWorking() ? { kind: 'leads', device } : { kind: 'starting' }
  const connection = link.getState()
  if ('failure' in connection) return { ...connection, kind: 'away', alone: alone.state() }
  const seen = watch.get()
  if (connection.kind === 'connecting' || seen === null) return { kind: 'starting' }
  return seen.isLeading
    ? { kind: 'follows', leader: seen }
    : { kind: 'away', since: seen.until, failure: new AppError('office/no-leader'), alone: alone.state() }
}
