// Files that the user drops onto the window are queued for upload.
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canCreateName, joinRawName, reportsLoops } from '#support/file-system.ts'
import { type WatchedEngine, startWatched, pdf, INVALID_NAME } from '#support/watched.ts'

describe('a dropped file', () => {
  const dropFile = (engine: WatchedEngine, token: string, name: string, content: string) => {
    mkdirSync(join(engine.dir, 'drops', token), { recursive: true })
    const path = join(engine.dir, 'drops', token, name)
    writeFileSync(path, content)
    return path
  }

  test('is queued at once and its copy is removed, and its rows remain', async () => {
    const engine = await startWatched()
    await engine.passTime(1_000)
    const paths = [
      dropFile(engine, 't1', 'a.pdf', pdf('a')),
      dropFile(engine, 't2', 'empty.pdf', ''),
      dropFile(engine, 't3', 'a.exe', 'x'),
      dropFile(engine, 't4', 'same.pdf', pdf('a')),
    ]
    await engine.client.call('folders.check', {})
    await engine.until(() => paths.every((path) => !existsSync(path)), 3_000)
    expect(
      engine.sightings().map(({ state, error }) => [state, error && (JSON.parse(error) as { code: string }).code]),
    ).toEqual([
      ['SPOOLED', null],
      ['IGNORED', 'documents/empty'],
      ['IGNORED', 'documents/type-not-taken'],
      ['SPOOLED', null],
    ])
    expect(engine.uploads()).toHaveLength(1)
    await engine.restart()
    await engine.passTime(70_000)
    expect(engine.sightings()).toHaveLength(4)
  })

  test.each([INVALID_NAME].filter((name) => canCreateName(name) && reportsLoops()))(
    'that cannot be read remains, and does not delay the others',
    async (name) => {
      const engine = await startWatched()
      mkdirSync(join(engine.dir, 'drops', 'a'), { recursive: true })
      writeFileSync(joinRawName(join(engine.dir, 'drops', 'a'), name), 'x')
      // Such a folder exists, and reading it fails like a folder that hangs or is locked.
      symlinkSync('b', join(engine.dir, 'drops', 'b'))
      const path = dropFile(engine, 'c', 'c.pdf', pdf('c'))
      await engine.client.call('folders.check', {})
      await engine.until(() => !existsSync(path), 5_000)
      expect(engine.uploads()).toHaveLength(1)
      expect([
        readdirSync(join(engine.dir, 'drops')).sort(),
        readdirSync(join(engine.dir, 'drops', 'a')).length,
      ]).toEqual([['a', 'b'], 1])
    },
  )

  test('is not read until it is complete', async () => {
    const engine = await startWatched()
    const path = dropFile(engine, 't1.part', 'a.pdf', '%PDF')
    await engine.client.call('folders.check', {})
    await engine.passTime(70_000)
    expect([existsSync(path), engine.sightings()]).toEqual([true, []])
  })

  test('from before the start of the program is queued at the start', async () => {
    const engine = await startWatched()
    await engine.stop()
    dropFile(engine, 't1', 'a.pdf', pdf('a'))
    await engine.restart()
    await engine.until(() => engine.uploads().length === 1, 5_000)
  })
})
