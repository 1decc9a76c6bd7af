// Turns waiting alerts into pop-ups. Rules and clock decide which alerts are shown now, which later and which never.
// The decision is stored before a window is asked to show the pop-up. A pop-up that was stored but not confirmed is
// shown again at the next start. It has the same id, so it replaces the first one on the screen.
import type { PopUp } from '#contract/alerts.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import { loadSettings } from '../settings/store.ts'
import { lastEndedSweep } from '../mirror/records.ts'
import { setState } from './episode-store.ts'
import { findLookAhead } from './look-ahead.ts'
import { type Situation, planPopUps } from './pop-ups.ts'
import {
  createLookAheadKey,
  markUnseen,
  insertLookAheadAlert,
  loadContainersBetween,
  loadObsoletePopUps,
  loadExpiredLookAheads,
  loadRecentTimes,
  loadAnnouncedContainers,
  loadUnreported,
  loadWaiting,
  savePlan,
  saveWithdrawn,
} from './pop-up-store.ts'
import { loadPresentPopUps } from './present.ts'
import { getHomeDate, findQuietEnd } from './quiet.ts'
import { LATE_MS, insertTest, loadRules } from './store.ts'

export type Delivery = {
  /** Call this when alerts or the rules for them changed. */
  wake(): void
  /** Call this each minute: an alert may be due. */
  tick(): void
  /** Containers that are visible on a screen now. The user has seen these, so they need no pop-up. */
  markSeen(containerIds: readonly string[]): void
  /** Shows a test pop-up and returns its id. */
  showTest(): string
  /** The end of the current quiet hours, or null outside quiet hours. */
  getQuietUntil(): string | null
  /** The computer slept or its clock was set. Waiting alerts are checked against current data before they are shown. */
  resume(): void
  stop(): void
}

type DeliveryDeps = {
  db: ReadableDb
  write: Write
  clock: Pick<Clock, 'mono' | 'up' | 'after'>
  nowMs: () => number
  /** Monotonic time at which the evaluator's last complete check began; minus infinity before the first has ended. */
  getLastCheckMono: () => number
  /** Whether the engine reads the service. Then old data is current again within two minutes after sleep. */
  isOnline: boolean
  /** Whether the screen is locked. */
  isLocked: () => boolean
  /** Sends an event to every client. */
  raise: (popUp: PopUp) => void
  withdraw: (ids: string[]) => void
  newId: () => string
  log: Log
}

/** The alerts of one page of records are collected for this long and shown together. */
const COLLECT_MS = 1_000
const MAX_COLLECT_MS = 5_000
/** How long a client has to confirm a pop-up. */
const CONFIRM_TIMEOUT_MS = 60_000
/** A container needs no pop-up for this long after it was on a screen. */
const SEEN_MS = 60_000
/** The longest wait for the evaluator's complete check after a start or sleep. Then stored alerts are shown. */
const MAX_WAIT_FOR_CHECK_MS = 5 * 60_000
/** How long less urgent alerts wait for the first reading, which comes in pages, so that they are shown together. */
const MAX_WAIT_FOR_READING_MS = 2 * 60_000
/** How often pop-ups are checked during the first reading. */
const CHECK_READ_MS = 5_000
/** If nothing changed, waiting alerts are not read again before one is due, but at the latest after this time. */
const MAX_IDLE_MS = 60 * 60_000
/** If two clocks differ by more, the computer slept. The ticker (sync/ticker.ts) checks this less often. */
const SLEPT_MS = 5_000

/**
 * `raisedMonoById`: the monotonic time of each pop-up that this process raised and no client confirmed. `seenMsById`:
 * when each container was last on screen, by the clock that continues during sleep. `wokenMono`: since when wake-ups
 * repeat without a pause, or null. `awake`: since when the computer is awake, how long it had slept by then, and the
 * last reading at that time. `idlePeriod`: the period in which no waiting alert is due. It is valid while the data from
 * which it was computed is unchanged.
 */
type DeliveryState = {
  raisedMonoById: Map<string, number>
  seenMsById: Map<string, number>
  cancelTimer: (() => void) | null
  dueMono: number
  wokenMono: number | null
  awake: { mono: number; sleptMs: number; sweepId: number | null }
  idlePeriod: { fromMs: number; untilMs: number; inputKey: string } | null
  isStopped: boolean
}

