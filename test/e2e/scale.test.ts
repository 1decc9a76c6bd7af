// A thousand containers: the list stays light, its last row can be reached, and news moves nothing under the cursor.
import { beforeAll, describe, expect, test } from 'vitest'
import { keyLatencies, listenToKeys } from '../bench/view-page.ts'
import { type Board, eventually } from './board.ts'
import { startHost } from './host.ts'
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

  test('story 1: a thousand rows stand there within a second where there is no network', async () => {
    const { service, host, dataDir } = connected
    const online = await stage.open(host)
    await online.goTo('containers')
    await eventually(async () => (await online.count()).all, 80_000).toBe(CONTAINERS)
    await online.close()
    await Promise.all([service.stop(), host.stop()])
    connected.host = await startHost({ dataDir, service: service.ready, rate: RATE })
    const board = await stage.open(connected.host, {}, noteFirstRows)
    await eventually(() => board.says('sync-chip'), 60_000).toMatch(/^Offline since/)
    await board.goTo('containers')
    await board.hasRows(500)
    await board.page.reload()
    await board.row(0).locator('[data-key=number]').waitFor()
    expect(await firstRowsMs(board), 'from the start of the page to its first rows, in ms').toBeLessThan(1000)
    expect((await board.count()).all).toBe(CONTAINERS)
  })

  test('story 6: a key in the search is answered at once', async () => {
    const board = await stage.open(connected.host)
    await board.goTo('containers')
    await board.hasRows(500)
    const [number] = await board.column('number')
    await board.press('/')
    await listenToKeys(board.page, { scroller: '[role=grid]', row: '[data-row][data-id]', results: '[role=search]' })
    // As fast as people type.
    await board.page.keyboard.type(number!.toLowerCase(), { delay: 80 })
    await eventually(async () => (await keyLatencies(board.page)).length).toBeGreaterThan(3)
    const latencies = (await keyLatencies(board.page)).toSorted((one, other) => one - other)
    expect(latencies[Math.floor(latencies.length / 2)], 'ms of the middle one').toBeLessThan(50)
  })
})

/** Runs in the page before anything of ours does. */
function noteFirstRows(): void {
  const look = () => {
    const row = document.querySelector('[data-row="0"][data-id] [data-key=number]')
    if (row?.textContent.trim()) Object.assign(window, { firstRowsMs: performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** What the browser itself says of when the rows came to be. */
function firstRowsMs({ page }: Board): Promise<number> {
  return page.evaluate(() => (window as unknown as { firstRowsMs: number }).firstRowsMs)
}
