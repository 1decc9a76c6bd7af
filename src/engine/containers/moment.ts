// The moment the lists are looked at: what time it is, and which day it is in every zone. Bands and verdicts are asked
// of the same pure rules the panel uses, through SQL functions, so that a list can be sorted and filtered by them
// and no second version of a rule exists.
import type { BandDays } from './lfd.ts'
import { bandOf, clockAt } from './lfd.ts'
import { verdictOf } from './readiness.ts'
import { riskCode } from './risk-code.ts'
import { LAST_LOOK, SEEN_CONTAINERS, SEEN_THROUGH } from '../changes/store.ts'
import { dateInZone, instantMs, instantOf } from '../outside/calendar.ts'
import type { ReadableDb, SqlFunction, SqlValue, WritableDb } from '../db/open.ts'

export const sqlFunctions: Record<string, SqlFunction> = {
  clock_at: (startedAt, stoppedAt, now) => clockAt({ startedAt: orNull(startedAt), stoppedAt: orNull(stoppedAt) }, String(now)),
  band_of: (clock, daysLeft, daysSinceCheck, tomorrow, soon, week) =>
    bandOf(
      clock as ReturnType<typeof clockAt>,
      daysLeft as number | null,
      daysSinceCheck as number | null,
      { tomorrow: Number(tomorrow), soon: Number(soon), week: Number(week) },
    ),
  verdict_of: (clock, hasArrived, isKnown, isAvailable, activeHolds, hoursSinceCheck) =>
    verdictOf({
      clock: clock as ReturnType<typeof clockAt>,
      hasArrived: hasArrived === 1,
      isAvailabilityKnown: orBoolean(isKnown),
      isAvailable: orBoolean(isAvailable),
      hasActiveHold: activeHolds !== '[]',
      hoursSinceCheck: hoursSinceCheck as number | null,
    }),
  risk_code: riskCode,
}

/** Run once per connection, before the first query. */
export const momentSetup = `
CREATE TEMP TABLE moment (now TEXT NOT NULL, tomorrow INTEGER NOT NULL, soon INTEGER NOT NULL, week INTEGER NOT NULL);
CREATE TEMP TABLE zone_today (zone TEXT PRIMARY KEY, today TEXT NOT NULL) WITHOUT ROWID;
CREATE TEMP VIEW container_clock AS
  SELECT c.*, m.now, m.tomorrow, m.soon, m.week, z.today,
    clock_at(c.started_at, c.stopped_at, m.now) AS clock,
    CAST(julianday(c.lfd_date) - julianday(z.today) AS INTEGER) AS days_left,
    julianday(m.now) - julianday(c.terminal_checked_at) AS check_age_days,
    CASE WHEN coalesce(c.arrived_at, c.discharged_at) <= m.now
      THEN CAST(julianday(z.today) - julianday(c.discharge_date) AS INTEGER) END AS days_since_discharge,
    coalesce(c.ata_at, '9') <= m.now AS has_reached_port,
    CAST(julianday(c.arrival_date) - julianday(z.today) AS INTEGER) AS days_to_arrival,
    (unixepoch(m.now) - unixepoch(c.official_hold_since)) / 86400.0 AS official_hold_days,
    coalesce(c.lfd_date < b.lfd_date, 0) AS is_lfd_earlier,
    coalesce((unixepoch(c.eta_at) - unixepoch(b.eta_at)) / 3600.0, 0) AS arrival_moved_hours
  FROM mirror.container_row c CROSS JOIN temp.moment m LEFT JOIN temp.zone_today z ON z.zone = c.today_zone
  LEFT JOIN ${SEEN_CONTAINERS} b ON b.look_id = ${LAST_LOOK} AND b.container_id = c.id;
CREATE TEMP VIEW container_verdict AS
  SELECT *,
    verdict_of(clock, arrived_at IS NOT NULL AND arrived_at <= now, is_availability_known, is_available, active_holds,
      check_age_days * 24) AS verdict
  FROM container_clock;
CREATE TEMP VIEW container_now AS
  SELECT *,
    band_of(clock, days_left, check_age_days, tomorrow, soon, week) AS band,
    CASE WHEN verdict IN ('ready', 'ready-unverified') THEN unblocked_at END AS ready_since,
    clock = 'running' AND (days_left IS NULL OR coalesce(check_age_days, 99) > 1) AS is_not_assessed,
    clock <> 'stopped' AND coalesce(newest_hold_id > ${SEEN_THROUGH}, 0) AS has_new_hold,
    risk_code(clock, verdict, days_left, lfd_date, appointment_date, discharge_date, arrival_date, days_since_discharge,
      check_age_days * 24, is_disputed, has_running_fee, official_hold_days, is_lfd_earlier, arrival_moved_hours,
      CASE WHEN ata_at IS NULL AND eta_at > now THEN days_to_arrival END, tracking_stopped_at IS NOT NULL) AS risk_code
  FROM container_verdict;
`

/** Sets the clock the lists are read by. */
export function setMoment(db: WritableDb, nowMs: number, days: BandDays): void {
  db.run('DELETE FROM temp.moment')
  db.run('INSERT INTO temp.moment (now, tomorrow, soon, week) VALUES (?, ?, ?, ?)', instantOf(nowMs), days.tomorrow, days.soon, days.week)
  db.run('DELETE FROM temp.zone_today')
  const zones = db.all<{ zone: string }>('SELECT zone FROM mirror.row_zone')
  fillDays(db, zones.map(({ zone }) => zone))
}

/** A zone that came with a page must know its day at once, or its boxes would have no days left for a minute. */
export function addZones(db: WritableDb, zones: Set<string>): void {
  fillDays(db, zones)
  for (const zone of zones) db.run('INSERT OR IGNORE INTO mirror.row_zone (zone) VALUES (?)', zone)
}

/** Writes to no file: each minute comes here, also with a full disk. */
function fillDays(db: WritableDb, zones: Iterable<string>): void {
  const now = loadMoment(db)
  for (const zone of zones) {
    const today = dateInZone(now.ms, zone)
    // Only zones this machine knows are ever stored; should one be lost (an older system), UTC is better than no day.
    db.run('INSERT OR IGNORE INTO temp.zone_today (zone, today) VALUES (?, ?)', zone, today ?? now.at.slice(0, 10))
  }
}

/** The moment the lists stand at. */
export function loadMoment(db: ReadableDb): { at: string; ms: number } {
  const row = db.get<{ now: string }>('SELECT now FROM temp.moment')
  const ms = row ? instantMs(row.now) : null
  if (!row || ms === null) throw new Error('setMoment comes before any query')
  return { at: row.now, ms }
}

function orNull(value: SqlValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function orBoolean(value: SqlValue | undefined): boolean | null {
  return value === null || value === undefined ? null : value === 1
}
