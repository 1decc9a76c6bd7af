// The engine of *idle*, in two phases. `ready` runs with a fast clock until account and folder are read and the files
// are uploaded. `rest` runs in another process with a normal clock and without a screen, as in the tray, and prints its
// processor time.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { createBenchEngine, startEngine } from './engine.ts'
import type { Idle } from './idle.ts'

const [phase = '', dataDir = '', baseUrl = '', apiKey = '', watched = '', files = '0', settleMs = '0', restMs = '0'] =
  process.argv.slice(2)

/** The engine's clock is this much faster during `ready`. */
const READY_CLOCK_RATE = 60
const POLL_MS = 1_000

async function makeReady(): Promise<{ tookMs: number }> {
  const { client, stop } = await startEngine({ dataDir, baseUrl, apiKey, clockRate: READY_CLOCK_RATE })
  await client.call('folders.add', { path: watched, after: 'leave', alwaysPolls: false, isRecursive: false })
  const db = new Database(join(dataDir, 'state.db'), { readonly: true })
  db.exec(`ATTACH '${join(dataDir, 'mirror.db')}' AS mirror`)
  const remainingCount = db
    .prepare(
      `SELECT (SELECT count(*) FROM record_due) + (SELECT count(*) FROM upload WHERE state <> 'EXTRACTED') + ? - (SELECT count(*) FROM sighting WHERE state = 'SPOOLED')
    + (SELECT count(*) = 0 FROM sweep WHERE kind = 'shipments' AND state = 'COMPLETE') + (SELECT count(*) = 0 FROM sweep WHERE kind = 'tracking_requests' AND state = 'COMPLETE')`,
    )
    .pluck()
  const isReady = async () =>
    !(await client.call('sync.status', {})).isFirstSweep && (remainingCount.get(Number(files)) as number) === 0
  while (!(await isReady())) await pause(POLL_MS)
  db.close()
  dropTimelines()
  await stop()
  return { tookMs: performance.now() }
}

/**
 * Removes the timelines from the queue. On the first day each timeline is read once, which takes hours. This is done
 * while the engine runs, because the engine rebuilds a file that changed while it was closed.
 */
function dropTimelines(): void {
  const db = new Database(join(dataDir, 'mirror.db'))
  db.exec('DELETE FROM event_due')
  db.close()
}

async function measureRest(): Promise<Idle> {
  const engine = await createBenchEngine({ dataDir, baseUrl, apiKey })
  // After a start the engine reads every list once, which is not measured.
  await pause(Number(settleMs))
  const [cpuBefore, startedMs, turnsBefore, wakesBefore] = [
    process.cpuUsage(),
    performance.now(),
    countLoopTurns(),
    countThreadWakes(),
  ]
  await pause(Number(restMs))
  const { user, system } = process.cpuUsage(cpuBefore)
  const [tookMs, turns, wakes] = [performance.now() - startedMs, countLoopTurns() - turnsBefore, countThreadWakes()]
  await engine.stop()
  return {
    cpuMs: (user + system) / 1_000,
    tookMs,
    turns,
    wakes: wakes === null || wakesBefore === null ? null : wakes - wakesBefore,
  }
}

function countLoopTurns(): number {
  return performance.nodeTiming.uvMetricsInfo.loopCount
}

/**
 * Counts how often the threads waited: each voluntary context switch is followed by one wake-up. Null without /proc.
 */
function countThreadWakes(): number | null {
  const tasks = '/proc/self/task'
  if (!existsSync(tasks)) return null
  return readdirSync(tasks).reduce(
    (sum, task) =>
      sum +
      Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(join(tasks, task, 'status'), 'utf8'))?.[1] ?? 0),
    0,
  )
}

process.stdout.write(`${JSON.stringify(phase === 'ready' ? await makeReady() : await measureRest())}\n`)
