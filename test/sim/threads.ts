// Runs tasks on two threads; each takes the next task when it has finished one.
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { makeWorkFolder } from './disk.ts'
import type { Done, Task } from './worker.ts'

/** `onDone` gets each result; if it answers false, tasks that have not started are dropped. */
export async function runAll(tasks: Task[], onDone: (done: Done) => boolean): Promise<void> {
  const workFolder = makeWorkFolder()
  const left = [...tasks]
  const threads = Math.min(2, availableParallelism(), tasks.length)
  try {
    await Promise.all(Array.from({ length: threads }, (_, n) => work(`${workFolder}/${n}`, left, onDone)))
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

function work(workFolder: string, left: Task[], onDone: (done: Done) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { workFolder } })
    const next = () => {
      const task = left.shift()
      if (task) worker.postMessage(task)
      else void worker.terminate().then(() => resolve())
    }
    worker.on('message', (done: Done) => {
      if (!onDone(done)) left.length = 0
      next()
    })
    worker.on('error', reject)
    next()
  })
}
