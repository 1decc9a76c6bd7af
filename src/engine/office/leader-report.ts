// What the leader says about its reading. It is in the row of the lease, so that the other desktops show it.
import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { SyncStatus } from '#contract/sync.ts'
import { isRecord } from '../api/decode.ts'
import { instantMs } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import type { Log } from '../outside/log.ts'
import { createWorker } from '../outside/worker.ts'
import type { Link } from './link.ts'

export const LeaderReport = SyncStatus.pick({
  state: true,
  since: true,
  error: true,
  incomplete: true,
  progress: true,
  nextTryAt: true,
  requests: true,
  pace: true,
  pass: true,
  now: true,
})
export type LeaderReport = z.infer<typeof LeaderReport>
/**
 * Leaves out what the status of a desktop has beside the report, such as its own notices. `fence`: of the lease now.
 * Until its first renewal, a new leader has the report of another one.
 */
export const writeReport = (report: LeaderReport, fence: number): string =>
  JSON.stringify({ ...LeaderReport.parse(report), fence })

/** The desktop that leads or led last. `report`: null if this version cannot read it. */
export type SeenLeader = {
  member: string
  device: string
  isLeading: boolean
  /** When its lease ends or ended, by the clock of the database. */
  until: string
  report: LeaderReport | null
}

type LeaseRow = {
  fence: number
  member: string | null
  device: string | null
  until: string
  renewedAt: string
  report: unknown
  now: string
}

export type LeaderWatch = {
  /** Null before the first answer, and if nobody has led yet. */
  get(): SeenLeader | null
  /** Asks now. */
  wake(): void
  stop(): Promise<void>
}

export type LeaderWatchDeps = {
  clock: Clock
  log: Log
  query: Link['query']
  space: number
  /** This desktop leads, so it needs no report. */
  isLeading: () => boolean
  /** The time of the service, by the leader's trusted clock. `tookMs`: how long the answer took. */
  onServiceTime: (serviceMs: number, tookMs: number) => void
  onChange: () => void
}

const ASK_EVERY_MS = 5_000

export function startLeaderWatch(deps: LeaderWatchDeps): LeaderWatch {
  const worker = createWorker({ ...deps, name: 'leader watch' })
  let seen: SeenLeader | null = null
  worker.start(async () => {
    if (deps.isLeading()) return ASK_EVERY_MS
    const next = await askForLeader(deps)
    const hasChanged = JSON.stringify(next) !== JSON.stringify(seen)
    seen = next
    if (hasChanged) deps.onChange()
    return ASK_EVERY_MS
  })
  return { get: () => seen, wake: () => worker.wake(), stop: () => worker.stop(new AppError('engine/disconnected')) }
}

/** Null also without an answer: the connection reports its failures itself. */
async function askForLeader({ clock, query, space, onServiceTime }: LeaderWatchDeps): Promise<SeenLeader | null> {
  const askedMs = clock.mono()
  const rows = await query<LeaseRow>(
    `SELECT l.fence, m.name AS member, l.device, l.until, l.renewed_at AS "renewedAt", l.report,
       clock_timestamp() AS now
     FROM office.lease l LEFT JOIN office.member m ON m.login = l.login WHERE l.space = $1`,
    [space],
  ).catch(ignoreFailure)
  const row = rows[0]
  if (!row || row.device === null) return null
  const { member, device, until, now } = row
  const isOwnReport = isRecord(row.report) && row.report['fence'] === row.fence
  const report = isOwnReport ? (LeaderReport.safeParse(row.report).data ?? null) : null
  const isLeading = until > now
  const reportedMs = instantMs(report?.now ?? '')
  if (isLeading && reportedMs !== null) {
    const ageMs = (instantMs(now) ?? 0) - (instantMs(row.renewedAt) ?? 0)
    onServiceTime(reportedMs + ageMs, clock.mono() - askedMs)
  }
  return { member: member ?? '', device, isLeading, until, report }
}

function ignoreFailure(error: unknown): LeaseRow[] {
  if (error instanceof AppError) return []
  throw error
}
