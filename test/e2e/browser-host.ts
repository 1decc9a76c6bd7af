// The browser host with a real browser. Each page has its own context and opens an address that is valid once.
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { expect, vi } from 'vitest'
import { launchBrowser } from '#support/browser.ts'
import { type HostReady, type Program, makeFolder, startHostOn } from '#support/programs.ts'
import { openPage } from '#support/web-page.ts'
import { Board } from './board.ts'
import type { Host, HostOptions, PageOptions } from './host.ts'

const DEFAULT_OPTIONS: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  timezoneId: 'America/New_York',
  locale: 'en-US',
}

let browser: Promise<Browser> | null = null

export async function openInBrowser(
  url: string,
  options: PageOptions & Pick<BrowserContextOptions, 'timezoneId' | 'locale'> = {},
  prepare?: () => void,
): Promise<Board> {
  browser ??= launchBrowser()
  const context = await (await browser).newContext({ ...DEFAULT_OPTIONS, ...options })
  if (prepare) await context.addInitScript(prepare)
  const page = await context.newPage()
  const board = await Board.create(page, () => context.close())
  await page.goto(url)
  return board
}

export async function closeBrowser(): Promise<void> {
  const openedBrowser = browser
  browser = null
  await (await openedBrowser)?.close()
}

export async function startBrowserHost({
  dataDir = makeFolder(),
  service,
  rate,
  now,
  zone,
  watchedFolder: watch,
  officeFile,
}: HostOptions): Promise<Host> {
  const connectionArgs = service ? ['--service-url', service.url, '--api-key', service.key] : []
  const officeArgs = officeFile === undefined ? [] : ['--office', officeFile]
  const watchArgs = watch === undefined ? [] : ['--watch', watch]
  const args = ['--data-dir', dataDir, ...connectionArgs, ...officeArgs, ...watchArgs]
  const program = await startHostOn({ now, zone, rate }, ...args)
  const readNextAddress = createAddressReader(program)
  return {
    dataDir,
    settingsFile: join(dataDir, 'host.json'),
    keyFiles: [join(dataDir, 'accounts', 'main', 'api-key')],
    openPage: async (options, prepare) =>
      openInBrowser(
        await readNextAddress(),
        { ...options, ...(zone === undefined ? {} : { timezoneId: zone }) },
        prepare,
      ),
    createClient: async () => openPage(await readNextAddress()),
    readClipboard: ({ page }) => page.evaluate(() => navigator.clipboard.readText()),
    findEnginePid: () => Promise.resolve(program.child.pid ?? 0),
    stop: program.stop,
  }
}

/** Each address is valid once. The host prints the next one when it was used. */
function createAddressReader(program: Program<HostReady>): () => Promise<string> {
  const readPrintedAddresses = () => [
    program.ready.url,
    ...[...program.errorOutput().matchAll(/To open it again[^:]*: (\S+)\n/g)].map(([, address]) => address!),
  ]
  let usedCount = 0
  return async () => {
    const index = usedCount++
    await vi.waitFor(() => expect(readPrintedAddresses().length).toBeGreaterThan(index), { interval: 20 })
    return readPrintedAddresses()[index]!
  }
}
