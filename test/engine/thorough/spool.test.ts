// The spool stores copies of files for a limited time, and recovers when it cannot be read.
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFiles } from '#engine/outside/files.ts'
import { reportsLoops } from '#support/file-system.ts'
import { setFileTime, startWatched, pdf, listStatesByPath } from '#support/watched.ts'
import { tempDir } from '#support/test-engine.ts'

describe('the spool', () => {
  test('loses partial copies at the start, and lost content is read again from its file', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.uploads().length === 1)
    await engine.stop()
    const content = join(engine.dir, 'spool', engine.uploads()[0]!.sha256)
    rmSync(content)
    writeFileSync(join(engine.dir, 'spool', '7.part'), 'half')
    await engine.restart()
    await engine.until(() => existsSync(content))
    expect([
      existsSync(join(engine.dir, 'spool', '7.part')),
      engine.uploads().length,
      listStatesByPath(engine),
    ]).toEqual([false, 1, { 'a.pdf': ['SPOOLED', null] }])
  })

  test('is not treated as empty if it cannot be read', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.uploads().length === 1)
    await engine.stop()
    const spool = join(engine.dir, 'spool')
    const files = createFiles()
    expect([
      await files.list(join(engine.dir, 'nowhere')),
      await files.list(join(spool, engine.uploads()[0]!.sha256)),
    ]).toEqual([[], []])
    engine.files.fail({ list: (path) => (path === spool ? 'EMFILE' : null) })
    await engine.restart()
    await engine.passTime(10_000)
    expect(listStatesByPath(engine)).toEqual({ 'a.pdf': ['SPOOLED', null] })
    engine.files.fail({})
    engine.put('b.pdf', pdf('b'))
    await engine.until(() => engine.uploads().length === 2, 60_000)
    expect(engine.errors.splice(0)).toEqual([expect.stringMatching('^folders cannot be opened')])
  })

  test('loses no file that is being written when it is opened later', async () => {
    const engine = await startWatched()
    await engine.stop()
    const spool = join(engine.dir, 'spool')
    engine.files.fail({ list: (path) => (path === spool ? 'EMFILE' : null) })
    await engine.restart()
    await engine.until(() => engine.errors.length > 0)
    const unfinished = join(spool, 'export.part')
    writeFileSync(unfinished, 'half')
    engine.files.fail({})
    engine.put('b.pdf', pdf('b'))
    await engine.until(() => engine.uploads().length === 1, 60_000)
    expect(existsSync(unfinished)).toBe(true)
    expect(engine.errors.splice(0)).toEqual([expect.stringMatching('^folders cannot be opened')])
  })

  test('copies a file at once if an incomplete copy could not be removed at the start', async () => {
    const engine = await startWatched()
    await engine.stop()
    writeFileSync(join(engine.dir, 'spool', '1.part'), 'half')
    engine.files.fail({ remove: (path) => (path.endsWith('.part') ? 'EBUSY' : null) })
    await engine.restart()
    engine.files.fail({})
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.uploads().length === 1, 60_000)
    expect(engine.files.calls.filter((call) => call.startsWith('copyComplete'))).toHaveLength(1)
  })

  test.each(reportsLoops() ? ['loop'] : [])('cannot be listed if its path is a %s', async (name) => {
    const path = join(tempDir(), name)
    symlinkSync(name, path)
    await expect(createFiles().list(path)).rejects.toMatchObject({ code: 'ELOOP' })
  })

  test('is ready as soon as the disk can be written', async () => {
    const engine = await startWatched({ settings: { isRecursive: true } })
    mkdirSync(join(engine.folder, 'below'))
    engine.files.fail({ readTail: () => 'EBUSY' })
    engine.put(join('below', 'b.pdf'), pdf('b'))
    await engine.until(() => engine.sightings().length === 1)
    engine.files.fail({})
    // The start must update the row of the waiting file, and this write fails.
    engine.sql(
      `UPDATE folder SET is_recursive = 0; CREATE TRIGGER full BEFORE UPDATE ON sighting BEGIN SELECT raise(ABORT, 'full'); END`,
    )
    await engine.restart()
    await engine.passTime(1_000)
    expect(engine.errors.splice(0)).toEqual([expect.stringMatching('^folders cannot be opened')])
    engine.sql('DROP TRIGGER full')
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.uploads().length === 1, 60_000)
    expect(listStatesByPath(engine)).toEqual({
      [join('below', 'b.pdf')]: ['VANISHED', null],
      'a.pdf': ['SPOOLED', null],
    })
  })

  test('does not delete content that is queued while old content is deleted', async () => {
    const engine = await startWatched()
    const [one, other] = ['e', 'f'].map((digit) => digit.repeat(64)) as [string, string]
    const getPath = (name: string) => join(engine.dir, 'spool', name)
    await engine.until(() => existsSync(join(engine.dir, 'spool')))
    for (const name of [one, other]) {
      writeFileSync(getPath(name), 'x')
      setFileTime(getPath(name), engine.clock.wall() - 48 * 3_600_000)
    }
    const queued = `INSERT OR IGNORE INTO upload (sha256, gen, md5, size, content_type, name, state, created_at, updated_at) VALUES ('${one}', 1, '', 1, '', 'x.pdf', 'QUEUED', '', '')`
    engine.files.runBefore({
      stat: (path) => {
        if (path === getPath(one)) engine.sql(queued)
      },
    })
    await engine.clock.advance(6 * 3_600_000 + 1_000)
    await engine.files.idle()
    expect([existsSync(getPath(one)), existsSync(getPath(other))]).toEqual([true, false])
  })

  test('stores sent content for a week, and content without a row for a day', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.uploads().length === 1)
    const content = join(engine.dir, 'spool', engine.uploads()[0]!.sha256)
    const orphan = join(engine.dir, 'spool', 'f'.repeat(64))
    writeFileSync(orphan, 'x')
    setFileTime(orphan, engine.clock.wall())
    engine.markUploaded()
    engine.sql(`UPDATE upload SET finished_at = '2026-11-20T18:00:00.000Z'`)
    const passHours = async (hours: number) => {
      engine.clock.sleepMachine(hours * 3_600_000)
      await engine.clock.advance(6 * 3_600_000 + 1_000)
      await engine.files.idle()
      return [existsSync(content), existsSync(orphan)]
    }
    expect(await passHours(12)).toEqual([true, true])
    expect(await passHours(12)).toEqual([true, false])
    expect(await passHours(6 * 24)).toEqual([false, false])
  })

  test('stores refused content for a week', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.uploads().length === 1)
    const content = join(engine.dir, 'spool', engine.uploads()[0]!.sha256)
    engine.sql(`UPDATE upload SET state = 'REJECTED', finished_at = '2026-11-20T18:00:00.000Z'`)
    const passHours = async (hours: number) => {
      engine.clock.sleepMachine(hours * 3_600_000)
      await engine.clock.advance(6 * 3_600_000 + 1_000)
      await engine.files.idle()
      return existsSync(content)
    }
    expect([await passHours(6 * 24 - 6), await passHours(2 * 24)]).toEqual([true, false])
  })
})
