// Answers to the calls about alerts: the alert center, the user's decisions, and the rules.
import { AppError } from '#contract/errors.ts'
import type { EngineContract, HandlersOf } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { listsAsOf } from '../mirror/containers/store.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Lists } from '../table/lists.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import type { Delivery } from './delivery.ts'
import { applyChange } from './rules.ts'
import {
  loadAlertsOfContainer,
  alertsOfPopUp,
  containersOfPopUp,
  countAlerts,
  loadAlerts,
  loadAllQuieted,
  loadQuieted,
  loadRules,
  loadShowing,
  loadNewestTime,
  orderAlerts,
  loadPopUpOutcome,
  saveDone,
  saveMute,
  saveOutcome,
  saveRead,
  saveUnread,
  saveRules,
  saveSnooze,
  summarize,
} from './store.ts'

const HOUR_MS = 3_600_000

type AlertsDeps = { db: ReadableDb; write: Write; lists: Lists; now: () => string; delivery: Delivery }

export function alertHandlers(deps: AlertsDeps): HandlersOf<'alerts'> {
  const { db, lists, now, delivery } = deps
  return {
    'alerts.list': ({ filter, ...request }) => {
      const { page, ids, order } = lists.open(request, ['alerts', filter], () => orderAlerts(db, filter, now()))
      return {
        ...page,
        rows: loadAlerts(db, ids, now()),
        outOf: countAlerts(db),
        asOf: listsAsOf(db),
        newestAt: page.offset === 0 ? loadNewestTime(db, order) : null,
      }
    },
    'alerts.get': ({ id }) => {
      const [alert] = loadAlerts(db, [id], now())
      if (!alert) throw new AppError('alerts/unknown', { id })
      return alert
    },
    'alerts.summary': () => ({ ...summarize(db, now()), quietUntil: delivery.quietUntil() }),
    'alerts.ofContainer': ({ id }) => ({ alerts: loadAlertsOfContainer(db, id, now()), ...loadQuieted(db, id, now()) }),
    'alerts.quieted': () => loadAllQuieted(db, now()),
    'alerts.popUps': () => loadShowing(db, now()),
    'alerts.ofPopUp': ({ id }) => alertsOfPopUp(db, id),
    'alerts.popUp': ({ id }) => loadPopUpOutcome(db, id),
    'alerts.getRules': () => loadRules(db),
    'alerts.seeing': ({ containerIds }) => delivery.seeing(containerIds),
    'alerts.test': () => ({ popUpId: delivery.test() }),
    ...commandHandlers(deps),
  }
}

type Saving =
  'changeRules' | 'markRead' | 'undoRead' | 'markDone' | 'undoDone' | 'snooze' | 'snoozePopUp' | 'mute' | 'report'

/** Commands that store a decision of the user. */
function commandHandlers(deps: AlertsDeps): Pick<Handlers<EngineContract>, `alerts.${Saving}`> {
  const { now } = deps
  const save = createSave(deps)
  return {
    'alerts.changeRules': (change) => save((w) => saveRules(w, applyChange(loadRules(w), change))),
    'alerts.markRead': (read) => {
      const at = now()
      save((w) => saveRead(w, read, at))
      return { at }
    },
    'alerts.undoRead': ({ at }) => save((w) => saveUnread(w, at)),
    'alerts.markDone': ({ ids }) => save((w) => saveDone(w, ids, now())),
    'alerts.undoDone': ({ ids }) => save((w) => saveDone(w, ids, null)),
    'alerts.snooze': ({ containerIds, until }) => save((w) => saveSnooze(w, containerIds, until)),
    'alerts.snoozePopUp': ({ id, hours }) => {
      const until = instantOf((instantMs(now()) ?? 0) + hours * HOUR_MS)
      save((w) => saveSnooze(w, containersOfPopUp(w, id), until))
    },
    'alerts.mute': ({ containerIds, isMuted }) => save((w) => saveMute(w, containerIds, isMuted ? now() : null)),
    'alerts.report': (report) => save((w) => saveOutcome(w, report, now())),
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
