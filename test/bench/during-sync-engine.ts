// The engine of *during-sync*: reads as fast as possible while a screen requests a list in a new order ten times a
// second; then stops in the middle, and answers the same lists again without a sync.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { ContainerSortColumn } from '#contract/containers.ts'
import type { DuringSync } from './during-sync.ts'
import { type BenchEngine, startEngine } from './engine.ts'
import { timed } from './latency.ts'

const [dataDir = '', baseUrl = '', apiKey = '', clockRate = '1', askForS = '40'] = process.argv.slice(2)

/** The default of Node's histogram, which measures from one sample to the next: an idle loop shows this value. */
const RESOLUTION_MS = 10
const ASK_EVERY_MS = 100
/** The rest of the start and the first list are measured by *start* and *query*. */
const WARM_UP_MS = 10_000
const STILL_LISTS = 100

type Client = BenchEngine['client']

function ask(client: Client, n: number): Promise<unknown> {
  const columns = ContainerSortColumn.options
  return client.call('containers.list', {
    filter: { scope: 'open' },
    sort: [{ column: columns[n % columns.length]!, direction: n % 2 === 0 ? 'asc' : 'desc' }],
    window: { offset: 0, limit: 100 },
  })
}

/** One question after the other; one without an answer at the end counts with its waiting time. */
async function askFor(client: Client, endMs: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; performance.now() < endMs; n++) {
    const startedMs = performance.now()
    await Promise.race([ask(client, n).catch(() => undefined), pause(endMs - startedMs)])
    times.push(performance.now() - startedMs)
    await pause(Math.max(0, ASK_EVERY_MS - (performance.now() - startedMs)))
  }
  return times
}

async function during(): Promise<Omit<DuringSync, 'stillMs'>> {
  const { client, stop } = await startEngine({ dataDir, baseUrl, apiKey, clockRate: Number(clockRate) })
  void ask(client, 0).catch(() => undefined)
  await pause(WARM_UP_MS)
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const done = async () => (await client.call('sync.status', {})).progress?.done ?? 0
  const [startedMs, before] = [performance.now(), await done()]
  delays.enable()
  const timesMs = await askFor(client, startedMs + Number(askForS) * 1000)
  delays.disable()
  const askedS = (performance.now() - startedMs) / 1000
  const read = (await done()) - before
  const held = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
  return {
    timesMs,
    loop: { p99: held(delays.percentile(99)), max: held(delays.max) },
    stopMs: await timed(stop),
    containersPerS: read / askedS,
    askedS,
  }
}

async function still(): Promise<number[]> {
  const { client, stop } = await startEngine({ dataDir, baseUrl, apiKey: null })
  await ask(client, 0)
  const times: number[] = []
  for (let n = 0; n < STILL_LISTS; n++) times.push(await timed(() => ask(client, n)))
  await stop()
  return times
}

const answer: DuringSync = { ...(await during()), stillMs: await still() }
process.stdout.write(`${JSON.stringify(answer)}\n`)
