// The rate limit with real processes, sockets, files and clocks: engine and service run at four times real time, and
// the service's own log is checked. test/engine/thorough/limiter.test.ts has the same with a fake clock.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { type HostReady, type Program, endPrograms, makeFolder, startHost, startService } from '#support/programs.ts'
import { type Page, openPage } from '#support/web-page.ts'

afterAll(endPrograms)

const RATE = '4'
const MINUTE = 60_000

type LogEntry = { processMs: number; status: number; bucket: string }
type Log = { requests: LogEntry[]; buckets: { general: { requests: number; refused: number; largest: number } } }

test('under full load for ten minutes of process time with 1,000 containers, a restart and a SIGKILL, no request is refused and at most 98 are sent in a minute', async () => {
  const service = await startService('--containers', '1000', '--seed', '7', '--clock-rate', RATE)
  const dataDir = makeFolder()
  const logOf = async () => (await (await fetch(new URL('/_service/log', service.ready.url))).json()) as Log
  const start = () =>
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
  /** Ends when both are reached, because a slow computer needs longer for the same number of requests. */
  const saturate = async (host: Program<HostReady>, untilMs: number, untilRequests: number) => {
    const page = await openPage(host.ready.url)
    const ids = await someIds(page)
    const users = [1, 2, 3].map(() => rereadWithoutEnd(page, ids))
    await until(
      logOf,
      ({ requests, buckets }) => requests.at(-1)!.processMs >= untilMs && buckets.general.requests > untilRequests,
    )
    return users
  }
  let host = await start()
  const first = (await until(logOf, ({ requests }) => requests.length > 0)).requests[0]!.processMs
  for (const [index, signal] of (['SIGTERM', 'SIGKILL', 'SIGTERM'] as const).entries()) {
    const users = await saturate(host, first + (index + 1) * 3.5 * MINUTE, (index + 1) * 3 * 90)
    await host.stop(signal)
    await Promise.all(users)
    if (index < 2) host = await start()
  }
  const { requests, buckets } = await logOf()
  const instants = requests.filter(({ bucket }) => bucket === 'general').map(({ processMs }) => processMs)
  expect(buckets.general.refused).toBe(0)
  expect(requests.filter(({ status }) => status === 429)).toEqual([])
  // An independent count, from the times alone.
  expect(mostInAMinute(instants)).toBe(buckets.general.largest)
  expect(buckets.general.largest).toBeLessThanOrEqual(98)
  expect(instants.at(-1)! - first).toBeGreaterThanOrEqual(10 * MINUTE)
  // The load was high enough.
  expect(buckets.general.largest).toBeGreaterThanOrEqual(94)
})

/** A user who rereads containers without end, and after a refusal tries again one second of process time later. */
async function rereadWithoutEnd({ engine }: Page, ids: string[]): Promise<void> {
  for (let turn = 0; ; turn++) {
    const code = await engine.call('containers.reread', { id: ids[turn % ids.length]! }).then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error.code : 'bug'),
    )
    if (code === 'engine/disconnected') return
    if (code !== null) await pause(1000 / Number(RATE))
  }
}

async function someIds({ engine }: Page): Promise<string[]> {
  const list = () =>
    engine.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 100 } })
  const { rows } = await until(list, ({ total }) => total >= 100)
  return rows.map(({ id }) => id)
}

async function until<T>(look: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look()
    if (isRight(value)) return value
    await pause(200)
  }
}

function mostInAMinute(instants: number[]): number {
  let oldest = 0
  let most = 0
  for (const [index, instant] of instants.entries()) {
    while ((instants[oldest] ?? 0) <= instant - MINUTE) oldest++
    most = Math.max(most, index - oldest + 1)
  }
  return most
}
