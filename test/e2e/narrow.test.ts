// Layouts in a small window that only a real browser can check: overlapping texts, and texts that a panel cuts off.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { errors as de } from '../../src/renderer/src/engine/messages/de.ts'
import { errors as en } from '../../src/renderer/src/engine/messages/en.ts'
import { errors as es } from '../../src/renderer/src/engine/messages/es.ts'
import { errors as zh } from '../../src/renderer/src/engine/messages/zh.ts'
import { containers as deWords } from '../../src/renderer/src/features/containers/messages/de.ts'
import { containers as enWords } from '../../src/renderer/src/features/containers/messages/en.ts'
import { containers as esWords } from '../../src/renderer/src/features/containers/messages/es.ts'
import { containers as zhWords } from '../../src/renderer/src/features/containers/messages/zh.ts'
import { makeFolder } from '#support/programs.ts'
import { pdfLines } from '#support/pdf.ts'
import { eventually, showSavedColumns } from './board.ts'
import { type Host, startHost } from './host.ts'
import { waitForEngine } from './wait-for-engine.ts'
import { FIXED_DAY, createStage } from './stage.ts'
import { type ScriptedWorld, createTerminalAttributes, startScriptedWorld } from './scripted-world.ts'

const stage = createStage()
let world: ScriptedWorld
let host: Host

