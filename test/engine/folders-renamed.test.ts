// A watched file that gets another name keeps its row, before and after it was taken.
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type WatchedEngine, age, startWatched, pdf } from '#support/watched.ts'
const states = (engine: WatchedEngine) => engine.sightings().map(({ state }) => state)
const isTaken = (engine: WatchedEngine) => () => engine.uploads().length > 0

describe('a file', () => {
  test('given another name stays the same row, before and after it was taken', async () => {
    const engine = await startWatched()
    const path = engine.put('a.pdf', pdf('first'))
    await engine.until(() => engine.sightings().length === 1, 70_000)
    renameSync(path, join(engine.folder, 'b.pdf'))
    engine.watch.hint(join(engine.folder, 'b.pdf'))
    await engine.until(isTaken(engine))
    expect(engine.uploads()[0]!.name).toBe('b.pdf')
    renameSync(join(engine.folder, 'b.pdf'), join(engine.folder, 'B.pdf'))
    await engine.until(() => engine.sightings()[0]!.path.endsWith('B.pdf'))
    await engine.pass(90_000)
    expect([states(engine), engine.uploads().length]).toEqual([['SPOOLED'], 1])
  })

  test('given another name while a new one takes its old is no duplicate of itself', async () => {
    const engine = await startWatched()
    const path = engine.put('a.pdf', pdf('first'))
    await engine.until(isTaken(engine))
    renameSync(path, join(engine.folder, 'a old.pdf'))
    engine.put('a.pdf', pdf('second'))
    await engine.until(() => engine.uploads().length === 2)
    await engine.pass(70_000)
    expect(engine.sightings().map(({ path, state }) => [path.slice(engine.folder.length + 1), state])).toEqual([
      ['a old.pdf', 'SPOOLED'],
      ['a.pdf', 'SPOOLED'],
    ])
  })

  test('given a name back that it had before it was ever taken is shown under that name', async () => {
    const engine = await startWatched()
    const [path, elsewhere] = [engine.put('a.pdf', pdf('first')), join(engine.dir, 'a.pdf')]
    await engine.until(() => engine.sightings().length === 1, 70_000)
    renameSync(path, elsewhere)
    await engine.until(() => states(engine)[0] === 'VANISHED', 600_000)
    renameSync(elsewhere, join(engine.folder, 'b.pdf'))
    await engine.until(isTaken(engine), 90_000)
    renameSync(join(engine.folder, 'b.pdf'), path)
    await engine.pass(90_000)
    expect(engine.sightings().map(({ path: shown, state }) => [shown, state])).toEqual([[path, 'SPOOLED']])
  })

  test('touched and then given another name before it was read again is shown under that name', async () => {
    const engine = await startWatched()
    const [path, to] = [engine.put('a.pdf', pdf('first')), join(engine.folder, 'b.pdf')]
    await engine.until(isTaken(engine))
    await engine.pass(60_000)
    age(path, engine.clock.wall())
    engine.watch.hint(path)
    await engine.until(() => states(engine)[1] === 'WAITING')
    renameSync(path, to)
    engine.watch.hint(to)
    await engine.pass(90_000)
    expect(engine.sightings().map(({ path: shown, state }) => [shown, state])).toEqual([[to, 'SPOOLED']])
  })
})
