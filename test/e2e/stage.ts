// Common setup of every end-to-end spec: pages that are closed and checked after each test, and the programs behind
// them. An unexpected report of a page fails its test. Each failed test of `npm run e2e` leaves Playwright's trace of
// its pages.
import { afterAll, afterEach, expect } from 'vitest'
import type { LogDocument } from '#service/request-log.ts'
import { endPrograms, startService } from '#support/programs.ts'
import type { Board } from './board.ts'
import { closeBrowser, openInBrowser } from './browser-host.ts'
import { endDesktops } from './desktop-host.ts'
import { type Host, type PageOptions, startHost } from './host.ts'
import { addNamedAccount } from './named-account.ts'
import { endTrace, startTrace } from './trace.ts'

export type Service = Awaited<ReturnType<typeof startService>>
type AddressOptions = Parameters<typeof openInBrowser>[1]
export type Stage = {
  /** Opens a page as at the first time. `prepare` runs in the page before our scripts. */
  open(host: Host, options?: PageOptions, prepare?: () => void): Promise<Board>
  /** Opens a page of any address. */
  openAddress(url: string, options?: AddressOptions): Promise<Board>
}

/** Marks the tests that `npm test` runs: one for each story, with the tests that prepare it. */
export const STORY = { tags: 'story' }

/** Call once at the top of a spec. */
export function setStage(): Stage {
  const boards: Board[] = []
  afterEach(async ({ task }) => {
    for (const board of boards.splice(0)) {
      const complaints = board.complaints()
      await endTrace(board.page, task, task.result?.state === 'fail' || complaints.length > 0)
      await board.close()
      expect(complaints, 'what the page complained about').toEqual([])
    }
  })
  afterAll(async () => {
    await Promise.all([closeBrowser(), endDesktops()])
    await endPrograms()
  })
  const judged = async (opening: Promise<Board>) => {
    const board = await opening
    boards.push(board)
    await startTrace(board.page)
    return board
  }
  return {
    open: async (host, options = {}, prepare) => {
      const board = await judged(host.show(options, prepare))
      // The page is drawn after its texts are loaded. A key pressed before that has no effect.
      await board.page.waitForFunction(
        () => document.querySelector('#app')?.firstElementChild && /#\/\w/.test(location.hash),
      )
      return board
    },
    openAddress: (url, options) => judged(openInBrowser(url, options)),
  }
}

export type Connected = { service: Service; host: Host; dataDir: string }

/** A service and a host connected to it. Both run `rate` times faster than the wall clock. */
export async function startConnected(serviceArgs: string[], rate = 1): Promise<Connected> {
  const service = await startService('--no-limit', '--clock-rate', String(rate), ...serviceArgs)
  const host = await startHost({ service: service.ready, rate })
  return { service, host, dataDir: host.dataDir }
}

/** A day on which every band has containers and every count is known. */
export const THE_DAY = '2026-11-20T17:00:00Z'

/** The same containers with the same dates on any day. Without `accountName` it shows the address of the service. */
export async function startOnTheDay(containers: number, day = THE_DAY, accountName?: string): Promise<Connected> {
  const service = await startService('--no-limit', '--seed', '1', '--start', day, '--containers', String(containers))
  const host =
    accountName === undefined
      ? await startHost({ service: service.ready, now: day })
      : await startHost({ dataDir: await addNamedAccount(accountName, service.ready, day), now: day })
  return { service, host, dataDir: host.dataDir }
}

/** The service's answers to new tracking requests, in order, from the log of the service. */
export async function answersToNewRequests(service: Service): Promise<number[]> {
  const answer = await fetch(new URL('/_service/log', service.ready.url))
  const { requests } = (await answer.json()) as LogDocument
  return requests
    .filter(({ method, path }) => method === 'POST' && path === '/v2/tracking_requests')
    .map(({ status }) => status)
}

export function portOf(url: string): number {
  return Number(new URL(url).port)
}
