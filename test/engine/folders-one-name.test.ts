// On a disk that ignores case, one file has one row, for each spelling of its name in events and scans.
import { linkSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type WatchedEngine, startWatched, pdf } from '#support/watched.ts'
const listRows = (engine: WatchedEngine) =>
  engine
    .sightings()
    .filter(({ state }) => state !== 'VANISHED')
    .map(({ path, state }) => [path.slice(engine.folder.length + 1), state])

async function startIgnoringCase(): Promise<WatchedEngine> {
  const engine = await startWatched()
  engine.files.foldCase()
  await engine.until(() => engine.watch.started.length === 1)
  return engine
}

function rename(engine: WatchedEngine, from: string, to: string): [string, string] {
  const paths: [string, string] = [join(engine.folder, from), join(engine.folder, to)]
  renameSync(...paths)
  return paths
}

describe('a file that is renamed to another case', () => {
  test.each([
    ['without an event', []],
    ['with an event of the new name', [1]],
    ['with events of both names', [0, 1]],
    ['with events of both names, the old one last', [1, 0]],
    ['with a late event of the old name', [0]],
  ])('after it was queued keeps its row, %s', async (_, events) => {
    const engine = await startIgnoringCase()
    engine.put('invoice.pdf', pdf('one'))
    await engine.until(() => engine.uploads().length === 1)
    const paths = rename(engine, 'invoice.pdf', 'INVOICE.pdf')
    for (const index of events) engine.watch.emitEvent(paths[index] ?? null)
    await engine.passTime(90_000)
    engine.watch.emitEvent(paths[0])
    await engine.passTime(90_000)
    expect([listRows(engine), engine.uploads().length]).toEqual([[['INVOICE.pdf', 'SPOOLED']], 1])
  })

  test('before it was queued is queued once, with its new name', async () => {
    const engine = await startIgnoringCase()
    engine.put('invoice.pdf', pdf('one'))
    await engine.until(() => engine.sightings().length === 1)
    for (const path of rename(engine, 'invoice.pdf', 'Invoice.PDF')) engine.watch.emitEvent(path)
    await engine.until(() => engine.uploads().length === 1)
    await engine.passTime(90_000)
    expect([listRows(engine), engine.uploads().map(({ name }) => name)]).toEqual([
      [['Invoice.PDF', 'SPOOLED']],
      ['Invoice.PDF'],
    ])
  })

  test('before it was found has one row', async () => {
    const engine = await startIgnoringCase()
    engine.put('invoice.pdf', pdf('one'))
    for (const path of rename(engine, 'invoice.pdf', 'Invoice.pdf')) engine.watch.emitEvent(path)
    await engine.until(() => engine.uploads().length === 1)
    expect(listRows(engine)).toEqual([['Invoice.pdf', 'SPOOLED']])
  })
})

test('two names of one file that differ in case are two rows on a disk that distinguishes case', async () => {
  const engine = await startWatched()
  await engine.until(() => engine.watch.started.length === 1)
  const path = engine.put('invoice.pdf', pdf('one'))
  await engine.until(() => engine.uploads().length === 1)
  linkSync(path, join(engine.folder, 'INVOICE.pdf'))
  await engine.until(() => listRows(engine).length === 2)
  await engine.passTime(90_000)
  expect(listRows(engine)).toEqual([
    ['invoice.pdf', 'SPOOLED'],
    ['INVOICE.pdf', 'SPOOLED'],
  ])
})
