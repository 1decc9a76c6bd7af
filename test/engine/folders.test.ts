// Watched folders on a real disk: what is put there becomes content in the queue, once and whole, or a row that says why not.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startWatched } from '#support/watched.ts'

const PDF = (text: string) => `%PDF-1.4 ${text}\n%%EOF\n`

describe('a file', () => {
  test('put into a watched folder is copied and queued once it has been quiet', async () => {
    const engine = await startWatched()
    engine.put('invoice.pdf', PDF('one'))
    await engine.until(() => engine.sightings().length === 1, 70_000)
    expect(engine.sightings()[0]).toMatchObject({ state: 'WAITING', error: null, path: join(engine.folder, 'invoice.pdf') })
    await engine.until(() => engine.uploads().length === 1, 10_000)
    const [upload] = engine.uploads()
    expect(upload).toMatchObject({ name: 'invoice.pdf', contentType: 'application/pdf', size: PDF('one').length, state: 'QUEUED' })
    expect(readFileSync(join(engine.dir, 'spool', upload!.sha256), 'utf8')).toBe(PDF('one'))
    expect(engine.sightings()[0]).toMatchObject({ state: 'SPOOLED', sha256: upload!.sha256 })
    expect(existsSync(join(engine.folder, 'invoice.pdf'))).toBe(true)
  })
})
