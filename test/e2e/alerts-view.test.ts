// The alert centre as a user works with it in a real browser: from the bell to the field of an alert, snooze and mute,
// marking as done, and settings that remain after a reload.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlertFilter } from '#contract/alerts.ts'
import { type Board, eventually } from './board.ts'
import { type Host, startHost } from './host.ts'
import { waitForEngine } from './wait-for-engine.ts'
import { showingSystem } from './notes.ts'
import { THE_DAY, setStage } from './stage.ts'
import { type ScriptedWorld, atTerminal, startScriptedWorld, terminalDate } from './scripted-world.ts'

const RATE = 20
const stage = setStage()
let world: ScriptedWorld
let host: Host

beforeAll(async () => {
  world = await startScriptedWorld({ containers: 60, day: THE_DAY, rate: RATE })
  const container = world.containers[0]!
  world.report(container.id, { ...atTerminal(THE_DAY, 'America/Los_Angeles'), ...terminalDate('2026-12-10') })
  host = await startHost({ service: world.service, rate: RATE, now: THE_DAY, zone: 'America/New_York' })
  const { engine, close } = await host.client()
  const countAlerts = async (filter: AlertFilter) =>
    (await engine.call('alerts.list', { filter, window: { offset: 0, limit: 1 } })).total
  const lastSweep = async () => (await engine.call('sync.status', {})).lastCompleteAt
  // After the first alerts and one more sweep, the engine has compared all rows once. A date is earlier only then.
  await waitForEngine(async () => (await countAlerts({ scope: 'open' })) > 0)
  const first = await lastSweep()
  await waitForEngine(async () => (await lastSweep()) !== first)
  world.report(container.id, terminalDate('2026-11-30'))
  await waitForEngine(async () => (await countAlerts({ scope: 'open', kinds: ['lfd-earlier'] })) === 1)
  close()
})
afterAll(() => world.close())

async function openToday(): Promise<Board> {
  const board = await stage.open(host, {}, showingSystem)
  await board.by('bell').waitFor()
  return board
}

async function openCentre(): Promise<Board> {
  const board = await openToday()
  await board.by('bell').click()
  await board.page.locator('[data-row="0"][data-id]').waitFor()
  return board
}

const earlierDateAlert = async (board: Board) =>
  (await board.rows()).find(({ cells }) => cells['alert']?.includes('LFD moved up'))!
const idOf = (board: Board, index: number) => board.row(index).getAttribute('data-id')
/** Its place can change with each new alert. */
const rowOf = (board: Board, id: string) => board.page.locator(`[data-row][data-id="${id}"]`)
/** Opens the address that a click on a pop-up opens. */
async function follow(board: Board, id: string): Promise<void> {
  await board.page.evaluate((open) => {
    location.hash = `#/alerts?open=${encodeURIComponent(open)}`
  }, id)
  await board.by('changed-mark').waitFor({ state: 'attached' })
}
/** Whether the marked field is in view, and whether only its panel has scrolled, not the page. */
const markIsInView = (board: Board) =>
  board.by('changed-mark').evaluate((mark) => {
    const box = (mark.closest('tr') ?? mark.parentElement!).getBoundingClientRect()
    return {
      isInView: box.top > 60 && box.bottom < window.innerHeight,
      outline: getComputedStyle(mark.closest('tr') ?? mark.parentElement!).outlineStyle,
      pageIsStill: document.documentElement.scrollTop === 0 && document.body.scrollTop === 0,
    }
  })