beforeAll(async () => {
  world = await startScriptedWorld({ containers: 60, day: FIXED_DAY, rate: 1 })
  const deadlines = { pickup_lfd_terminal: '2026-11-21', pickup_lfd_rail: '2026-11-20', pickup_lfd_line: '2026-11-22' }
  world.report(world.containers[0]!.id, {
    ...createTerminalAttributes(FIXED_DAY, 'America/Los_Angeles'),
    import_deadlines: deadlines,
  })
  const watch = join(makeFolder(), 'Inbox')
  mkdirSync(watch)
  for (const name of ['bill', 'invoice']) writeFileSync(join(watch, `${name}.pdf`), pdfLines(name))
  host = await startHost({ service: world.service, now: FIXED_DAY, watchedFolder: watch })
  const { engine, close } = await host.createClient()
  await engine.call('folders.pause', { isPaused: true })
  await waitForEngine(async () => (await engine.call('sync.status', {})).lastCompleteAt !== null)
  await waitForEngine(
    async () =>
      (await engine.call('documents.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } }))
        .total === 2,
  )
  close()
})
afterAll(() => world.close())

/** The longest text that a toast shows for a failure. */
function findLongestFailure(locale: string): string {
  const all = { 'en-US': en, 'de-DE': de, 'es-ES': es, 'zh-CN': zh }[locale]!
  const sentences = Object.values<{ what: string; next: string }>(all).map(({ what, next }) => `${what} ${next}`)
  return sentences.reduce((longest, sentence) => (sentence.length > longest.length ? sentence : longest))
}

const readRect = async (locator: Locator) => (await locator.boundingBox())!

test('the message that no edit waits is below the header of the screen', async () => {
  const board = await stage.open(host)
  await board.page.waitForURL(/#\/today/)
  await board.press('g', 'e')
  await board.by('empty-state').waitFor()
  const head = await readRect(board.by('edits-screen').locator('header'))
  expect((await readRect(board.by('empty-state'))).y).toBeGreaterThanOrEqual(head.y + head.height)
})

test.each(['documents', 'alerts'])('the line below %s beside a panel is complete at 960 px', async (screen) => {
  const board = await stage.open(host)
  await board.page.waitForURL(/#\/today/)
  await board.page.setViewportSize({ width: 960, height: 640 })
  await board.openPath(screen)
  await board.row(1).locator('[data-key="#select"]').click()
  await board.row(1).locator('[data-key=file], [data-key=alert]').click()
  await board.panel().waitFor()
  await board.by('selected-count').waitFor()
  const list = board.page.locator('.list').filter({ has: board.by('selected-count') })
  await eventually(() =>
    list.evaluate((element) => {
      const edge = element.getBoundingClientRect()
      const texts = element.querySelectorAll('.footer > *, .footer .end > *, .footer .middle > *')
      return [...texts]
        .filter(
          (word) =>
            word.textContent !== '' &&
            (word.getBoundingClientRect().right > edge.right || word.getBoundingClientRect().bottom > edge.bottom),
        )
        .map((word) => word.textContent)
    }),
  ).toEqual([])
})

/**
 * A window of 1280 by 800 at 200 % zoom, with a clipboard that refuses: versions of Chromium differ in what they allow.
 */
async function openZoomed(path: string, locale = 'en-US') {
  const board = await stage.open(host, { locale, viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })
  await board.page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await board.page.waitForURL(/#\/today/)
  await board.openPath(path)
  await board.row(0).waitFor()
  return board
}

const WINDOWS = [1280, 960, 640].map((width) => [width, width / 1.6])
test.each(WINDOWS)(
  'toasts cover no row and no action of a selection in a window of %i by %i',
  async (width, height) => {
    const board = await openZoomed('lfd')
    await board.page.setViewportSize({ width, height })
    await board.row(0).locator('[data-key="#select"]').click()
    await board.by('selected-count').waitFor()
    await board.press('m')
    const message = board.page.locator('.n-message')
    await message.getByTestId('undo').waitFor()
    await eventually(async () => {
      const [toast, grid] = [await readRect(message), await readRect(board.page.getByRole('grid'))]
      const actions = await Promise.all((await board.page.locator('.footer').getByRole('button').all()).map(readRect))
      const isClear = [height, ...actions.map(({ y }) => y)].every((y) => y >= toast.y + toast.height)
      return [toast.y >= grid.y + grid.height - 1, isClear, actions.length > 4]
    }).toEqual([true, true, true])
  },
)

test('toasts cover no row at 200 % zoom, and a toast with an undo stays beside the next one', async () => {
  const board = await openZoomed('lfd')
  await board.row(0).locator('[data-key=number]').click()
  const message = board.page.locator('.n-message')
  await board.press('m')
  await message.getByTestId('undo').waitFor()
  await board.press('c')
  await eventually(() => message.allTextContents()).toEqual([
    expect.stringMatching(/Undo$/),
    'Could not copy to the clipboard',
  ])
  const grid = await readRect(board.page.getByRole('grid'))
  const readRects = () => Promise.all([message.first(), message.last(), message.getByTestId('undo')].map(readRect))
  await eventually(async () =>
    (await readRects()).filter(({ y, height }) => y < grid.y + grid.height || y + height > 400),
  ).toEqual([])
  const [first, second, undo] = await readRects()
  expect([
    first!.x >= 0,
    undo!.x + undo!.width <= first!.x + first!.width,
    first!.x + first!.width <= second!.x,
    second!.x + second!.width <= 640,
  ]).toEqual([true, true, true, true])
  await message.getByTestId('undo').click()
  await eventually(() => message.getByTestId('undo').count()).toBe(0)
})

test.each(['en-US', 'de-DE', 'es-ES', 'zh-CN'])(
  'the longest failure takes one line at 200 % zoom, and its text is complete for screen readers, in %s',
  async (locale) => {
    const board = await openZoomed('lfd', locale)
    await board.row(0).locator('[data-key=number]').click()
    await board.press('c')
    const words = board.page.locator('.n-message .toast-words')
    await words.waitFor()
    const short = await words.innerText()
    expect(await words.getAttribute('title')).toBe(short)
    const longest = findLongestFailure(locale)
    await words.evaluate((element, text) => {
      element.textContent = text
    }, longest)
    const grid = await readRect(board.page.getByRole('grid'))
    const { x, y, width, height } = await readRect(board.page.locator('.n-message'))
    expect([y >= grid.y + grid.height, y + height <= 400, x >= 0, x + width <= 640]).toEqual([true, true, true, true])
    expect(
      await words.evaluate((element) => [element.textContent.length, element.scrollWidth > element.clientWidth]),
    ).toEqual([longest.length, true])
  },
)

test('at least four rows are visible at 200 % zoom', async () => {
  const board = await openZoomed('lfd')
  const { height } = await readRect(board.page.getByRole('grid'))
  expect(height).toBeGreaterThanOrEqual(30 + 4 * 32)
})

test.each(['lfd', 'documents', 'charges'])(
  'the placeholder of the filter of %s is complete, also at 200 % zoom',
  async (path) => {
    const board = await openZoomed(path)
    const field = board.by('filter-text')
    const readPlaceholder = () =>
      field.evaluate((input: HTMLInputElement) => {
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(input)
        const context = document.createElement('canvas').getContext('2d')!
        context.font = `${fontWeight} ${fontSize} ${fontFamily}`
        return {
          placeholder: input.placeholder,
          isWhole: context.measureText(input.placeholder).width <= input.clientWidth + 1,
        }
      })
    await eventually(async () => (await readPlaceholder()).isWhole).toBe(true)
    const { placeholder } = await readPlaceholder()
    await board.page.setViewportSize({ width: 1440, height: 900 })
    await eventually(async () => (await readPlaceholder()).placeholder.length).toBeGreaterThan(placeholder.length)
    expect((await readPlaceholder()).isWhole).toBe(true)
  },
)

test.each(['en-US', 'de-DE', 'es-ES', 'zh-CN'])(
  'the placeholder of the search is complete beside the account at 200 % zoom, in %s',
  async (locale) => {
    const board = await openZoomed('lfd', locale)
    const isWhole = await board.by('search').evaluate((input: HTMLInputElement) => {
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(input)
      const context = document.createElement('canvas').getContext('2d')!
      context.font = `${fontWeight} ${fontSize} ${fontFamily}`
      return context.measureText(input.placeholder).width <= input.clientWidth + 1
    })
    const account = await readRect(board.by('account-menu'))
    const search = await readRect(board.page.getByRole('search'))
    expect([isWhole, account.x + account.width <= search.x]).toEqual([true, true])
  },
)

test.each(['en-US', 'de-DE', 'es-ES', 'zh-CN'])(
  'three sources with different days show two days in full and a mark for the third, in %s',
  async (locale) => {
    const board = await stage.open(host, { locale, viewport: { width: 960, height: 640 } }, showSavedColumns)
    await board.page.waitForURL(/#\/today/)
    await board.page.evaluate(() => {
      location.hash = '#/lfd'
    })
    const cell = board.page
      .locator('[data-row] [data-key=sources]')
      .filter({ has: board.page.locator('.day:nth-child(3)') })
      .first()
    const { right, parts } = await cell.evaluate((element) => {
      const { paddingRight } = getComputedStyle(element)
      return {
        right: element.getBoundingClientRect().right - parseFloat(paddingRight),
        parts: [...element.querySelectorAll('.letter, .date')].map((part) => ({
          text: part.textContent,
          right: part.getBoundingClientRect().right,
        })),
      }
    })
    expect(parts.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^[A-Z]$/),
      expect.stringMatching(/20/),
      expect.stringMatching(/^[A-Z]$/),
      expect.stringMatching(/22/),
      '…',
    ])
    expect(parts.filter((part) => part.right > right)).toEqual([])
  },
)

test.each(['en-US', 'de-DE', 'es-ES', 'zh-CN'])(
  'the counts above the board are on one line at 720 px, and the last one can be scrolled to, in %s',
  async (locale) => {
    const board = await stage.open(host, { locale, viewport: { width: 720, height: 640 } })
    await board.page.waitForURL(/#\/today/)
    await board.page.evaluate(() => {
      location.hash = '#/lfd'
    })
    const last = board.by('tile-not-assessed')
    const readTileRows = () =>
      last.evaluate((tile) => {
        tile.scrollIntoView({ inline: 'nearest' })
        const tiles = [...tile.parentElement!.children].map((child) => child.getBoundingClientRect())
        return {
          lines: new Set(tiles.map(({ top }) => top)).size,
          isInside: Math.round(tiles.at(-1)!.right) <= innerWidth,
        }
      })
    await eventually(readTileRows).toEqual({ lines: 1, isInside: true })
  },
)

test('a decision of Today is one line at 1280 px', async () => {
  const board = await stage.open(host, { viewport: { width: 1280, height: 800 } })
  const rows = board.by('decisions').locator('.row')
  await rows.nth(5).waitFor()
  const action = rows.locator('.action').first()
  await action.evaluate((element) => (element.textContent = 'Pay $525, then pick up by tomorrow or extend'))
  expect((await readRect(action)).height).toBeLessThan(20)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(heights.filter((height) => height > 36)).toEqual([])
})

test('the headers of a list of numbers are complete at 640 px in German', async () => {
  const board = await stage.open(host, { locale: 'de-DE', viewport: { width: 640, height: 800 } })
  await board.page.waitForURL(/#\/today/)
  await board.page.evaluate(() => {
    location.hash = '#/requests/add'
  })
  await board.by('list-text').fill('MSCU1234566')
  await board.by('list-judge').click()
  await board.by('draft-rows').waitFor()
  const readCutHeaders = () =>
    board
      .by('draft-rows')
      .locator('th')
      .evaluateAll((heads) =>
        heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent),
      )
  await eventually(readCutHeaders).toEqual([])
})

test.each(['en-US', 'de-DE', 'es-ES', 'zh-CN'])(
  'the headings of groups show 12 signs of their names, and the count, beside a panel at 960 px, in %s',
  async (locale) => {
    const board = await stage.open(host, { locale, viewport: { width: 960, height: 640 } }, () => {
      localStorage.setItem('quaywatch.lfd.grouping', '"customer"')
    })
    await board.page.waitForURL(/#\/today/)
    await board.page.evaluate(() => {
      location.hash = '#/lfd'
    })
    await board.row(1).locator('[data-key=number]').click()
    await board.panel().waitFor()
    const readNames = () =>
      board.page.locator('[data-testid=group-row] .name').evaluateAll((names) =>
        names.map((name) => {
          const range = document.createRange()
          range.setStart(name.firstChild!, 0)
          range.setEnd(name.firstChild!, Math.min(12, name.textContent.length))
          const { right, bottom } = name.getBoundingClientRect()
          const count = name.nextElementSibling!.firstElementChild!
          return range.getBoundingClientRect().right <= right && count.getBoundingClientRect().top < bottom
        }),
      )
    await eventually(async () => (await readNames()).length).toBeGreaterThan(1)
    expect(await readNames()).not.toContain(false)
  },
)

test('Today shows the heads of its columns at 960 px, also beside a panel', async () => {
  const board = await stage.open(host, { viewport: { width: 960, height: 640 } })
  const heads = () => board.by('decisions').locator('.heads > :visible').allInnerTexts()
  await board.by('decisions').locator('.row').first().waitFor()
  const all = ['Container', 'Customer', 'Pickup location', 'LFD', 'Fees', 'Readiness', 'Next action']
  expect(await heads()).toEqual(all)
  // Without a customer the pickup location has both lines.
  const offsets = await board
    .by('decisions')
    .locator('.row:has(> .customer:empty) > .place:not(:empty)')
    .evaluateAll((places) =>
      places.map((place) => {
        const [text, row] = [document.createRange(), place.parentElement!.getBoundingClientRect()]
        text.selectNodeContents(place)
        const { top, bottom } = text.getBoundingClientRect()
        return Math.round(Math.abs(top + bottom - row.top - row.bottom) / 2)
      }),
    )
  expect([offsets.length > 0, Math.max(...offsets) <= 1]).toEqual([true, true])
  await board.by('decisions').locator('.row').first().click()
  await board.panel().waitFor()
  await eventually(heads).toEqual(['Container', 'Pickup location', 'LFD', 'Fees', 'Next action'])
})

const messagesByLocale = { 'en-US': enWords, 'de-DE': deWords, 'es-ES': esWords, 'zh-CN': zhWords }

test.each(['en-US', 'de-DE', 'es-ES', 'zh-CN'] as const)(
  'the columns of changes fit a window of 1280 px with the longest severity, in %s',
  async (locale) => {
    const board = await stage.open(host, { locale, viewport: { width: 1280, height: 800 } })
    await board.page.waitForURL(/#\/today/)
    await board.page.evaluate(() => {
      location.hash = '#/changes'
    })
    for (const rows of ['grouped', 'each']) {
      await board.by(`scope-${rows}`).click()
      const head = board.page.locator('[role=columnheader][data-key=severity]')
      await head.waitFor()
      const { x, width } = await readRect(head)
      const { costs, act, verify, know } = messagesByLocale[locale].severity
      const longest = await board.page.evaluate(
        (texts) => {
          const context = document.createElement('canvas').getContext('2d')!
          context.font = `13px ${getComputedStyle(document.body).fontFamily}`
          return Math.max(...texts.map((text) => context.measureText(text).width))
        },
        [costs, act, verify, know],
      )
      // Both paddings, and the mark with its gap.
      expect([x + width <= 1280, longest <= width - 34]).toEqual([true, true])
    }
  },
)
