// The evaluator when a write fails, when records are older than the evaluator, and when the time is not confirmed.
import { expect, onTestFinished, test } from 'vitest'
import { saveMeta } from '#engine/db/meta.ts'
import { startEvaluator } from '#engine/alerts/evaluator.ts'
import { changedSetup } from '#engine/alerts/changed.ts'
import { saveRules } from '#engine/alerts/store.ts'
import { createPresetRules } from '#engine/alerts/rules.ts'
import { momentSetup, setMoment } from '#engine/mirror/containers/moment.ts'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import { loadOutcomes } from '#engine/documents/rows.ts'
import { applyRecords } from '#engine/mirror/apply.ts'
import { projectContainers } from '#engine/mirror/containers/store.ts'
import { markGone } from '#engine/mirror/records.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { container } from '#support/mirror.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A minute before the day starts in Los Angeles. */
const START = '2026-11-20T15:59:00.000Z'

function setUp() {
  const connection = openConnection(':memory:', momentSetup + changedSetup)
  const clock = createFakeClock(Date.parse(START))
  const write = createWrite(connection)
  const { db } = connection
  const now = () => new Date(clock.wall()).toISOString()
  let isDiskFull = false
  let hasServerTime = true
  let evaluator: ReturnType<typeof startEvaluator> | null = null
  let evaluations = 0
  write((db) => {
    setMoment(db, Date.parse(START), { tomorrow: 1, soon: 3, week: 7 })
    saveMeta(db, 'main', 'alerts_since', '2026-11-01T00:00:00.000Z')
    db.run(`INSERT INTO setting (key, value) VALUES ('homeZone', '"America/Los_Angeles"')`)
    db.run(
      `INSERT INTO sweep (kind, started_at, ended_at, state) VALUES ('containers', ?, ?, 'COMPLETE')`,
      START,
      START,
    )
    saveRules(db, createPresetRules('standard'))
  })
  onTestFinished(async () => {
    await evaluator?.stop()
    connection.close()
  })
  const advanceMinutes = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await clock.advance(MINUTE)
      evaluator?.onMinute()
      await clock.advance(0)
    }
  }
  return {
    db,
    clock,
    write,
    advanceMinutes,
    evaluations: () => evaluations,
    evaluator: () => evaluator!,
    setDiskFull: (isFull: boolean) => {
      isDiskFull = isFull
    },
    loseServerTime: () => {
      hasServerTime = false
    },
    start: async () => {
      evaluator = startEvaluator({
        clock,
        db,
        write: (work) => {
          if (isDiskFull) throw new Error('the disk is full')
          return write(work)
        },
        trusted: { nowMs: () => clock.wall(), skewS: () => (hasServerTime ? 0 : null) },
        log: () => undefined,
        isOnline: true,
        loadDocuments: (ids) => loadOutcomes(db, ids, now()),
        onAlerts: () => {
          evaluations++
        },
      })
      await clock.advance(0)
    },
    keys: () => db.all<{ key: string }>('SELECT key FROM alert ORDER BY key').map(({ key }) => key),
  }
}

test('an alert that could not be written is written as soon as the disk has space, not an hour later', async () => {
  const { start, setDiskFull, advanceMinutes, keys, write } = setUp()
  write((db, announce) => {
    applyRecords(
      db,
      announce,
      {
        data: [container('c', 'ABCU1234567', null, { import_deadlines: { pickup_lfd_terminal: '2026-11-22' } })],
        included: [],
      },
      { requestSeq: 1, readAt: START, sweepId: null },
    )
  })
  await start()
  expect(keys()).toEqual([])
  setDiskFull(true)
  await advanceMinutes(2)
  setDiskFull(false)
  await advanceMinutes(1)
  expect(keys()).toEqual(['lfd:c:2026-11-22:T2'])
})

test('a file that was refused before the first evaluation raises an alert', async () => {
  const { start, keys, write } = setUp()
  const sighting = `INSERT INTO sighting (id, folder_id, path, ident, size, mtime_ns, first_seen_at, state, error) VALUES (?, 'f', ?, ?, 1, '1', ?, ?, ?)`
  write((db) => {
    db.run(
      sighting,
      1,
      '/in/a.zip',
      'a',
      '2026-11-20T15:58:00.000Z',
      'IGNORED',
      '{"code":"documents/type-not-taken","details":{}}',
    )
    db.run(sighting, 2, '/in/b.pdf', 'b', '2026-11-20T15:58:00.000Z', 'WAITING', null)
    db.run(
      sighting,
      3,
      '/in/c.zip',
      'c',
      '2026-10-20T15:58:00.000Z',
      'IGNORED',
      '{"code":"documents/type-not-taken","details":{}}',
    )
  })
  await start()
  expect(keys()).toEqual(['doc:f1:document-failed:1'])
})

test('no alert is deleted by a clock that the service has not confirmed', async () => {
  const { start, advanceMinutes, keys, write, loseServerTime, clock } = setUp()
  write((db) => {
    db.run(
      `INSERT INTO alert (key, kind, severity, object, object_id, number, facts, state, due_at, raised_at, is_late) VALUES ('old', 'ready', 3, 'shipment', 's', 'N', '{}', 'SHOWN', ?, ?, 0)`,
      START,
      START,
    )
  })
  clock.setWall(Date.parse(START) + 365 * 24 * HOUR)
  loseServerTime()
  await start()
  await advanceMinutes(70)
  expect(keys()).toContain('old')
})

