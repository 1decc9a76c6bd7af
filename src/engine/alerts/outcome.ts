// Computes and stores the results for a few records: reads both files, applies the rules, and writes to state.db in one
// transaction. A result that was not written is found again, because its episode was not updated either.
import type { AlertFacts } from '#contract/alerts.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { daysBetween, instantOf } from '../outside/calendar.ts'
import {
  type ContainerAlert,
  type NewAlert,
  type RevivedAlert,
  type Subject,
  inhibitAlerts,
  restoreAlerts,
  insertAlert,
  loadContainerAlerts,
  loadEpisodes,
  reviveAlert,
  saveEpisode,
  setState,
  withdrawAlerts,
} from './episode-store.ts'
import {
  type Episodes,
  type Findings,
  type News,
  createBaseline,
  listHistoryFields,
  hasBaseline,
  createFindings,
  compareContainer,
  createDateNews,
} from './episodes.ts'
import { type Document, compareArrival, compareDocument, compareRequest } from './outcomes.ts'
import { kindTraits } from './kinds.ts'
import { listReplacedKeys } from './replaced.ts'
import { listRestoredKeys } from './restored.ts'
import {
  type LoadedContainer,
  isPickedUp,
  loadLastChangeAt,
  loadContainers,
  loadRequests,
  loadShipments,
  summarizeState,
} from './records.ts'
import { type Step, type StepPlan, type StepRules, planSteps, computeSteps, getTodayAt } from './steps.ts'

export type Context = {
  nowMs: number
  now: string
  rules: StepRules
  /** Records created after this time are news, even if the engine reads them for the first time. */
  since: string
  /** Since when the program runs and the computer is awake. */
  awakeSinceMs: number
}

/** The result for one record. `recordId`: the key of its episodes, which can differ from its id in the list. */
export type Outcome = { subject: Subject; recordId: string; findings: Findings; steps: StepOutcome | null }

/** `inhibit`: also alerts about other facts that newer ones replace. */
type StepOutcome = Pick<StepPlan, 'silence' | 'inhibit' | 'cancel'> & { insert: NewAlert[]; revive: RevivedAlert[] }

/** A step counts as late if it was due this long before the program ran. */
const LATE_MS = 10 * 60_000
const NO_EPISODES: Episodes = new Map()

/** Computes the results for these containers. `nextMs`: when the next step of one of them is due. */
export function computeContainerOutcomes(
  db: ReadableDb,
  ids: readonly string[],
  context: Context,
): { outcomes: Outcome[]; nextMs: number } {
  const episodes = loadEpisodes(db, 'container', ids)
  const alerts = loadContainerAlerts(db, ids)
  let nextMs = Number.POSITIVE_INFINITY
  const outcomes = loadContainers(db, ids, context.nowMs).map((loaded) => {
    const containerEpisodes = episodes.get(loaded.container.id) ?? NO_EPISODES
    const changedAt = loadChangeTimes(db, loaded.container.id, containerEpisodes)
    const { outcome, nextMs: nextStepMs } = computeContainerOutcome(
      loaded,
      { episodes: containerEpisodes, alerts: alerts.get(loaded.container.id) ?? [], changedAt },
      context,
    )
    nextMs = Math.min(nextMs, nextStepMs ?? Number.POSITIVE_INFINITY)
    return outcome
  })
  return { outcomes, nextMs }
}

/** The times of the last changes, by episode name. Runs no query unless a removed value waits for confirmation. */
function loadChangeTimes(db: ReadableDb, id: string, episodes: Episodes): Map<string, string> {
  const changedAt = new Map<string, string>()
  for (const episode of episodes.values()) {
    const fields = listHistoryFields(episode)
    const lastChange = fields.length === 0 ? null : loadLastChangeAt(db, id, fields)
    if (lastChange !== null) changedAt.set(episode.name, lastChange)
  }
  return changedAt
}

type Stored = { episodes: Episodes; alerts: readonly ContainerAlert[]; changedAt: ReadonlyMap<string, string> }

