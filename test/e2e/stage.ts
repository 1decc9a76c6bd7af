// What every end-to-end spec stands on: one browser per file, pages that are closed and judged after each test, and
// the programs behind them. A page that complained without being asked to makes its test fail.
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { LogDocument } from '#service/request-log.ts'
import { launchBrowser } from '#support/browser.ts'
import { endPrograms, makeFolder, startHost, startService } from '#support/programs.ts'
import { Board } from './board.ts'

const COMPUTER_CLOCK = fileURLToPath(new URL('../support/computer-clock.ts', import.meta.url))
const USUAL: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, timezoneId: 'America/New_York', locale: 'en-US' }

export type Host = Awaited<ReturnType<typeof startHost>>
export type Service = Awaited<ReturnType<typeof startService>>
export type Stage = {
  /** Opens a page of its own, with its own storage. */
  open(url: string, options?: BrowserContextOptions): Promise<Board>
}

/** Call once at the top of a spec. */
export function setStage(): Stage {
  let browser: Browser | undefined
  const boards: Board[] = []
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterEach(async () => {
    for (const board of boards.splice(0)) {
      const complaints = board.complaints()
      await board.page.context().close()
      expect(complaints, 'what the page complained about').toEqual([])
    }
  })
  afterAll(async () => {
    await browser?.close()
    await endPrograms()
  })
  return {
    open: async (url, options = {}) => {
      if (!browser) throw new Error('Pages are opened in tests, when the browser runs.')
      const context = await browser.newContext({ ...USUAL, ...options })
      const board = await Board.open(context, url)
      boards.push(board)
      return board
    },
  }
}

export type Connected = { service: Service; host: Host; dataDir: string }

/** A service and a host connected to it. Both run `rate` times faster than the wall clock. */
export async function startConnected(serviceArgs: string[], rate = 1): Promise<Connected> {
  const pace = ['--clock-rate', String(rate)]
  const service = await startService('--no-limit', ...pace, ...serviceArgs)
  const dataDir = makeFolder()
  const host = await startHost('--data-dir', dataDir, '--service-url', service.ready.url, '--api-key', service.ready.key, ...pace)
  return { service, host, dataDir }
}

/** A day in the middle of everything: every band has containers, and every count is known. */
export const THE_DAY = '2026-11-20T17:00:00Z'

/** The same containers with the same dates on whatever day this runs. */
export async function startOnTheDay(containers: number): Promise<Connected> {
  const service = await startService('--no-limit', '--seed', '1', '--start', THE_DAY, '--containers', String(containers))
  const dataDir = makeFolder()
  const host = await startHostAt(THE_DAY, '--data-dir', dataDir, '--service-url', service.ready.url, '--api-key', service.ready.key)
  return { service, host, dataDir }
}

/** A host on a computer whose clock shows `instant` at the start. */
export async function startHostAt(instant: string, ...args: string[]): Promise<Host> {
  process.env['QUAYWATCH_TEST_NOW'] = instant
  process.env['NODE_OPTIONS'] = `--import ${COMPUTER_CLOCK}`
  try {
    return await startHost(...args)
  } finally {
    delete process.env['QUAYWATCH_TEST_NOW']
    delete process.env['NODE_OPTIONS']
  }
}

/** The address a host prints once the one before was used; each is good once. */
export async function addressAgain(host: Host): Promise<string> {
  const printed = () => [...host.says().matchAll(/To open it again[^:]*: (\S+)\n/g)].map(([, address]) => address!)
  await expect.poll(() => printed().length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(handedOut.get(host) ?? 0)
  handedOut.set(host, printed().length)
  return printed().at(-1)!
}

const handedOut = new WeakMap<Host, number>()

/** Answers the service gave to new tracking requests, in their order: what a client sent, by the service's own word. */
export async function answersToNewRequests(service: Service): Promise<number[]> {
  const answer = await fetch(new URL('/_service/log', service.ready.url))
  const { requests } = (await answer.json()) as LogDocument
  return requests.filter(({ method, path }) => method === 'POST' && path === '/v2/tracking_requests').map(({ status }) => status)
}

export function portOf(url: string): number {
  return Number(new URL(url).port)
}
