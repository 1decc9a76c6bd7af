// Loads counts for the status screen. It requests them each minute, so no query here may scan a large table: counts
// come from stored sums or from the ends of number ranges.
import type { AgeCounts, EngineStatus } from '#contract/status.ts'
import { countEvents } from '../mirror/containers/event-store.ts'
import type { Board } from '../mirror/board/board.ts'
import { type CheckCounts, countChecked } from '../mirror/board/list.ts'
import { countAllContainers, countVerified } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import { instantOf } from '../outside/calendar.ts'
import { countChanges } from '../mirror/history/removal.ts'
import { sweepKinds } from '../mirror/kinds.ts'
import { lastEndedSweep, lastSweep, type Sweep } from '../mirror/records.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The view uses the same limits for single ages (renderer/src/words/ages.ts). */
export const ageSteps: Record<keyof EngineStatus['ages'], { freshMs: number; ageingMs: number }> = {
  service: { freshMs: 15 * MINUTE_MS, ageingMs: 60 * MINUTE_MS },
  line: { freshMs: 12 * HOUR_MS, ageingMs: 48 * HOUR_MS },
  terminal: { freshMs: 6 * HOUR_MS, ageingMs: 24 * HOUR_MS },
}

/** Counts open containers by the age of the last check of the service, the line and the terminal. */
export function loadAges(db: ReadableDb, board: Board, nowMs: number): EngineStatus['ages'] {
  const getLimits = (kind: keyof typeof ageSteps) => ({
    fresh: instantOf(nowMs - ageSteps[kind].freshMs),
    used: instantOf(nowMs - ageSteps[kind].ageingMs),
  })
  const toAgeCounts = ({ total, checked, used, fresh }: CheckCounts): AgeCounts => ({
    fresh,
    ageing: used - fresh,
    stale: checked - used,
    never: total - checked,
  })
  return {
    service: toAgeCounts(countVerified(db, getLimits('service'))),
    line: toAgeCounts(countChecked(board, 'line_checked_at', getLimits('line'))),
    terminal: toAgeCounts(countChecked(board, 'terminal_checked_at', getLimits('terminal'))),
  }
}

export function loadRowCounts(db: ReadableDb): EngineStatus['rows'] {
  const count = (sql: string) => db.value<number | null>(sql) ?? 0
  return {
    containers: countAllContainers(db),
    open: count('SELECT count(*) AS n FROM container_row WHERE is_open = 1'),
    // Counts in the index of the records, because the shipment rows have none.
    shipments: count(`SELECT count(*) AS n FROM res WHERE type = 'shipment'`),
    requests: count(`SELECT count(*) AS n FROM res WHERE type = 'tracking_request'`),
    events: countEvents(db),
    changes: countChanges(db),
  }
}

/** The latest sweep of each list, and if it is running, also the last ended one. */
export function loadSweeps(db: ReadableDb): EngineStatus['sweeps'] {
  return sweepKinds.flatMap((kind) => {
    const latest = lastSweep(db, kind)
    const ended = latest?.state === 'RUNNING' ? lastEndedSweep(db, kind) : null
    return [latest, ended].filter((sweep) => sweep !== null).map(toSweepStatus)
  })
}

function toSweepStatus({
  kind,
  state,
  startedAt,
  endedAt,
  rows,
  totalStart,
  totalEnd,
}: Sweep): EngineStatus['sweeps'][number] {
  return { kind, state, startedAt, endedAt, rows, total: totalEnd ?? totalStart }
}

export function loadVersions(db: ReadableDb): Omit<EngineStatus['versions'], 'node'> {
  const loadSchemaVersion = (file: 'main' | 'mirror') => db.value<number>(`PRAGMA ${file}.user_version`) ?? 0
  return {
    sqlite: db.value<string>('SELECT sqlite_version() AS v') ?? '',
    mirrorSchema: loadSchemaVersion('mirror'),
    stateSchema: loadSchemaVersion('main'),
  }
}
