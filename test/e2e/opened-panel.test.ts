// A panel that has just opened, in a real browser: the double click that opened it selects no text, it begins at its
// top, and a form in it is completely visible.
import { beforeAll, expect, test } from 'vitest'
import { eventually } from './board.ts'
import { startFullAccount } from './full-account.ts'
import type { Host } from './host.ts'
import { createStage } from './stage.ts'

const stage = createStage()
let host: Host

beforeAll(async () => {
  host = await startFullAccount({ containers: 7, rate: 20 })
})

async function openScreen(path: string) {
  const board = await stage.open(host, { viewport: { width: 1280, height: 800 } })
  await board.page.waitForURL(/#\/today/)
  await board.openPath(path)
  await board.row(0).waitFor()
  return board
}

test('the second press of the double click that opened a panel selects no text, and a later one selects a word', async () => {
  const board = await openScreen('documents')
  const { mouse } = board.page
  const press = async (clickCount: number) => {
    await mouse.down({ clickCount })
    await mouse.up({ clickCount })
  }
  const readSelection = () => board.page.evaluate(() => getSelection()!.toString().trim())
  const row = (await board.row(0).boundingBox())!
  await mouse.move(900, row.y + row.height / 2)
  await press(1)
  await board.panel().waitFor()
  const { x } = (await board.panel().boundingBox())!
  expect(x).toBeLessThan(900)
  await press(2)
  expect(await readSelection()).toBe('')
  await board.by('panel-number').dblclick()
  expect(await readSelection()).not.toBe('')
})

test('the panel of the next container begins at its top', async () => {
  const board = await openScreen('lfd')
  await board.row(0).locator('[data-key=number]').click()
  await board.press('Enter')
  const scroller = board.panel().locator('.scroll')
  await board.by('timeline').waitFor()
  await scroller.evaluate((element) => element.scrollTo(0, 300))
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(300)
  await board.row(1).locator('[data-key=number]').click()
  await eventually(() => scroller.evaluate((element) => element.scrollTop)).toBe(0)
})

test('the form for a last free day opens above the toast', async () => {
  const board = await openScreen('lfd')
  await board.row(0).locator('[data-key=number]').click()
  await board.press('Enter')
  const button = board.by('manual-set')
  await button.waitFor()
  await board.press('m')
  // A toast stays while the pointer is on it.
  await board.page.locator('.n-message').hover()
  await button.evaluate((element) => {
    const lowest = document.querySelector('.n-message')!.getBoundingClientRect().top - 4
    const scroller = element.closest('.scroll')!
    scroller.scrollTop += element.getBoundingClientRect().bottom - lowest
  })
  await button.press('Enter')
  const form = board.panel().locator('form')
  await form.waitFor()
  await eventually(() =>
    form.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return [top > 0, bottom <= document.querySelector('.n-message')!.getBoundingClientRect().top]
    }),
  ).toEqual([true, true])
})
