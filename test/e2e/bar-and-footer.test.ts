// The bar above a list and the line below it, in a real browser: a filter fits on the line, and no amount is cut. Also
// the lines of the handover.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIXED_DAY, createStage } from './stage.ts'
import { type Host, startHost } from './host.ts'
import { type ScriptedWorld, startScriptedWorld } from './scripted-world.ts'
import { eventually } from './board.ts'
import { measureOverflow } from './layout-checks.ts'

const stage = createStage()
let world: ScriptedWorld
let host: Host

beforeAll(async () => {
  world = await startScriptedWorld({ containers: 60, day: FIXED_DAY, rate: 1 })
  host = await startHost({ service: world.service, now: FIXED_DAY })
})
afterAll(() => world.close())

async function openScreen(path: string, width: number, height: number, locale = 'en-US') {
  const board = await stage.open(host, { locale, viewport: { width, height } })
  await board.page.waitForURL(/#\/today/)
  await board.openPath(path)
  return board
}

test('a filter is on the line of the title at 1280 px, and further filters begin on that line', async () => {
  const board = await openScreen('lfd', 1280, 800)
  await board.by('tile-held').click()
  const readTop = async (selector: string) => {
    const { y, height } = (await board.page.locator(selector).last().boundingBox())!
    return Math.round(y + height / 2)
  }
  await board.by('filter-clear').waitFor()
  const titleTop = await readTop('.toolbar h1')
  expect(Math.abs((await readTop('[data-testid=filter-clear]')) - titleTop)).toBeLessThan(4)
  await board.by('filter-chip').evaluate((chip) => {
    for (let copy = 0; copy < 3; copy++) chip.after(chip.cloneNode(true))
  })
  expect(await readTop('[data-testid=filter-clear]')).toBeGreaterThan(titleTop + 20)
  expect(await readTop('.toolbar h1')).toBe(titleTop)
})

test('the total of the fees is complete at 960 px', async () => {
  const board = await openScreen('charges', 960, 640)
  const totals = board.by('totals')
  await totals.waitFor()
  await totals.evaluate((element) => {
    element.textContent =
      'Fees due: at least $115,442 on 193 containers · CA$15,320 on 18 containers · at least €1,699 on 9 containers · 7,879 (currency not given) on 16 containers'
  })
  const isComplete = () =>
    totals.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { right, bottom } = range.getBoundingClientRect()
      return element.scrollWidth <= element.clientWidth + 1 && right <= innerWidth && bottom <= innerHeight
    })
  await eventually(isComplete).toBe(true)
})

test('a row of the handover is one line at 1280 px', async () => {
  const board = await openScreen('handover', 1280, 800)
  const rows = board.by('handover-open').locator('tbody tr')
  await rows.nth(3).waitFor()
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(heights.filter((height) => height > 36)).toEqual([])
})

test('a narrow window scrolls the handover sideways, and breaks no word', async () => {
  const board = await openScreen('handover', 640, 800)
  const table = board.by('handover-open').locator('table')
  await table.locator('tbody tr').nth(3).waitFor()
  const findBrokenWords = () =>
    table.evaluate((element) => {
      const range = document.createRange()
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { index, 0: word } of node.textContent!.matchAll(/\S+/g)) {
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (range.getClientRects().length > 1) broken.push(word)
        }
      return broken
    })
  expect(await findBrokenWords()).toEqual([])
  const isScrollable = await table.evaluate(({ parentElement: room }) => room!.scrollWidth > room!.clientWidth)
  expect([isScrollable, await measureOverflow(board.page)]).toEqual([true, 0])
})

test.each(['en-US', 'de-DE', 'es-ES', 'zh-CN'])(
  'the time of the list is on a line with an action of the selection at 960 px, in %s',
  async (locale) => {
    const board = await openScreen('containers', 960, 640, locale)
    await board.row(0).locator('[data-key=number]').click()
    await board.press('Control+a')
    await board.by('selected-count').waitFor()
    const [actions, time] = await board.page.locator('.footer').evaluate((footer) => {
      const getMiddle = (element: Element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return Math.round((top + bottom) / 2)
      }
      return [[...footer.querySelectorAll('button')].map(getMiddle), getMiddle(footer.querySelector('span.text-3')!)]
    })
    expect(Math.min(...actions.map((y) => Math.abs(y - time)))).toBeLessThan(3)
    if (locale === 'en-US') expect(new Set(actions).size).toBe(1)
  },
)
