// Answers to the calls about alerts: the alert centre, the user's decisions, and the rules.
import type { Alert } from '#contract/alerts.ts'
import { AppError } from '#contract/errors.ts'
import type { EngineContract, HandlersOf } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { listsAsOf } from '../mirror/containers/store.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Lists } from '../table/lists.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import type { Delivery } from './delivery.ts'
import { addPresentState, listDaysAhead, loadPresentPopUps } from './present.ts'
import { applyChange } from './rules.ts'
import {
  loadAlertsOfContainer,
  listAlertsOfPopUp,
  listContainersOfPopUp,
  countAlerts,
  loadAlerts,
  loadAllQuieted,
  loadQuieted,
  loadQuietedOf,
  loadRules,
  loadNewestTime,
  orderAlerts,
  loadPopUpOutcome,
  saveDone,
  saveMute,
  savePopUpOutcome,
  saveRead,
  saveUnread,
  saveRules,
  saveSnooze,
  summarize,
} from './store.ts'

const HOUR_MS = 3_600_000

type AlertsDeps = {
  db: ReadableDb
  write: Write
  lists: Lists
  now: () => string
  delivery: Delivery
  /** The containers that need a decision, in the order of Today. */
  loadDecisions: () => Promise<string[]>
}

export function alertHandlers(deps: AlertsDeps): HandlersOf<'alerts'> {
  const { db, lists, now, delivery, loadDecisions } = deps
  const loadPresent = (alerts: readonly Alert[]) => addPresentState(db, alerts, instantMs(now()) ?? 0)
  return {
    'alerts.list': async ({ filter, ...request }) => {
      const { page, ids, order } = await lists.open(request, ['alerts', filter], async () =>
        orderAlerts(db, filter, instantMs(now()) ?? 0, filter.scope === 'open' ? await loadDecisions() : []),
      )
      return {
        ...page,
        rows: loadPresent(loadAlerts(db, ids, now())),
        outOf: countAlerts(db),
        asOf: listsAsOf(db),
        newestAt: page.offset === 0 ? loadNewestTime(db, order) : null,
      }
    },
    'alerts.get': ({ id }) => {
      const [alert] = loadPresent(loadAlerts(db, [id], now()))
      if (!alert) throw new AppError('alerts/unknown', { id })
      return alert
    },
    'alerts.summary': () => ({ ...summarize(db, now()), quietUntil: delivery.getQuietUntil() }),
    'alerts.ofContainer': ({ id }) => ({
      alerts: loadPresent(loadAlertsOfContainer(db, id, now())),
      ...loadQuieted(db, id, now()),
    }),
    'alerts.quietedOf': ({ containerIds }) => loadQuietedOf(db, containerIds, now()),
    'alerts.quieted': () => loadAllQuieted(db, now()),
    'alerts.daysAhead': ({ containerIds }) => listDaysAhead(db, containerIds, instantMs(now()) ?? 0),
    'alerts.popUps': () => loadPresentPopUps(db, now()),
    'alerts.ofPopUp': ({ id }) => listAlertsOfPopUp(db, id),
    'alerts.popUp': ({ id }) => loadPopUpOutcome(db, id),
    'alerts.getRules': () => loadRules(db),
    'alerts.seeing': ({ containerIds }) => delivery.markSeen(containerIds),
    'alerts.test': () => ({ popUpId: delivery.showTest() }),
    ...createCommandHandlers(deps),
  }
}

type CommandName =
  'changeRules' | 'markRead' | 'undoRead' | 'markDone' | 'undoDone' | 'snooze' | 'snoozePopUp' | 'mute' | 'report'

/** Commands that store a decision of the user. */
function createCommandHandlers(deps: AlertsDeps): Pick<Handlers<EngineContract>, `alerts.${CommandName}`> {
  const { now } = deps
  const save = createSave(deps)
  return {
    'alerts.changeRules': (change) => save((db) => saveRules(db, applyChange(loadRules(db), change))),
    'alerts.markRead': (read) => {
      const at = now()
      save((db) => saveRead(db, read, at))
      return { at }
    },
    'alerts.undoRead': ({ at }) => save((db) => saveUnread(db, at)),
    'alerts.markDone': ({ ids }) => save((db) => saveDone(db, ids, now())),
    'alerts.undoDone': ({ ids }) => save((db) => saveDone(db, ids, null)),
    'alerts.snooze': ({ containerIds, until }) => save((db) => saveSnooze(db, containerIds, until)),
    'alerts.snoozePopUp': ({ id, hours }) => {
      const until = instantOf((instantMs(now()) ?? 0) + hours * HOUR_MS)
      save((db) => saveSnooze(db, listContainersOfPopUp(db, id), until))
    },
    'alerts.mute': ({ containerIds, isMuted }) => save((db) => saveMute(db, containerIds, isMuted ? now() : null)),
    'alerts.report': (report) => save((db) => savePopUpOutcome(db, report, now())),
  }
}

/** A decision takes effect at once: waiting alerts are checked again. */
function createSave({ write, delivery }: AlertsDeps): (work: (db: WritableDb) => void) => void {
  return (work) => {
    write((db, announce) => {
      work(db)
      announce('alerts')
    })
    delivery.wake()
  }
}
