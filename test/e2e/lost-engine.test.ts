// What a page says when the program behind it is gone, replaced, or not the one it belongs to.
import { describe, expect, test } from 'vitest'
import { makeFolder, startHost } from '#support/programs.ts'
import { eventually } from './board.ts'
import { portOf, setStage, startConnected } from './stage.ts'

const stage = setStage()
const CONNECTION_LOST = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection to/
const REFUSED = /status of 403/
const SESSION_OVER = 'This browser session has ended. Open the address that the program printed last.'

describe('a page without its engine', () => {
  test('keeps what it shows and says why, and knows that a new program is not its own', async () => {
    const { host, service, dataDir } = await startConnected(['--containers', '60'])
    const board = await stage.open(host.ready.url)
    await board.hasAll(60)
    const shown = await board.ids()
    board.expectComplaints(CONNECTION_LOST)
    await host.stop('SIGKILL')
    await eventually(() => board.says('sync-chip')).toBe('Engine not answering')
    expect(await board.banners()).toEqual([expect.stringMatching(/^The part of the app that holds your data is not answering\. What you see stays as it was/)])
    expect(await board.ids()).toEqual(shown)

    const next = await startHost('--data-dir', dataDir, '--port', String(portOf(host.ready.url)), '--service-url', service.ready.url, '--api-key', service.ready.key)
    await eventually(() => board.banners(), 40_000).toEqual([SESSION_OVER])
    expect(await board.ids()).toEqual(shown)

    const another = await stage.open(next.ready.url)
    await another.hasRows(shown.length)
    expect((await another.count()).all, 'what was saved before the kill').toBe(60)
  })

  test('that still holds the line and answers nothing says so on a screen it never filled, and fills it afterwards', async () => {
    const { host } = await startConnected(['--containers', '20'])
    const board = await stage.open(host.ready.url)
    await board.hasAll(20)
    const shown = await board.ids()
    host.child.kill('SIGSTOP')
    try {
      await eventually(() => board.says('sync-chip'), 10_000).toBe('Engine not answering')
      expect(await board.ids()).toEqual(shown)
      await board.goTo('shipments')
      await eventually(() => board.says('empty-state')).toBe('The part of the app that holds your data is not answering. It is being connected again by itself. If it goes on, restart the app.')
    } finally {
      host.child.kill('SIGCONT')
    }
    await board.hasRows(1)
    await eventually(() => board.banners()).toEqual([])
  })

  test('with an address that was used before says that its session is over', async () => {
    const host = await startHost('--data-dir', makeFolder())
    const first = await stage.open(host.ready.url)
    await first.by('connect').waitFor()
    const late = await stage.open(host.ready.url)
    late.expectComplaints(REFUSED)
    await eventually(() => late.banners()).toEqual([SESSION_OVER])
  })

  test('whose data another program has open says so, and the first one goes on', async () => {
    const { host, service, dataDir } = await startConnected(['--containers', '20'])
    const first = await stage.open(host.ready.url)
    await first.hasAll(20)
    const second = await startHost('--data-dir', dataDir, '--service-url', service.ready.url, '--api-key', service.ready.key)
    const board = await stage.open(second.ready.url)
    await eventually(() => board.banners()).toEqual(['Another copy of the app has this data open. Close the other window or program and restart.'])
    await host.stop()
    first.expectComplaints(CONNECTION_LOST)
    await board.page.getByRole('button', { name: 'Restart' }).click()
    await board.hasAll(20)
    expect(await board.banners()).toEqual([])
  })
})
