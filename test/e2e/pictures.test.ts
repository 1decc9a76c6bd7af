// A screenshot of every screen, light and dark, with few rows and with many (test/e2e/shots/, not in git). Also checks
// that nothing overflows the window, nothing is cut off, and all texts have contrast.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#contract/rules/language.ts'
import { rateTable } from '#support/rate-table.ts'
import { type Board, eventually } from './board.ts'
import { findTextsCutSideways, findFaintTexts, measureOverflow } from './layout-checks.ts'
import { startFullAccount } from './full-account.ts'
import { startHost } from './host.ts'
import { SCREENS, type Scene, goToScene } from './scenes.ts'
import { FIXED_DAY, createStage, startOnFixedDay } from './stage.ts'

const SHOTS = fileURLToPath(new URL('shots', import.meta.url))
const themes = ['light', 'dark'] as const
/** Columns that a forwarder acts on. At their usual width they may never end in an ellipsis. */
const ESSENTIAL = [
  'number',
  'lastFreeDay',
  'daysLeft',
  'sources',
  'verdict',
  'status',
  'masterBill',
  'vessel',
  'portOfLading',
  'portOfDischarge',
  'eta',
]

/** A date in a cell, in any language, and the widest possible one. */
const DAY = /\p{L}+ \d+\.? \p{L}{3}(?: \d{4})?|(?:\d{4}年)?\d+月\d+日 周./u
const WIDEST = { en: 'Wed 20 May 2026', de: 'Mi 20. Mai 2026', es: 'mié 20 may 2026', zh: '2026年12月30日 周三' }

/** A list as a user copies it from a workbook: with lines that cannot be tracked. */
const SHEET = [
  'MBL\tSCAC\tPO',
  ...[1, 2, 3, 4].map((digit) => `26000010${digit}\tMAEU\tPO-471${digit}`),
  'MSCU1234567\t\tPO-4715',
  '260000102\tMAEU\tPO-4712',
  'HBL SHA-26-0457\t\tPO-4716',
  ...[5, 6, 7, 8].map((digit) => `KESL9988776${digit}\t\tPO-481${digit}`),
].join('\n')

/** The pictures of the README and of the user guide. They are copied by hand to resources/pictures. */
const README_PAGE = { colorScheme: 'light', reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } } as const

/** A name that a user would give. */
const README_ACCOUNT = 'Nordkai Import'

const README_SCENES: readonly Scene[] = [
  {
    name: 'bulk-add',
    path: 'requests/add',
    prepare: async (board) => {
      await board.by('list-text').fill(SHEET)
      await board.by('list-judge').click()
      await board.page.locator('[data-outcome=repeated]').waitFor()
    },
  },
  {
    name: 'document',
    path: 'documents',
    prepare: async (board) => {
      await board.page.locator('[data-key=file]', { hasText: 'invoice.pdf' }).click()
      await board.press('Enter')
      await board.page.locator('[data-testid=pdf-page]:not([data-drawn="0"])').waitFor()
    },
  },
  ...SCREENS.filter(({ name }) => name === 'Dispute evidence').map((scene) => ({ ...scene, name: 'dispute' })),
  ...SCREENS.filter(({ name }) => name === 'Map').map((scene) => ({ ...scene, name: 'map' })),
]

const stage = createStage()
beforeAll(() => {
  mkdirSync(SHOTS, { recursive: true })
})

/** Takes and checks a picture. The assertions are soft, so that one run reports the problems of all screens. */
async function picture(board: Board, name: string): Promise<void> {
  const { page } = board
  // A pointer would highlight the element below it.
  await page.mouse.move(0, 0)
  await page.screenshot({ path: `${SHOTS}/${name}.png` })
  expect.soft(await measureOverflow(page), `${name} fits the window`).toBe(0)
  expect.soft(await findTextsCutSideways(page, ESSENTIAL), `${name} cuts no words`).toEqual([])
  expect.soft(await findFaintTexts(page), `${name} has contrast`).toEqual([])
}

