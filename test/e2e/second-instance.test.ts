// A user opens a link to the app in another program, and the system starts the app a second time. The second process
// passes the link on and ends, and the first one opens the record. An unsupported link is only refused.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endPrograms, startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { type Desktop, endDesktops, startDesktop } from './desktop-host.ts'
import { createStage } from './stage.ts'

const REFUSED = 'Quaywatch does not support this link, so it did nothing.'
const REFUSED_LINKS = {
  'another act': 'quaywatch://shipments/delete?q=MSCU1234566',
  'a second wish': 'quaywatch://shipments/find?q=MSCU1234566&then=delete',
  'a service and a key': 'quaywatch://settings/connect?url=http%3A%2F%2F127.0.0.1%2Fv2&key=k',
  'a script': 'quaywatch:javascript:alert(1)',
  'five thousand letters': `quaywatch://shipments/find?q=${'A'.repeat(5000)}`,
}

const stage = createStage()
let desktop: Desktop
let board: Board
beforeAll(async () => {
  const service = await startService('--no-limit', '--seed', '1', '--containers', '20')
  desktop = await startDesktop({ service: service.ready })
})
beforeEach(async () => {
  board = await stage.open(desktop)
  await board.waitForContainers(20)
})
afterAll(async () => {
  await endDesktops()
  await endPrograms()
})

const readHash = () => new URL(board.page.url()).hash
const createLink = (number: string) => `quaywatch://shipments/find?q=${number}`

describe('a second instance', () => {
  test('story 6: with a link ends by itself, and the first one opens that container', async () => {
    const number = (await board.column('number'))[3]!
    expect(await desktop.startSecond(createLink(number.replaceAll(' ', '')))).toBe(0)
    await eventually(() => board.textOf('panel-number')).toBe(number)
    expect(desktop.app.windows()).toHaveLength(1)
  })

  test('without a link brings the window of the first one to the front', async () => {
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.minimize())
    expect(await desktop.startSecond()).toBe(0)
    await eventually(() =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isMinimized()),
    ).toBe(false)
  })

  test.for(Object.entries(REFUSED_LINKS))('with a link of %s only shows a refusal', async ([, link]) => {
    const hashBefore = readHash()
    expect(await desktop.startSecond(link)).toBe(0)
    await board.page.getByText(REFUSED).first().waitFor()
    expect(readHash()).toBe(hashBefore)
    expect((await board.count()).all).toBe(20)
    expect(await board.banners()).toEqual([])
  })
})
