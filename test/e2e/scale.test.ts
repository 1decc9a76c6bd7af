// A thousand containers: the list stays light, its last row can be reached, and news moves nothing under the cursor.
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from './board.ts'
import { type Connected, setStage, startConnected } from './stage.ts'

const stage = setStage()
/**
 * Enough changes to move rows, slow enough to watch one. The engine's own patience runs as fast: 30 s for an answer and
 * 10 min for a whole reading are 4 s and 75 s here, which a busy machine keeps.
 */
const RATE = 8
const CONTAINERS = 1000
/** Rows in view, those kept ready beyond both edges, and the one that has focus. */
const MOST_DRAWN = 60

let connected: Connected
beforeAll(async () => {
  connected = await startConnected(['--containers', String(CONTAINERS)], RATE)
})

describe('a thousand containers', () => {
  test('can be scrolled to the last row with few elements drawn', async () => {
    const board = await stage.open(connected.host)
    await board.goTo('containers')
    await eventually(async () => (await board.count()).all, 80_000).toBe(CONTAINERS)
    await eventually(async () => (await board.count()).shown, 60_000).toBeGreaterThan(500)

    await board.grid().hover()
    await board.page.mouse.wheel(0, 3000)
    await eventually(async () => (await board.rows())[0]?.place).toBeGreaterThan(90)
    expect(await board.page.locator('[data-row]').count()).toBeLessThan(MOST_DRAWN)

    await board.row((await board.rows())[0]!.place).locator('[data-key=number]').click()
    await board.page.keyboard.press('Control+End')
    // Both read together: the list may grow or shrink meanwhile.
    await eventually(async () => (await board.count()).shown - 1 - ((await board.rows()).at(-1)?.place ?? 0)).toBe(0)
    expect(await board.page.locator('[data-row]').count()).toBeLessThan(MOST_DRAWN)
    await board.page.keyboard.press('End')
    await eventually(() => board.page.evaluate(() => document.activeElement?.getAttribute('data-key'))).toBe('priority')
    await board.page.keyboard.press('Control+Home')
    await eventually(async () => (await board.rows())[0]?.place).toBe(0)
  })

  test('stay in their places while they change, until the pill is pressed', async () => {
    const board = await stage.open(connected.host)
    await board.goTo('containers')
    await board.hasRows(500)
    // What was heard latest comes first, so that news belongs at the top.
    await board.sortBy('lineChecked')
    await board.sortBy('lineChecked')
    const before = await board.ids()
    // Somebody is at work here: an idle board may put its rows in order by itself.
    await board.row(3).hover()
    const pill = board.by('moved-pill')
    await eventually(() => pill.count(), 60_000).toBe(1)
    expect(await board.ids()).toEqual(before)
    // The first news may belong further down; sooner or later some belongs at the top.
    await eventually(async () => {
      await pill.click()
      return board.ids()
    }, 60_000).not.toEqual(before)
    expect(await board.page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null), 'focus goes on to the rows').toBe(true)
  })
})