function computeContainerOutcome(
  loaded: LoadedContainer,
  { episodes, alerts, changedAt }: Stored,
  context: Context,
): { outcome: Outcome; nextMs: number | null } {
  const {
    row: { ages, lastFreeDay },
    container,
    subject,
    needsNoAlert,
  } = loaded
  const { nowMs, now, rules } = context
  const outcome = { subject, recordId: container.id, findings: createFindings(), steps: null }
  const stepRows = alerts.filter(({ kind }) => kindTraits[kind].fact === 'step')
  const planInput = {
    containerId: container.id,
    nowMs,
    getDay: (ms: number) => getTodayAt(lastFreeDay.zone, rules, ms),
  }
  if (needsNoAlert) {
    const plan = planSteps({ ...planInput, date: null, due: [] }, stepRows)
    // A container that is gone but was not picked up may come back, so only its alerts that were not shown are
    // withdrawn.
    const endedKeys = alerts
      .filter((alert) => isValid(alert) && !alert.isDone && kindTraits[alert.kind].endsWithPickup)
      .filter(({ state }) => state === 'PENDING' || isPickedUp(loaded.row))
      .map(({ key }) => key)
    const steps = createStepOutcome(loaded, addReplaced(plan, alerts.filter(isValid), []), false, context)
    return { outcome: { ...outcome, findings: { ...createFindings(), withdraw: endedKeys }, steps }, nextMs: null }
  }
  const hadBaseline = hasBaseline(episodes)
  const findings = hadBaseline
    ? compareContainer(container, episodes, { now, readAt: ages.service, checkedAt: ages.terminal, changedAt })
    : { ...createFindings(), episodes: createBaseline(container) }
  const restoredAlertKeys = listRestoredKeys(container.id, episodes, alerts, findings)
  findings.trueAgain.push(...restoredAlertKeys)
  const validAlerts = alerts.filter((alert) => isValid(alert) || restoredAlertKeys.includes(alert.key))
  findings.news = findings.news.map((news) => restartFromUnseenDate(container, news, validAlerts))
  const { date, zone } = lastFreeDay
  const { due, nextMs } =
    date === null
      ? { due: [], nextMs: null }
      : computeSteps({ date, zone, isRunning: lastFreeDay.clock === 'running' }, rules, nowMs)
  const plan = planSteps({ ...planInput, date, due, isNew: !hadBaseline }, stepRows)
  const steps = createStepOutcome(loaded, addReplaced(plan, validAlerts, findings.news), hadBaseline, context)
  return { outcome: { ...outcome, findings, steps }, nextMs }
}

/**
 * A change of the date that replaces an alert which the user has not seen begins at the date the user knows. A change
 * back to that date begins at the date in between.
 */
function restartFromUnseenDate(
  container: LoadedContainer['container'],
  news: News,
  validAlerts: readonly ContainerAlert[],
): News {
  const { facts } = news
  // An earlier version may have left several open. The oldest has the date that the user knows.
  const [unseen] = validAlerts
    .filter((alert) => !alert.isDone && alert.unseenBefore !== null && isDateKey(alert.key))
    .toSorted((one, other) => getIncident(one.key) - getIncident(other.key))
  const before = unseen?.unseenBefore ?? null
  if (before === null) return news
  if (facts.kind === 'lfd-withdrawn') return { ...news, facts: { ...facts, before } }
  if ((facts.kind !== 'lfd-earlier' && facts.kind !== 'lfd-later') || facts.after === before) return news
  return createDateNews(container, before, facts.after, getIncident(news.key))
}

const isDateKey = (key: string) => key.startsWith('lfdchg:')
const getIncident = (key: string) => Number(key.split(':').at(-1))

/** Compares all valid alerts, not only the new ones: an earlier version may have left several open about one fact. */
function addReplaced(plan: StepPlan, validAlerts: readonly ContainerAlert[], news: Findings['news']): StepPlan {
  return { ...plan, inhibit: [...plan.inhibit, ...listReplacedKeys(validAlerts, news)] }
}

/** Whether the alert is neither withdrawn nor replaced. The user may have closed it. */
const isValid = ({ state }: ContainerAlert): boolean => state !== 'INHIBITED' && state !== 'CANCELLED'

