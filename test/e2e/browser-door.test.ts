// The login of the browser host, and pages that outlive their program: an address is valid once, a session ends with
// the program that issued it, and two programs cannot use one folder.
import { describe, expect, test } from 'vitest'
import { makeFolder, reservePort, startHost, startService } from '#support/programs.ts'
import { eventually } from './board.ts'
import { setStage } from './stage.ts'

const stage = setStage()
// Also when the connection ends in the middle of an answer, because views are loaded before they are opened.
const CONNECTION_LOST = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket connection to/
const REFUSED = /status of 403/
const SESSION_OVER = 'This browser session has ended. Open the address that the program printed last.'

describe('a page of the browser host', () => {
  test('keeps its rows when its program ends, says why, and does not accept a new program as its own', async () => {
    const service = await startService('--no-limit', '--containers', '60')
    const same = [
      '--data-dir',
      makeFolder(),
      '--port',
      await reservePort(),
      '--service-url',
      service.ready.url,
      '--api-key',
      service.ready.key,
    ]
    const host = await startHost(...same)
    const board = await stage.openAddress(host.ready.url)
    await board.hasAll(60)
    // Banners cover the last rows if the list is that long.
    const firstRows = async () => (await board.ids()).slice(0, 10)
    const shown = await firstRows()
    // The page loads the menus of its toolbar after the rows, and needs its program for them.
    await board.by('group-menu').waitFor()
    board.expectComplaints(CONNECTION_LOST)
    await host.stop('SIGKILL')
    await eventually(() => board.says('sync-chip')).toBe('Quaywatch stopped')
    expect(await board.banners()).toEqual(['Quaywatch has stopped. Start it again, and use the page it opens.'])
    expect(await firstRows()).toEqual(shown)

    const next = await startHost(...same)
    await eventually(() => board.banners()).toEqual([SESSION_OVER])
    expect(await firstRows()).toEqual(shown)

    const another = await stage.openAddress(next.ready.url)
    await another.hasRows(shown.length)
    expect((await another.count()).all, 'what was saved before the kill').toBe(60)
  })

  test('says that its session is over when its address was used before', async () => {
    const host = await startHost('--data-dir', makeFolder())
    const first = await stage.openAddress(host.ready.url)
    await first.by('connect').waitFor()
    const late = await stage.openAddress(host.ready.url)
    late.expectComplaints(REFUSED)
    await eventually(() => late.banners()).toEqual([SESSION_OVER])
  })

  test('says that another program has its data open, and the first program continues', async () => {
    const service = await startService('--no-limit', '--containers', '20')
    const same = ['--data-dir', makeFolder(), '--service-url', service.ready.url, '--api-key', service.ready.key]
    const host = await startHost(...same)
    const first = await stage.openAddress(host.ready.url)
    await first.hasAll(20)
    const second = await startHost(...same)
    const board = await stage.openAddress(second.ready.url)
    await eventually(() => board.banners()).toEqual([
      'Another copy of Quaywatch has this data open. Close the other window or program, then restart.',
    ])
    await host.stop()
    first.expectComplaints(CONNECTION_LOST)
    await board.page.getByRole('button', { name: 'Restart' }).click()
    await board.hasAll(20)
    expect(await board.banners()).toEqual([])
  })
})
