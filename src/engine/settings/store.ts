// Loads and saves the user's decisions for this account in state.db: settings, and manual last free days.
import type { ManualLastFreeDay } from '#contract/deadlines.ts'
import { Settings } from '#contract/settings.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { homeZone, instantMs, instantOf } from '../outside/calendar.ts'
import { markOwn } from './own-marks.ts'

/**
 * A manual date. `reportedThen`: the fingerprint of the dates reported when the user set it, to notice later reports.
 */
export type StoredManualDate = Omit<ManualLastFreeDay, 'author'> & { reportedThen: string }

/** The keys of the settings. The table has other values as well. */
const SETTING_KEYS_JSON = JSON.stringify(Object.keys(Settings.shape))

export function loadSettings(db: ReadableDb): Settings {
  const rows = db.all<{ key: string; value: string }>(
    'SELECT key, value FROM setting WHERE key IN (SELECT value FROM json_each(?))',
    SETTING_KEYS_JSON,
  )
  const stored = Object.fromEntries(
    rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]),
  ) as Partial<Settings>
  return {
    governingRule: 'earliest',
    bandDays: { tomorrow: 1, soon: 3, week: 7 },
    budgetShare: 100,
    homeZone: homeZone(),
    retention: { historyMonths: null, copiesDays: 7 },
    ...stored,
  }
}

/** Between 0.2 and 1. Loaded before each request, so it reads nothing else. */
export function loadBudgetShare(db: ReadableDb): number {
  const row = db.get<{ value: string }>(`SELECT value FROM setting WHERE key = 'budgetShare'`)
  return row ? Number(row.value) / 100 : 1
}

export function saveSettings(db: WritableDb, settings: Settings): void {
  for (const [key, value] of Object.entries(settings)) {
    db.run(
      'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      key,
      JSON.stringify(value),
    )
  }
}

export function loadManualDate(db: ReadableDb, containerId: string): StoredManualDate | null {
  return (
    db.get<StoredManualDate>(
      `SELECT date, reason, set_at AS setAt, reported_then AS reportedThen FROM manual_last_free_day WHERE container_id = ?`,
      containerId,
    ) ?? null
  )
}

/** Returns the time of the change, which is after all earlier ones of the container: clocks of an office differ. */
export function saveManualDate(db: WritableDb, containerId: string, manual: StoredManualDate): string {
  const at = computeStepTime(db, containerId, manual.setAt)
  markOwn(db, 'dates', [containerId, at], at)
  db.run(
    `INSERT OR REPLACE INTO manual_last_free_day (container_id, date, reason, set_at, reported_then) VALUES (?, ?, ?, ?, ?)`,
    containerId,
    manual.date,
    manual.reason,
    at,
    manual.reportedThen,
  )
  db.run(
    'INSERT INTO manual_step (container_id, at, date, reason, reported_then) VALUES (?, ?, ?, ?, ?)',
    containerId,
    at,
    manual.date,
    manual.reason,
    manual.reportedThen,
  )
  return at
}

/** `removedAt`: when the user removed the date. Returns the time of the change, as `saveManualDate`. */
export function deleteManualDate(db: WritableDb, containerId: string, removedAt: string): string {
  const at = computeStepTime(db, containerId, removedAt)
  markOwn(db, 'dates', [containerId, at], at)
  db.run('DELETE FROM manual_last_free_day WHERE container_id = ?', containerId)
  db.run('INSERT INTO manual_step (container_id, at) VALUES (?, ?)', containerId, at)
  return at
}

/** The present time, or one millisecond after the last step of the container. */
function computeStepTime(db: ReadableDb, containerId: string, now: string): string {
  const lastAt = db.value<string | null>('SELECT max(at) FROM manual_step WHERE container_id = ?', containerId) ?? null
  return lastAt === null || lastAt < now ? now : instantOf((instantMs(lastAt) ?? 0) + 1)
}

/** After an import of steps: the last step of each container has its date. */
export function refreshManualDates(db: WritableDb): void {
  db.run('DELETE FROM manual_last_free_day')
  db.run(
    `INSERT INTO manual_last_free_day (container_id, date, reason, set_at, reported_then)
     SELECT s.container_id, s.date, s.reason, s.at, s.reported_then FROM manual_step s
     WHERE s.date IS NOT NULL AND s.id = (SELECT id FROM manual_step WHERE container_id = s.container_id ORDER BY at DESC, id DESC LIMIT 1)`,
  )
}

/** Containers whose manual date was set or removed after this instant. */
export function listDatedAfter(db: ReadableDb, containerIds: readonly string[], at: string): string[] {
  const rows = db.all<{ id: string }>(
    'SELECT DISTINCT container_id AS id FROM manual_step WHERE container_id IN (SELECT value FROM json_each(?)) AND at > ?',
    JSON.stringify(containerIds),
    at,
  )
  return rows.map(({ id }) => id)
}

/** A number that rises with each manual date that is set or removed; 0 before the first. */
export function loadNewestManualStep(db: ReadableDb): number {
  return db.value<number | null>('SELECT max(id) AS id FROM manual_step') ?? 0
}

export type ManualStep = { at: string; date: string | null; reason: string | null }

/** Every manual date that was set or removed, oldest first. */
export function loadManualSteps(db: ReadableDb, containerId: string): ManualStep[] {
  return db.all<ManualStep>(
    'SELECT at, date, reason FROM manual_step WHERE container_id = ? ORDER BY at, id',
    containerId,
  )
}

/** The manual dates at this instant, by container; containers without one are missing. */
export function loadManualDatesAt(db: ReadableDb, at: string): Map<string, StoredManualDate> {
  const steps = db.all<{ id: string; date: string | null; reason: string; setAt: string; reportedThen: string }>(
    `SELECT container_id AS id, date, reason, at AS setAt, reported_then AS reportedThen FROM manual_step WHERE at <= ? ORDER BY at, id`,
    at,
  )
  const manualDates = new Map<string, StoredManualDate>()
  for (const { id, date, ...step } of steps) {
    if (date === null) manualDates.delete(id)
    else manualDates.set(id, { ...step, date })
  }
  return manualDates
}

/** Creates a text that changes with every decision from which rows of containers are computed. */
export function createDecisionsFingerprint(db: ReadableDb): string {
  const manual = db.all(
    'SELECT container_id, date, reason, reported_then FROM manual_last_free_day ORDER BY container_id',
  )
  const { governingRule, homeZone } = loadSettings(db)
  return JSON.stringify([governingRule, homeZone, manual])
}
