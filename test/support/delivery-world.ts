// Runs the delivery of alerts without the rest of the engine, on a database in memory and with a stopped clock. Tests
// insert alert rows, and the program can end after any step.
import { onTestFinished } from 'vitest'
import type { Alert, PopUp, PopUpOutcome } from '#contract/alerts.ts'
import { type Delivery, startDelivery } from '#engine/alerts/delivery.ts'
import { loadAlerts, orderAlerts, savePopUpOutcome, summarize } from '#engine/alerts/store.ts'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { type WritableDb, openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import { type AlertRow, insertAlert } from './alert-rows.ts'
import { createFakeClock } from './fake-clock.ts'
import { observeQueries } from './observed-db.ts'

/** Noon on a Wednesday in Los Angeles. */
export const NOON = '2026-11-18T20:00:00.000Z'
export const DELIVERY_WAIT_MS = 3_000

class ProgramEnded extends Error {}

export type DeliveryWorld = ReturnType<typeof startDeliveryWorld>

/**
 * `isFirst`: no pop-up was ever shown on this computer. `isUnevaluated`: in this run, no list was read and no alert was
 * evaluated yet.
 */
export function startDeliveryWorld({ start = NOON, isFirst = false, isUnevaluated = false } = {}) {
  const connection = openConnection(':memory:', momentSetup)
  const clock = createFakeClock(Date.parse(start))
  const write = createWrite(connection)
  const { db } = connection
  const raised: PopUp[] = []
  const withdrawn: string[] = []
  const warnings: unknown[] = []
  /** The program time of the last evaluation. */
  let checkedMono = isUnevaluated ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  let isLocked = false
  /** The step after which the program ends. */
  let endStep: 'write' | 'raise' | null = null
  let delivery: Delivery | null = null
  let idCount = 0
  let queueReads = 0
  const countingDb = observeQueries(db, (sql) => {
    if (sql.includes('LEFT JOIN quieted')) queueReads++
  })
  const now = () => new Date(clock.wall()).toISOString()
  const startRun = () => {
    delivery = startDelivery({
      db: countingDb,
      write: (work) => {
        const value = write(work)
        if (endStep === 'write') throw new ProgramEnded()
        return value
      },
      clock,
      nowMs: () => clock.wall(),
      getLastCheckMono: () => checkedMono,
      isOnline: isUnevaluated,
      isLocked: () => isLocked,
      raise: (popUp) => {
        raised.push(popUp)
        if (endStep === 'raise') throw new ProgramEnded()
      },
      withdraw: (popUpIds) => withdrawn.push(...popUpIds),
      newId: () => `test-${++idCount}`,
      log: (...record) => warnings.push(record),
    })
  }
  write((db) => {
    db.run(`INSERT INTO setting (key, value) VALUES ('homeZone', '"America/Los_Angeles"')`)
    if (!isFirst)
      db.run(
        `INSERT INTO popup (id, shape, state, created_at) VALUES ('long ago', 'group', 'SHOWN', '2026-01-01T00:00:00.000Z')`,
      )
  })
  startRun()
  onTestFinished(() => {
    delivery?.stop()
    connection.close()
    if (clock.countTimers() > 0) throw new Error('delivery left a timer behind')
  })
  return {
    db,
    clock,
    write,
    raised,
    withdrawn,
    warnings,
    /** Returns how often the delivery read all waiting alerts. */
    countQueueReads: () => queueReads,
    now,
    delivery: () => delivery!,
    lock: () => {
      isLocked = true
    },
    /** Reports the end of a complete evaluation. */
    completeEvaluation: async () => {
      checkedMono = clock.mono()
      delivery?.wake()
      await clock.advance(DELIVERY_WAIT_MS)
    },
    completeSweep: () =>
      write((db) => {
        db.run(
          `INSERT INTO sweep (kind, started_at, ended_at, state) VALUES ('containers', ?, ?, 'COMPLETE')`,
          now(),
          now(),
        )
      }),
    endProgramAfter: (step: typeof endStep) => {
      endStep = step
    },
    /** Ends the program and starts it again after this time. */
    restart: async (afterMs = 0) => {
      delivery?.stop()
      await clock.advance(afterMs)
      endStep = null
      startRun()
      await clock.advance(DELIVERY_WAIT_MS)
    },
    addAlerts: async (...rows: (Partial<AlertRow> & Pick<AlertRow, 'key' | 'facts'>)[]) => {
      write((db) => {
        for (const row of rows) insertAlert(db, now(), row)
      })
      delivery?.wake()
      await clock.advance(DELIVERY_WAIT_MS)
    },
    change: async (work: (db: WritableDb) => void) => {
      write(work)
      delivery?.wake()
      await clock.advance(DELIVERY_WAIT_MS)
    },
    report: async (id: string, outcome: Exclude<PopUpOutcome, 'unseen'>, reason: string | null = null) => {
      write((db) => savePopUpOutcome(db, { id, outcome, reason }, now()))
      delivery?.wake()
      await clock.advance(DELIVERY_WAIT_MS)
    },
    listStates: () =>
      Object.fromEntries(
        loadAlerts(db, orderAlerts(db, { scope: 'all' }, Date.parse(now())), now()).map(
          ({ id, state }): [string, Alert['state']] => [id, state],
        ),
      ),
    lastPopUp: () => summarize(db, now()).lastPopUp,
    unreadCount: () => summarize(db, now()).unread,
  }
}

/** Returns the ids of the alerts in a pop-up, separated by spaces. */
export const formatAlertIds = ({ alerts }: PopUp) => alerts.map(({ id }) => id).join(' ')
