// Playwright's trace of the pages of a failed test: each action, and the page before and after it. It is written to
// test/e2e/shots, and the end of the run prints the command that shows it. `npm test` and `npm run test:all` record
// nothing, because recording takes a fifth of the processor time. The command that they print for a failure records.
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    traces?: string[]
  }
}

const isOff = process.env['QUAYWATCH_TRACE'] === 'off'
const FOLDER = join(import.meta.dirname, 'shots')
/** The contexts that are recorded now. All pages of the desktop app share one context, which has one recording. */
const recordedContexts = new Set<BrowserContext>()
const startedContexts = new WeakSet<BrowserContext>()

export async function startTrace(page: Page): Promise<void> {
  const context = page.context()
  if (isOff || recordedContexts.has(context)) return
  recordedContexts.add(context)
  // Without screenshots: they need much processor time, and each snapshot is the page itself.
  if (!startedContexts.has(context)) await context.tracing.start({ snapshots: true })
  startedContexts.add(context)
  await context.tracing.startChunk()
}

/** Call before the page is closed. `isNeeded`: whether the trace is written to a file. */
export async function endTrace(page: Page, task: TestContext['task'], isNeeded: boolean): Promise<void> {
  const context = page.context()
  if (!recordedContexts.delete(context)) return
  // If the test closed the page or ended its program, the recording was lost with it.
  const stopRecording = (path?: string) =>
    context.tracing.stopChunk(path === undefined ? {} : { path }).then(
      () => true,
      () => false,
    )
  if (!isNeeded) {
    await stopRecording()
    return
  }
  task.meta.traces ??= []
  const name = `${task.file.name.replace(/^.*\//, '')} ${task.name}`.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 120)
  const path = join(FOLDER, `${name}-${task.meta.traces.length + 1}.trace.zip`)
  if (await stopRecording(path)) task.meta.traces.push(path)
}
