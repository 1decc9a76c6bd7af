// Handlers for the calls about one container.
import type { ContainerDetail } from '#contract/containers.ts'
import type { Deadline, Fee, Hold } from '#contract/deadlines.ts'
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import { isInRange, getPlausibleRange } from '#contract/rules/manual-day.ts'
import { boolean, record, text } from '../api/attributes.ts'
import { indexByMember } from '../mirror/history/diff.ts'
import { loadFirstSeenTimes, listChanges } from '../mirror/history/store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import { dateInZone, daysBetween } from '../outside/calendar.ts'
import { loadNotes } from '../settings/own.ts'
import { loadAuthor } from '../settings/own-marks.ts'
import {
  type ManualStep,
  deleteManualDate,
  loadManualDate,
  loadManualSteps,
  loadSettings,
  saveManualDate,
} from '../settings/store.ts'
import { loadEvents } from '../mirror/containers/event-store.ts'
import { readDeadlines, reportedFingerprint } from '../mirror/containers/lfd.ts'
import type { ContainerAnswers } from './answers.ts'
import type { DecidedRows } from '../mirror/decided-rows.ts'
import { loadMoment } from '../mirror/containers/moment.ts'
import {
  type ContainerRecords,
  readReportedDeadlines,
  readReportedFees,
  readReportedHolds,
} from '../mirror/containers/reported.ts'
import { listsAsOf, loadRecords, loadRows } from '../mirror/containers/store.ts'
import { buildTimeline } from './timeline.ts'

/** containers/answers.ts has the calls about many containers. */
export type ContainerDeps = DataDeps & {
  decided: DecidedRows
  /** Reads one container from the service now; rejects with the reason if that fails. */
  reread: (id: string) => Promise<void>
}

const MAX_CHANGES = 100

export function containerHandlers(deps: ContainerDeps): Omit<HandlersOf<'containers'>, keyof ContainerAnswers> {
  const { db, write } = deps
  return {
    'containers.get': ({ id }) => loadDetail(db, id),
    'containers.reread': async ({ id }) => {
      if (!loadRecords(db, id)) throw new AppError('containers/unknown', { id })
      await deps.reread(id)
    },
    'containers.setManualLastFreeDay': ({ id, manual, undoOf }) => {
      const records = loadRecords(db, id)
      if (!records) throw new AppError('containers/unknown', { id })
      const range = getPlausibleRange(deps.now().slice(0, 10))
      if (manual && !isInRange(manual.date, range))
        throw new AppError('containers/date-not-meant', { date: manual.date, ...range })
      const reportedThen = reportedFingerprint(readReportedDeadlines(records))
      const at = write((db) => {
        if (undoOf !== undefined && !isInEffect(loadManualSteps(db, id), undoOf))
          throw new AppError('containers/date-set-again', { id })
        return manual
          ? saveManualDate(db, id, { ...manual, setAt: deps.now(), reportedThen })
          : deleteManualDate(db, id, deps.now())
      })
      deps.decided.update({ type: 'container', id })
      return { at }
    },
  }
}

/** Whether the change of this time is in effect; also after later ones were undone, which is a change too. */
function isInEffect(steps: readonly ManualStep[], at: string): boolean {
  const step = steps.find((other) => other.at === at)
  const last = steps.at(-1)
  return step !== undefined && step.date === last?.date && step.reason === last.reason
}

function loadDetail(db: ReadableDb, id: string): ContainerDetail {
  const records = loadRecords(db, id)
  const row = loadRows(db, [id])[0]
  if (!records || !row) throw new AppError('containers/unknown', { id })
  const { container, shipment, podTerminal } = records
  const settings = loadSettings(db)
  const manual = loadManualDate(db, id)
  return {
    row,
    rule: settings.governingRule,
    deadlines: loadDeadlines(db, records),
    servicePickupLfd: text(container.attributes, 'pickup_lfd'),
    manual: manual && {
      ...{ date: manual.date, reason: manual.reason, setAt: manual.setAt },
      author: loadAuthor(db, 'dates', [id, manual.setAt]),
    },
    notes: loadNotes(db, id),
    availability: {
      isKnown: boolean(container.attributes, 'availability_known'),
      isAvailable: boolean(container.attributes, 'available_for_pickup'),
    },
    holds: loadHolds(db, records),
    fees: loadFees(db, records),
    terminalReports: readTerminalReports(records),
    terminalName: podTerminal && text(podTerminal.attributes, 'name'),
    timeline: buildTimeline(loadEvents(db, id), records, loadMoment(db).at),
    changes: listChanges(db, id, MAX_CHANGES),
    raw: [container, shipment].flatMap((resource) =>
      resource ? [{ type: resource.type, id: resource.id, json: JSON.stringify(resource, null, 2) }] : [],
    ),
    asOf: listsAsOf(db),
  }
}

function loadDeadlines(db: ReadableDb, records: ContainerRecords): Deadline[] {
  const { governingRule, homeZone } = loadSettings(db)
  const moment = loadMoment(db)
  const manual = loadManualDate(db, records.container.id)
  return readDeadlines(readReportedDeadlines(records), manual, governingRule, homeZone).map(
    ({ todayZone, ...deadline }) => ({
      ...deadline,
      daysLeft: daysBetween(dateInZone(moment.ms, todayZone) ?? moment.at.slice(0, 10), deadline.date),
    }),
  )
}

function loadHolds(db: ReadableDb, records: ContainerRecords): Hold[] {
  const firstSeenTimes = loadFirstSeenTimes(db, records.container.id, 'holds_at_pod_terminal')
  const holds = [...indexByMember(readReportedHolds(records), ({ name }) => name)]
  return holds.map(([member, hold]) => ({ ...hold, firstSeenAt: firstSeenTimes.get(member) ?? null }))
}

function loadFees(db: ReadableDb, records: ContainerRecords): Fee[] {
  const firstSeenTimes = loadFirstSeenTimes(db, records.container.id, 'fees_at_pod_terminal')
  const fees = [...indexByMember(readReportedFees(records), ({ type }) => type)]
  return fees.map(([member, fee]) => ({ ...fee, firstSeenAt: firstSeenTimes.get(member) ?? null }))
}

/** `provided_data` of the terminal: a terminal that does not publish holds is not one without holds. */
function readTerminalReports({ podTerminal, pickupFacility }: ContainerRecords): ContainerDetail['terminalReports'] {
  const provided = record((pickupFacility ?? podTerminal)?.attributes ?? {}, 'provided_data')
  return { holds: boolean(provided, 'holds_at_pod_terminal'), fees: boolean(provided, 'fees_at_pod_terminal') }
}