export function startDelivery(deps: DeliveryDeps): Delivery {
  const { nowMs } = deps
  const memory: DeliveryState = {
    raisedMonoById: new Map(),
    seenMsById: new Map(),
    cancelTimer: null,
    dueMono: Infinity,
    wokenMono: null,
    awake: createAwakeState(deps),
    idlePeriod: null,
    isStopped: false,
  }
  const { scheduleCheck, tick, wake } = createTimer(deps, memory)
  wake()
  return {
    wake,
    tick,
    markSeen: (containerIds) => {
      for (const id of containerIds) memory.seenMsById.set(id, nowMs())
    },
    showTest: () => {
      const id = raiseTest(deps, memory)
      scheduleCheck(CONFIRM_TIMEOUT_MS)
      return id
    },
    getQuietUntil: () => getQuietEnd(deps),
    resume: () => {
      memory.awake = createAwakeState(deps)
      memory.seenMsById.clear()
      wake()
    },
    stop: () => {
      memory.isStopped = true
      memory.cancelTimer?.()
    },
  }
}

/** Decides when pop-ups are checked next. */
function createTimer(
  deps: DeliveryDeps,
  memory: DeliveryState,
): { scheduleCheck: (waitMs: number) => void; tick: () => void; wake: () => void } {
  const { clock } = deps
  const scheduleCheck = (waitMs: number) => {
    if (memory.isStopped || clock.mono() + waitMs >= memory.dueMono) return
    memory.cancelTimer?.()
    memory.dueMono = clock.mono() + waitMs
    memory.cancelTimer = clock.after(waitMs, check)
  }
  const tick = () => {
    memory.wokenMono ??= clock.mono()
    const latestMs = memory.wokenMono + MAX_COLLECT_MS - clock.mono()
    // A check that is due within the pause waits until the last of several wake-ups.
    if (memory.dueMono <= clock.mono() + COLLECT_MS && latestMs >= COLLECT_MS) memory.dueMono = Infinity
    scheduleCheck(Math.max(0, Math.min(COLLECT_MS, latestMs)))
  }
  const check = () => {
    memory.cancelTimer = null
    memory.dueMono = Infinity
    memory.wokenMono = null
    // An error in a timer callback is not caught by a caller. Waiting alerts are still stored, so the next minute
    // retries.
    try {
      const nextMs = deliver(deps, memory)
      if (nextMs !== null) scheduleCheck(nextMs)
    } catch (error) {
      deps.log('warn', 'alerts delayed', { error: String(error) })
    }
  }
  const wake = () => {
    memory.idlePeriod = null
    tick()
  }
  return { scheduleCheck, tick, wake }
}

function raiseTest(deps: DeliveryDeps, memory: DeliveryState): string {
  const id = deps.newId()
  deps.write((db, announce) => {
    insertTest(db, id, instantOf(deps.nowMs()))
    announce('alerts')
  })
  raiseAll(deps, memory, [id])
  return id
}

function getQuietEnd({ db, nowMs }: DeliveryDeps): string | null {
  const until = findQuietEnd(nowMs(), loadRules(db).quiet, loadSettings(db).homeZone)
  return until === null ? null : instantOf(until)
}

/** Returns the milliseconds until an alert is due, or null if none is known. */
function deliver(deps: DeliveryDeps, memory: DeliveryState): number | null {
  withdrawFinished(deps, memory)
  retryUnconfirmed(deps, memory)
  const waitingMs = isChecked(deps, memory) ? raiseWaiting(deps, memory) : []
  const reportMs = [...memory.raisedMonoById.values()].map(
    (raisedMono) => raisedMono + CONFIRM_TIMEOUT_MS - deps.clock.mono(),
  )
  const waitsMs = [...reportMs, ...waitingMs]
  return waitsMs.length > 0 ? Math.max(0, Math.min(...waitsMs)) : null
}

