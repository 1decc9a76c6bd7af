// A watched file that is renamed keeps its row, before and after it was queued.
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type WatchedEngine, setFileTime, startWatched, pdf } from '#support/watched.ts'
const listStates = (engine: WatchedEngine) => engine.sightings().map(({ state }) => state)
const hasUpload = (engine: WatchedEngine) => () => engine.uploads().length > 0

describe('a file', () => {
  test('that is renamed keeps its row, before and after it was queued', async () => {
    const engine = await startWatched()
    const path = engine.put('a.pdf', pdf('first'))
    await engine.until(() => engine.sightings().length === 1, 70_000)
    renameSync(path, join(engine.folder, 'b.pdf'))
    engine.watch.emitEvent(join(engine.folder, 'b.pdf'))
    await engine.until(hasUpload(engine))
    expect(engine.uploads()[0]!.name).toBe('b.pdf')
    renameSync(join(engine.folder, 'b.pdf'), join(engine.folder, 'B.pdf'))
    await engine.until(() => engine.sightings()[0]!.path.endsWith('B.pdf'))
    await engine.passTime(90_000)
    expect([listStates(engine), engine.uploads().length]).toEqual([['SPOOLED'], 1])
  })

  test('that is renamed while a new file gets its old name is not a duplicate', async () => {
    const engine = await startWatched()
    const path = engine.put('a.pdf', pdf('first'))
    await engine.until(hasUpload(engine))
    renameSync(path, join(engine.folder, 'a old.pdf'))
    engine.put('a.pdf', pdf('second'))
    await engine.until(() => engine.uploads().length === 2)
    await engine.passTime(70_000)
    expect(engine.sightings().map(({ path, state }) => [path.slice(engine.folder.length + 1), state])).toEqual([
      ['a old.pdf', 'SPOOLED'],
      ['a.pdf', 'SPOOLED'],
    ])
  })

  test('that gets a former name back is shown under that name', async () => {
    const engine = await startWatched()
    const [path, otherPath] = [engine.put('a.pdf', pdf('first')), join(engine.dir, 'a.pdf')]
    await engine.until(() => engine.sightings().length === 1, 70_000)
    renameSync(path, otherPath)
    await engine.until(() => listStates(engine)[0] === 'VANISHED', 600_000)
    renameSync(otherPath, join(engine.folder, 'b.pdf'))
    await engine.until(hasUpload(engine), 90_000)
    renameSync(join(engine.folder, 'b.pdf'), path)
    await engine.passTime(90_000)
    expect(engine.sightings().map(({ path: shownPath, state }) => [shownPath, state])).toEqual([[path, 'SPOOLED']])
  })

  test('that is touched and then renamed before the next read is shown under its new name', async () => {
    const engine = await startWatched()
    const [path, newPath] = [engine.put('a.pdf', pdf('first')), join(engine.folder, 'b.pdf')]
    await engine.until(hasUpload(engine))
    await engine.passTime(60_000)
    setFileTime(path, engine.clock.wall())
    engine.watch.emitEvent(path)
    await engine.until(() => listStates(engine)[1] === 'WAITING')
    renameSync(path, newPath)
    engine.watch.emitEvent(newPath)
    await engine.passTime(90_000)
    expect(engine.sightings().map(({ path: shownPath, state }) => [shownPath, state])).toEqual([[newPath, 'SPOOLED']])
  })
})
