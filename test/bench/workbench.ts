// The workbench in a real browser on a data set: its folder, its address, and the memory of its page.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { HostReady, Program } from '#support/programs.ts'
import { makeFolder } from './folders.ts'

/** A user folder whose only account is in the data set: connected once, and without a key, so that nothing is read. */
export function profileOn(folder: string): string {
  const profile = makeFolder()
  mkdirSync(join(profile, 'accounts'))
  symlinkSync(folder, join(profile, 'accounts', 'main'))
  writeFileSync(
    join(profile, 'host.json'),
    JSON.stringify({ accounts: [{ id: 'main', name: 'My account', serviceUrl: 'http://127.0.0.1:9/v2' }] }),
  )
  return profile
}

export async function openWorkbench(page: Page, host: Program<HostReady>): Promise<void> {
  // An address is valid once; the last one printed is unused.
  const printed = [...host.errorOutput().matchAll(/To open it again[^:]*: (\S+)\n/g)].at(-1)?.[1]
  await page.goto(printed ?? host.ready.url)
  await page.waitForURL(/#\/\w/)
  await page.goto(`${new URL(host.ready.url).origin}/#/containers`)
}

/** The memory of this page after garbage collection; its share of what several processes share. */
export async function pageMemoryMb(browser: Browser, page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  return Math.max(...(await processIds(browser, 'renderer')).map(memoryMb))
}

/** Ids of the browser's processes of one kind; all if no kind is given. */
export async function processIds(browser: Browser, kind?: 'renderer'): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => kind === undefined || type === kind).map(({ id }) => id)
}

/** Its share of shared memory; 0 for a process that has ended. */
export function memoryMb(processId: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
