// From a last free day that is reached to the notification of the system, and from a click on it to the container: the
// real engine with the real page. Only the system's own notifications are faked.
import { describe, expect, test } from 'vitest'
import { eventually } from './board.ts'
import { notesOf, showingSystem } from './notes.ts'
import { setStage, startOnTheDay } from './stage.ts'

const stage = setStage()

/** Alerts of visible rows cause no pop-up. Far more containers have alerts than fit on this screen. */
const LOW = { viewport: { width: 1440, height: 420 } }
const MANY = 400

/** These hours are quiet in every time zone. Weekends are quiet unless the user changes that. */
const A_SATURDAY = '2026-11-21T17:00:00Z'

describe('alerts of a running account', () => {
  test('story 9: alerts appear as one summary of the system, lead to the alert centre and to the date, and can be snoozed and muted', async () => {
    const { host } = await startOnTheDay(MANY)
    const board = await stage.open(host, LOW, showingSystem)
    const notes = notesOf(host, board)
    await board.hasAll(MANY)
    await eventually(() => board.by('bell').getAttribute('aria-label')).toMatch(/^Alerts: \d+ to review, \d+ urgent$/)

    await eventually(async () => (await notes.all()).length).toBeGreaterThan(0)
    const [summary] = await notes.all()
    expect(summary!.title).toMatch(/alerts?$|last free day/i)
    expect(summary!.body).toMatch(/[A-Z]{4} \d{6} \d/)
    await notes.click(0)
    await board.page.waitForURL(/#\/alerts/)
    await board.page.locator('[data-row="0"][data-id]').waitFor()

    const urgent = (await board.rows()).find(({ cells }) =>
      /Last free day today|Past last free day/.test(cells['alert'] ?? ''),
    )!
    await board.row(urgent.place).locator('[data-key=alert]').click()
    await board.press('Enter')
    await board.by('changed-mark').first().waitFor({ state: 'attached' })
    expect(await board.panel().innerText()).toContain(urgent.cells['number'])
    await board.press('Escape')

    await board.press('h')
    await eventually(() => board.focused()).toBe('snooze-hour')
    await board.press('Enter')
    await eventually(() => board.row(urgent.place).locator('[data-key=state]').innerText()).toMatch(/Snoozed until/)
    await board.press('m')
    await eventually(() => board.row(urgent.place).locator('[data-key=state]').innerText()).toMatch(/Muted/)
    await board.page.reload()
    await eventually(() => board.row(urgent.place).locator('[data-key=state]').innerText()).toMatch(/Muted/)
  })

  test('story 9: alerts wait in quiet hours, as Today shows, and appear when quiet hours are removed', async () => {
    const { host } = await startOnTheDay(MANY, A_SATURDAY)
    const board = await stage.open(host, LOW, showingSystem)
    const notes = notesOf(host, board)
    await board.hasAll(MANY)
    await board.goTo('today')
    await eventually(() => board.says('quiet-line')).toMatch(/^Quiet until .*: \d+ alerts? held/)
    expect(await notes.all()).toEqual([])
    await board.goTo('settings')
    await board.by('quiet-on').click()
    await eventually(async () => (await notes.all()).length).toBeGreaterThan(0)
  })

  test('can be tested, and the settings show what the system did with the test', async () => {
    const { host } = await startOnTheDay(20)
    const board = await stage.open(host, {}, showingSystem)
    const notes = notesOf(host, board)
    await board.hasAll(20)
    await board.goTo('settings')
    await board.by('send-test').click()
    await eventually(() => board.says('test-result')).toMatch(/^The system reports that it was shown\./)
    expect((await notes.all()).map(({ title }) => title)).toContain('Quaywatch can reach you')
  })
})
