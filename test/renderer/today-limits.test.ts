// Today: sums that lack containers without an estimate, and last gate days before the last free day.
import { expect, test } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { byTestId, isShown, open, setScreens, text } from '#support/screens.ts'
import { rateTable } from '#support/rate-table.ts'

setScreens()

test('marks a sum as a minimum if containers without an estimate are missing in it', async () => {
  const engine = await startScreenEngine()
  await engine.ask('rates.save', rateTable('all'))
  engine.intercept('today.get', async (_, callEngine) => {
    const answer = await callEngine()
    return { ...answer, money: { ...answer.money, accruingUncosted: 2, saveableUncosted: 1 } }
  })
  await open({ engine, path: '/today' })
  expect(text('money-accruing')).toMatch(/at least \$[\d,]+ a day/)
  expect(text('money-saveable')).toMatch(/Without pickup today: at least \$[\d,]+ tomorrow\./)
})

/** Closes the gate of a ready container on its last free day, which is today. Returns all rows, and this one. */
async function closeGateToday(engine: ScreenEngine) {
  const rows = await engine.rows()
  const row = rows.find(
    ({ lastFreeDay, verdict, feesDue, pickupPlace }) =>
      lastFreeDay.band === 'today' && verdict === 'ready' && feesDue.length === 0 && pickupPlace !== null,
  )!
  const weekday = new Date(`${row.lastFreeDay.date}T00:00:00Z`).getUTCDay() || 7
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => day !== weekday)
  await engine.ask('terminals.set', { place: row.pickupPlace!, days, closed: [], opens: null, closes: null })
  return { rows, row }
}

test('advises an extension, and names the last gate day, if the gate is closed on the last free day', async () => {
  const engine = await startScreenEngine()
  const { rows, row } = await closeGateToday(engine)
  await open({ engine, path: '/today' })
  const action = byTestId('decisions').querySelector(`[data-id="${row.id}"] .action`)
  expect(action?.textContent).toBe('Ask for an extension · last gate day Thu 19 Nov')
  const isClosed = ({ lastFreeDay, pickupPlace }: ContainerRow) =>
    lastFreeDay.band === 'today' && pickupPlace === row.pickupPlace
  expect(text('money-saveable')).toContain(
    `Gate closed today for ${rows.filter(isClosed).length}: ask for an extension.`,
  )
})

test('the panel does not say that a pickup is possible until midnight if the gate is closed today', async () => {
  const engine = await startScreenEngine()
  const { row } = await closeGateToday(engine)
  await open({ engine, path: `/lfd?container=${row.id}` })
  expect(text('next-actions')).toMatch(/^Ask for an extension · last gate day Thu 19 Nov/)
  expect(isShown('until-midnight')).toBe(false)
})
