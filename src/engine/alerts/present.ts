// The present state of containers for alerts: an open alert shows what it costs now, and a snooze warns of a last free
// day that passes meanwhile.
import type { Alert, PopUp } from '#contract/alerts.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { ReadableDb } from '../db/open.ts'
import { loadRows } from '../mirror/containers/store.ts'
import { dateInZone, daysBetween, instantMs } from '../outside/calendar.ts'
import { summarizeState } from './records.ts'
import { loadShowing } from './store.ts'

const closedStates: readonly Alert['state'][] = ['done', 'withdrawn', 'covered']

/** The last free days that are not past yet. */
export function listDaysAhead(db: ReadableDb, containerIds: readonly string[], nowMs: number) {
  return loadRows(db, [...containerIds]).flatMap(({ id, lastFreeDay: { date, zone, clock } }) => {
    const today = dateInZone(nowMs, zone ?? 'UTC')
    const isAhead = date !== null && clock !== 'stopped' && today !== null && date >= today
    return isAhead ? [{ id, date, zone }] : []
  })
}

/** Closed alerts keep the facts of the time when they were raised. */
export function addPresentState(db: ReadableDb, alerts: readonly Alert[], nowMs: number): Alert[] {
  const ids = new Set(alerts.filter(isOpenDayStep).map(({ objectId }) => objectId))
  if (ids.size === 0) return [...alerts]
  const rows = new Map(loadRows(db, [...ids]).map((row) => [row.id, row]))
  return alerts.map((alert) => {
    const row = isOpenDayStep(alert) ? rows.get(alert.objectId) : undefined
    return row ? updateFacts(alert, row, nowMs) : alert
  })
}

/** The pop-ups that no client confirmed, with the severity and the facts of now. */
export function loadPresentPopUps(db: ReadableDb, now: string): PopUp[] {
  return loadShowing(db, now).map((popUp) => ({
    ...popUp,
    alerts: addPresentState(db, popUp.alerts, instantMs(now) ?? 0).toSorted((one, two) => one.severity - two.severity),
  }))
}

function isOpenDayStep({ object, facts, state }: Alert): boolean {
  return object === 'container' && 'daysLeft' in facts && 'fees' in facts && !closedStates.includes(state)
}

/**
 * Also gives the alert the kind and the severity of its days left, so that one raised on an earlier day reads as one
 * raised today. `orderAlerts` sorts by the same.
 */
function updateFacts(alert: Alert, row: ContainerRow, nowMs: number): Alert {
  const { facts } = alert
  if (!('fees' in facts)) return alert
  const { zone, date } = row.lastFreeDay
  const today = zone === null ? null : dateInZone(nowMs, zone)
  // After a change of the date, the alert is about the earlier date until it is replaced.
  const daysLeft = today !== null && date === facts.date ? daysBetween(today, date) : facts.daysLeft
  const state = { ...summarizeState(row), daysLeft }
  if (today === null || date !== facts.date) return { ...alert, facts: { ...facts, ...state } }
  return {
    ...alert,
    severity: daysLeft <= 0 ? 1 : daysLeft === 1 ? 2 : Math.max(alert.severity, 2),
    facts: { ...facts, ...state, kind: daysLeft < 0 ? 'lfd-past' : daysLeft === 0 ? 'lfd-today' : 'lfd-soon' },
  }
}
