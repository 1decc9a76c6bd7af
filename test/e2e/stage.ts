// Common setup of every end-to-end spec. It opens pages, checks and closes them after each test, and ends the programs
// after the last test. An unexpected report of a page fails its test. Each failed test of `npm run e2e` leaves
// Playwright's trace of its pages.
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
  /** Opens a page with empty storage, as at the first visit. `prepare` runs in the page before our scripts. */
  open(host: Host, options?: PageOptions, prepare?: () => void): Promise<Board>
  /** Opens a page of any address. */
  openAddress(url: string, options?: AddressOptions): Promise<Board>
}

/** Marks the tests that `npm test` runs: one for each story, with the tests that prepare it. */
export const STORY = { tags: 'story' }

/** Call once at the top of a spec, because it registers the hooks of the spec. */
export function createStage(): Stage {
  const boards: Board[] = []
  afterEach(async ({ task }) => {
    for (const board of boards.splice(0)) {
      const reports = board.unexpectedReports()
      await endTrace(board.page, task, task.result?.state === 'fail' || reports.length > 0)
      await board.close()
      expect(reports, 'unexpected reports of the page').toEqual([])
    }
  })
  afterAll(async () => {
    await Promise.all([closeBrowser(), endDesktops()])
    await endPrograms()
  })
  const openChecked = async (opening: Promise<Board>) => {
    const board = await opening
    boards.push(board)
    await startTrace(board.page)
    return board
  }
  return {
    open: async (host, options = {}, prepare) => {
      const board = await openChecked(host.openPage(options, prepare))
      // The page is drawn after its texts are loaded. A key pressed before that has no effect.
      await board.page.waitForFunction(
        () => document.querySelector('#app')?.firstElementChild && /#\/\w/.test(location.hash),
      )
      return board
    },
    openAddress: (url, options) => openChecked(openInBrowser(url, options)),
  }
}

export type Connected = { service: Service; host: Host; dataDir: string }

/** A service and a host connected to it. Both run `rate` times faster than the wall clock. */
export async function startConnected(serviceArgs: string[], rate = 1): Promise<Connected> {
  const service = await startService('--no-limit', '--clock-rate', String(rate), ...serviceArgs)
  const host = await startHost({ service: service.ready, rate })
  return { service, host, dataDir: host.dataDir }
}

/** The start of the service's clock in these tests. On this day every band has containers. */
export const FIXED_DAY = '2026-11-20T17:00:00Z'

/**
 * Starts a service and a host whose clocks begin at `day`. Each run has the same containers with the same dates.
 * Without `accountName`, the account shows the address of the service.
 */
export async function startOnFixedDay({
  containers,
  day = FIXED_DAY,
  accountName,
}: {
  containers: number
  day?: string
  accountName?: string
}): Promise<Connected> {
  const service = await startService('--no-limit', '--seed', '1', '--start', day, '--containers', String(containers))
  const host =
    accountName === undefined
      ? await startHost({ service: service.ready, now: day })
      : await startHost({ dataDir: await addNamedAccount(accountName, service.ready, day), now: day })
  return { service, host, dataDir: host.dataDir }
}

/** Loads the HTTP statuses with which the service answered new tracking requests, in order, from its log. */
export async function loadNewRequestStatuses(service: Service): Promise<number[]> {
  const response = await fetch(new URL('/_service/log', service.ready.url))
  const { requests } = (await response.json()) as LogDocument
  return requests
    .filter(({ method, path }) => method === 'POST' && path === '/v2/tracking_requests')
    .map(({ status }) => status)
}

export function readPort(url: string): number {
  return Number(new URL(url).port)
}
