// The alert that the engine has not read the service for some time.
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { TrustedClock } from '../mirror/trusted.ts'
import { instantOf } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import { loadEpisodes, setState } from './episode-store.ts'
import { saveOutcome } from './outcome.ts'
import { STALE, createStaleKey, compareReading } from './outcomes.ts'
import { loadLastReading } from './records.ts'

type ReadingDeps = {
  db: ReadableDb
  write: Write
  trusted: Pick<TrustedClock, 'nowMs'>
  clock: Pick<Clock, 'mono'>
  /** Monotonic time of the start, or of the last wake-up of the computer. */
  awakeMono: number
  isOnline: boolean
  onAlerts: () => void
}

/** The alert is about no record. */
const NO_RECORD = ''

/** Counts only time in which the engine could read: not sleep, and not the time before the start. */
export function checkReading({ db, write, trusted, clock, awakeMono, isOnline, onAlerts }: ReadingDeps): void {
  if (!isOnline) return
  const nowMs = trusted.nowMs()
  const now = instantOf(nowMs)
  const { at: readAt, lastAnswerMs } = loadLastReading(db)
  const silentMs = Math.min(
    clock.mono() - awakeMono,
    lastAnswerMs === null ? Number.POSITIVE_INFINITY : nowMs - lastAnswerMs,
  )
  const episode = loadEpisodes(db, 'none', [NO_RECORD]).get(NO_RECORD)?.get(STALE)
  const { isOver, ...findings } = compareReading({ now, readAt, silentMs }, episode)
  if (findings.episodes.length === 0) return
  const subject = { object: 'none' as const, id: NO_RECORD, number: '', place: null, zone: null, masterBill: null }
  write((db, announce) => {
    saveOutcome(db, { subject, recordId: NO_RECORD, findings, steps: null }, now)
    if (isOver && episode) setState(db, [createStaleKey(episode.incident)], 'CANCELLED')
    announce('alerts')
  })
  onAlerts()
}
