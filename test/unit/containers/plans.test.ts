// Nine of ten containers ever read have long been returned: lists and counts must not look at them. Asserted by plan.
import { afterEach, expect, test } from 'vitest'
import { orderContainers } from '#engine/containers/list.ts'
import { momentSetup, sqlFunctions } from '#engine/containers/moment.ts'
import { countEach, countNotAssessed, loadSummary } from '#engine/containers/store.ts'
import { type Connection, type ReadableDb, type SqlValue, openConnection } from '#engine/db/open.ts'

const open: Connection[] = []
afterEach(() => {
  for (const connection of open.splice(0)) connection.close()
})

test.each<[string, (db: ReadableDb) => unknown]>([
  ['the board, sorted by risk', (db) => orderContainers(db, { scope: 'board' }, [{ column: 'risk', direction: 'asc' }])],
  ['what needs a decision', (db) => orderContainers(db, { scope: 'open', risks: [] }, [])],
  ['the counts of the morning', (db) => countEach(db, [{ scope: 'open', hasNewHold: true }, { scope: 'board', bands: ['past'] }])],
  ['what could not be assessed', countNotAssessed],
  ['the summary', loadSummary],
])('%s: read by the index of what is open, and what was seen by its key', (_name, work) => {
  const connection = openConnection(':memory:', { functions: sqlFunctions, setup: momentSetup })
  open.push(connection)
  const steps: string[] = []
  const explain = (sql: string, values: SqlValue[]) => {
    steps.push(...connection.raw.prepare<SqlValue[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values).map(({ detail }) => detail))
  }
  work({
    all: (sql: string, ...values: SqlValue[]) => {
      explain(sql, values)
      return connection.db.all(sql, ...values)
    },
    get: (sql: string, ...values: SqlValue[]) => {
      explain(sql, values)
      return connection.db.get(sql, ...values)
    },
  } as ReadableDb)
  expect(steps.filter((step) => / c( |$)/.test(step))).toEqual(['SEARCH c USING INDEX container_row_open (is_open=?)'])
  expect(steps.filter((step) => / b( |$)/.test(step) && !step.includes('USING PRIMARY KEY (look_id=? AND container_id=?)'))).toEqual([])
})