/** Returns the milliseconds until more alerts may be due. */
function raiseWaiting(deps: DeliveryDeps, memory: DeliveryState): number[] {
  const { db, nowMs } = deps
  const currentMs = nowMs()
  const isReadingDone = isReadingComplete(deps, memory)
  cancelExpiredLookAheads(deps)
  if (isReadingDone && insertLookAhead(deps)) memory.idlePeriod = null
  const recentMs = loadRecentTimes(db, instantOf(currentMs))
  const situation: Situation = {
    nowMs: currentMs,
    rules: loadRules(db),
    zone: loadSettings(db).homeZone,
    recentMs,
    seenMsById: removeOldSeen(deps, memory),
    isFirst: recentMs.length === 0,
  }
  const inputKey = JSON.stringify([
    isReadingDone,
    recentMs,
    situation.rules,
    situation.zone,
    getHomeDate(currentMs, situation.zone),
  ])
  const nextAtMs = isIdle(memory, currentMs, inputKey)
    ? (memory.idlePeriod?.untilMs ?? null)
    : planAndRaise(deps, memory, { situation, isReadingDone, inputKey })
  return [...(nextAtMs === null ? [] : [nextAtMs - currentMs]), ...(isReadingDone ? [] : [CHECK_READ_MS])]
}

/** Returns when more alerts may be due. */
function planAndRaise(
  deps: DeliveryDeps,
  memory: DeliveryState,
  { situation, isReadingDone, inputKey }: { situation: Situation; isReadingDone: boolean; inputKey: string },
): number | null {
  const { db, write } = deps
  const { nowMs } = situation
  const waiting = loadWaiting(db)
  const plan = planPopUps(isReadingDone ? waiting : waiting.filter(({ severity }) => severity === 1), situation)
  const { popUps, silent, nextAtMs } = plan
  const hasResult = popUps.length > 0 || silent.length > 0
  memory.idlePeriod = hasResult
    ? null
    : { fromMs: nowMs, untilMs: Math.min(nextAtMs ?? Number.POSITIVE_INFINITY, nowMs + MAX_IDLE_MS), inputKey }
  if (!hasResult) return nextAtMs
  write((db, announce) => {
    savePlan(db, plan, instantOf(nowMs))
    announce('alerts')
  })
  raiseAll(
    deps,
    memory,
    popUps.map(({ id }) => id),
  )
  return nextAtMs
}

/**
 * Most of the day nothing changes while hundreds of alerts wait. Containers that are visible on a screen can suppress
 * alerts, so then the waiting alerts are read again.
 */
function isIdle({ idlePeriod, seenMsById }: DeliveryState, nowMs: number, inputKey: string): boolean {
  return (
    idlePeriod !== null &&
    seenMsById.size === 0 &&
    idlePeriod.inputKey === inputKey &&
    nowMs >= idlePeriod.fromMs &&
    nowMs < idlePeriod.untilMs
  )
}

function createAwakeState({ db, clock }: DeliveryDeps): DeliveryState['awake'] {
  return {
    mono: clock.mono(),
    sleptMs: clock.up() - clock.mono(),
    sweepId: lastEndedSweep(db, 'containers')?.id ?? null,
  }
}

/**
 * An alert stored before sleep may say "tomorrow" about today. A wake call can arrive before the ticker notices the
 * sleep, so this checks it too.
 */
function isChecked(deps: DeliveryDeps, memory: DeliveryState): boolean {
  const { clock, getLastCheckMono: checkedMono } = deps
  if (clock.up() - clock.mono() - memory.awake.sleptMs > SLEPT_MS) memory.awake = createAwakeState(deps)
  return checkedMono() >= memory.awake.mono || clock.mono() - memory.awake.mono >= MAX_WAIT_FOR_CHECK_MS
}

function isReadingComplete({ db, clock, isOnline }: DeliveryDeps, { awake }: DeliveryState): boolean {
  return (
    !isOnline ||
    clock.mono() - awake.mono >= MAX_WAIT_FOR_READING_MS ||
    (lastEndedSweep(db, 'containers')?.id ?? null) !== awake.sweepId
  )
}

