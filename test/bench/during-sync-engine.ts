// The engine of *during-sync*: it reads as fast as possible while a screen requests a list in a new order ten times a
// second. Then it stops in the middle of the sync, starts again without one, and answers the same lists.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { ContainerSortColumn } from '#contract/containers.ts'
import type { DuringSync } from './during-sync.ts'
import { type BenchEngine, startEngine } from './engine.ts'
import { measureMs } from './latency.ts'

const [dataDir = '', baseUrl = '', apiKey = '', clockRate = '1', requestForS = '40'] = process.argv.slice(2)

/** The interval of Node's histogram. It measures from one sample to the next, so an idle event loop has this value. */
const RESOLUTION_MS = 10
const LIST_INTERVAL_MS = 100
/** The measurement begins after this time. The start and the first list are measured by *start* and *query*. */
const WARM_UP_MS = 10_000
const STILL_LISTS = 100

type Client = BenchEngine['client']

function requestList(client: Client, listNumber: number): Promise<unknown> {
  const columns = ContainerSortColumn.options
  return client.call('containers.list', {
    filter: { scope: 'open' },
    sort: [{ column: columns[listNumber % columns.length]!, direction: listNumber % 2 === 0 ? 'asc' : 'desc' }],
    window: { offset: 0, limit: 100 },
  })
}

/** Requests one list after the other. A list without an answer at the end counts with the time it waited. */
async function requestLists(client: Client, endMs: number): Promise<number[]> {
  const times: number[] = []
  for (let listNumber = 0; performance.now() < endMs; listNumber++) {
    const startedMs = performance.now()
    await Promise.race([requestList(client, listNumber).catch(() => undefined), pause(endMs - startedMs)])
    times.push(performance.now() - startedMs)
    await pause(Math.max(0, LIST_INTERVAL_MS - (performance.now() - startedMs)))
  }
  return times
}

async function measureDuringSync(): Promise<Omit<DuringSync, 'stillMs'>> {
  const { client, stop } = await startEngine({ dataDir, baseUrl, apiKey, clockRate: Number(clockRate) })
  void requestList(client, 0).catch(() => undefined)
  await pause(WARM_UP_MS)
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const loadDoneCount = async () => (await client.call('sync.status', {})).progress?.done ?? 0
  const [startedMs, doneBefore] = [performance.now(), await loadDoneCount()]
  delays.enable()
  const timesMs = await requestLists(client, startedMs + Number(requestForS) * 1000)
  delays.disable()
  const askedS = (performance.now() - startedMs) / 1000
  const readCount = (await loadDoneCount()) - doneBefore
  const computeBlockedMs = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
  return {
    timesMs,
    loop: { p99: computeBlockedMs(delays.percentile(99)), max: computeBlockedMs(delays.max) },
    stopMs: await measureMs(stop),
    containersPerS: readCount / askedS,
    askedS,
  }
}

async function measureWithoutSync(): Promise<number[]> {
  const { client, stop } = await startEngine({ dataDir, baseUrl, apiKey: null })
  await requestList(client, 0)
  const times: number[] = []
  for (let listNumber = 0; listNumber < STILL_LISTS; listNumber++)
    times.push(await measureMs(() => requestList(client, listNumber)))
  await stop()
  return times
}

const answer: DuringSync = { ...(await measureDuringSync()), stillMs: await measureWithoutSync() }
process.stdout.write(`${JSON.stringify(answer)}\n`)
