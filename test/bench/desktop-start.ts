// *desktop-start*: the time from the start of the desktop app's process to the first rows in its window, compared with
// the same app on empty files. The build in `out/` runs on the stand-in for Electron. Both times include the start of
// the browser, so the ratio shows what a user notices, and not the share of the engine.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron } from 'playwright-core'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'
import { getPages } from './pages.ts'
import { median, spread } from './statistics.ts'
import { openSweeper } from './sweeper.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STAND_IN = join(ROOT, 'test/standin/electron')
const MAX_CONTAINERS = 10_000
const MAX_RATIO = 1.5
const RUNS = 7
const TIMEOUT_MS = 60_000

export const measureDesktopStart: Measure = async ({ containers }) => {
  if (!existsSync(join(ROOT, 'out/main/index.js')))
    throw new Error('there is nothing in out/ to start: run "npm run build" first')
  // The bound is defined for this size, so it is measured instead of a larger one.
  const sizes = new Set(containers.map((size) => Math.min(size, MAX_CONTAINERS)))
  const figures: Figure[] = []
  for (const size of sizes) figures.push(...(await measure(size)))
  return figures
}

async function measure(containers: number): Promise<Figure[]> {
  const [empty, full] = [makeProfile(0), makeProfile(containers)]
  try {
    // The first start of each app is not measured, because it completes the files and fills the browser's caches.
    await measureFirstRows(empty, false)
    await measureFirstRows(full, true)
    const withoutRowsMs: number[] = []
    const withRowsMs: number[] = []
    for (let run = 0; run < RUNS; run++) {
      withoutRowsMs.push(await measureFirstRows(empty, false))
      withRowsMs.push(await measureFirstRows(full, true))
    }
    printNote(
      `desktop-start ${containers}: without rows ${spread(withoutRowsMs, 0)} ms, with them ${spread(withRowsMs, 0)} ms in ${RUNS} runs`,
    )
    const createFigure = createFigureFactory('desktop-start', containers)
    return [
      createFigure('first rows, to no rows', median(withRowsMs.map((ms, run) => ms / withoutRowsMs[run]!)), 'x', {
        atMost: MAX_RATIO,
      }),
      createFigure('first rows', median(withRowsMs), 'ms', null),
    ]
  } finally {
    for (const folder of [empty, full]) removeFolder(folder)
  }
}

/**
 * Makes a user folder with an account that was connected once, so that its board opens. The account has no key, so that
 * nothing is read.
 */
function makeProfile(containers: number): string {
  const folder = makeFolder()
  const account = join(folder, 'accounts', 'main')
  mkdirSync(account, { recursive: true })
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ accounts: [{ id: 'main', name: 'My account', serviceUrl: 'http://127.0.0.1:9/v2' }] }),
  )
  const sweeper = openSweeper(account)
  if (containers > 0) sweeper.sweep(getPages(containers))
  sweeper.close()
  return folder
}

async function measureFirstRows(profile: string, hasRows: boolean): Promise<number> {
  const startedMs = performance.now()
  const app = await _electron.launch({
    executablePath: STAND_IN,
    args: [ROOT, '--data-dir', profile],
    colorScheme: null,
    chromiumSandbox: process.getuid?.() !== 0,
  })
  try {
    const page = await app.firstWindow()
    const firstSelector = hasRows
      ? '[data-testid=decisions] [data-id]'
      : '[data-testid=empty-state], [data-testid=all-clear]'
    // Checks in every frame. A locator checks less and less often, and would notice the rows up to half a second late.
    await page.waitForFunction((selector) => document.querySelector(selector) !== null, firstSelector, {
      polling: 'raf',
      timeout: TIMEOUT_MS,
    })
    return performance.now() - startedMs
  } finally {
    await app.close()
  }
}