test('an old alert is deleted within about an hour if the time is confirmed', async () => {
  const { start, advanceMinutes, keys, write } = setUp()
  const raisedAt = '2026-06-01T00:00:00.000Z'
  write((db) => {
    db.run(
      `INSERT INTO alert (key, kind, severity, object, object_id, number, facts, state, due_at, raised_at, is_late) VALUES ('old', 'ready', 3, 'shipment', 's', 'N', '{}', 'SHOWN', ?, ?, 0)`,
      raisedAt,
      raisedAt,
    )
  })
  await start()
  expect(keys()).toContain('old')
  await advanceMinutes(62)
  expect(keys()).not.toContain('old')
})

test('the start of the last complete evaluation is reported, also after a sleep', async () => {
  const { start, advanceMinutes, evaluations, evaluator, loseServerTime, clock } = setUp()
  loseServerTime()
  await start()
  expect([evaluator().getLastCheckMono(), evaluations()]).toEqual([Number.NEGATIVE_INFINITY, 0])
  await advanceMinutes(3)
  expect([evaluator().getLastCheckMono(), evaluations()]).toEqual([2 * MINUTE, 1])
  const resumedMono = clock.mono()
  evaluator().resume()
  await advanceMinutes(1)
  expect(evaluator().getLastCheckMono()).toBe(resumedMono + MINUTE)
})

/** Starts an evaluator with one container. `read` stores a new answer of the service for it, and evaluates. */
async function startWithContainer() {
  const { start, advanceMinutes, write, db } = setUp()
  let requestSeq = 0
  const read = async (
    lastFreeDay: string,
    { isGone = false, pickedUpAt = null as string | null, isReady = false } = {},
  ) => {
    write((db, announce) => {
      const attributes = {
        import_deadlines: { pickup_lfd_terminal: lastFreeDay },
        pod_full_out_at: pickedUpAt,
        available_for_pickup: isReady,
        availability_known: true,
      }
      const data = [container('c', 'ABCU1234567', null, attributes)]
      applyRecords(db, announce, { data, included: [] }, { requestSeq: ++requestSeq, readAt: START, sweepId: null })
      if (isGone) {
        markGone(db, 'container', 'c', START)
        projectContainers(db, ['c'])
      }
    })
    await advanceMinutes(1)
  }
  await read('2026-12-05')
  await start()
  const alerts = () => db.all<{ key: string; state: string }>('SELECT key, state FROM alert ORDER BY key')
  const loadFormerValue = (key: string) =>
    db.column<string>(`SELECT facts ->> 'before' FROM alert WHERE key = ?`, key)[0]
  return { read, write, alerts, loadFormerValue }
}

test.each([
  { title: 'stays while its container is only gone', pickedUpAt: null, state: 'SHOWN' },
  {
    title: 'closes when its container is picked up and is gone at the same time',
    pickedUpAt: START,
    state: 'CANCELLED',
  },
])('an alert that was shown $title', async ({ pickedUpAt, state }) => {
  const { read, write, alerts } = await startWithContainer()
  await read('2026-12-02')
  write((db) => db.run(`UPDATE alert SET state = 'SHOWN' WHERE key = 'lfdchg:c:1'`))
  await read('2026-12-02', { pickedUpAt, isGone: true })
  expect(alerts()).toEqual([{ key: 'lfdchg:c:1', state }])
})

test('alerts that were not shown are withdrawn while their container is gone, and are pending again when it is back', async () => {
  const { read, alerts } = await startWithContainer()
  const keys = ['avail:c:1', 'lfdchg:c:1']
  await read('2026-12-02', { isReady: true })
  expect(alerts()).toEqual(keys.map((key) => ({ key, state: 'PENDING' })))
  await read('2026-12-02', { isReady: true, isGone: true })
  expect(alerts()).toEqual(keys.map((key) => ({ key, state: 'CANCELLED' })))
  await read('2026-12-02', { isReady: true })
  expect(alerts()).toEqual(keys.map((key) => ({ key, state: 'PENDING' })))
})

test('a container that was gone and is back with another date has one alert, which begins at the date the user knows', async () => {
  const { read, alerts, loadFormerValue } = await startWithContainer()
  await read('2026-12-02')
  await read('2026-12-02', { isGone: true })
  await read('2026-12-03')
  expect(alerts()).toEqual([
    { key: 'lfdchg:c:1', state: 'INHIBITED' },
    { key: 'lfdchg:c:2', state: 'PENDING' },
  ])
  expect(loadFormerValue('lfdchg:c:2')).toBe('2026-12-05')
})

test('an alert whose fact has ended stays withdrawn when its container is back', async () => {
  const { read, alerts } = await startWithContainer()
  await read('2026-12-05', { isReady: true })
  await read('2026-12-05', { isReady: true, isGone: true })
  await read('2026-12-05')
  expect(alerts()).toEqual([{ key: 'avail:c:1', state: 'CANCELLED' }])
})

test('an alert that the user has read does not wait for a pop-up again', async () => {
  const { read, write, alerts } = await startWithContainer()
  await read('2026-12-02')
  write((db) => db.run(`UPDATE alert SET read_at = ? WHERE key = 'lfdchg:c:1'`, START))
  await read('2026-12-02', { isGone: true })
  await read('2026-12-02')
  expect(alerts()).toEqual([{ key: 'lfdchg:c:1', state: 'SHOWN' }])
})
