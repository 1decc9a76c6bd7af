// Files whose content is only in a cloud: not read, because that would download them or wait forever, and taken once
// their content is here.
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempDir } from '#support/test-engine.ts'
import { type WatchedEngine, age, startWatched, pdf } from '#support/watched.ts'
const rowsBy = (engine: WatchedEngine) =>
  Object.fromEntries(
    engine
      .sightings()
      .map(({ path, state, error }) => [
        basename(path),
        [state, error === null ? null : (JSON.parse(error) as { code: string }).code],
      ]),
  )
const isSettled = (engine: WatchedEngine, count: number) => () => {
  const rows = engine.sightings()
  return rows.length === count && rows.every(({ state, error }) => state === 'SPOOLED' || error !== null)
}
const isRead = (engine: WatchedEngine, name: string) =>
  engine.files.calls.some((call) => /^(tail|copyWhole)/.test(call) && call.endsWith(name))

/** With a size and nothing on the disk. */
function putElsewhere(engine: WatchedEngine, name: string): string {
  const path = join(engine.folder, name)
  const file = openSync(path, 'w')
  ftruncateSync(file, 20_000)
  closeSync(file)
  age(path, engine.clock.wall())
  engine.watch.hint(path)
  return path
}

function fetchFile(engine: WatchedEngine, path: string): void {
  writeFileSync(path, pdf('here').padStart(20_000, '%'))
  age(path, engine.clock.wall())
}

test('a file of a cloud that is not on this computer is not read until it is', async () => {
  const engine = await startWatched({ folder: join(tempDir(), 'Dropbox', 'in') })
  const path = putElsewhere(engine, 'far.pdf')
  await engine.until(isSettled(engine, 1))
  expect(rowsBy(engine)).toEqual({ 'far.pdf': ['ONLINE_ONLY', 'documents/online-only'] })
  expect(isRead(engine, 'far.pdf')).toBe(false)
  fetchFile(engine, path)
  await engine.until(() => engine.uploads().length === 1)
})

describe.each(['win32', 'darwin'] as const)(
  'on %s, in a folder whose name says nothing, such as a library of SharePoint',
  (platform) => {
    const start = async () => {
      const engine = await startWatched({ folder: join(tempDir(), 'Acme GmbH', 'Imports - Documents') })
      engine.files.lying((path) => (path === engine.folder ? { platform } : {}))
      await engine.pass(61_000)
      return engine
    }

    test('a file that is not here is not read where others are', async () => {
      const engine = await start()
      engine.put('here.pdf', pdf('another').padStart(20_000, '%'))
      await engine.pass(61_000)
      const path = putElsewhere(engine, 'far.pdf')
      await engine.until(isSettled(engine, 2))
      expect([rowsBy(engine), isRead(engine, 'far.pdf')]).toEqual([
        { 'here.pdf': ['SPOOLED', null], 'far.pdf': ['ONLINE_ONLY', 'documents/online-only'] },
        false,
      ])
      fetchFile(engine, path)
      await engine.until(() => engine.uploads().length === 2)
    })

    test('on a disk that says of no file how much of it that takes, all are read', async () => {
      const engine = await start()
      putElsewhere(engine, 'a.pdf')
      await engine.until(() => isRead(engine, 'a.pdf'))
    })
  },
)

describe('a file that cannot be fetched now', () => {
  test.each([
    ['Unknown system error -11', 'in'],
    ['EDEADLK', 'in'],
    ['UNKNOWN', 'OneDrive - Acme'],
  ])('(%s, in %s) waits, told once, and is taken when it can be', async (code, folder) => {
    const engine = await startWatched({ folder: join(tempDir(), folder) })
    engine.files.fail({ copyWhole: () => code })
    engine.put('a.pdf', pdf('a'))
    await engine.until(isSettled(engine, 1))
    expect(rowsBy(engine)).toEqual({ 'a.pdf': ['ONLINE_ONLY', 'documents/online-only'] })
    await engine.pass(1_000)
    const told: string[] = []
    engine.client.on('changed', ({ topic }) => told.push(topic))
    await engine.pass(5 * 60_000)
    expect(told.filter((topic) => topic === 'documents')).toEqual([])
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 1, 61_000)
  })

  test('where there is no cloud is one that cannot be read, for a reason of its own', async () => {
    const engine = await startWatched()
    engine.files.fail({ copyWhole: () => 'UNKNOWN' })
    engine.put('a.pdf', pdf('a'))
    await engine.until(isSettled(engine, 1))
    expect(rowsBy(engine)).toEqual({ 'a.pdf': ['WAITING', 'documents/not-readable'] })
  })
})
