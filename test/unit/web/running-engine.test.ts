// The engine in the process of the browser host, with a real folder. A page may connect while the engine starts or
// stops.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createRunningEngine } from '../../../src/web/running-engine.ts'

test('a page that connects while the engine starts gets null if the engine is stopped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-running-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const readerScript = new URL('../../../src/engine/reader-thread.ts', import.meta.url)
  const engine = createRunningEngine({
    getAccountFolder: () => folder,
    clockRate: 1,
    watchedFolders: [],
    office: null,
    log: () => undefined,
    readerScript,
  })
  const starting = engine.start({ accountId: 'main', serviceUrl: '', apiKey: null })
  const port = engine.connector()
  await engine.stop()
  await starting
  expect(await port).toBeNull()
})