/** Withdraws pop-ups whose alerts are all done or no longer true. */
function withdrawFinished({ db, write, withdraw, nowMs }: DeliveryDeps, memory: DeliveryState): void {
  const ids = loadObsoletePopUps(db, nowMs())
  if (ids.length === 0) return
  write((db, announce) => {
    saveWithdrawn(db, ids)
    announce('alerts')
  })
  for (const id of ids) memory.raisedMonoById.delete(id)
  withdraw(ids)
}

/**
 * Raises pop-ups again that were stored but not confirmed, because the process ended. Marks those as unseen that no
 * client confirmed in time.
 */
function retryUnconfirmed(deps: DeliveryDeps, memory: DeliveryState): void {
  const { db, write, clock, nowMs } = deps
  const unreported = loadUnreported(db)
  const unreportedIds = new Set(unreported.map(({ id }) => id))
  for (const id of memory.raisedMonoById.keys()) if (!unreportedIds.has(id)) memory.raisedMonoById.delete(id)
  const isExpired = ({ id, at }: { id: string; at: string }) => {
    const raisedMono = memory.raisedMonoById.get(id)
    return raisedMono === undefined
      ? nowMs() - (instantMs(at) ?? 0) >= LATE_MS
      : clock.mono() - raisedMono >= CONFIRM_TIMEOUT_MS
  }
  const expiredIds = unreported.filter(isExpired).map(({ id }) => id)
  if (expiredIds.length > 0) {
    write((db, announce) => {
      markUnseen(db, expiredIds)
      announce('alerts')
    })
  }
  for (const id of expiredIds) memory.raisedMonoById.delete(id)
  raiseAll(
    deps,
    memory,
    unreported.map(({ id }) => id).filter((id) => !expiredIds.includes(id) && !memory.raisedMonoById.has(id)),
  )
}

function raiseAll(
  { db, nowMs, clock, raise }: DeliveryDeps,
  { raisedMonoById }: DeliveryState,
  ids: readonly string[],
): void {
  if (ids.length === 0) return
  for (const popUp of loadPresentPopUps(db, instantOf(nowMs()))) {
    if (!ids.includes(popUp.id)) continue
    raisedMonoById.set(popUp.id, clock.mono())
    raise(popUp)
  }
}

/** Inserts the look-ahead that is due. Returns whether one was inserted. */
function insertLookAhead({ db, write, nowMs }: DeliveryDeps): boolean {
  const { homeZone } = loadSettings(db)
  const lookAhead = findLookAhead(nowMs(), loadRules(db).quiet, homeZone)
  if (!lookAhead) return false
  const earlierLookAheads = loadAnnouncedContainers(db, nowMs())
  if (earlierLookAheads.some(({ atMs }) => atMs >= lookAhead.partMs)) return false
  // Even if the quiet hours were changed since: a container and its date are announced only once.
  const announcedDays = new Set(
    earlierLookAheads.flatMap(({ containers }) => containers.map(({ id, date }) => `${id} ${date}`)),
  )
  const containers = loadContainersBetween(db, lookAhead).filter(({ id, date }) => !announcedDays.has(`${id} ${date}`))
  if (containers.length === 0) return false
  write((db, announce) => {
    insertLookAheadAlert(db, {
      ...lookAhead,
      key: createLookAheadKey(db, lookAhead.key),
      containers,
      zone: homeZone,
      at: instantOf(nowMs()),
    })
    announce('alerts')
  })
  return true
}

/** A look-ahead for a quiet period is useless after that period, also if it was shown. */
function cancelExpiredLookAheads({ db, write, nowMs }: DeliveryDeps): void {
  const keys = loadExpiredLookAheads(db, instantOf(nowMs()))
  if (keys.length === 0) return
  write((db, announce) => {
    setState(db, keys, 'CANCELLED')
    announce('alerts')
  })
}

/** Forgets the containers that the user saw too long ago, and all of them while the screen is locked. */
function removeOldSeen({ nowMs, isLocked }: DeliveryDeps, { seenMsById }: DeliveryState): ReadonlyMap<string, number> {
  if (isLocked()) seenMsById.clear()
  for (const [id, seenMs] of seenMsById) if (Math.abs(nowMs() - seenMs) > SEEN_MS) seenMsById.delete(id)
  return seenMsById
}
