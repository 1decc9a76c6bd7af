// The user dismisses the notices at the top by pointer and by keys. This needs a real browser, because only it counts
// clicks and repeats keys. Both files of the account are damaged before each test, so there are two notices.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { type Host, startHost } from './host.ts'
import { FIXED_DAY, createStage, startOnFixedDay } from './stage.ts'

const stage = createStage()
let host: Host

beforeEach(async () => {
  const { host: firstHost, dataDir, service } = await startOnFixedDay({ containers: 7 })
  await firstHost.stop()
  for (const account of readdirSync(join(dataDir, 'accounts'))) {
    for (const file of ['state.db', 'mirror.db'])
      writeFileSync(join(dataDir, 'accounts', account, file), 'no database at all')
  }
  host = await startHost({ dataDir, service: service.ready, now: FIXED_DAY })
})

async function openNotices() {
  const board = await stage.open(host)
  const buttons = board.page.locator('.banner.dismissal button')
  await eventually(() => buttons.count()).toBe(2)
  return { board, page: board.page, buttons }
}

/** The engine answers in order, so after this answer all earlier dismissals are complete. */
async function waitForList(board: Board) {
  await board.press('g', 'l')
  await board.row(0).waitFor()
}

test('a double click dismisses one notice, and not the next one that takes its place', async () => {
  const { board, page, buttons } = await openNotices()
  await buttons.first().click()
  await eventually(() => buttons.count()).toBe(1)
  // The position of the button depends on the text before it, so both texts have the same length.
  await buttons.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await waitForList(board)
  expect(await buttons.count()).toBe(1)
})

test('a key that is held down dismisses one notice, and a second press dismisses the next', async () => {
  const { board, page, buttons } = await openNotices()
  await buttons.first().focus()
  await page.keyboard.down('Enter')
  await eventually(() => buttons.count()).toBe(1)
  await eventually(() => buttons.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await waitForList(board)
  expect(await buttons.count()).toBe(1)
  await buttons.focus()
  await page.keyboard.press('Enter')
  await eventually(() => buttons.count()).toBe(0)
})
