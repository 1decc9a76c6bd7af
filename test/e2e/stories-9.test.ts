// Story 9, alerts I do not mute: from a changed value to the notification of the system, and from a click on it to that
// value; mutes that last; and notifications that are withdrawn when they are no longer true. Only the system's own
// notifications are faked. The tests share one account and run in order.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { type Host, type HostClient, startHost } from './host.ts'
import { type Note, type Notes, notesOf, showingSystem } from './notes.ts'
import { STORY, setStage, THE_DAY } from './stage.ts'
import {
  type PortContainer,
  type ScriptedWorld,
  atTerminal,
  startScriptedWorld,
  terminalDate,
} from './scripted-world.ts'

const RATE = 20
const LA = 'America/Los_Angeles'

const stage = setStage()
const dataDir = makeFolder()
let world: ScriptedWorld
let host: Host
let page: HostClient
let board: Board
let notes: Notes

const start = async () => {
  host = await startHost({ dataDir, service: world.service, rate: RATE, now: THE_DAY })
  page = await host.client()
}
beforeAll(async () => {
  world = await startScriptedWorld({ containers: 24, day: THE_DAY, rate: RATE })
  for (const container of world.containers)
    world.report(container.id, { ...atTerminal(THE_DAY, LA), ...terminalDate('2026-12-10') })
  await start()
})
beforeEach(async () => {
  await eventually(async () => (await page.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
  board = await stage.open(host, {}, showingSystem)
  notes = notesOf(host, board)
  // No row is visible here, because visible containers cause no pop-up.
  await board.by('search').waitFor()
  await board.goTo('settings')
})
afterAll(() => {
  page.close()
  world.close()
})

const containerAt = (index: number): PortContainer => world.containers[index]!
const spaced = ({ number }: PortContainer) => `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
const about = async (container: PortContainer): Promise<Note[]> =>
  (await notes.all()).filter(({ title, body }) => `${title} ${body}`.includes(spaced(container)))

test('story 9: an earlier last free day causes one pop-up, and a click on it leads to the date', STORY, async () => {
  const container = containerAt(0)
  world.report(container.id, terminalDate('2026-11-30'))
  await eventually(() => about(container)).toMatchObject([
    { title: expect.stringMatching(/^LFD moved up: Thu 10 Dec → Mon 30 Nov/) as string, isOnScreen: true },
  ])
  await notes.click((await notes.all()).findIndex(({ title }) => title.startsWith('LFD moved up')))
  await board.page.waitForURL(/#\/alerts\?/)
  await board.by('changed-mark').waitFor({ state: 'attached' })
  expect(await board.says('panel-number')).toBe(spaced(container))
})

test('story 9: a notification that is no longer true is withdrawn from the system', async () => {
  const container = containerAt(1)
  const urgent = async () =>
    (await about(container))
      .filter(({ title }) => title.startsWith('Last free day today'))
      .map(({ isOnScreen }) => isOnScreen)
  world.report(container.id, terminalDate('2026-11-20'))
  await eventually(urgent).toEqual([true])
  world.report(container.id, { pod_full_out_at: '2026-11-20T16:30:00Z', current_status: 'picked_up' })
  await eventually(urgent).toEqual([false])
})

test('story 9: a muted container stays muted while the program is suspended, and another one causes a pop-up', async () => {
  const [muted, other] = [containerAt(2), containerAt(3)]
  world.report(muted.id, terminalDate('2026-12-05'))
  await eventually(() => about(muted)).toHaveLength(1)
  await board.press('g', 'b')
  const row = async () => (await board.rows()).find(({ cells }) => cells['number'] === spaced(muted))
  await eventually(row).toBeDefined()
  await board
    .row((await row())!.place)
    .locator('[data-key=alert]')
    .click()
  await board.press('m')
  await eventually(async () => (await row())?.cells['state']).toMatch(/Muted/)
  await board.goTo('settings')
  const suspended = await host.engineProcess()
  process.kill(suspended, 'SIGSTOP')
  for (const container of [muted, other]) world.report(container.id, terminalDate('2026-12-01'))
  process.kill(suspended, 'SIGCONT')
  await eventually(() => about(other)).toHaveLength(1)
  expect(await about(muted)).toHaveLength(1)
})

test('story 9: after a restart of the program an alert still leads to its date', async () => {
  const { alerts } = await page.engine.call('alerts.ofContainer', { id: containerAt(0).id })
  await board.close()
  page.close()
  await host.stop('SIGKILL')
  await start()
  board = await stage.open(host, {}, showingSystem)
  // A new page replaces an address that is set before its first screen is open.
  await board.page.waitForURL(/#\/today/)
  // The address that a click in the system's own list of notifications opens.
  await board.page.evaluate(
    (id) => {
      location.hash = `#/alerts?open=${encodeURIComponent(id)}`
    },
    alerts.find(({ facts }) => facts.kind === 'lfd-earlier')!.id,
  )
  await board.by('changed-mark').waitFor({ state: 'attached' })
  expect(await board.says('panel-number')).toBe(spaced(containerAt(0)))
})
