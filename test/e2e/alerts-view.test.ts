// The alert centre as a user works with it in a real browser: from the bell to the field of an alert, snooze and mute,
// marking as done, and settings that remain after a reload.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlertFilter } from '#contract/alerts.ts'
import { type Board, eventually } from './board.ts'
import { type Host, startHost } from './host.ts'
import { waitForEngine } from './wait-for-engine.ts'
import { fakeNotifications } from './notifications.ts'
import { FIXED_DAY, createStage } from './stage.ts'
import {
  type ScriptedWorld,
  createTerminalAttributes,
  startScriptedWorld,
  createLastFreeDayAttributes,
} from './scripted-world.ts'

const RATE = 20
const stage = createStage()
let world: ScriptedWorld
let host: Host

beforeAll(async () => {
  world = await startScriptedWorld({ containers: 60, day: FIXED_DAY, rate: RATE })
  const container = world.containers[0]!
  world.report(container.id, {
    ...createTerminalAttributes(FIXED_DAY, 'America/Los_Angeles'),
    ...createLastFreeDayAttributes('2026-12-10'),
  })
  host = await startHost({ service: world.service, rate: RATE, now: FIXED_DAY, zone: 'America/New_York' })
  const { engine, close } = await host.createClient()
  const countAlerts = async (filter: AlertFilter) =>
    (await engine.call('alerts.list', { filter, window: { offset: 0, limit: 1 } })).total
  const loadLastSweepAt = async () => (await engine.call('sync.status', {})).lastCompleteAt
  // After the first alerts and one more sweep, the engine has compared all rows once. A date is earlier only then.
  await waitForEngine(async () => (await countAlerts({ scope: 'open' })) > 0)
  const firstSweepAt = await loadLastSweepAt()
  await waitForEngine(async () => (await loadLastSweepAt()) !== firstSweepAt)
  world.report(container.id, createLastFreeDayAttributes('2026-11-30'))
  await waitForEngine(async () => (await countAlerts({ scope: 'open', kinds: ['lfd-earlier'] })) === 1)
  close()
})
afterAll(() => world.close())

async function openToday(): Promise<Board> {
  const board = await stage.open(host, {}, fakeNotifications)
  await board.by('bell').waitFor()
  return board
}

async function openAlertCenter(): Promise<Board> {
  const board = await openToday()
  await board.by('bell').click()
  await board.page.locator('[data-row="0"][data-id]').waitFor()
  return board
}

const findEarlierDateAlert = async (board: Board) =>
  (await board.rows()).find(({ cells }) => cells['alert']?.includes('LFD moved up'))!
const readRowId = (board: Board, index: number) => board.row(index).getAttribute('data-id')
/** The row of an alert. Its position can change with each new alert. */
const locateRow = (board: Board, id: string) => board.page.locator(`[data-row][data-id="${id}"]`)
/** Opens the address that a click on the pop-up of an alert opens. */
async function openPopUp(board: Board, id: string): Promise<void> {
  await board.page.evaluate((alertId) => {
    location.hash = `#/alerts?open=${encodeURIComponent(alertId)}`
  }, id)
  await board.by('changed-mark').waitFor({ state: 'attached' })
}
/** Reads whether the marked field is in view, and whether only its panel has scrolled, not the page. */
const readMarkPosition = (board: Board) =>
  board.by('changed-mark').evaluate((mark) => {
    const rect = (mark.closest('tr') ?? mark.parentElement!).getBoundingClientRect()
    return {
      isInView: rect.top > 60 && rect.bottom < window.innerHeight,
      outline: getComputedStyle(mark.closest('tr') ?? mark.parentElement!).outlineStyle,
      isPageUnscrolled: document.documentElement.scrollTop === 0 && document.body.scrollTop === 0,
    }
  })

describe('the alert centre', () => {
  test('opens by the bell and lists open alerts by container, and all alerts by day', async () => {
    const board = await openAlertCenter()
    expect(await board.by('bell').getAttribute('aria-label')).toMatch(/^Alerts: \d+ to review, \d+ urgent$/)
    const numbers = (await board.column('number')).filter((number) => number !== '')
    expect(numbers.filter((number, index) => number !== numbers[index - 1]).length).toBe(new Set(numbers).size)
    expect(await board.column('alert')).toContainEqual(expect.stringMatching(/ Past last free day \d+ days? · /))
    await board.by('scope-all').click()
    await eventually(async () => (await board.column('day'))[0]).toBe('Today')
  })

  test('marks an alert as read when it is opened', async () => {
    const board = await openAlertCenter()
    const countUnread = () => board.row(0).locator('.alert.unread').count()
    expect(await countUnread()).toBe(1)
    await board.row(0).locator('[data-key=alert]').click()
    await board.press('Enter')
    await board.panel().waitFor()
    await eventually(countUnread).toBe(0)
  })

  test('story 9: a click on a pop-up leads to the field, in view and outlined, and the page does not scroll', async () => {
    const board = await openAlertCenter()
    await board.page.setViewportSize({ width: 960, height: 600 })
    await openPopUp(board, (await findEarlierDateAlert(board)).id)
    expect(await readMarkPosition(board)).toEqual({ isInView: true, outline: 'solid', isPageUnscrolled: true })
    expect(await board.panel().isVisible()).toBe(true)
  })

  test('snoozes an alert by keys until tomorrow, and the panel shows the snooze and ends it', async () => {
    const board = await openAlertCenter()
    const alert = locateRow(board, (await findEarlierDateAlert(board)).id)
    await alert.locator('[data-key=alert]').click()
    await board.press('h')
    await eventually(() => board.focusedId()).toBe('snooze-hour')
    await board.press('j', 'Enter')
    await eventually(() => alert.locator('[data-key=state]').innerText()).toMatch(/Snoozed until\s+Sat 21 Nov 08:00/)
    await board.press('Enter')
    await eventually(() => board.textOf('is-snoozed')).toMatch(/^Snoozed until Sat 21 Nov 08:00/)
    await board.by('end-snooze').click()
    await eventually(() => board.by('is-snoozed').count()).toBe(0)
  })

  test('mutes and unmutes by the key M', async () => {
    const board = await openAlertCenter()
    const alert = locateRow(board, (await readRowId(board, 2))!)
    await alert.locator('[data-key=alert]').click()
    await board.press('m')
    await eventually(() => alert.locator('[data-key=state]').innerText()).toMatch(/Muted/)
    await board.press('m')
    await eventually(() => alert.locator('[data-key=state]').innerText()).not.toMatch(/Muted/)
  })

  test('marks an alert as done by the key E, and the button of the toast undoes it', async () => {
    const board = await openAlertCenter()
    const [first, second] = [await readRowId(board, 0), await readRowId(board, 1)]
    await board.press('e')
    await eventually(() => readRowId(board, 0)).toBe(second)
    await board.by('undo').click()
    await eventually(() => readRowId(board, 0)).toBe(first)
  })

  test('has nothing unread after all alerts were marked as read', async () => {
    const board = await openAlertCenter()
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
    await eventually(() => board.textOf('notifications')).toContain('Custom: you chose the channels.')
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
    await eventually(() => board.textOf('test-result')).toMatch(/^The system reports that it was shown\./)
  })
})
