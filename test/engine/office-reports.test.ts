// A running engine publishes rows for reports while it leads its office.
import { expect, test } from 'vitest'
import { startOffice } from '#support/engine-office.ts'
import { waitForFirstSweep } from '#support/synced-engine.ts'

const MINUTE_MS = 60_000
const countOf = (statements: readonly string[], name: string) => statements.filter((sql) => sql.includes(name)).length

test('only the leader publishes rows for reports, every 5 minutes those that changed', async () => {
  const office = await startOffice(true)
  const { clock, model, startEngine, releaseForOther } = office
  const statements: string[] = []
  const drawStatementFault = (sql: string) => {
    if (/_bi|bi_/.test(sql)) statements.push(sql)
    return null
  }
  await office.stop()
  const engine = await startEngine('that', { office: model.connectFrom('that', { drawStatementFault }) })
  await clock.advance(6 * MINUTE_MS)
  expect(statements).toEqual([])
  await releaseForOther()
  await waitForFirstSweep(engine)
  await clock.advance(6 * MINUTE_MS)
  const published = countOf(statements, 'publish_bi')
  expect(published).toBeGreaterThan(0)
  expect(countOf(statements, 'finish_bi')).toBeGreaterThan(0)
  expect(countOf(statements, 'finish_bi')).toBeLessThanOrEqual(2)
  await clock.advance(60 * MINUTE_MS)
  expect(countOf(statements, 'finish_bi')).toBeGreaterThanOrEqual(12)
  expect(countOf(statements, 'finish_bi')).toBeLessThanOrEqual(14)
})
