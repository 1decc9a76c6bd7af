// The engine of *hostile*: reads extreme pages, and prints the longest turn of its event loop beside parsing 8 MiB in
// the same process, and how long a stop in the middle of a page took. Turns are measured in processor time of this
// thread, so other work on the machine does not count.
import { setTimeout as pause } from 'node:timers/promises'
import { loadBoardPage, startEngine } from './engine.ts'
import type { LongestTurn } from './hostile.ts'

const [dataDir = '', baseUrl = '', seconds = '0'] = process.argv.slice(2)

const EIGHT_MEBIBYTES = 8 * 1024 * 1024

function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Measures how long parsing 8 MiB of records takes: the median of seven runs. */
function measureParsing(): number {
  const record = JSON.stringify({
    id: 'c-1',
    attributes: Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`attribute_${index}`, index % 3 === 0 ? null : `value ${index}`]),
    ),
  })
  const text = `[${Array.from({ length: Math.floor(EIGHT_MEBIBYTES / record.length) }, () => record).join()}]`
  const times = Array.from({ length: 7 }, () => {
    const startedMs = readCpuMs()
    JSON.parse(text)
    return readCpuMs() - startedMs
  })
  return times.toSorted((one, other) => one - other)[3] ?? 0
}

const parseMs = measureParsing()
const { client, stop } = await startEngine({ dataDir, baseUrl, apiKey: 'bench-key' })
// The start itself is measured by *start*, so this waits until it has ended.
await loadBoardPage(client)
let longestMs = 0
let lastMs = readCpuMs()
const ticks = setInterval(() => {
  const nowMs = readCpuMs()
  longestMs = Math.max(longestMs, nowMs - lastMs)
  lastMs = nowMs
}, 1)
await pause(Number(seconds) * 1000)
// Starts the next sweep at once, so that the engine is writing when it is stopped.
await client.call('sync.refresh', {})
await pause(500)
clearInterval(ticks)
const stopStartedMs = performance.now()
await stop()
process.stdout.write(
  `${JSON.stringify({ longestMs, parseMs, stopMs: performance.now() - stopStartedMs } satisfies LongestTurn)}\n`,
)
