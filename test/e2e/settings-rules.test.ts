// Two rules in Settings decide which of several dates is in effect, and which days count as soon. The board applies
// them at once.
import { describe, expect, test } from 'vitest'
import { eventually, showSavedColumns } from './board.ts'
import { createStage, startOnFixedDay } from './stage.ts'

const stage = createStage()

describe('the rules of the board', () =>
  test('decide which date is in effect, and which days count as soon', async () => {
    const { host } = await startOnFixedDay({ containers: 60 })
    const board = await stage.open(host, {}, showSavedColumns)
    await board.waitForContainers(60)
    const readLastFreeDay = async (number: string) =>
      (await board.rows()).find(({ cells }) => cells['number'] === number)?.cells['lastFreeDay']?.slice(0, 10)
    const disputedNumber = (await board.rows()).find(({ cells }) => cells['sources'] === 'T 20 Nov S 23 Nov')!.cells[
      'number'
    ]!
    expect(await readLastFreeDay(disputedNumber)).toBe('Fri 20 Nov')
    const soonBefore = await board.readTileCount('soon')

    await board.goTo('settings')
    await board.page.getByText('Line first', { exact: false }).click()
    await board.goTo('lfd')
    await eventually(() => readLastFreeDay(disputedNumber)).toBe('Mon 23 Nov')

    await board.goTo('settings')
    await board.page.getByText('Earliest relevant date', { exact: true }).click()
    await board.by('band-soon').locator('input').fill('7')
    await board.by('band-soon').locator('input').press('Enter')
    await board.goTo('lfd')
    await eventually(() => board.textOf('tile-soon')).toMatch(/^Soon \(2–7 days\)/)
    await eventually(() => readLastFreeDay(disputedNumber)).toBe('Fri 20 Nov')
    expect(await board.readTileCount('soon')).toBeGreaterThan(soonBefore)
    await board.by('tile-soon').click()
    await eventually(async () => (await board.count()).shown).toBe(await board.readTileCount('soon'))
  }))
