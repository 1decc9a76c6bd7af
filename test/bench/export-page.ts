// *export-page*: the page exports the list of all containers, with its own columns, as CSV and as a workbook. Measures
// the time from the click to the saved file in real Chromium, and the memory of the browser meanwhile.
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#support/browser.ts'
import { startHost } from '#support/programs.ts'
import type { TableKind } from '#tables/table.ts'
import { findOrBuildDataFolder } from './data.ts'
import { FULL_SIZE, ROWS_PER_ACTIVE } from './data-set-engine.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { removeFolder } from './folders.ts'
import { readMemoryMb, openContainersPage, listProcessIds, createProfile } from './containers-page.ts'

const XLSX_MS = 30_000
const MEMORY_MB = 400
const SAMPLE_EVERY_MS = 100
/** Long enough for a busy computer. */
const TIMEOUT_MS = 240_000

type SavedFile = { ms: number; peakMb: number; bytes: Buffer }

export const measureExportPage: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers) figures.push(...(await measureSize(size)))
  return figures
}

async function measureSize(containers: number): Promise<Figure[]> {
  const active = containers / ROWS_PER_ACTIVE
  const profile = createProfile(findOrBuildDataFolder(active))
  const host = await startHost('--data-dir', profile)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await openContainersPage(page, host)
    await page.locator('[data-row][data-id]').first().waitFor({ timeout: TIMEOUT_MS })
    await page.locator('[data-testid=filter-chip] button').first().click()
    await page.locator(`[role=grid][aria-rowcount="${containers + 1}"]`).waitFor({ timeout: TIMEOUT_MS })
    const csv = await exportFile(browser, page, 'csv')
    const rowCount = csv.bytes.toString('utf8').split('\r\n').length - 2
    if (rowCount !== containers) throw new Error(`the CSV has ${rowCount} rows instead of ${containers}`)
    const xlsx = await exportFile(browser, page, 'xlsx')
    const createFigure = createFigureFactory('export-page', containers)
    const createBound = (atMost: number) => (active >= FULL_SIZE ? { atMost } : null)
    return [
      createFigure('CSV, click to file', csv.ms, 'ms', null, { isWhole: true }),
      createFigure('workbook, click to file', xlsx.ms, 'ms', createBound(XLSX_MS), { isWhole: true }),
      createFigure('memory for the CSV', csv.peakMb, 'MB', createBound(MEMORY_MB)),
      createFigure('memory for the workbook', xlsx.peakMb, 'MB', createBound(MEMORY_MB)),
    ]
  } finally {
    await browser.close()
    await host.stop()
    removeFolder(profile)
  }
}

/**
 * Exports the list as one file. `peakMb`: the peak memory of the page with its worker, plus the growth of the browser's
 * other processes, which save the file.
 */
async function exportFile(browser: Browser, page: Page, kind: TableKind): Promise<SavedFile> {
  const pageIds = await listProcessIds(browser, 'renderer')
  const otherIds = (await listProcessIds(browser)).filter((id) => !pageIds.includes(id))
  const sum = (ids: readonly number[]) => ids.reduce((mb, id) => mb + readMemoryMb(id), 0)
  const othersBefore = sum(otherIds)
  let peakMb = 0
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, sum(pageIds) + sum(otherIds) - othersBefore)
  }, SAMPLE_EVERY_MS)
  try {
    await page.getByTestId('export-menu').click()
    const startedMs = performance.now()
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: TIMEOUT_MS }),
      page.getByTestId(`export-${kind}`).click(),
    ])
    const path = await download.path()
    return { ms: performance.now() - startedMs, peakMb, bytes: readFileSync(path) }
  } finally {
    clearInterval(sampling)
  }
}
