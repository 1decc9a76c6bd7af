// Files that are read again after they were taken: their copy was deleted, they were refused, or their folder does not
// answer.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { SETTINGS, type WatchedEngine, age, startWatched, pdf } from '#support/watched.ts'
import { inbox } from '#support/spooled.ts'
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
const spooled = ({ dir }: WatchedEngine) => readdirSync(join(dir, 'spool'))
const states = (engine: WatchedEngine) => engine.sightings().map(({ state }) => state)
const shown = async (engine: WatchedEngine) => (await inbox(engine)).map(({ state }) => state)
const isTaken = (engine: WatchedEngine) => () => engine.uploads().length > 0

function sweep(engine: WatchedEngine): void {
  for (const name of spooled(engine)) rmSync(join(engine.dir, 'spool', name))
}

describe('of a file whose copy was swept', () => {
  test('the refused content is read again from the file, and tried', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(isTaken(engine))
    engine.sql(`UPDATE upload SET state = 'REJECTED', error = '{"code":"documents/not-arriving","details":{}}'`)
    sweep(engine)
    await engine.client.call('documents.retry', { ids: ['f1'] })
    expect([await shown(engine), engine.uploads()[0]!.state]).toEqual([['waiting'], 'REJECTED'])
    // Asked for once more meanwhile, it is the same trying.
    await engine.client.call('documents.retry', { ids: ['f1'] })
    await engine.until(() => engine.uploads()[0]!.state === 'QUEUED', 20_000)
    expect([spooled(engine), engine.uploads().map(({ gen }) => gen), states(engine)]).toEqual([
      [engine.uploads()[0]!.sha256],
      [1],
      ['SPOOLED'],
    ])
  })

  test('and whose document is gone at the service, the content is sent anew', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(isTaken(engine))
    engine.arrive()
    engine.deleteThere()
    sweep(engine)
    await engine.client.call('documents.uploadAgain', { id: 'f1' })
    await engine.until(() => engine.uploads().length === 2, 20_000)
    expect([
      spooled(engine).length,
      engine.uploads().map(({ gen, state }) => [gen, state]),
      await shown(engine),
    ]).toEqual([
      1,
      [
        [1, 'CREATED'],
        [2, 'QUEUED'],
      ],
      ['queued'],
    ])
  })

  test('and that is not there any more, the user is told', async () => {
    const engine = await startWatched()
    const path = engine.put('a.pdf', pdf('a'))
    await engine.until(isTaken(engine))
    engine.sql(`UPDATE upload SET state = 'REJECTED', error = '{"code":"documents/not-arriving","details":{}}'`)
    sweep(engine)
    rmSync(path)
    expect(await codeOf(engine.client.call('documents.retry', { ids: ['f1'] }))).toBe('documents/not-kept')
    expect([states(engine), await shown(engine)]).toEqual([['SPOOLED'], ['failed']])
    writeFileSync(path, pdf('another'))
    age(path, engine.clock.wall() + 1_000)
    expect(await codeOf(engine.client.call('documents.uploadAgain', { id: 'f1' }))).toBe('documents/not-kept')
  })

  test('only what stands under its path now is waited for; what stood there before is over', async () => {
    const engine = await startWatched()
    const contents = ['first', 'other', 'first']
    for (const [n, text] of contents.entries()) {
      const path = join(engine.folder, 'a.pdf')
      writeFileSync(`${path}.part`, pdf(text))
      renameSync(`${path}.part`, path)
      age(path, engine.clock.wall())
      engine.watch.hint(path)
      await engine.until(() => states(engine).filter((state) => state === 'SPOOLED').length === n + 1)
      await engine.pass(60_000)
    }
    await engine.stop()
    sweep(engine)
    await engine.restart()
    await engine.until(() => spooled(engine).length > 0 && states(engine)[2] === 'SPOOLED')
    await engine.pass(60_000)
    expect([states(engine), spooled(engine).length]).toEqual([['VANISHED', 'VANISHED', 'SPOOLED'], 1])
  })
})

describe('a refused file', () => {
  test('is looked at once more, and told anew', async () => {
    const engine = await startWatched()
    engine.put('movie.mp4', 'x')
    await engine.until(() => states(engine)[0] === 'IGNORED')
    await engine.client.call('documents.retry', { ids: ['f1'] })
    expect(await shown(engine)).toEqual(['waiting'])
    await engine.until(() => states(engine)[0] === 'IGNORED', 20_000)
    expect(await shown(engine)).toEqual(['failed'])
  })

  test('that was dropped onto the window cannot be: it went when it was refused', async () => {
    const engine = await startWatched()
    engine.sql(
      `INSERT INTO sighting (folder_id, path, ident, size, mtime_ns, first_seen_at, state, error) VALUES ('drop', '/drops/1/movie.mp4', '1:1', 1, '1', '2026-11-20T12:00:00.000Z', 'IGNORED', '{"code":"documents/type-not-taken","details":{}}')`,
    )
    expect(await codeOf(engine.client.call('documents.retry', { ids: ['f1'] }))).toBe('documents/not-kept')
  })
})

describe('a folder that does not answer', () => {
  test('is not waited for when it is changed, added, or beside one that is', async () => {
    const engine = await startWatched()
    await engine.until(() => engine.watch.started.length === 1)
    engine.files.hang(true)
    const answers: unknown[] = []
    const asked = [
      engine.client.call('folders.change', { id: engine.id, ...SETTINGS, after: 'move' }),
      engine.client.call('folders.add', { path: engine.dir, ...SETTINGS }),
    ]
    for (const one of asked) void codeOf(one).then((code) => answers.push(code))
    await engine.until(() => answers.length === 2, 12_000)
    expect(answers).toEqual(['folders/not-answering', 'folders/not-answering'])
    engine.files.hang(false)
    expect((await engine.client.call('folders.list', {}))[0]).toMatchObject({ after: 'leave' })
    expect(existsSync(engine.folder)).toBe(true)
  })
})
