// The login of the browser host, and pages that outlive their program: an address is valid once, a session ends with
// the program that issued it, and two programs cannot use one folder.
import { describe, expect, test } from 'vitest'
import { makeFolder, reservePort, startHost, startService } from '#support/programs.ts'
import { eventually } from './board.ts'
import { createStage } from './stage.ts'

const stage = createStage()
// Also when the connection ends in the middle of an answer, because views are loaded before they are opened.
const CONNECTION_LOST = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket connection to/
const REFUSED = /status of 403/
const SESSION_OVER =
  'This address was already used in another browser, or the program was restarted. ' +
  'Open the newest address in the terminal.'

describe('a page of the browser host', () => {
  test('keeps its rows when its program ends, says why, and does not connect to a new program at the same address', async () => {
    const service = await startService('--no-limit', '--containers', '60')
    const hostArgs = [
      '--data-dir',
      makeFolder(),
      '--port',
      await reservePort(),
      '--service-url',
      service.ready.url,
      '--api-key',
      service.ready.key,
    ]
    const host = await startHost(...hostArgs)
    const board = await stage.openAddress(host.ready.url)
    await board.waitForContainers(60)
    // Banners cover the last rows if the list is that long.
    const readFirstIds = async () => (await board.ids()).slice(0, 10)
    const idsBefore = await readFirstIds()
    // The page loads the menus of its toolbar after the rows, and needs its program for them.
    await board.by('group-menu').waitFor()
    board.expectReports(CONNECTION_LOST)
    await host.stop('SIGKILL')
    await eventually(() => board.textOf('sync-chip')).toMatch(/^Quaywatch stopped · data from \d\d:\d\d$/)
    expect(await board.banners()).toEqual(['Quaywatch has stopped. Start it again, and use the page it opens.'])
    expect(await readFirstIds()).toEqual(idsBefore)

    const restartedHost = await startHost(...hostArgs)
    await eventually(() => board.banners()).toEqual([SESSION_OVER])
    expect(await readFirstIds()).toEqual(idsBefore)

    const newPage = await stage.openAddress(restartedHost.ready.url)
    await newPage.waitForRows(idsBefore.length)
    expect((await newPage.count()).all, 'containers that were saved before the kill').toBe(60)
  })

  test('says that its session is over when its address was used before', async () => {
    const host = await startHost('--data-dir', makeFolder())
    const firstPage = await stage.openAddress(host.ready.url)
    await firstPage.by('connect').waitFor()
    const latePage = await stage.openAddress(host.ready.url)
    latePage.expectReports(REFUSED)
    await eventually(() => latePage.banners()).toEqual([SESSION_OVER])
  })

  test('says that another program has its data open, and the first program continues', async () => {
    const service = await startService('--no-limit', '--containers', '20')
    const hostArgs = ['--data-dir', makeFolder(), '--service-url', service.ready.url, '--api-key', service.ready.key]
    const host = await startHost(...hostArgs)
    const firstPage = await stage.openAddress(host.ready.url)
    await firstPage.waitForContainers(20)
    const second = await startHost(...hostArgs)
    const board = await stage.openAddress(second.ready.url)
    await eventually(() => board.banners()).toEqual([
      'Another copy of Quaywatch has this data open. Close the other window or program, then restart.',
    ])
    await host.stop()
    firstPage.expectReports(CONNECTION_LOST)
    await board.page.getByRole('button', { name: 'Restart' }).click()
    await board.waitForContainers(20)
    expect(await board.banners()).toEqual([])
  })
})
