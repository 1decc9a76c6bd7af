// The engine of *stall*: it reads a whole account, and prints how long its event loop was blocked. Optionally a Today
// screen is open, which reads again after each change.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { loadBoardPage, startEngine } from './engine.ts'
import type { Stalls } from './stall.ts'

const [dataDir = '', baseUrl = '', apiKey = '', clockRate = '1', screen] = process.argv.slice(2)

/** The interval of Node's histogram. It measures from one sample to the next, so an idle event loop has this value. */
const RESOLUTION_MS = 10
/** The interval of change events. */
const POLL_MS = 250

const { client, stop } = await startEngine({ dataDir, baseUrl, apiKey, clockRate: Number(clockRate) })
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
const startedMs = performance.now()
let hasChanged = true
client.on('changed', () => {
  hasChanged = true
})
delays.enable()
let asked = 0
for (;;) {
  await pause(POLL_MS)
  if ((await client.call('sync.status', {})).isFirstSweep) {
    if (screen === 'today' && hasChanged) {
      hasChanged = false
      await Promise.all([client.call('today.get', {}), loadBoardPage(client)])
      asked++
    }
  } else break
}
delays.disable()
const computeBlockedMs = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
const answer: Stalls = {
  p99Ms: computeBlockedMs(delays.percentile(99)),
  maxMs: computeBlockedMs(delays.max),
  tookMs: performance.now() - startedMs,
  asked,
}
process.stdout.write(`${JSON.stringify(answer)}\n`)
await stop()
