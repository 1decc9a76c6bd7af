// *view*: how the workbench feels with this many containers in its files: first rows, scrolling, sorting, narrowing, search as
// one types, and the memory of the page; in real Chromium, against the same rows in AG Grid Community in the same run.
import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { ContainerRow } from '#contract/containers.ts'
import { launchBrowser } from '#support/browser.ts'
import { startHost } from '#support/programs.ts'
import { agSurface, flat, type FlatRow, serveAgGrid } from './ag-grid.ts'
import { dataFolder } from './data.ts'
import { FULL_SIZE, ROWS_PER_ACTIVE, openDesk } from './desk.ts'
import { type Figure, type Measure, takerOf } from './figure.ts'
import { removeFolder } from './folders.ts'
import { note } from './notes.ts'
import { median, percentile, spread } from './statistics.ts'
import { type Surface, acted, drawn, keyLatencies, listenToKeys, scrolled } from './view-page.ts'
import { openWorkbench, pageMemoryMb, profileOn } from './workbench.ts'

const RUNS = 5
const FIRST_ROWS_MS = 1000
const FRAME_MS = 50
const KEY_MS = 50
const SORT_MS = 250
const MEMORY_MB = 300
/** Two runs of the same page differ by as much on a machine that others use as well. */
const NO_SLOWER = 1.1

const SCROLL = { rowHeight: 28, rowsPerFrame: 20 }
const SCROLLED_ROWS = 20_000
const TEXTS = ['mscu12', 'ever', 'los angeles', 'po-10', 'tghu 45', 'maeu', 'newark', 'brindle']
const SORTS = ['eta', 'number', 'masterBill', 'vessel', 'status', 'lastFreeDay', 'weight', 'portOfLading', 'holds', 'terminalChecked']
const SCOPES = ['all', 'open', 'all', 'open', 'all', 'open', 'all']
/** Frames between two keys, which is a fast typist's pause where a frame takes a sixtieth of a second. */
const KEY_FRAMES = 8

const ourSurface: Surface = { scroller: '[role=grid]', row: '[data-row][data-id]', results: '[role=search]' }
/** The contract's longest. */
const WINDOW = 500

type Side = { open: (page: Page) => Promise<void>; surface: Surface; search: string }
/** What one look at one of the two gives. */
type Look = { firstRowsMs: number; frames: number[]; blank: number; keys: number[]; sorts: number[]; scopes: number[]; memoryMb: number }

export const measureView: Measure = async ({ containers }) => {
  if (!existsSync(new URL('../../out/web/host.js', import.meta.url))) throw new Error('there is nothing in out/ to start: run "npm run build" first')
  const figures: Figure[] = []
  for (const size of containers) figures.push(...(await measure(size)))
  return figures
}

async function measure(containers: number): Promise<Figure[]> {
  const active = containers / ROWS_PER_ACTIVE
  const ag = await serveAgGrid(await rowsOf(active))
  const profile = profileOn(dataFolder(active))
  const host = await startHost('--data-dir', profile)
  const ours: Side = { open: (page) => openWorkbench(page, host), surface: ourSurface, search: '[data-testid=search]' }
  const theirs: Side = { open: async (page) => { await page.goto(ag.url) }, surface: agSurface, search: '#search' }
  try {
    const looks: { ours: Look[]; theirs: Look[] } = { ours: [], theirs: [] }
    for (let run = 0; run < RUNS; run++) {
      looks.ours.push(await look(ours, containers))
      looks.theirs.push(await look(theirs, containers))
    }
    return figuresOf(containers, looks.ours, looks.theirs)
  } finally {
    ag.close()
    await host.stop()
    removeFolder(profile)
  }
}

/** Everything the files have, as AG Grid gets it. */
async function rowsOf(active: number): Promise<FlatRow[]> {
  const desk = await openDesk(active)
  try {
    const read = async (filter: { scope: 'open' | 'all' }): Promise<ContainerRow[]> => {
      const rows: ContainerRow[] = []
      for (let listId: string | undefined; ; ) {
        const answer = await desk.client.call('containers.list', { filter, sort: [{ column: 'eta', direction: 'asc' }], window: { offset: rows.length, limit: WINDOW }, ...(listId === undefined ? {} : { listId }) })
        rows.push(...answer.rows)
        listId = answer.listId
        if (rows.length >= answer.total) return rows
      }
    }
    const open = new Set((await read({ scope: 'open' })).map(({ id }) => id))
    return (await read({ scope: 'all' })).map((row) => flat(row, open.has(row.id)))
  } finally {
    await desk.close()
  }
}

