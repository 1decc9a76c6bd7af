// Files whose content is only in a cloud are not read, because that can download them or wait forever. They are
// uploaded when their content is on this computer.
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempDir } from '#support/test-engine.ts'
import { type WatchedEngine, setFileTime, startWatched, pdf } from '#support/watched.ts'
const listRowsByName = (engine: WatchedEngine) =>
  Object.fromEntries(
    engine
      .sightings()
      .map(({ path, state, error }) => [
        basename(path),
        [state, error === null ? null : (JSON.parse(error) as { code: string }).code],
      ]),
  )
const hasResults = (engine: WatchedEngine, count: number) => () => {
  const rows = engine.sightings()
  return rows.length === count && rows.every(({ state, error }) => state === 'SPOOLED' || error !== null)
}
const isRead = (engine: WatchedEngine, name: string) =>
  engine.files.calls.some((call) => /^(readTail|copyComplete)/.test(call) && call.endsWith(name))

/** A file that has a size but uses no disk space, like a file whose content is only in a cloud. */
function putOnlineOnly(engine: WatchedEngine, name: string): string {
  const path = join(engine.folder, name)
  const file = openSync(path, 'w')
  ftruncateSync(file, 20_000)
  closeSync(file)
  setFileTime(path, engine.clock.wall())
  engine.watch.emitEvent(path)
  return path
}

function downloadFile(engine: WatchedEngine, path: string): void {
  writeFileSync(path, pdf('here').padStart(20_000, '%'))
  setFileTime(path, engine.clock.wall())
}

test('a file of a cloud is not read until its content is on this computer', async () => {
  const engine = await startWatched({ folder: join(tempDir(), 'Dropbox', 'in') })
  const path = putOnlineOnly(engine, 'far.pdf')
  await engine.until(hasResults(engine, 1))
  expect(listRowsByName(engine)).toEqual({ 'far.pdf': ['ONLINE_ONLY', 'documents/online-only'] })
  expect(isRead(engine, 'far.pdf')).toBe(false)
  downloadFile(engine, path)
  await engine.until(() => engine.uploads().length === 1)
})

describe.each(['win32', 'darwin'] as const)(
  'on %s, in a cloud folder without a known name, such as a library of SharePoint',
  (platform) => {
    const start = async () => {
      const engine = await startWatched({ folder: join(tempDir(), 'Acme GmbH', 'Imports - Documents') })
      engine.files.setPlaces((path) => (path === engine.folder ? { platform } : {}))
      await engine.passTime(61_000)
      return engine
    }

    test('a file without content is not read if other files of the folder have content', async () => {
      const engine = await start()
      engine.put('here.pdf', pdf('another').padStart(20_000, '%'))
      await engine.passTime(61_000)
      const path = putOnlineOnly(engine, 'far.pdf')
      await engine.until(hasResults(engine, 2))
      expect([listRowsByName(engine), isRead(engine, 'far.pdf')]).toEqual([
        { 'here.pdf': ['SPOOLED', null], 'far.pdf': ['ONLINE_ONLY', 'documents/online-only'] },
        false,
      ])
      downloadFile(engine, path)
      await engine.until(() => engine.uploads().length === 2)
    })

    test('all files are read if the disk reports the used space of no file', async () => {
      const engine = await start()
      putOnlineOnly(engine, 'a.pdf')
      await engine.until(() => isRead(engine, 'a.pdf'))
    })
  },
)

describe('a file that cannot be fetched now', () => {
  test.each([
    ['Unknown system error -11', 'in'],
    ['EDEADLK', 'in'],
    ['UNKNOWN', 'OneDrive - Acme'],
  ])(
    '(%s, in %s) waits without repeated announcements, and is uploaded when it can be fetched',
    async (code, folder) => {
      const engine = await startWatched({ folder: join(tempDir(), folder) })
      engine.files.fail({ copyComplete: () => code })
      engine.put('a.pdf', pdf('a'))
      await engine.until(hasResults(engine, 1))
      expect(listRowsByName(engine)).toEqual({ 'a.pdf': ['ONLINE_ONLY', 'documents/online-only'] })
      await engine.passTime(1_000)
      const topics: string[] = []
      engine.client.on('changed', ({ topic }) => topics.push(topic))
      await engine.passTime(5 * 60_000)
      expect(topics.filter((topic) => topic === 'documents')).toEqual([])
      engine.files.fail({})
      await engine.until(() => engine.uploads().length === 1, 61_000)
    },
  )

  test('in a folder without a cloud is reported as not readable', async () => {
    const engine = await startWatched()
    engine.files.fail({ copyComplete: () => 'UNKNOWN' })
    engine.put('a.pdf', pdf('a'))
    await engine.until(hasResults(engine, 1))
    expect(listRowsByName(engine)).toEqual({ 'a.pdf': ['WAITING', 'documents/not-readable'] })
  })
})
