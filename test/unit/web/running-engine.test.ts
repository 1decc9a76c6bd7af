// The engine in the browser host's process, on a real folder: who is let in while it starts and stops.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createRunningEngine } from '../../../src/web/running-engine.ts'

test('a page that comes while the engine starts and is stopped again finds nobody', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-running-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const readerScript = new URL('../../../src/engine/reader-thread.ts', import.meta.url)
  const engine = createRunningEngine({
    folderOf: () => folder,
    clockRate: 1,
    watch: [],
    log: () => undefined,
    readerScript,
  })
  const starting = engine.start({ accountId: 'main', serviceUrl: '', apiKey: null })
  const door = engine.door()
  await engine.stop()
  await starting
  expect(await door).toBeNull()
})
