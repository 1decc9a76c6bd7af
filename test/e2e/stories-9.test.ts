// Story 9 (docs/testing.md), alerts I do not mute. A changed value causes a notification of the system, and a click on
// it opens that value. Mutes last. Notifications are withdrawn when they are no longer true. Only the system's own
// notifications are faked. The tests share one account and run in order.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { type Host, type HostClient, startHost } from './host.ts'
import {
  type ShownNotification,
  type NotificationReader,
  createNotificationReader,
  fakeNotifications,
} from './notifications.ts'
import { STORY, createStage, FIXED_DAY } from './stage.ts'
import {
  type PortContainer,
  type ScriptedWorld,
  createTerminalAttributes,
  startScriptedWorld,
  createLastFreeDayAttributes,
} from './scripted-world.ts'

const RATE = 20
const LA = 'America/Los_Angeles'

const stage = createStage()
const dataDir = makeFolder()
let world: ScriptedWorld
let host: Host
let client: HostClient
let board: Board
let notifications: NotificationReader

const startTestHost = async () => {
  host = await startHost({ dataDir, service: world.service, rate: RATE, now: FIXED_DAY })
  client = await host.createClient()
}
beforeAll(async () => {
  world = await startScriptedWorld({ containers: 24, day: FIXED_DAY, rate: RATE })
  for (const container of world.containers)
    world.report(container.id, {
      ...createTerminalAttributes(FIXED_DAY, LA),
      ...createLastFreeDayAttributes('2026-12-10'),
    })
  await startTestHost()
})
beforeEach(async () => {
  await eventually(async () => (await client.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
  board = await stage.open(host, {}, fakeNotifications)
  notifications = createNotificationReader(host, board)
  // No row is visible here, because visible containers cause no pop-up.
  await board.by('search').waitFor()
  await board.goTo('settings')
})
afterAll(() => {
  client.close()
  world.close()
})

const containerAt = (index: number): PortContainer => world.containers[index]!
const formatNumber = ({ number }: PortContainer) => `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
const findNotifications = async (container: PortContainer): Promise<ShownNotification[]> =>
  (await notifications.all()).filter(({ title, body }) => `${title} ${body}`.includes(formatNumber(container)))

test('story 9: an earlier last free day causes one pop-up, and a click on it leads to the date', STORY, async () => {
  const container = containerAt(0)
  world.report(container.id, createLastFreeDayAttributes('2026-11-30'))
  await eventually(() => findNotifications(container)).toMatchObject([
    { title: expect.stringMatching(/^LFD moved up: Thu 10 Dec → Mon 30 Nov/) as string, isOnScreen: true },
  ])
  await notifications.click((await notifications.all()).findIndex(({ title }) => title.startsWith('LFD moved up')))
  await board.page.waitForURL(/#\/alerts\?/)
  await board.by('changed-mark').waitFor({ state: 'attached' })
  expect(await board.textOf('panel-number')).toBe(formatNumber(container))
})

test('story 9: a notification that is no longer true is withdrawn from the system', async () => {
  const container = containerAt(1)
  const readUrgentOnScreen = async () =>
    (await findNotifications(container))
      .filter(({ title }) => title.startsWith('Last free day today'))
      .map(({ isOnScreen }) => isOnScreen)
  world.report(container.id, createLastFreeDayAttributes('2026-11-20'))
  await eventually(readUrgentOnScreen).toEqual([true])
  world.report(container.id, { pod_full_out_at: '2026-11-20T16:30:00Z', current_status: 'picked_up' })
  await eventually(readUrgentOnScreen).toEqual([false])
})

test('story 9: a muted container stays muted while the program is suspended, and another one causes a pop-up', async () => {
  const [mutedContainer, otherContainer] = [containerAt(2), containerAt(3)]
  world.report(mutedContainer.id, createLastFreeDayAttributes('2026-12-05'))
  await eventually(() => findNotifications(mutedContainer)).toHaveLength(1)
  await board.press('g', 'b')
  const findMutedRow = async () =>
    (await board.rows()).find(({ cells }) => cells['number'] === formatNumber(mutedContainer))
  await eventually(findMutedRow).toBeDefined()
  await board
    .row((await findMutedRow())!.index)
    .locator('[data-key=alert]')
    .click()
  await board.press('m')
  await eventually(async () => (await findMutedRow())?.cells['state']).toMatch(/Muted/)
  await board.goTo('settings')
  const enginePid = await host.findEnginePid()
  process.kill(enginePid, 'SIGSTOP')
  for (const container of [mutedContainer, otherContainer])
    world.report(container.id, createLastFreeDayAttributes('2026-12-01'))
  process.kill(enginePid, 'SIGCONT')
  await eventually(() => findNotifications(otherContainer)).toHaveLength(1)
  expect(await findNotifications(mutedContainer)).toHaveLength(1)
})

test('story 9: after a restart of the program an alert still leads to its date', async () => {
  const { alerts } = await client.engine.call('alerts.ofContainer', { id: containerAt(0).id })
  await board.close()
  client.close()
  await host.stop('SIGKILL')
  await startTestHost()
  board = await stage.open(host, {}, fakeNotifications)
  // A new page replaces the address if the test sets it before the first screen is open.
  await board.page.waitForURL(/#\/today/)
  // The address that a click in the system's own list of notifications opens.
  await board.page.evaluate(
    (id) => {
      location.hash = `#/alerts?open=${encodeURIComponent(id)}`
    },
    alerts.find(({ facts }) => facts.kind === 'lfd-earlier')!.id,
  )
  await board.by('changed-mark').waitFor({ state: 'attached' })
  expect(await board.textOf('panel-number')).toBe(formatNumber(containerAt(0)))
})