/** Replaces each day that is alone in its cell. Of two days in one cell only one names its year. */
function widenDates(page: Page, day: string): Promise<void> {
  return page.locator('[role=gridcell]').evaluateAll(
    (cells, { pattern, widest }) => {
      for (const cell of cells.filter(({ textContent }) => !textContent.includes('→'))) {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          node.textContent = (node.textContent ?? '').replace(new RegExp(pattern, 'u'), widest)
      }
    },
    { pattern: DAY.source, widest: day },
  )
}

async function takeListPictures(board: Board, prefix: string): Promise<void> {
  await picture(board, `${prefix}-lfd`)
  await board.openRow(0)
  await board.by('timeline').waitFor()
  await picture(board, `${prefix}-detail`)
  await board.by('timeline').scrollIntoViewIfNeeded()
  await picture(board, `${prefix}-detail-timeline`)
  await board.page.keyboard.press('Escape')
  await board.goTo('containers')
  await board.waitForRows()
  await picture(board, `${prefix}-containers`)
  await board.goTo('lfd')
  await board.filterText('Nordwind GmbH')
  await board.by('empty-state').waitFor()
  await picture(board, `${prefix}-empty`)
  await board.page.getByTestId('filter-clear').click()
  await board.waitForRows()
  await board.by('filter-menu').click()
  await picture(board, `${prefix}-filter-menu`)
  await board.page.keyboard.press('Escape')
  await board.goTo('settings')
  await board.page.getByText('Date in effect').waitFor()
  await picture(board, `${prefix}-settings`)
  await board.goTo('lfd')
  await board.waitForRows()
  await board.by('tile-past').waitFor()
}

/** Screens beside the lists, opened when they have content. */
async function takeOtherPictures(board: Board, prefix: string): Promise<void> {
  for (const [screen, sign] of [
    ['today', 'decisions'],
    ['shipments', 'list-count'],
    ['charges', 'list-count'],
    ['changes', 'list-count'],
    ['requests', 'list-count'],
    ['status', 'asked'],
  ] as const) {
    await board.goTo(screen)
    // A list of changes without rows shows a message and no count.
    if (screen !== 'changes') await board.by(sign).waitFor()
    if (sign === 'list-count')
      await eventually(() =>
        board.page.locator('[data-row="0"][data-id], [data-testid=empty-state]').count(),
      ).toBeGreaterThan(0)
    await picture(board, `${prefix}-${screen}`)
  }
  await board.typeNumber('MSCU4029312')
  await board.by('add-start').waitFor()
  await picture(board, `${prefix}-add-tracking`)
  await board.press('Escape')
  await board.press('Control+k')
  await board.by('palette-input').waitFor()
  await picture(board, `${prefix}-palette`)
  await board.press('Escape')
  await board.goTo('lfd')
  await board.waitForRows()
}

async function takeOfflinePictures(board: Board, prefix: string): Promise<void> {
  await board.by('sync-chip').click()
  await board.by('reread-all').click()
  await eventually(() => board.textOf('sync-chip')).toMatch(/^Offline since/)
  await eventually(() => board.page.locator('.details .error').count()).toBe(1)
  await picture(board, `${prefix}-offline-details`)
  await board.page.keyboard.press('Escape')
  await picture(board, `${prefix}-offline`)
}

/** The numbers of the shipment and of the container that the open document is linked to. */
async function readLinkedNumbers(board: Board): Promise<string[]> {
  const labels = await board.by('matches').getByRole('button').allTextContents()
  return labels.map((label) => label.replace(/^\s*\w+ /, '').replaceAll(' ', ''))
}

async function findRowDueToday(board: Board): Promise<number> {
  return (await board.column('lastFreeDay')).findIndex((text) => text.endsWith('Today'))
}

