// Answers of the calls about the connection and the age of the data.
import { AppError, type ErrorCode } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { AccountMatch, Notice, PaceReason, SyncStatus } from '#contract/sync.ts'
import type { Gate } from '../api/gate.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import type { HealthMonitor } from './health.ts'
import type { Scheduler } from './scheduler.ts'
import { computeBoardState } from './board-state.ts'
import { loadSweepTiming, lastSweep, loadLastSuccess } from '../mirror/records.ts'
import type { TrustedClock } from '../mirror/trusted.ts'

export type SyncDeps = {
  db: ReadableDb
  write: Write
  trusted: TrustedClock
  health: HealthMonitor
  pace: () => PaceReason
  /** Null without an API key. */
  online: { gate: Gate; scheduler: Scheduler } | null
  checkConnection: (
    serviceUrl: string,
    apiKey: string,
  ) => Promise<{ serviceUrl: string; containers: number | null; account: AccountMatch }>
  /** Null: the key in use. */
  acceptKey: (connection: { serviceUrl: string; apiKey: string } | null) => void
}

export function syncHandlers(deps: SyncDeps): HandlersOf<'sync'> {
  return {
    'sync.status': () => getStatus(deps),
    'sync.refresh': () => {
      if (!deps.online) throw new AppError('api/no-key')
      deps.online.scheduler.refresh()
    },
    'sync.dismissNotice': ({ id, at }) =>
      deps.write((db, announce) => {
        db.run('DELETE FROM notice WHERE id = ? AND at = ?', id, at)
        announce('sync')
      }),
    'sync.checkConnection': ({ serviceUrl, apiKey }) => deps.checkConnection(serviceUrl, apiKey.trim()),
    'sync.acceptKey': ({ connection }) =>
      deps.acceptKey(connection && { ...connection, apiKey: connection.apiKey.trim() }),
  }
}

function getStatus({ db, trusted, health, online, pace }: SyncDeps): SyncStatus {
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
    lastSuccessAt: loadLastSuccess(db),
    lastCompleteAt: complete?.endedAt ?? null,
    nextTryAt: waitMs > 0 ? instantOf(trusted.nowMs() + waitMs) : null,
    progress: latest?.state === 'RUNNING' ? { done: latest.rows, total: latest.totalStart } : null,
    isFirstSweep: complete === null,
    requests: { lastMinute: load.lastMinute, allowed: load.allowed },
    clockSkewS: trusted.skewS(),
    pace: { word: pace(), everyS: Number.isFinite(everyMs) ? Math.round(everyMs / 1000) : null },
    pass: loadUsualPass(db),
    notices: loadNotices(db),
    now: trusted.now(),
  }
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
