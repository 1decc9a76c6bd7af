// The browser host with a real browser. Each page has its own context and opens an address that is valid once.
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { expect, vi } from 'vitest'
import { launchBrowser } from '#support/browser.ts'
import { type HostReady, type Program, makeFolder, startHostOn } from '#support/programs.ts'
import { openPage } from '#support/web-page.ts'
import { Board } from './board.ts'
import type { Host, HostOptions, PageOptions } from './host.ts'

const USUAL: BrowserContextOptions = {
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
  const context = await (await browser).newContext({ ...USUAL, ...options })
  if (prepare) await context.addInitScript(prepare)
  const page = await context.newPage()
  const board = await Board.on(page, () => context.close())
  await page.goto(url)
  return board
}

export async function closeBrowser(): Promise<void> {
  const ending = browser
  browser = null
  await (await ending)?.close()
}

export async function startBrowserHost({
  dataDir = makeFolder(),
  service,
  rate,
  now,
  zone,
  watch,
}: HostOptions): Promise<Host> {
  const connected = service ? ['--service-url', service.url, '--api-key', service.key] : []
  const args = ['--data-dir', dataDir, ...connected, ...(watch === undefined ? [] : ['--watch', watch])]
  const program = await startHostOn({ now, zone, rate }, ...args)
  const addresses = addressesOf(program)
  return {
    dataDir,
    settingsFile: join(dataDir, 'host.json'),
    keyFiles: [join(dataDir, 'accounts', 'main', 'api-key')],
    show: async (options, prepare) =>
      openInBrowser(await addresses(), { ...options, ...(zone === undefined ? {} : { timezoneId: zone }) }, prepare),
    client: async () => openPage(await addresses()),
    clipboard: ({ page }) => page.evaluate(() => navigator.clipboard.readText()),
    engineProcess: () => Promise.resolve(program.child.pid ?? 0),
    stop: program.stop,
  }
}

/** Each address is valid once. The host prints the next one when it was used. */
function addressesOf(program: Program<HostReady>): () => Promise<string> {
  const printed = () => [
    program.ready.url,
    ...[...program.errorOutput().matchAll(/To open it again[^:]*: (\S+)\n/g)].map(([, address]) => address!),
  ]
  let used = 0
  return async () => {
    const index = used++
    await vi.waitFor(() => expect(printed().length).toBeGreaterThan(index), { interval: 20 })
    return printed()[index]!
  }
}
