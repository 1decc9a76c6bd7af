// Failures while a file is copied to the spool are not shown as failures of the file.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadInbox } from '#support/spooled.ts'
import { type WatchedEngine, startWatched, pdf } from '#support/watched.ts'
const listStates = (engine: WatchedEngine) => engine.sightings().map(({ state }) => state)
const listCodes = async (engine: WatchedEngine) => (await loadInbox(engine)).map(({ failure }) => failure?.code ?? null)

test('a deleted spool folder is created again, and files are queued', async () => {
  const engine = await startWatched()
  await engine.passTime(2_000)
  rmSync(join(engine.dir, 'spool'), { recursive: true })
  engine.put('a.pdf', pdf('a'))
  await engine.until(() => engine.uploads().length === 1, 30_000)
  expect([listStates(engine), readdirSync(join(engine.dir, 'spool')).length]).toEqual([['SPOOLED'], 1])
})

test.each(['copyComplete', 'renameDurably'] as const)(
  'a file whose copy disappears at %s remains in the inbox with the reason, and is queued later',
  async (call) => {
    const engine = await startWatched()
    engine.files.fail({ [call]: () => 'ENOENT' })
    engine.put('a.pdf', pdf('a'))
    await engine.passTime(200_000)
    expect([listStates(engine), await listCodes(engine)]).toEqual([['WAITING'], ['documents/not-readable']])
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 1, 120_000)
  },
)

test('a copy that cannot be renamed is deleted after each try', async () => {
  const engine = await startWatched()
  engine.files.fail({ renameDurably: () => 'EIO' })
  engine.put('a.pdf', pdf('a'))
  await engine.passTime(200_000)
  expect([
    readdirSync(join(engine.dir, 'spool')),
    engine.files.calls.filter((call) => call.startsWith('renameDurably')).length > 2,
  ]).toEqual([[], true])
})