describe('the alert centre', () => {
  test('opens by the bell and lists open alerts by container, and all alerts by day', async () => {
    const board = await openCentre()
    expect(await board.by('bell').getAttribute('aria-label')).toMatch(/^Alerts: \d+ to review, \d+ urgent$/)
    const numbers = (await board.column('number')).filter((number) => number !== '')
    expect(numbers.filter((number, index) => number !== numbers[index - 1]).length).toBe(new Set(numbers).size)
    expect(await board.column('alert')).toContainEqual(expect.stringMatching(/ Past last free day \d+ days? · /))
    await board.by('scope-all').click()
    await eventually(async () => (await board.column('day'))[0]).toBe('Today')
  })

  test('marks an alert as read when it is opened', async () => {
    const board = await openCentre()
    const unread = () => board.row(0).locator('.alert.unread').count()
    expect(await unread()).toBe(1)
    await board.row(0).locator('[data-key=alert]').click()
    await board.press('Enter')
    await board.panel().waitFor()
    await eventually(unread).toBe(0)
  })

  test('story 9: a click on a pop-up leads to the field, in view and outlined, and the page does not scroll', async () => {
    const board = await openCentre()
    await board.page.setViewportSize({ width: 960, height: 600 })
    await follow(board, (await earlierDateAlert(board)).id)
    expect(await markIsInView(board)).toEqual({ isInView: true, outline: 'solid', pageIsStill: true })
    expect(await board.panel().isVisible()).toBe(true)
  })

  test('snoozes an alert by keys until tomorrow, and the panel shows the snooze and ends it', async () => {
    const board = await openCentre()
    const alert = rowOf(board, (await earlierDateAlert(board)).id)
    await alert.locator('[data-key=alert]').click()
    await board.press('h')
    await eventually(() => board.focused()).toBe('snooze-hour')
    await board.press('j', 'Enter')
    await eventually(() => alert.locator('[data-key=state]').innerText()).toMatch(/Snoozed until Sat 21 Nov 08:00/)
    await board.press('Enter')
    await eventually(() => board.says('is-snoozed')).toMatch(/^Snoozed until Sat 21 Nov 08:00/)
    await board.by('end-snooze').click()
    await eventually(() => board.by('is-snoozed').count()).toBe(0)
  })

  test('mutes and unmutes by the key M', async () => {
    const board = await openCentre()
    const alert = rowOf(board, (await idOf(board, 2))!)
    await alert.locator('[data-key=alert]').click()
    await board.press('m')
    await eventually(() => alert.locator('[data-key=state]').innerText()).toMatch(/Muted/)
    await board.press('m')
    await eventually(() => alert.locator('[data-key=state]').innerText()).not.toMatch(/Muted/)
  })

  test('marks an alert as done by the key E, and the button of the toast undoes it', async () => {
    const board = await openCentre()
    const [first, second] = [await idOf(board, 0), await idOf(board, 1)]
    await board.press('e')
    await eventually(() => idOf(board, 0)).toBe(second)
    await board.by('undo').click()
    await eventually(() => idOf(board, 0)).toBe(first)
  })

  test('has nothing unread after all alerts were marked as read', async () => {
    const board = await openCentre()
    await board.by('mark-read').click()
    await eventually(() => board.by('bell').getAttribute('aria-label')).toBe('Alerts: none to review')
  })
})

describe('the settings of notifications', () => {
  const openSettings = async () => {
    const board = await openToday()
    await board.by('rail-settings').click()
    await board.by('notifications').locator('table').waitFor()
    return board
  }

  test('remain after a reload', async () => {
    const board = await openSettings()
    await board.by('channel-arrival-moved-popup').check()
    await eventually(() => board.says('notifications')).toContain('Custom: you chose the channels.')
    await board.by('quiet-to').locator('input').fill('7:15')
    await board.press('Tab')
    await eventually(() => board.by('quiet-to').locator('input').inputValue()).toBe('07:15')
    await board.page.reload()
    await board.by('notifications').locator('table').waitFor()
    expect([
      await board.by('channel-arrival-moved-popup').isChecked(),
      await board.by('quiet-to').locator('input').inputValue(),
    ]).toEqual([true, '07:15'])
  })

  test('send a test notification and show what the system did with it', async () => {
    const board = await openSettings()
    await board.by('send-test').click()
    await eventually(() => board.says('test-result')).toMatch(/^The system reports that it was shown\./)
  })
})
