// Runs scenarios one after the other in a thread of its own: what the thread is told to run, it answers.
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { makeFirstFolder } from './disk.ts'
import type { TestName } from './plan.ts'
import { type Result, runScenario } from './scenario.ts'

export type Task = { test: TestName; seed: string; isTraceKept: boolean; isTwice: boolean }

const { workFolder } = workerData as { workFolder: string }
const firstFolder = join(workFolder, 'first')
makeFirstFolder(firstFolder)

parentPort?.on('message', (task: Task) => {
  void run(task).then((result) => parentPort?.postMessage(result))
})

/** A second time where asked: whatever differs is not the seed's doing. */
async function run({ test, seed, isTraceKept, isTwice }: Task): Promise<Result> {
  const options = { workFolder, firstFolder, isTraceKept }
  try {
    const result = await runScenario(test, seed, options)
    const again = isTwice ? await runScenario(test, seed, options) : result
    if (again.hash !== result.hash) result.violations.push({ oracle: '0-same', seed, what: `hash ${result.hash}, then ${again.hash}` })
    return result
  } catch (error) {
    return { seed, test, hash: '', violations: [{ oracle: '0-bugs', seed, what: `the simulator: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}` }], refusals: 0, maxRolling: 0, events: 0, mishaps: 0, cpuMs: 0, simulatedMs: 0, trace: [] }
  }
}
