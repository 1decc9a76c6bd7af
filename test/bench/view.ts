// *view*: measures the list of containers in real Chromium: first rows, scrolling, sorting, filtering, search while the
// user types, and the memory of the page.
import { existsSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#support/browser.ts'
import { type HostReady, type Program, startHost } from '#support/programs.ts'
import { findOrBuildDataFolder } from './data.ts'
import { FULL_SIZE, ROWS_PER_ACTIVE } from './data-set-engine.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'
import { median, percentile, spread } from './statistics.ts'
import {
  type Surface,
  measureAction,
  waitForFrames,
  readKeyLatencies,
  listenToKeys,
  measureScroll,
} from './view-page.ts'
import { openContainersPage, measurePageMemory, createProfile } from './containers-page.ts'

const RUNS = 5
const FIRST_ROWS_MS = 1000
const FRAME_MS = 50
const KEY_MS = 50
const SORT_MS = 250
const MEMORY_MB = 300

const SCROLL = { rowHeight: 28, rowsPerFrame: 20 }
const SCROLLED_ROWS = 20_000
const TEXTS = ['mscu12', 'ever', 'los angeles', 'po-10', 'tghu 45', 'maeu', 'newark', 'brindle']
const SORTS = [
  'eta',
  'number',
  'masterBill',
  'vessel',
  'status',
  'lastFreeDay',
  'weight',
  'portOfLading',
  'holds',
  'terminalChecked',
]
const GROUPINGS = ['customer', 'vessel', 'none', 'line', 'pickupPlace']
const SCOPES = ['all', 'open', 'all', 'open', 'all', 'open', 'all']
/** Frames between two keys: the pause of a fast typist at 60 frames a second. */
const KEY_FRAMES = 8

const surface: Surface = { scroller: '[role=grid]', row: '[data-row][data-id]', results: '[role=search]' }
/**
 * The height of an empty list, which is scrolled to measure how long a frame takes on this computer without any work.
 */
const EMPTY_HEIGHT = `${SCROLLED_ROWS * SCROLL.rowHeight}px`
const EMPTY_LIST = `<div role=grid style="height:800px;overflow:auto"><p style="height:${EMPTY_HEIGHT}">`
const GROUP_MENU = '[data-testid=group-menu]'
const SEARCH = '[data-testid=search]'

/** The results of one run. */
type ViewRun = {
  firstRowsMs: number
  emptyFrames: number[]
  frames: number[]
  blank: number
  keys: number[]
  sorts: number[]
  groups: number[]
  groupedFrames: number[]
  scopes: number[]
  memoryMb: number
}

export const measureView: Measure = async ({ containers }) => {
  if (!existsSync(new URL('../../out/web/host.js', import.meta.url)))
    throw new Error('there is nothing in out/ to start: run "npm run build" first')
  const figures: Figure[] = []
  for (const size of containers) figures.push(...(await measure(size)))
  return figures
}

async function measure(containers: number): Promise<Figure[]> {
  const profile = createProfile(findOrBuildDataFolder(containers / ROWS_PER_ACTIVE))
  const host = await startHost('--data-dir', profile)
  try {
    const runs: ViewRun[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await measureRun(host, containers))
    return createFigures(containers, runs)
  } finally {
    await host.stop()
    removeFolder(profile)
  }
}

async function measureRun(host: Program<HostReady>, containers: number): Promise<ViewRun> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(recordFirstRows, surface.row)
    await page.addInitScript(showAllColumns)
    await openContainersPage(page, host)
    await page.locator(surface.row).first().waitFor({ timeout: 60_000 })
    await page.reload()
    await page.locator(surface.row).first().waitFor({ timeout: 60_000 })
    const firstRowsMs = await page.evaluate(() => (window as unknown as { benchFirstMs: number }).benchFirstMs)
    await defineActions(page)
    const scopes = await measureAll(SCOPES, (scope) => measureAction(page, 'scope', scope))
    const move = { ...SCROLL, rows: Math.min(SCROLLED_ROWS, containers) }
    const { frames, blank, samples } = await measureScroll(page, surface, move)
    const emptyFrames = await measureEmptyList(browser, move)
    const sorts = await measureAll(SORTS, (column) => measureAction(page, 'sort', column))
    await page.locator(GROUP_MENU).click()
    const groups = await measureAll(GROUPINGS, (grouping) => measureAction(page, 'group', grouping))
    await page.keyboard.press('Escape')
    const { frames: groupedFrames } = await measureScroll(page, surface, move)
    await listenToKeys(page, surface)
    for (const text of TEXTS) await typeText(page, text)
    return {
      firstRowsMs,
      emptyFrames,
      frames,
      blank: blank / samples,
      keys: await readKeyLatencies(page),
      sorts,
      groups,
      groupedFrames,
      scopes,
      memoryMb: await measurePageMemory(browser, page),
    }
  } finally {
    await browser.close()
  }
}

