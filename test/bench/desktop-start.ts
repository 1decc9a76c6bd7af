// *desktop-start*: from the start of the desktop app's process to the first rows in its window, with this many
// containers, compared with the same app on empty files. On the stand-in for Electron, from `out/`. Starting the
// browser counts on both sides, so the ratio is what a user notices, not the engine's share.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron } from 'playwright-core'
import { type Figure, type Measure, takerOf } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { note } from './notes.ts'
import { pagesOf } from './pages.ts'
import { median, spread } from './statistics.ts'
import { openSweeper } from './sweeper.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STAND_IN = join(ROOT, 'test/standin/electron')
const LARGEST = 10_000
const MAX_RATIO = 1.5
const RUNS = 7
const WITHIN_MS = 60_000

export const measureDesktopStart: Measure = async ({ containers }) => {
  if (!existsSync(join(ROOT, 'out/main/index.js')))
    throw new Error('there is nothing in out/ to start: run "npm run build" first')
  // The size of the promised bound, even if a larger size was requested.
  const sizes = new Set(containers.map((size) => Math.min(size, LARGEST)))
  const figures: Figure[] = []
  for (const size of sizes) figures.push(...(await measure(size)))
  return figures
}

async function measure(containers: number): Promise<Figure[]> {
  const [empty, full] = [makeProfile(0), makeProfile(containers)]
  try {
    // The first start of each completes its files and fills the browser's caches.
    await firstRowsMs(empty, false)
    await firstRowsMs(full, true)
    const without: number[] = []
    const withRows: number[] = []
    for (let run = 0; run < RUNS; run++) {
      without.push(await firstRowsMs(empty, false))
      withRows.push(await firstRowsMs(full, true))
    }
    note(
      `desktop-start ${containers}: without rows ${spread(without, 0)} ms, with them ${spread(withRows, 0)} ms in ${RUNS} runs`,
    )
    const take = takerOf('desktop-start', containers)
    return [
      take('first rows, to no rows', median(withRows.map((ms, run) => ms / without[run]!)), 'x', { atMost: MAX_RATIO }),
      take('first rows', median(withRows), 'ms', null),
    ]
  } finally {
    for (const folder of [empty, full]) removeFolder(folder)
  }
}

/**
 * A user folder with an account that was connected once, so that its board opens, and that has no key, so that nothing
 * is read.
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
  if (containers > 0) sweeper.sweep(pagesOf(containers))
  sweeper.close()
  return folder
}

async function firstRowsMs(profile: string, hasRows: boolean): Promise<number> {
  const startedMs = performance.now()
  const app = await _electron.launch({
    executablePath: STAND_IN,
    args: [ROOT, '--data-dir', profile],
    colorScheme: null,
    chromiumSandbox: process.getuid?.() !== 0,
  })
  try {
    const page = await app.firstWindow()
    const first = hasRows ? '[data-testid=decisions] [data-id]' : '[data-testid=empty-state], [data-testid=all-clear]'
    // Checked in every frame: a waiting locator checks less and less often, up to half a second late.
    await page.waitForFunction((selector) => document.querySelector(selector) !== null, first, {
      polling: 'raf',
      timeout: WITHIN_MS,
    })
    return performance.now() - startedMs
  } finally {
    await app.close()
  }
}
