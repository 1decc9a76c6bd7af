// The engine in the process of the browser host, with a real folder. A page may connect while the engine starts or
// stops.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Membership } from '#engine/office/office.ts'
import { createRunningEngine } from '../../../src/web/running-engine.ts'

const readerScript = new URL('../../../src/engine/reader-thread.ts', import.meta.url)

function createEngine(office: Membership | null, log: (event: string) => void = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-running-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return createRunningEngine({
    getAccountFolder: (id) => join(folder, id),
    clockRate: 1,
    watchedFolders: [],
    office,
    device: 'PC 1',
    log: (_level, event) => log(event),
    readerScript,
  })
}

test('a page that connects while the engine starts gets null if the engine is stopped', async () => {
  const engine = createEngine(null)
  const starting = engine.start({ accountId: 'main', serviceUrl: '', apiKey: null })
  const port = engine.connector()
  await engine.stop()
  await starting
  expect(await port).toBeNull()
})

test('the office belongs to the first account, and another account reads the service itself', async () => {
  const events: string[] = []
  const address = { host: '127.0.0.1', port: 1, database: 'd', user: 'u', password: 'p', fingerprint: null }
  const engine = createEngine({ address, space: 1, device: 'Gate 4', kind: 'desktop' }, (event) => events.push(event))
  const run = { serviceUrl: 'http://127.0.0.1:1/v2', apiKey: 'key' }
  await engine.start({ accountId: 'main', ...run })
  await vi.waitFor(() => expect(events).toContain('no connection to the office'))
  await engine.stop()
  expect(events).not.toContain('no answer')
  events.splice(0)
  await engine.start({ accountId: 'other', ...run })
  await vi.waitFor(() => expect(events).toContain('no answer'))
  await engine.stop()
  expect(events).not.toContain('no connection to the office')
})
