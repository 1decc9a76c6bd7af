// The moment for which lists are computed: the time, and today's date in every zone. The view `container_at` adds to
// each container the days and hours between its dates and the moment. The rules (standing.ts) compute everything else
// from these, in the same way for a row, a list and the panel.
import type { BandDays } from './lfd.ts'
import { LAST_READ_MARK, SEEN_CONTAINERS, SEEN_THROUGH } from '../history/read-marks.ts'
import { dateInZone, instantMs, instantOf } from '../../outside/calendar.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'

/** SQL to run once per connection, before the first query. */
export const momentSetup = `
CREATE TEMP TABLE moment (now TEXT NOT NULL, tomorrow INTEGER NOT NULL, soon INTEGER NOT NULL, week INTEGER NOT NULL);
CREATE TEMP TABLE zone_today (zone TEXT PRIMARY KEY, today TEXT NOT NULL) WITHOUT ROWID;
CREATE TEMP VIEW container_at AS
  SELECT container.*, moment.now, moment.tomorrow, moment.soon, moment.week, zone_today.today,
    CAST(julianday(container.lfd_date) - julianday(today) AS INTEGER) AS days_left,
    julianday(now) - julianday(terminal_checked_at) AS check_age_days,
    CASE WHEN coalesce(arrived_at, discharged_at) <= now
      THEN CAST(julianday(today) - julianday(discharge_date) AS INTEGER) END AS days_since_discharge,
    coalesce(ata_at, '9') <= now AS has_reached_port,
    CAST(julianday(arrival_date) - julianday(today) AS INTEGER) AS days_to_arrival,
    (unixepoch(now) - unixepoch(official_hold_since)) / 86400.0 AS official_hold_days,
    coalesce(container.lfd_date < last_read.lfd_date, 0) AS is_lfd_earlier,
    coalesce((unixepoch(container.eta_at) - unixepoch(last_read.eta_at)) / 3600.0, 0) AS arrival_moved_hours,
    ${SEEN_THROUGH} AS seen_through
  FROM mirror.container_row container CROSS JOIN temp.moment moment
  LEFT JOIN temp.zone_today zone_today ON zone_today.zone = container.today_zone
  LEFT JOIN ${SEEN_CONTAINERS} last_read ON last_read.look_id = ${LAST_READ_MARK} AND last_read.container_id = container.id;
-- Rises with each change of a rate or a terminal calendar. Cached rates of the same version are valid (settings/rates.ts).
CREATE TEMP TABLE rates_version (n INTEGER NOT NULL);
INSERT INTO rates_version (n) VALUES (0);
`

/** Sets the moment of the lists. */
export function setMoment(db: WritableDb, nowMs: number, days: BandDays): void {
  db.run('DELETE FROM temp.moment')
  db.run(
    'INSERT INTO temp.moment (now, tomorrow, soon, week) VALUES (?, ?, ?, ?)',
    instantOf(nowMs),
    days.tomorrow,
    days.soon,
    days.week,
  )
  db.run('DELETE FROM temp.zone_today')
  const zones = db.all<{ zone: string }>('SELECT zone FROM mirror.row_zone')
  insertDays(
    db,
    zones.map(({ zone }) => zone),
  )
}

/**
 * A zone that a page introduced needs its day at once. Otherwise `days_left` of its containers would be null for up to
 * a minute.
 */
export function addZones(db: WritableDb, zones: Set<string>): void {
  const known = new Set(db.column<string>('SELECT zone FROM temp.zone_today'))
  const others = [...zones].filter((zone) => !known.has(zone))
  if (others.length === 0) return
  insertDays(db, others)
  for (const zone of others) db.run('INSERT OR IGNORE INTO mirror.row_zone (zone) VALUES (?)', zone)
}

/** Adds the days of the zones that another connection stored. */
export function addNewZones(db: WritableDb): void {
  const zones = db.all<{ zone: string }>('SELECT zone FROM mirror.row_zone EXCEPT SELECT zone FROM temp.zone_today')
  insertDays(
    db,
    zones.map(({ zone }) => zone),
  )
}

/** Writes only to a temporary table in memory, because this must run each minute even if the disk is full. */
function insertDays(db: WritableDb, zones: Iterable<string>): void {
  const moment = loadMoment(db)
  for (const zone of zones) {
    const today = dateInZone(moment.ms, zone)
    // Only zones that this computer knows are stored; if one is unknown later (an older system), UTC is better than no
    // day.
    db.run('INSERT OR IGNORE INTO temp.zone_today (zone, today) VALUES (?, ?)', zone, today ?? moment.at.slice(0, 10))
  }
}

/** The moment for which the lists are computed. */
export function loadMoment(db: ReadableDb): { at: string; ms: number } {
  const row = db.get<{ now: string }>('SELECT now FROM temp.moment')
  const ms = row ? instantMs(row.now) : null
  if (!row || ms === null) throw new Error('setMoment comes before any query')
  return { at: row.now, ms }
}