function createStepOutcome(
  loaded: LoadedContainer,
  plan: StepPlan,
  wasKnown: boolean,
  { nowMs, awakeSinceMs }: Context,
): StepOutcome | null {
  const { insert, revive, silence, inhibit, cancel } = plan
  if ([insert, revive, silence, inhibit, cancel].every(({ length }) => length === 0)) return null
  const createAlert = ({ key, step }: { key: string; step: Step }) => ({
    ...createStepNews(loaded, step, nowMs),
    key,
    dueAt: instantOf(step.dueMs),
    // The engine was not running. A container that was unknown then could not have caused an alert.
    isLate: wasKnown && step.dueMs + LATE_MS < awakeSinceMs,
  })
  return {
    insert: insert.map((planned) => ({ ...createAlert(planned), state: planned.state })),
    revive: revive.map((planned) => ({ ...createAlert(planned), state: planned.state })),
    silence,
    inhibit,
    cancel,
  }
}

function createStepNews({ row, container }: LoadedContainer, { kind }: Step, nowMs: number) {
  const { date } = row.lastFreeDay
  const daysLeft = daysBetween(container.today, date ?? instantOf(nowMs).slice(0, 10))
  const { isReady } = container
  const facts: AlertFacts = { kind, date: date ?? '', daysLeft, ...summarizeState(row) }
  return { kind, severity: kind !== 'lfd-soon' ? 1 : daysLeft <= 1 || !isReady ? 2 : 3, field: null, facts }
}

export function computeShipmentOutcomes(db: ReadableDb, ids: readonly string[], { now }: Context): Outcome[] {
  const episodes = loadEpisodes(db, 'shipment', ids)
  return loadShipments(db, ids, now).map(({ shipment, subject }) => ({
    subject,
    recordId: shipment.id,
    findings: compareArrival(shipment, episodes.get(shipment.id)?.get('eta')),
    steps: null,
  }))
}

export function computeRequestOutcomes(db: ReadableDb, ids: readonly string[], { since }: Context): Outcome[] {
  const episodes = loadEpisodes(db, 'request', ids)
  return loadRequests(db, ids).map(({ request, subject }) => ({
    subject,
    recordId: request.id,
    findings: compareRequest(request, episodes.get(request.id)?.get('status'), since),
    steps: null,
  }))
}

export type LoadedDocument = Document & { fileName: string }

export function computeDocumentOutcomes(
  db: ReadableDb,
  documents: readonly LoadedDocument[],
  { since }: Context,
): Outcome[] {
  const episodes = loadEpisodes(
    db,
    'document',
    documents.map(({ id }) => id),
  )
  return documents.map(({ fileName, ...document }) => ({
    subject: { object: 'document', id: document.id, number: fileName, place: null, zone: null, masterBill: null },
    recordId: document.id,
    findings: compareDocument(document, episodes.get(document.id)?.get('outcome'), since),
    steps: null,
  }))
}

export function isEmptyOutcome({ findings, steps }: Outcome): boolean {
  return (
    steps === null &&
    findings.episodes.length +
      findings.news.length +
      findings.withdrawUnshown.length +
      findings.withdraw.length +
      findings.trueAgain.length ===
      0
  )
}

/** Returns whether the alert centre changed. */
export function saveOutcome(db: WritableDb, { subject, recordId, findings, steps }: Outcome, now: string): boolean {
  for (const episode of findings.episodes) saveEpisode(db, subject.object, recordId, episode)
  const news: NewAlert[] = findings.news.map((item) => ({ ...item, state: 'PENDING', dueAt: now, isLate: false }))
  // Withdraws before it raises: an alert raised now may have the key that an earlier step withdraws.
  let isChanged = withdrawAlerts(db, findings.withdrawUnshown, 'unshown')
  isChanged = withdrawAlerts(db, findings.withdraw, 'all') || isChanged
  isChanged = restoreAlerts(db, findings.trueAgain) || isChanged
  for (const alert of [...news, ...(steps?.insert ?? [])]) isChanged = insertAlert(db, subject, alert, now) || isChanged
  if (steps === null) return isChanged
  setState(db, steps.cancel, 'CANCELLED')
  setState(db, steps.silence, 'SILENT')
  inhibitAlerts(db, steps.inhibit)
  for (const alert of steps.revive) reviveAlert(db, alert, now)
  return true
}