describe('every screen', () => {
  test.for([7, 1000])('with %d containers looks right in both themes, and offline', async (containers) => {
    const { service, host } = await startOnFixedDay({ containers })
    for (const theme of themes) {
      const board = await stage.open(host, { colorScheme: theme })
      await board.waitForContainers(containers)
      await takeListPictures(board, `${theme}-${containers}`)
      await takeOtherPictures(board, `${theme}-${containers}`)
      await board.page.setViewportSize({ width: 1024, height: 700 })
      await picture(board, `${theme}-${containers}-lfd-small`)
      await board.page.setViewportSize({ width: 1440, height: 900 })
      if (theme === 'dark') {
        await service.stop()
        await takeOfflinePictures(board, `${theme}-${containers}`)
      }
      await board.close()
    }
    const board = await stage.open(host, { colorScheme: 'light' })
    await board.waitForRows()
    await takeOfflinePictures(board, `light-${containers}`)
  })

  test('Today of the README has money that is due and containers that can still be saved', async () => {
    const { host } = await startOnFixedDay({ containers: 120, accountName: README_ACCOUNT })
    const { engine, close } = await host.createClient()
    await engine.call('rates.save', rateTable('demurrage'))
    close()
    const board = await stage.open(host, { ...README_PAGE })
    await board.by('set-up').getByRole('button', { name: 'Dismiss' }).click()
    await eventually(() => board.by('set-up').count()).toBe(0)
    await board.waitForRows()
    await goToScene(board, { name: 'today', path: 'today', prepare: () => board.by('decisions').waitFor() })
    expect(await board.by('money-saveable').textContent()).not.toContain('0 containers')
    expect(await board.textOf('account-name')).toBe(README_ACCOUNT)
    await picture(board, 'readme-today')
    await board.goTo('lfd')
    await board.waitForRows()
    await picture(board, 'readme-last-free-day')
    await board.openRow(await findRowDueToday(board))
    await board.by('timeline').waitFor()
    await picture(board, 'readme-container')
  })

  test('of the README looks right at the size of its picture', async () => {
    const host = await startFullAccount({ hasPendingEdits: false, accountName: README_ACCOUNT })
    const board = await stage.open(host, { ...README_PAGE })
    for (const scene of README_SCENES) {
      await goToScene(board, scene)
      expect(await board.textOf('account-name')).toBe(README_ACCOUNT)
      await picture(board, `readme-${scene.name}`)
      if (scene.name === 'document') expect(new Set(await readLinkedNumbers(board)).size).toBe(2)
    }
  })

  test('of sixty containers looks right with a detail panel beside them', async () => {
    const { host } = await startOnFixedDay({ containers: 60 })
    const board = await stage.open(host, { colorScheme: 'light' })
    await board.waitForContainers(60)
    await picture(board, 'light-60-lfd')
    await board.openRow(await findRowDueToday(board))
    await board.by('timeline').waitFor()
    await picture(board, 'light-60-detail')
  })

  test('does not cut off a date of another year, in any language', async () => {
    const { host } = await startOnFixedDay({ containers: 60, day: '2026-12-28T17:00:00Z' })
    // Wide enough for every column, high enough for every row.
    const board = await stage.open(host, { viewport: { width: 3000, height: 1600 } })
    await board.waitForContainers(60)
    for (const language of LANGUAGES) {
      await board.goTo('settings')
      await board.chooseLanguage(language)
      for (const screen of ['lfd', 'containers', 'shipments', 'charges', 'requests'] as const) {
        await board.goTo(screen)
        await board.page.locator('[data-row="0"][data-id]').waitFor()
        const dates = board.page.locator('[role=gridcell]').filter({ hasText: screen === 'requests' ? DAY : '2027' })
        await eventually(() => dates.count()).toBeGreaterThan(1)
        const columns = await dates.evaluateAll((cells) =>
          cells.map((cell) => (cell as HTMLElement).dataset['key'] ?? ''),
        )
        const cut = await findTextsCutSideways(board.page, columns)
        expect
          .soft(
            cut.filter((words) => words.includes('2027')),
            `${screen} in ${language}`,
          )
          .toEqual([])
        await widenDates(board.page, WIDEST[language])
        expect
          .soft(await findTextsCutSideways(board.page, columns), `the widest on ${screen} in ${language}`)
          .not.toContainEqual(expect.stringContaining(WIDEST[language]))
      }
    }
  })

  test('of the first run looks right in both themes', async () => {
    const host = await startHost({ now: FIXED_DAY })
    for (const theme of themes) {
      const board = await stage.open(host, { colorScheme: theme })
      await board.by('connect').waitFor()
      await picture(board, `${theme}-welcome`)
      await board.by('connect').click()
      await board.by('key-missing').waitFor()
      await picture(board, `${theme}-welcome-failure`)
      await board.close()
    }
  })
})
