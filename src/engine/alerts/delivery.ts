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
  freeLookAheadKey,
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
import { homeDate, quietUntil } from './quiet.ts'
import { LATE_MS, insertTest, loadRules, loadShowing } from './store.ts'

export type Delivery = {
  /** Call this when alerts or the rules for them changed. */
  wake(): void
  /** Call this each minute: an alert may be due. */
  tick(): void
  /** Containers that are visible on a screen now. The user has seen these, so they need no pop-up. */
  seeing(containerIds: readonly string[]): void
  /** Shows a test pop-up and returns its id. */
  test(): string
  /** The end of the current quiet hours, or null outside quiet hours. */
  quietUntil(): string | null
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
  checkedMono: () => number
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

/** A page of records causes several alerts. They are collected for this long and shown together. */
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
 * `raisedAt`: monotonic time of each pop-up that this process raised and no client confirmed. `seen`: when each
 * container was on screen, by the clock that continues during sleep. `wokenMono`: since when wake-ups repeat without a
 * pause, or null. `awake`: since when the computer is awake, how long it had slept by then, and the last reading at
 * that time. `idlePeriod`: the period in which no waiting alert is due, valid while the data it was computed from is
 * unchanged.
 */
type DeliveryState = {
  raisedAt: Map<string, number>
  seen: Map<string, number>
  cancel: (() => void) | null
  dueMono: number
  wokenMono: number | null
  awake: { mono: number; sleptMs: number; sweepId: number | null }
  idlePeriod: { fromMs: number; untilMs: number; inputKey: string } | null
  isStopped: boolean
}

export function startDelivery(deps: DeliveryDeps): Delivery {
  const { nowMs } = deps
  const memory: DeliveryState = {
    raisedAt: new Map(),
    seen: new Map(),
    cancel: null,
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
    seeing: (containerIds) => {
      for (const id of containerIds) memory.seen.set(id, nowMs())
    },
    test: () => {
      const id = raiseTest(deps, memory)
      scheduleCheck(CONFIRM_TIMEOUT_MS)
      return id
    },
    quietUntil: () => getQuietEnd(deps),
    resume: () => {
      memory.awake = createAwakeState(deps)
      memory.seen.clear()
      wake()
    },
    stop: () => {
      memory.isStopped = true
      memory.cancel?.()
    },
  }
}

/** Decides when pop-ups are checked next. */
function createTimer(
  deps: DeliveryDeps,
  memory: DeliveryState,
): { scheduleCheck: (ms: number) => void; tick: () => void; wake: () => void } {
  const { clock } = deps
  const scheduleCheck = (ms: number) => {
    if (memory.isStopped || clock.mono() + ms >= memory.dueMono) return
    memory.cancel?.()
    memory.dueMono = clock.mono() + ms
    memory.cancel = clock.after(ms, check)
  }
  const tick = () => {
    memory.wokenMono ??= clock.mono()
    const latestMs = memory.wokenMono + MAX_COLLECT_MS - clock.mono()
    // A check that is due within the pause waits until the last of several wake-ups.
    if (memory.dueMono <= clock.mono() + COLLECT_MS && latestMs >= COLLECT_MS) memory.dueMono = Infinity
    scheduleCheck(Math.max(0, Math.min(COLLECT_MS, latestMs)))
  }
  const check = () => {
    memory.cancel = null
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
  deps.write((w, announce) => {
    insertTest(w, id, instantOf(deps.nowMs()))
    announce('alerts')
  })
  raiseAll(deps, memory, [id])
  return id
}

function getQuietEnd({ db, nowMs }: DeliveryDeps): string | null {
  const until = quietUntil(nowMs(), loadRules(db).quiet, loadSettings(db).homeZone)
  return until === null ? null : instantOf(until)
}

/** Returns the milliseconds until an alert is due, or null if none is known. */
function deliver(deps: DeliveryDeps, memory: DeliveryState): number | null {
  withdrawFinished(deps, memory)
  retryUnconfirmed(deps, memory)
  const laterMs = isChecked(deps, memory) ? raiseWaiting(deps, memory) : []
  const reportMs = [...memory.raisedAt.values()].map((at) => at + CONFIRM_TIMEOUT_MS - deps.clock.mono())
  const due = [...reportMs, ...laterMs]
  return due.length > 0 ? Math.max(0, Math.min(...due)) : null
}

/** Returns the milliseconds until more alerts may be due. */
function raiseWaiting(deps: DeliveryDeps, memory: DeliveryState): number[] {
  const { db, nowMs } = deps
  const now = nowMs()
  const isRead = isReadingComplete(deps, memory)
  cancelExpiredLookAheads(deps)
  if (isRead && insertLookAhead(deps)) memory.idlePeriod = null
  const recent = loadRecentTimes(db, instantOf(now))
  const situation: Situation = {
    nowMs: now,
    rules: loadRules(db),
    zone: loadSettings(db).homeZone,
    recent,
    seen: removeOldSeen(deps, memory),
    isFirst: recent.length === 0,
  }
  const inputKey = JSON.stringify([isRead, recent, situation.rules, situation.zone, homeDate(now, situation.zone)])
  const nextAtMs = isIdle(memory, now, inputKey)
    ? (memory.idlePeriod?.untilMs ?? null)
    : planAndRaise(deps, memory, { situation, isRead, inputKey })
  return [...(nextAtMs === null ? [] : [nextAtMs - now]), ...(isRead ? [] : [CHECK_READ_MS])]
}

/** Returns when more alerts may be due. */
function planAndRaise(
  deps: DeliveryDeps,
  memory: DeliveryState,
  { situation, isRead, inputKey }: { situation: Situation; isRead: boolean; inputKey: string },
): number | null {
  const { db, write } = deps
  const { nowMs } = situation
  const waiting = loadWaiting(db)
  const planned = planPopUps(isRead ? waiting : waiting.filter(({ severity }) => severity === 1), situation)
  const { popUps, silent, nextAtMs } = planned
  const isAny = popUps.length > 0 || silent.length > 0
  memory.idlePeriod = isAny
    ? null
    : { fromMs: nowMs, untilMs: Math.min(nextAtMs ?? Number.POSITIVE_INFINITY, nowMs + MAX_IDLE_MS), inputKey }
  if (!isAny) return nextAtMs
  write((w, announce) => {
    savePlan(w, planned, instantOf(nowMs))
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
function isIdle({ idlePeriod, seen }: DeliveryState, now: number, inputKey: string): boolean {
  return (
    idlePeriod !== null &&
    seen.size === 0 &&
    idlePeriod.inputKey === inputKey &&
    now >= idlePeriod.fromMs &&
    now < idlePeriod.untilMs
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
  const { clock, checkedMono } = deps
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
  write((w, announce) => {
    saveWithdrawn(w, ids)
    announce('alerts')
  })
  for (const id of ids) memory.raisedAt.delete(id)
  withdraw(ids)
}

/**
 * Raises pop-ups again that were stored but not confirmed, because the process ended. Marks those as unseen that no
 * client confirmed in time.
 */
function retryUnconfirmed(deps: DeliveryDeps, memory: DeliveryState): void {
  const { db, write, clock, nowMs } = deps
  const waiting = loadUnreported(db)
  const ids = new Set(waiting.map(({ id }) => id))
  for (const id of memory.raisedAt.keys()) if (!ids.has(id)) memory.raisedAt.delete(id)
  const isOver = ({ id, at }: { id: string; at: string }) => {
    const raisedAt = memory.raisedAt.get(id)
    return raisedAt === undefined
      ? nowMs() - (instantMs(at) ?? 0) >= LATE_MS
      : clock.mono() - raisedAt >= CONFIRM_TIMEOUT_MS
  }
  const over = waiting.filter(isOver).map(({ id }) => id)
  if (over.length > 0) {
    write((w, announce) => {
      markUnseen(w, over)
      announce('alerts')
    })
  }
  for (const id of over) memory.raisedAt.delete(id)
  raiseAll(
    deps,
    memory,
    waiting.map(({ id }) => id).filter((id) => !over.includes(id) && !memory.raisedAt.has(id)),
  )
}

function raiseAll(
  { db, nowMs, clock, raise }: DeliveryDeps,
  { raisedAt }: DeliveryState,
  ids: readonly string[],
): void {
  if (ids.length === 0) return
  for (const popUp of loadShowing(db, instantOf(nowMs()))) {
    if (!ids.includes(popUp.id)) continue
    raisedAt.set(popUp.id, clock.mono())
    raise(popUp)
  }
}

/** Inserts the look-ahead that is due. Returns whether one was inserted. */
function insertLookAhead({ db, write, nowMs }: DeliveryDeps): boolean {
  const { homeZone } = loadSettings(db)
  const ahead = findLookAhead(nowMs(), loadRules(db).quiet, homeZone)
  if (!ahead) return false
  const before = loadAnnouncedContainers(db, nowMs())
  if (before.some(({ atMs }) => atMs >= ahead.partMs)) return false
  // Even if the quiet hours were changed since: a container and its date are announced only once.
  const announced = new Set(before.flatMap(({ containers }) => containers.map(({ id, date }) => `${id} ${date}`)))
  const containers = loadContainersBetween(db, ahead).filter(({ id, date }) => !announced.has(`${id} ${date}`))
  if (containers.length === 0) return false
  write((w, announce) => {
    insertLookAheadAlert(w, {
      ...ahead,
      key: freeLookAheadKey(w, ahead.key),
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
  write((w, announce) => {
    setState(w, keys, 'CANCELLED')
    announce('alerts')
  })
}

/** Deletes what the user saw too long ago, and everything while the screen is locked. */
function removeOldSeen({ nowMs, isLocked }: DeliveryDeps, { seen }: DeliveryState): ReadonlyMap<string, number> {
  if (isLocked()) seen.clear()
  for (const [id, at] of seen) if (Math.abs(nowMs() - at) > SEEN_MS) seen.delete(id)
  return seen
}
