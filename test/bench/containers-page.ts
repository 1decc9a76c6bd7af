// Opens the list of containers in a real browser on a data set, and measures the memory of its page.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { HostReady, Program } from '#support/programs.ts'
import { makeFolder } from './folders.ts'

/** Creates a user folder whose only account is the data set. The account has no key, so the engine sends no request. */
export function createProfile(folder: string): string {
  const profile = makeFolder()
  mkdirSync(join(profile, 'accounts'))
  symlinkSync(folder, join(profile, 'accounts', 'main'))
  writeFileSync(
    join(profile, 'host.json'),
    JSON.stringify({ accounts: [{ id: 'main', name: 'My account', serviceUrl: 'http://127.0.0.1:9/v2' }] }),
  )
  return profile
}

export async function openContainersPage(page: Page, host: Program<HostReady>): Promise<void> {
  // Each address is valid once. The last printed address was not used yet.
  const lastAddress = [...host.errorOutput().matchAll(/To open it again[^:]*: (\S+)\n/g)].at(-1)?.[1]
  await page.goto(lastAddress ?? host.ready.url)
  await page.waitForURL(/#\/\w/)
  await page.goto(`${new URL(host.ready.url).origin}/#/containers`)
}

/** Measures the memory of the page's process after garbage collection, with its share of shared memory. */
export async function measurePageMemory(browser: Browser, page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  return Math.max(...(await listProcessIds(browser, 'renderer')).map(readMemoryMb))
}

/** Lists the ids of the browser's processes of one kind, or of all its processes. */
export async function listProcessIds(browser: Browser, kind?: 'renderer'): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => kind === undefined || type === kind).map(({ id }) => id)
}

/** Reads the memory of a process, with its share of shared memory. Returns 0 if the process has ended. */
export function readMemoryMb(processId: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
