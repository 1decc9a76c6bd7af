// The worker thread of the simulator. It runs one task after the other and posts each result.
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { createTemplateFolder } from './volume.ts'
import { type BulkDropResult, simulateBulkDrop } from './bulk-drop.ts'
import { type Freshness, simulateFreshness } from './freshness.ts'
import { type DayResult, simulateSaturatedDay, simulateSharedDay } from './long-runs.ts'
import { type NotificationDelay, measureNotificationDelay } from './notification-delay.ts'
import { type Day, simulateStandardDay } from './standard-day.ts'
import { type UserWait, measureUserWait } from './user-wait.ts'
import type { TestName } from './recipes.ts'
import { type OfficeResult, runOfficeScenario } from './office/scenario.ts'
import { type Result, type ScenarioOptions, runScenario } from './scenario.ts'

export type Task =
  | { kind: 'world'; test: TestName; seed: string; hasFullTrace: boolean; isTwice: boolean }
  | { kind: 'office'; seed: string; desktops: number; hasFullTrace: boolean; isTwice: boolean }
  | { kind: 'alone'; seed: string; hours: number }
  | { kind: 'shared'; seed: string; hours: number; desktops: number; foreignPerMinute: number }
  | { kind: 'drop'; seed: string }
  | { kind: 'fresh'; containers: number; page: number }
  | { kind: 'wait'; hours: number }
  | { kind: 'standard'; seed: string; containers: number }
  | { kind: 'reach'; seed: string; containers: number; window: 'open' | 'tray' }

export type TaskResult =
  | { kind: 'world'; result: Result }
  | { kind: 'office'; result: OfficeResult }
  | { kind: 'day'; test: 'T7' | 'T8'; seed: string; day: DayResult }
  | { kind: 'drop'; drop: BulkDropResult }
  | { kind: 'fresh'; row: Freshness }
  | { kind: 'wait'; wait: UserWait }
  | { kind: 'standard'; standard: Day }
  | { kind: 'reach'; reach: NotificationDelay }
  | { kind: 'broken'; seed: string; error: string }

const { workFolder } = workerData as { workFolder: string }
const templateFolder = join(workFolder, 'first')
createTemplateFolder(templateFolder)

parentPort?.on('message', (task: Task) => {
  const taskResult = runTask(task).catch((error: unknown): TaskResult => ({
    kind: 'broken',
    seed: 'seed' in task ? task.seed : task.kind,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  void taskResult.then((value) => parentPort?.postMessage(value))
})

async function runTask(task: Task): Promise<TaskResult> {
  switch (task.kind) {
    case 'world':
      return { kind: 'world', result: await runSeed(task, (options) => runScenario(task.test, task.seed, options)) }
    case 'office':
      return {
        kind: 'office',
        result: await runSeed(task, (options) => runOfficeScenario(task.seed, task.desktops, options)),
      }
    case 'alone':
      return { kind: 'day', test: 'T7', seed: task.seed, day: await simulateSaturatedDay(task.seed, task.hours) }
    case 'shared':
      return {
        kind: 'day',
        test: 'T8',
        seed: task.seed,
        day: await simulateSharedDay(task.seed, task.hours, task.desktops, task.foreignPerMinute),
      }
    case 'drop':
      return { kind: 'drop', drop: await simulateBulkDrop(task.seed) }
    case 'fresh':
      return { kind: 'fresh', row: await simulateFreshness(task.containers, task.page) }
    case 'wait':
      return { kind: 'wait', wait: await measureUserWait(task.hours) }
    case 'reach':
      return { kind: 'reach', reach: await measureNotificationDelay(task.seed, task.containers, task.window) }
    case 'standard':
      return { kind: 'standard', standard: await simulateStandardDay(task.seed, task.containers) }
  }
}

/** Runs the world once or twice. Two runs must have equal traces, because the seed is the same. */
async function runSeed<R extends Pick<Result, 'hash' | 'violations'>>(
  { seed, hasFullTrace, isTwice }: { seed: string; hasFullTrace: boolean; isTwice: boolean },
  run: (options: ScenarioOptions) => Promise<R>,
): Promise<R> {
  const options = { workFolder, templateFolder, hasFullTrace }
  const result = await run(options)
  const secondResult = isTwice ? await run(options) : result
  if (secondResult.hash !== result.hash)
    result.violations.push({ oracle: '0-same', seed, what: `hash ${result.hash}, then ${secondResult.hash}` })
  return result
}
