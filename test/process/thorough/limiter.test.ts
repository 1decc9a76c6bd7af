// Tests the rate limit with real processes, sockets, files and clocks. Engine and service run at four times real time,
// and the test checks the log of the service. test/engine/thorough/limiter.test.ts does the same with a fake clock.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { type HostReady, type Program, endPrograms, makeFolder, startHost, startService } from '#support/programs.ts'
import { type Page, openPage } from '#support/web-page.ts'

afterAll(endPrograms)

const RATE = '4'
/** Milliseconds of process time. */
const MINUTE = 60_000

type LogEntry = { processMs: number; status: number; bucket: string }
type Log = { requests: LogEntry[]; buckets: { general: { requests: number; refused: number; largest: number } } }

test('under full load for ten minutes of process time with 1,000 containers, a restart and a SIGKILL, no request is refused and at most 98 are sent in a minute', async () => {
  const service = await startService('--containers', '1000', '--seed', '7', '--clock-rate', RATE)
  const dataDir = makeFolder()
  const readLog = async () => (await (await fetch(new URL('/_service/log', service.ready.url))).json()) as Log
  const startTestHost = () =>
    startHost(
      '--data-dir',
      dataDir,
      '--service-url',
      service.ready.url,
      '--api-key',
      service.ready.key,
      '--clock-rate',
      RATE,
    )
  /** Runs three users until both limits are reached, because a slow computer sends fewer requests in the same time. */
  const runUsersUntil = async (host: Program<HostReady>, untilMs: number, untilRequests: number) => {
    const page = await openPage(host.ready.url)
    const ids = await listContainerIds(page)
    const users = [1, 2, 3].map(() => rereadUntilDisconnected(page, ids))
    await pollUntil(
      readLog,
      ({ requests, buckets }) => requests.at(-1)!.processMs >= untilMs && buckets.general.requests > untilRequests,
    )
    return users
  }
  let host = await startTestHost()
  const firstMs = (await pollUntil(readLog, ({ requests }) => requests.length > 0)).requests[0]!.processMs
  for (const [index, signal] of (['SIGTERM', 'SIGKILL', 'SIGTERM'] as const).entries()) {
    const users = await runUsersUntil(host, firstMs + (index + 1) * 3.5 * MINUTE, (index + 1) * 3 * 90)
    await host.stop(signal)
    await Promise.all(users)
    if (index < 2) host = await startTestHost()
  }
  const { requests, buckets } = await readLog()
  const timesMs = requests.filter(({ bucket }) => bucket === 'general').map(({ processMs }) => processMs)
  expect(buckets.general.refused).toBe(0)
  expect(requests.filter(({ status }) => status === 429)).toEqual([])
  // Checks the number that the service reports with an independent count from the times.
  expect(countMostInAMinute(timesMs)).toBe(buckets.general.largest)
  expect(buckets.general.largest).toBeLessThanOrEqual(98)
  expect(timesMs.at(-1)! - firstMs).toBeGreaterThanOrEqual(10 * MINUTE)
  // Proves that the load was high enough to reach the limit.
  expect(buckets.general.largest).toBeGreaterThanOrEqual(94)
})

/** Simulates a user who rereads containers without a pause. After an error the user waits a second of process time. */
async function rereadUntilDisconnected({ engine }: Page, ids: string[]): Promise<void> {
  for (let index = 0; ; index++) {
    const code = await engine.call('containers.reread', { id: ids[index % ids.length]! }).then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error.code : 'bug'),
    )
    if (code === 'engine/disconnected') return
    if (code !== null) await pause(1000 / Number(RATE))
  }
}

async function listContainerIds({ engine }: Page): Promise<string[]> {
  const list = () =>
    engine.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 100 } })
  const { rows } = await pollUntil(list, ({ total }) => total >= 100)
  return rows.map(({ id }) => id)
}

async function pollUntil<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    await pause(200)
  }
}

function countMostInAMinute(timesMs: number[]): number {
  let oldest = 0
  let maxCount = 0
  for (const [index, instant] of timesMs.entries()) {
    while ((timesMs[oldest] ?? 0) <= instant - MINUTE) oldest++
    maxCount = Math.max(maxCount, index - oldest + 1)
  }
  return maxCount
}
