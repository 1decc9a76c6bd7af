// Files of watched folders that the user retries: their spool copy was deleted, they were refused, or their folder does
// not answer.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getErrorCode } from '#support/error-code.ts'
import { SETTINGS, type WatchedEngine, setFileTime, startWatched, pdf } from '#support/watched.ts'
import { loadInbox } from '#support/spooled.ts'
const listSpoolFiles = ({ dir }: WatchedEngine) => readdirSync(join(dir, 'spool'))
const listStates = (engine: WatchedEngine) => engine.sightings().map(({ state }) => state)
const listInboxStates = async (engine: WatchedEngine) => (await loadInbox(engine)).map(({ state }) => state)
const hasUpload = (engine: WatchedEngine) => () => engine.uploads().length > 0

function deleteSpool(engine: WatchedEngine): void {
  for (const name of listSpoolFiles(engine)) rmSync(join(engine.dir, 'spool', name))
}

describe('a file whose spool copy was deleted', () => {
  test('is read again and queued when the user retries its refused upload', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(hasUpload(engine))
    engine.sql(`UPDATE upload SET state = 'REJECTED', error = '{"code":"documents/not-arriving","details":{}}'`)
    deleteSpool(engine)
    await engine.client.call('documents.retry', { ids: ['f1'] })
    expect([await listInboxStates(engine), engine.uploads()[0]!.state]).toEqual([['waiting'], 'REJECTED'])
    // A second call before the copy exists does not start a second retry.
    await engine.client.call('documents.retry', { ids: ['f1'] })
    await engine.until(() => engine.uploads()[0]!.state === 'QUEUED', 20_000)
    expect([listSpoolFiles(engine), engine.uploads().map(({ gen }) => gen), listStates(engine)]).toEqual([
      [engine.uploads()[0]!.sha256],
      [1],
      ['SPOOLED'],
    ])
  })

  test('is uploaded again after its document was deleted at the service', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(hasUpload(engine))
    engine.markUploaded()
    engine.markDocumentsGone()
    deleteSpool(engine)
    await engine.client.call('documents.uploadAgain', { id: 'f1' })
    await engine.until(() => engine.uploads().length === 2, 20_000)
    expect([
      listSpoolFiles(engine).length,
      engine.uploads().map(({ gen, state }) => [gen, state]),
      await listInboxStates(engine),
    ]).toEqual([
      1,
      [
        [1, 'CREATED'],
        [2, 'QUEUED'],
      ],
      ['queued'],
    ])
  })

  test('is refused with a reason if it was removed or replaced', async () => {
    const engine = await startWatched()
    const path = engine.put('a.pdf', pdf('a'))
    await engine.until(hasUpload(engine))
    engine.sql(`UPDATE upload SET state = 'REJECTED', error = '{"code":"documents/not-arriving","details":{}}'`)
    deleteSpool(engine)
    rmSync(path)
    expect(await getErrorCode(engine.client.call('documents.retry', { ids: ['f1'] }))).toBe('documents/not-kept')
    expect([listStates(engine), await listInboxStates(engine)]).toEqual([['SPOOLED'], ['failed']])
    writeFileSync(path, pdf('another'))
    setFileTime(path, engine.clock.wall() + 1_000)
    expect(await getErrorCode(engine.client.call('documents.uploadAgain', { id: 'f1' }))).toBe('documents/not-kept')
  })

  test('is copied again at a start only for its current content, and former contents have vanished', async () => {
    const engine = await startWatched()
    const contents = ['first', 'other', 'first']
    for (const [n, text] of contents.entries()) {
      const path = join(engine.folder, 'a.pdf')
      writeFileSync(`${path}.part`, pdf(text))
      renameSync(`${path}.part`, path)
      setFileTime(path, engine.clock.wall())
      engine.watch.emitEvent(path)
      await engine.until(() => listStates(engine).filter((state) => state === 'SPOOLED').length === n + 1)
      await engine.passTime(60_000)
    }
    await engine.stop()
    deleteSpool(engine)
    await engine.restart()
    await engine.until(() => listSpoolFiles(engine).length > 0 && listStates(engine)[2] === 'SPOOLED')
    await engine.passTime(60_000)
    expect([listStates(engine), listSpoolFiles(engine).length]).toEqual([['VANISHED', 'VANISHED', 'SPOOLED'], 1])
  })
})

describe('a refused file', () => {
  test('is checked again on a retry, and refused again', async () => {
    const engine = await startWatched()
    engine.put('movie.mp4', 'x')
    await engine.until(() => listStates(engine)[0] === 'IGNORED')
    await engine.client.call('documents.retry', { ids: ['f1'] })
    expect(await listInboxStates(engine)).toEqual(['waiting'])
    await engine.until(() => listStates(engine)[0] === 'IGNORED', 20_000)
    expect(await listInboxStates(engine)).toEqual(['failed'])
  })

  test('that was dropped onto the window cannot be retried, because its copy was deleted', async () => {
    const engine = await startWatched()
    engine.sql(
      `INSERT INTO sighting (folder_id, path, ident, size, mtime_ns, first_seen_at, state, error) VALUES ('drop', '/drops/1/movie.mp4', '1:1', 1, '1', '2026-11-20T12:00:00.000Z', 'IGNORED', '{"code":"documents/type-not-taken","details":{}}')`,
    )
    expect(await getErrorCode(engine.client.call('documents.retry', { ids: ['f1'] }))).toBe('documents/not-kept')
  })
})

describe('a folder that does not answer', () =>
  test('does not block a call that changes it or adds another folder', async () => {
    const engine = await startWatched()
    await engine.until(() => engine.watch.started.length === 1)
    engine.files.hang(true)
    const answers: unknown[] = []
    const calls = [
      engine.client.call('folders.change', { id: engine.id, ...SETTINGS, after: 'move' }),
      engine.client.call('folders.add', { path: engine.dir, ...SETTINGS }),
    ]
    for (const call of calls) void getErrorCode(call).then((code) => answers.push(code))
    await engine.until(() => answers.length === 2, 12_000)
    expect(answers).toEqual(['folders/not-answering', 'folders/not-answering'])
    engine.files.hang(false)
    expect((await engine.client.call('folders.list', {}))[0]).toMatchObject({ after: 'leave' })
    expect(existsSync(engine.folder)).toBe(true)
  }))
