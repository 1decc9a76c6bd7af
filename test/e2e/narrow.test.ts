// What only a real browser can judge of room: words over words, and words that a panel cuts off in a small window. On the
// made-up engine.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { eventually } from './board.ts'
import { setStage } from './stage.ts'

const HOST = fileURLToPath(new URL('../support/fake-engine-host.ts', import.meta.url))
const stage = setStage()
let host: ChildProcess | undefined
let url = ''

beforeAll(async () => {
  host = spawn(process.execPath, [HOST, '--rows', '14'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: host.stdout! }), 'line')) as [string]
  url = line
})
afterAll(() => host?.kill())

const boxOf = async (locator: Locator) => (await locator.boundingBox())!

test('that no edit waits stands below the words of the screen', async () => {
  const board = await stage.openAddress(url)
  await board.page.waitForURL(/#\/today/)
  await board.press('g', 'e')
  await board.by('empty-state').waitFor()
  const head = await boxOf(board.by('edits-screen').locator('header'))
  expect((await boxOf(board.by('empty-state'))).y).toBeGreaterThanOrEqual(head.y + head.height)
})

test.each(['documents', 'alerts'])('the line under %s beside a panel at 960 px is there to its end', async (screen) => {
  const board = await stage.openAddress(url)
  await board.page.waitForURL(/#\/today/)
  await board.page.setViewportSize({ width: 960, height: 640 })
  await board.page.evaluate((hash) => { location.hash = hash }, `#/${screen}`)
  await board.row(1).locator('[data-key=file], [data-key=alert]').click()
  await board.press('Enter')
  await board.panel().waitFor()
  await board.by('selected-count').waitFor()
  const list = board.page.locator('.list').filter({ has: board.by('selected-count') })
  await eventually(() => list.evaluate((element) => {
    const edge = element.getBoundingClientRect()
    const words = element.querySelectorAll('.footer > *, .footer > .middle > *')
    return [...words].filter((each) => each.textContent !== '' && (each.getBoundingClientRect().right > edge.right || each.getBoundingClientRect().bottom > edge.bottom)).map((each) => each.textContent)
  })).toEqual([])
})

test.each(['de-DE', 'es-ES'])('at 640 px the frame and a list of numbers in %s lie beside each other, whole', async (locale) => {
  const board = await stage.openAddress(url, { locale })
  await board.page.waitForURL(/#\/today/)
  await board.page.setViewportSize({ width: 640, height: 800 })
  await board.page.evaluate(() => { location.hash = '#/requests/add' })
  const search = await boxOf(board.page.locator('header .find'))
  const account = await boxOf(board.by('account-menu'))
  expect(account.x + account.width).toBeLessThanOrEqual(search.x)
  await board.by('list-text').fill('MSCU1234566')
  await board.by('list-judge').click()
  await board.by('draft-rows').waitFor()
  const cut = () => board.by('draft-rows').locator('th').evaluateAll((heads) => heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent))
  await eventually(cut).toEqual([])
})
