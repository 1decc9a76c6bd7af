// When a last free day is reached, the system shows a notification, and a click on it opens the container. The engine
// and the page are real; only the system's own notifications are faked.
import { describe, expect, test } from 'vitest'
import { eventually } from './board.ts'
import { createNotificationReader, fakeNotifications } from './notifications.ts'
import { createStage, startOnFixedDay } from './stage.ts'

const stage = createStage()

/** Alerts of visible rows cause no pop-up. Far more containers have alerts than fit into this window. */
const LOW_WINDOW = { viewport: { width: 1440, height: 420 } }
const MANY_CONTAINERS = 400

/** At this time it is Saturday or Sunday in every time zone. Weekends are quiet unless the user changes that. */
const A_SATURDAY = '2026-11-21T17:00:00Z'

describe('alerts of a running account', () => {
  test('story 9: alerts appear as one summary of the system, lead to the alert centre and to the date, and can be snoozed and muted', async () => {
    const { host } = await startOnFixedDay({ containers: MANY_CONTAINERS })
    const board = await stage.open(host, LOW_WINDOW, fakeNotifications)
    const notifications = createNotificationReader(host, board)
    await board.waitForContainers(MANY_CONTAINERS)
    await eventually(() => board.by('bell').getAttribute('aria-label')).toMatch(/^Alerts: \d+ to review, \d+ urgent$/)

    await eventually(async () => (await notifications.all()).length).toBeGreaterThan(0)
    const [summary] = await notifications.all()
    expect(summary!.title).toMatch(/alerts?$|last free day/i)
    expect(summary!.body).toMatch(/[A-Z]{4} \d{6} \d/)
    await notifications.click(0)
    await board.page.waitForURL(/#\/alerts/)
    // Alerts are still being raised, so the row may not be there yet, and its index may change.
    const findUrgentRow = async () =>
      (await board.rows()).find(({ cells }) => /Last free day today|Past last free day/.test(cells['alert'] ?? ''))
    await eventually(findUrgentRow).toBeDefined()
    const urgentRow = (await findUrgentRow())!
    const cellOf = (key: string) => board.page.locator(`[data-id="${urgentRow.id}"] [data-key=${key}]`)
    await cellOf('alert').click()
    await board.press('Enter')
    await board.by('changed-mark').first().waitFor({ state: 'attached' })
    expect(await board.panel().innerText()).toContain(urgentRow.cells['number'])
    await board.press('Escape')

    await board.press('h')
    await eventually(() => board.focusedId()).toBe('snooze-hour')
    await board.press('Enter')
    await eventually(() => cellOf('state').innerText()).toMatch(/Snoozed\s+until/)
    await board.press('m')
    await eventually(() => cellOf('state').innerText()).toMatch(/Muted/)
    await board.page.reload()
    await eventually(() => cellOf('state').innerText()).toMatch(/Muted/)
  })

  test('story 9: alerts wait in quiet hours, as Today shows, and appear when quiet hours are removed', async () => {
    const { host } = await startOnFixedDay({ containers: MANY_CONTAINERS, day: A_SATURDAY })
    const board = await stage.open(host, LOW_WINDOW, fakeNotifications)
    const notifications = createNotificationReader(host, board)
    await board.waitForContainers(MANY_CONTAINERS)
    await board.goTo('today')
    await eventually(() => board.textOf('quiet-line')).toMatch(/^Quiet until .*, no pop-ups: \d+ alerts? to review/)
    expect(await notifications.all()).toEqual([])
    await board.goTo('settings')
    await board.by('settings-find').locator('input').fill('quiet')
    // The section is longer than the window, so the search brings the setting to its top.
    await eventually(() =>
      board.by('quiet-on').evaluate((box) => box.getBoundingClientRect().top < window.innerHeight / 2),
    ).toBe(true)
    await board.by('quiet-on').click()
    await eventually(async () => (await notifications.all()).length).toBeGreaterThan(0)
  })

  test('can be tested, and the settings show what the system did with the test', async () => {
    const { host } = await startOnFixedDay({ containers: 20 })
    const board = await stage.open(host, {}, fakeNotifications)
    const notifications = createNotificationReader(host, board)
    await board.waitForContainers(20)
    await board.goTo('settings')
    await board.by('send-test').click()
    await eventually(() => board.textOf('test-result')).toMatch(/^The system reports that it was shown\./)
    expect((await notifications.all()).map(({ title }) => title)).toContain('Quaywatch can reach you')
  })
})