async function look({ open, surface, search }: Side, containers: number): Promise<Look> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(waitForFirst, surface.row)
    await open(page)
    await page.locator(surface.row).first().waitFor({ timeout: 60_000 })
    await page.reload()
    await page.locator(surface.row).first().waitFor({ timeout: 60_000 })
    const firstRowsMs = await page.evaluate(() => (window as unknown as { benchFirstMs: number }).benchFirstMs)
    await offerActs(page)
    const scopes = await each(SCOPES, (scope) => acted(page, 'scope', scope))
    const { frames, blank, lookedAt } = await scrolled(page, surface, { ...SCROLL, rows: Math.min(SCROLLED_ROWS, containers) })
    const sorts = await each(SORTS, (column) => acted(page, 'sort', column))
    await listenToKeys(page, surface)
    for (const text of TEXTS) await type(page, search, text)
    return { firstRowsMs, frames, blank: blank / lookedAt, keys: await keyLatencies(page), sorts, scopes, memoryMb: await pageMemoryMb(browser, page) }
  } finally {
    await browser.close()
  }
}

/** Runs in the page before anything else does. */
function waitForFirst(row: string): void {
  const check = () => {
    if (document.querySelector(row)) {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => { Object.assign(window, { benchFirstMs: performance.now() }) }
      channel.port2.postMessage(null)
    } else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

/** Ours are what a person would press; a list says itself when it is being put in order. */
async function offerActs(page: Page): Promise<void> {
  await page.evaluate(() => {
    if ('benchActs' in window) return
    const ordered = () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver((records) => {
          if (!records.some(({ oldValue }) => oldValue === 'true')) return
          observer.disconnect()
          resolve()
        })
        observer.observe(document.querySelector('[role=grid]')!, { attributes: true, attributeFilter: ['aria-busy'], attributeOldValue: true })
      })
    const press = (selector: string) => {
      const done = ordered()
      document.querySelector<HTMLElement>(selector)!.click()
      return done
    }
    Object.assign(window, { benchActs: { sort: (key: string) => press(`[role=columnheader][data-key=${key}]`), scope: (scope: string) => press(scope === 'all' ? '[data-testid=filter-chip] button' : 'button.plain') } })
  })
}

async function each(items: readonly string[], measureOne: (item: string) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (const item of items) times.push(await measureOne(item))
  return times
}

async function type(page: Page, search: string, text: string): Promise<void> {
  await page.locator(search).click()
  await page.locator(search).fill('')
  await drawn(page, KEY_FRAMES)
  for (const letter of text) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await drawn(page, KEY_FRAMES)
  }
}

function figuresOf(containers: number, ours: Look[], theirs: Look[]): Figure[] {
  const isFull = containers / ROWS_PER_ACTIVE >= FULL_SIZE
  const take = takerOf('view', containers)
  const beside = (name: string, unit: string, of: (look: Look) => number, bound: number | null, isCompared = true): Figure[] => {
    const [mine, their] = [ours.map(of), theirs.map(of)]
    note(`${name}: ours ${spread(mine, 1)}, AG Grid ${spread(their, 1)} ${unit}`)
    return [
      take(name, median(mine), unit, bound === null || !isFull ? null : { atMost: bound }),
      ...(isCompared ? [take(`${name}, to AG Grid`, median(mine) / median(their), 'x', { atMost: NO_SLOWER })] : []),
    ]
  }
  return [
    ...beside('first rows', 'ms', ({ firstRowsMs }) => firstRowsMs, FIRST_ROWS_MS),
    ...beside('longest frame of a long scroll', 'ms', ({ frames }) => Math.max(...frames), FRAME_MS, false),
    ...beside('frames of it, p95', 'ms', ({ frames }) => percentile(frames, 0.95), null),
    ...beside('frames of it with nothing in the middle', '%', ({ blank }) => blank * 100, null, false),
    ...beside('key to results, p95', 'ms', ({ keys }) => percentile(keys, 0.95), KEY_MS),
    ...beside('sort, p95', 'ms', ({ sorts }) => percentile(sorts, 0.95), SORT_MS),
    ...beside('filter, p95', 'ms', ({ scopes }) => percentile(scopes, 0.95), SORT_MS),
    ...beside('memory of the page', 'MB', ({ memoryMb: mb }) => mb, MEMORY_MB),
  ]
}
