// Runs tasks on up to two threads. A thread gets the next task when it has finished one.
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createWorkFolder } from './volume.ts'
import type { TaskResult, Task } from './worker.ts'

/** Calls `onDone` with each result. If it returns false, tasks that have not started are dropped. */
export async function runAll(tasks: Task[], onDone: (taskResult: TaskResult) => boolean): Promise<void> {
  const workFolder = createWorkFolder()
  const remaining = [...tasks]
  const threadCount = Math.min(2, availableParallelism(), tasks.length)
  try {
    await Promise.all(
      Array.from({ length: threadCount }, (_, index) => runThread(`${workFolder}/${index}`, remaining, onDone)),
    )
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

function runThread(workFolder: string, remaining: Task[], onDone: (taskResult: TaskResult) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { workFolder } })
    const runNext = () => {
      const task = remaining.shift()
      if (task) worker.postMessage(task)
      else void worker.terminate().then(() => resolve())
    }
    worker.on('message', (taskResult: TaskResult) => {
      if (!onDone(taskResult)) remaining.length = 0
      runNext()
    })
    worker.on('error', reject)
    runNext()
  })
}
