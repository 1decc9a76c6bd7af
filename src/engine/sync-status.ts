// How current the board is, and why. On a follower of an office, this is what the leader says, with the age of the rows
// that have arrived here.
import type { ErrorCode } from '#contract/errors.ts'
import type { Notice, PaceReason, SyncStatus } from '#contract/sync.ts'
import type { Gate } from './api/gate.ts'
import type { ReadableDb } from './db/open.ts'
import { loadSweepTiming, lastSweep, loadLastSuccess } from './mirror/records.ts'
import type { TrustedClock } from './mirror/trusted.ts'
import type { SeenLeader } from './office/leader-report.ts'
import type { Office } from './office/office.ts'
import { instantMs, instantOf } from './outside/calendar.ts'
import { countOvertaken } from './own-data/overtaken.ts'
import { hasJoinedOwnData, isOwnDataReadOnly } from './settings/own-marks.ts'
import type { AccountCheck } from './sync/account-check.ts'
import { computeBoardState } from './sync/board-state.ts'
import type { HealthMonitor } from './sync/health.ts'
import type { Scheduler } from './sync/scheduler.ts'

export type StatusDeps = {
  db: ReadableDb
  trusted: TrustedClock
  health: HealthMonitor
  pace: () => PaceReason
  startedAt: string
  /** Null without an API key. `office`: null without an office. */
  online: {
    gate: Gate
    scheduler: Scheduler
    accountCheck: Pick<AccountCheck, 'block'>
    office: Pick<Office, 'getState'> | null
  } | null
}

/** What the reading desktop knows, and the others get from it. */
type Reading = Omit<SyncStatus, keyof Stored>

/** What each desktop knows by its own files. */
type Stored = Pick<
  SyncStatus,
  | 'lastSuccessAt'
  | 'lastCompleteAt'
  | 'isFirstSweep'
  | 'clockSkewS'
  | 'notices'
  | 'sharesOwnData'
  | 'overtakenChanges'
  | 'now'
>

export function getStatus(deps: StatusDeps): SyncStatus {
  const { db, trusted, online } = deps
  const complete = loadSweepTiming(db, 'containers')
  const sharesOwnData = online !== null && online.office !== null && hasJoinedOwnData(db)
  return {
    ...getReading(deps),
    lastSuccessAt: loadLastSuccess(db),
    lastCompleteAt: complete?.endedAt ?? null,
    isFirstSweep: complete === null,
    clockSkewS: trusted.skewS(),
    notices: loadNotices(db),
    sharesOwnData,
    // A reader cannot restore them.
    overtakenChanges: sharesOwnData && !isOwnDataReadOnly(db) ? countOvertaken(db) : 0,
    now: trusted.now(),
  }
}

function getReading(deps: StatusDeps): Reading {
  const state = deps.online?.office?.getState()
  if (state === undefined) return { ...getOwnReading(deps), office: null }
  // This desktop does not join its office before its account is known.
  if (deps.online?.accountCheck.block()) return { ...getOwnReading(deps), office: NO_READER }
  if (state.kind === 'leads')
    return { ...getOwnReading(deps), office: { reader: { member: null, device: state.device }, alone: null } }
  if (state.kind === 'follows') return getReadingOf(deps, state.leader)
  const nothing = { ...NO_READING, pace: { word: deps.pace(), everyS: null }, office: NO_READER }
  if (state.kind === 'starting') return { ...nothing, state: 'starting', since: deps.startedAt, error: null }
  const { since, failure, alone } = state
  const office = { reader: null, alone: alone && { isReading: alone === 'reading', since } }
  if (alone === 'reading') return { ...getOwnReading(deps), office }
  const { code, details } = failure
  return { ...nothing, state: 'office-away', since, error: { code, details }, office }
}

const NO_READER = { reader: null, alone: null }

const NO_READING = {
  incomplete: null,
  progress: null,
  nextTryAt: null,
  requests: { lastMinute: 0, allowed: 0 },
  pass: null,
}

function getOwnReading({ db, trusted, health, online, pace }: StatusDeps): Omit<Reading, 'office'> {
  const latest = lastSweep(db, 'containers')
  const complete = loadSweepTiming(db, 'containers')
  const load = online?.gate.getLoad().buckets.general ?? { lastMinute: 0, allowed: 0, pausedForMs: 0 }
  const everyMs = online?.scheduler.containersEveryMs() ?? Number.POSITIVE_INFINITY
  const waitMs = Math.max(load.pausedForMs, online?.scheduler.blockedForMs() ?? 0)
  return {
    ...computeBoardState(
      health.get(),
      { complete, everyMs, fault: online?.scheduler.sweepFault() ?? null, isPaused: load.pausedForMs > 0 },
      trusted.nowMs(),
    ),
    nextTryAt: waitMs > 0 ? instantOf(trusted.nowMs() + waitMs) : null,
    progress: latest?.state === 'RUNNING' ? { done: latest.rows, total: latest.totalStart } : null,
    requests: { lastMinute: load.lastMinute, allowed: load.allowed },
    pace: { word: pace(), everyS: Number.isFinite(everyMs) ? Math.round(everyMs / 1000) : null },
    pass: loadUsualPass(db),
  }
}

/** A leader that is live does not make this board current: its rows must have arrived here. */
function getReadingOf({ db, trusted, startedAt }: StatusDeps, { member, device, report }: SeenLeader): Reading {
  const office = { reader: { member, device }, alone: null }
  // The leader may be of a later version.
  if (report === null)
    return {
      ...NO_READING,
      state: 'starting',
      since: startedAt,
      error: null,
      pace: { word: 'usual', everyS: null },
      office,
    }
  if (report.state !== 'live') return { ...report, office }
  const everyMs = report.pace.everyS === null ? Number.POSITIVE_INFINITY : report.pace.everyS * 1000
  const board = computeBoardState(
    { state: 'live', since: report.since, error: null },
    { complete: loadSweepTiming(db, 'containers'), everyMs, fault: null, isPaused: false },
    trusted.nowMs(),
  )
  return { ...report, ...board, office }
}

/** The median of the last three complete sweeps by duration, because the computer may have slept during one of them. */
export function loadUsualPass(db: ReadableDb): SyncStatus['pass'] {
  const passes = db.all<{ startedAt: string; endedAt: string; containers: number }>(
    `SELECT started_at AS startedAt, ended_at AS endedAt, rows AS containers FROM sweep
     WHERE kind = 'containers' AND state = 'COMPLETE' ORDER BY id DESC LIMIT 3`,
  )
  const byDuration = passes
    .map(({ startedAt, endedAt, containers }) => ({
      tookS: Math.ceil(Math.max(0, (instantMs(endedAt) ?? 0) - (instantMs(startedAt) ?? 0)) / 1000),
      containers,
    }))
    .sort((one, other) => one.tookS - other.tookS)
  return byDuration[Math.floor(byDuration.length / 2)] ?? null
}

function loadNotices(db: ReadableDb): Notice[] {
  return db
    .all<{ id: number; code: ErrorCode; details: string; at: string }>(
      'SELECT id, code, details, at FROM notice ORDER BY id',
    )
    .map(({ id, code, details, at }) => ({ id, code, at, details: JSON.parse(details) as Notice['details'] }))
}
