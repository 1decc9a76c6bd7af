// Two rules in Settings: which of several dates governs, and which days count as soon. The board applies them at once.
import { describe, expect, test } from 'vitest'
import { eventually, showSavedColumns } from './board.ts'
import { setStage, startOnTheDay } from './stage.ts'

const stage = setStage()

describe('the rules of the board', () =>
  test('decide which date governs, and which days count as soon', async () => {
    const { host } = await startOnTheDay(60)
    const board = await stage.open(host, {}, showSavedColumns)
    await board.hasAll(60)
    const dateOf = async (number: string) =>
      (await board.rows()).find(({ cells }) => cells['number'] === number)?.cells['lastFreeDay']?.slice(0, 10)
    const disputed = (await board.rows()).find(({ cells }) => cells['sources'] === 'T 20 Nov S 23 Nov')!.cells[
      'number'
    ]!
    expect(await dateOf(disputed)).toBe('Fri 20 Nov')
    const soonBefore = await board.tile('soon')

    await board.goTo('settings')
    await board.page.getByText('Line first', { exact: false }).click()
    await board.goTo('lfd')
    await eventually(() => dateOf(disputed)).toBe('Mon 23 Nov')

    await board.goTo('settings')
    await board.page.getByText('Earliest relevant date', { exact: true }).click()
    await board.by('band-soon').locator('input').fill('7')
    await board.by('band-soon').locator('input').press('Enter')
    await board.goTo('lfd')
    await eventually(() => board.says('tile-soon')).toMatch(/^Soon \(2–7 days\)/)
    await eventually(() => dateOf(disputed)).toBe('Fri 20 Nov')
    expect(await board.tile('soon')).toBeGreaterThan(soonBefore)
    await board.by('tile-soon').click()
    await eventually(async () => (await board.count()).shown).toBe(await board.tile('soon'))
  }))
