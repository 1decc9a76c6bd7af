// Today: sums that lack containers without an estimate, and last gate days before the last free day.
import { expect, test } from 'vitest'
import { startScreenEngine } from '#support/screen-engine.ts'
import { byTestId, open, setScreens, text } from '#support/screens.ts'
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

test('names the last gate day beside the action, if the gate is closed on the last free day', async () => {
  const engine = await startScreenEngine()
  const rows = await engine.rows()
  const row = rows.find(({ lastFreeDay, pickupPlace }) => lastFreeDay.band === 'today' && pickupPlace !== null)!
  const weekday = new Date(`${row.lastFreeDay.date}T00:00:00Z`).getUTCDay() || 7
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => day !== weekday)
  await engine.ask('terminals.set', { place: row.pickupPlace!, days, closed: [], opens: null, closes: null })
  await open({ engine, path: '/today' })
  expect(byTestId('decisions').querySelector(`[data-id="${row.id}"]`)?.textContent).toContain(
    ' · last gate day Thu 19 Nov',
  )
})