async function measureEmptyList(browser: Browser, move: Parameters<typeof measureScroll>[2]): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent(EMPTY_LIST)
  const { frames } = await measureScroll(page, surface, move)
  await page.close()
  return frames
}

/** Runs in the page before everything else. Records when the first row was painted. */
function recordFirstRows(row: string): void {
  const check = () => {
    if (document.querySelector(row)) {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        Object.assign(window, { benchFirstMs: performance.now() })
      }
      channel.port2.postMessage(null)
    } else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

/** Runs in the page before everything else. Shows all columns, because only a shown column can be sorted. */
function showAllColumns(): void {
  localStorage.setItem('quaywatch.containers.columns', JSON.stringify({ order: ['number'], widths: {}, hidden: [] }))
}

/**
 * Defines functions in the page that press what a user would press. Each resolves when `aria-busy` of the list ends.
 */
async function defineActions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const waitForOrder = () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver((records) => {
          if (!records.some(({ oldValue }) => oldValue === 'true')) return
          observer.disconnect()
          resolve()
        })
        observer.observe(document.querySelector('[role=grid]')!, {
          attributes: true,
          attributeFilter: ['aria-busy'],
          attributeOldValue: true,
        })
      })
    const press = (selector: string) => {
      const orderDone = waitForOrder()
      document.querySelector<HTMLElement>(selector)!.click()
      return orderDone
    }
    Object.assign(window, {
      benchActions: {
        group: (name: string) => press(`[data-testid=group-${name}]`),
        sort: (key: string) => press(`[role=columnheader][data-key=${key}]`),
        scope: (scope: string) => press(scope === 'all' ? '[data-testid=filter-chip] button' : 'button.plain'),
      },
    })
  })
}

async function measureAll(items: readonly string[], measureOne: (item: string) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (const item of items) times.push(await measureOne(item))
  return times
}

async function typeText(page: Page, text: string): Promise<void> {
  await page.locator(SEARCH).click()
  await page.locator(SEARCH).fill('')
  await waitForFrames(page, KEY_FRAMES)
  for (const letter of text) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await waitForFrames(page, KEY_FRAMES)
  }
}

function createFigures(containers: number, runs: ViewRun[]): Figure[] {
  const isFull = containers / ROWS_PER_ACTIVE >= FULL_SIZE
  const createFigure = createFigureFactory('view', containers)
  const createMedianFigure = (
    name: string,
    unit: string,
    selectValue: (run: ViewRun) => number,
    bound: number | null,
  ): Figure => {
    const values = runs.map(selectValue)
    printNote(`${name}: ${spread(values, 1)} ${unit}`)
    return createFigure(name, median(values), unit, bound === null || !isFull ? null : { atMost: bound })
  }
  return [
    createMedianFigure('first rows', 'ms', ({ firstRowsMs }) => firstRowsMs, FIRST_ROWS_MS),
    createMedianFigure('longest frame of a list without rows', 'ms', (run) => Math.max(...run.emptyFrames), null),
    createMedianFigure('longest frame of a long scroll', 'ms', ({ frames }) => Math.max(...frames), FRAME_MS),
    createMedianFigure('frames of it, p95', 'ms', ({ frames }) => percentile(frames, 0.95), null),
    createMedianFigure('frames of it with nothing in the middle', '%', ({ blank }) => blank * 100, null),
    createMedianFigure('key to results, p95', 'ms', ({ keys }) => percentile(keys, 0.95), KEY_MS),
    createMedianFigure('sort, p95', 'ms', ({ sorts }) => percentile(sorts, 0.95), SORT_MS),
    createMedianFigure('group, p95', 'ms', ({ groups }) => percentile(groups, 0.95), SORT_MS),
    createMedianFigure(
      'longest frame of a long scroll in groups',
      'ms',
      (run) => Math.max(...run.groupedFrames),
      FRAME_MS,
    ),
    createMedianFigure('filter, p95', 'ms', ({ scopes }) => percentile(scopes, 0.95), SORT_MS),
    createMedianFigure('memory of the page', 'MB', ({ memoryMb: mb }) => mb, MEMORY_MB),
  ]
}
