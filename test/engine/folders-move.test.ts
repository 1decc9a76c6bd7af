// After their upload, files move to another folder. No file is replaced or lost.
import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type WatchedEngine, setFileTime, startWatched, pdf } from '#support/watched.ts'
import { startMoveAfterUpload, listPostStates, getMovedPath, MONTH, uploadFiles } from '#support/move-after-upload.ts'

test('a file moves to the folder of the month ten seconds or more after its upload', async () => {
  const engine = await startMoveAfterUpload()
  engine.put('a.pdf', pdf('a'))
  await engine.until(() => engine.uploads().length === 1)
  await engine.passTime(120_000)
  expect(existsSync(join(engine.folder, 'a.pdf'))).toBe(true)
  engine.markUploaded()
  await engine.passTime(9_000)
  expect(existsSync(join(engine.folder, 'a.pdf'))).toBe(true)
  await engine.until(() => listPostStates(engine)[0] === 'DONE', 20_000)
  expect([existsSync(join(engine.folder, 'a.pdf')), readFileSync(getMovedPath(engine, 'a.pdf'), 'utf8')]).toEqual([
    false,
    pdf('a'),
  ])
  await engine.passTime(180_000)
  expect([engine.sightings().length, engine.uploads().length]).toEqual([1, 1])
})

test('a file that cannot be moved while the disk is full is reported and moved later', async () => {
  const engine = await startMoveAfterUpload()
  engine.files.fail({ link: () => 'EIO' })
  engine.sql(
    `CREATE TRIGGER full BEFORE UPDATE OF error ON sighting WHEN new.error IS NOT NULL BEGIN SELECT raise(ABORT, 'full'); END`,
  )
  await uploadFiles(engine, 'a.pdf')
  await engine.until(() => engine.records.some((record) => record.includes('reason of a failed move not stored')))
  engine.sql('DROP TRIGGER full')
  await engine.until(() => engine.sightings()[0]?.error !== null)
  expect(engine.sightings()[0]?.error).toContain('folders/not-writable')
  engine.files.fail({})
  await engine.until(() => listPostStates(engine)[0] === 'DONE')
})

test('files of the same name never replace each other', async () => {
  const engine = await startMoveAfterUpload()
  mkdirSync(join(engine.folder, 'Uploaded', MONTH), { recursive: true })
  writeFileSync(getMovedPath(engine, 'a.pdf'), 'of another user')
  writeFileSync(getMovedPath(engine, 'a (2).pdf'), 'of a third user')
  await uploadFiles(engine, 'a.pdf')
  await engine.until(() => listPostStates(engine)[0] === 'DONE')
  expect(['a.pdf', 'a (2).pdf', 'a (3).pdf'].map((name) => readFileSync(getMovedPath(engine, name), 'utf8'))).toEqual([
    'of another user',
    'of a third user',
    pdf('a.pdf'),
  ])
})

test('a name that another program takes before the move leads to the next name', async () => {
  const engine = await startMoveAfterUpload()
  let isLate = true
  engine.files.runBefore({
    link: () => {
      if (isLate) writeFileSync(getMovedPath(engine, 'a.pdf'), 'just now')
      isLate = false
    },
  })
  await uploadFiles(engine, 'a.pdf')
  await engine.until(() => listPostStates(engine)[0] === 'DONE')
  expect(['a.pdf', 'a (2).pdf'].map((name) => readFileSync(getMovedPath(engine, name), 'utf8'))).toEqual([
    'just now',
    pdf('a.pdf'),
  ])
})

test('without hard links the file is copied and compared, and has the same modification time', async () => {
  const engine = await startMoveAfterUpload()
  engine.files.fail({ link: () => 'EPERM' })
  await uploadFiles(engine, 'a.pdf')
  await engine.until(() => listPostStates(engine)[0] === 'DONE')
  expect([existsSync(join(engine.folder, 'a.pdf')), readFileSync(getMovedPath(engine, 'a.pdf'), 'utf8')]).toEqual([
    false,
    pdf('a.pdf'),
  ])
})

test('no file moves to another volume', async () => {
  const engine = await startMoveAfterUpload()
  engine.files.fail({ link: () => 'EXDEV' })
  await uploadFiles(engine, 'a.pdf')
  await engine.until(() => listPostStates(engine)[0] === 'SKIPPED')
  expect([existsSync(join(engine.folder, 'a.pdf')), existsSync(getMovedPath(engine, 'a.pdf'))]).toEqual([true, false])
})

test('a file that was replaced stays, and its new content is uploaded', async () => {
  const engine = await startMoveAfterUpload()
  await uploadFiles(engine, 'a.pdf')
  engine.put('a.pdf', pdf('new'))
  await engine.until(() => engine.uploads().length === 2)
  expect(readFileSync(join(engine.folder, 'a.pdf'), 'utf8')).toBe(pdf('new'))
  engine.markUploaded()
  await engine.until(() => listPostStates(engine).every((post) => post !== 'NONE'))
  expect([listPostStates(engine), readFileSync(getMovedPath(engine, 'a.pdf'), 'utf8')]).toEqual([
    ['SKIPPED', 'DONE'],
    pdf('new'),
  ])
})

test('a file put into the folder again after its move is moved again, whatever its content', async () => {
  const engine = await startMoveAfterUpload()
  await uploadFiles(engine, 'a.pdf')
  await engine.until(() => listPostStates(engine)[0] === 'DONE')
  await engine.passTime(60_000)
  engine.put('a.pdf', pdf('a.pdf'))
  await engine.until(() => existsSync(getMovedPath(engine, 'a (2).pdf')))
  expect([existsSync(join(engine.folder, 'a.pdf')), listPostStates(engine), engine.uploads().length]).toEqual([
    false,
    ['DONE', 'DONE'],
    1,
  ])
})

test('a file that was replaced for a time and then restored is moved', async () => {
  const engine = await startMoveAfterUpload()
  await uploadFiles(engine, 'a.pdf')
  engine.files.fail({ readTail: () => 'EBUSY' })
  setFileTime(join(engine.folder, 'a.pdf'), engine.clock.wall() + 60_000)
  await engine.until(() => listPostStates(engine)[0] === 'SKIPPED')
  engine.files.fail({})
  await engine.until(() => existsSync(getMovedPath(engine, 'a.pdf')))
  expect([existsSync(join(engine.folder, 'a.pdf')), listPostStates(engine)]).toEqual([false, ['SKIPPED', 'DONE']])
})

test('a file that is replaced during the move is not removed', async () => {
  const engine = await startMoveAfterUpload()
  engine.files.runBefore({
    unlink: (path) => {
      rmSync(path)
      writeFileSync(path, pdf('just now'))
    },
  })
  await uploadFiles(engine, 'a.pdf')
  await engine.until(() => listPostStates(engine)[0] !== 'NONE' && listPostStates(engine)[0] !== 'PLANNED')
  expect([
    readFileSync(join(engine.folder, 'a.pdf'), 'utf8'),
    readFileSync(getMovedPath(engine, 'a.pdf'), 'utf8'),
  ]).toEqual([pdf('just now'), pdf('a.pdf')])
})

test('a locked file is moved when it is unlocked, and does not delay the others', async () => {
  const engine = await startMoveAfterUpload()
  engine.files.fail({ unlink: (path) => (path.endsWith('a.pdf') ? 'EBUSY' : null) })
  await uploadFiles(engine, 'a.pdf', 'b.pdf')
  await engine.until(() => listPostStates(engine).includes('DONE'), 30_000)
  expect(existsSync(join(engine.folder, 'a.pdf'))).toBe(true)
  await engine.passTime(90_000)
  engine.files.fail({})
  await engine.until(() => listPostStates(engine).every((post) => post === 'DONE'), 400_000)
  expect(readdirSync(join(engine.folder, 'Uploaded', MONTH)).sort()).toEqual(['a.pdf', 'b.pdf'])
})

test('duplicates are moved as well', async () => {
  const engine = await startMoveAfterUpload()
  engine.put('a.pdf', pdf('same'))
  engine.put('b.pdf', pdf('same'))
  await engine.until(
    () => engine.sightings().every(({ state }) => state === 'SPOOLED') && engine.sightings().length === 2,
  )
  engine.markUploaded()
  await engine.until(() => listPostStates(engine).every((post) => post === 'DONE'))
  expect(readdirSync(join(engine.folder, 'Uploaded', MONTH)).sort()).toEqual(['a.pdf', 'b.pdf'])
})

test('files uploaded under the setting "leave" stay, and so do waiting files after a change to "leave"', async () => {
  const engine = await startWatched()
  await uploadFiles(engine, 'a.pdf')
  await engine.client.call('folders.change', { id: engine.id, after: 'move', alwaysPolls: false, isRecursive: false })
  engine.put('b.pdf', pdf('b'))
  await engine.until(() => engine.uploads().length === 2)
  await engine.client.call('folders.change', { id: engine.id, after: 'leave', alwaysPolls: false, isRecursive: false })
  engine.markUploaded()
  await engine.passTime(60_000)
  expect([listPostStates(engine), readdirSync(engine.folder).sort()]).toEqual([
    ['SKIPPED', 'SKIPPED'],
    ['a.pdf', 'b.pdf'],
  ])
})

test('files of an unavailable folder are moved when it is available again', async () => {
  const engine = await startMoveAfterUpload()
  engine.put('a.pdf', pdf('a'))
  await engine.until(() => engine.uploads().length === 1)
  renameSync(engine.folder, `${engine.folder}-away`)
  await engine.until(async () => (await engine.client.call('folders.list', {}))[0]!.state === 'missing')
  engine.markUploaded()
  await engine.passTime(120_000)
  expect(listPostStates(engine)).toEqual(['NONE'])
  renameSync(`${engine.folder}-away`, engine.folder)
  await engine.until(() => listPostStates(engine)[0] === 'DONE')
})

test('a hard link to the same file elsewhere does not prevent the move', async () => {
  const engine = await startMoveAfterUpload()
  const path = engine.put('a.pdf', pdf('a'))
  linkSync(path, `${engine.folder}-other.pdf`)
  setFileTime(path, engine.clock.wall())
  await engine.until(() => engine.uploads().length === 1)
  engine.markUploaded()
  await engine.until(() => listPostStates(engine)[0] === 'DONE')
  expect(existsSync(`${engine.folder}-other.pdf`)).toBe(true)
})

test('a file whose volume has a new number since the upload is moved', async () => {
  const engine = await startMoveAfterUpload()
  engine.put('a.pdf', pdf('a'))
  await engine.until(() => engine.uploads().length === 1)
  await engine.passTime(30_000)
  engine.sql(`UPDATE sighting SET ident = '9' || ident`)
  engine.markUploaded()
  await engine.until(() => listPostStates(engine)[0] === 'DONE', 60_000)
  expect([existsSync(join(engine.folder, 'a.pdf')), readFileSync(getMovedPath(engine, 'a.pdf'), 'utf8')]).toEqual([
    false,
    pdf('a'),
  ])
})

describe('a file that cannot be moved', () => {
  const countUnmoved = async (engine: WatchedEngine) => (await engine.client.call('folders.list', {}))[0]?.unmoved

  test('is reported with its folder until it is moved', async () => {
    const engine = await startMoveAfterUpload()
    const obstacle = join(engine.folder, 'Uploaded')
    writeFileSync(obstacle, 'a file of that name')
    await uploadFiles(engine, 'a.pdf')
    await engine.passTime(60_000)
    const findSighting = () => engine.sightings().find(({ path }) => path.endsWith('a.pdf'))
    expect([await countUnmoved(engine), findSighting()?.post, findSighting()?.error]).toEqual([
      1,
      'NONE',
      expect.stringContaining('folders/not-writable'),
    ])
    rmSync(obstacle)
    await engine.until(() => findSighting()?.post === 'DONE')
    expect([await countUnmoved(engine), findSighting()?.error]).toEqual([0, null])
  })

  test('because the target is on another volume is reported while its folder has the setting "move"', async () => {
    const engine = await startMoveAfterUpload()
    engine.files.fail({ link: () => 'EXDEV' })
    await uploadFiles(engine, 'a.pdf')
    await engine.until(() => listPostStates(engine)[0] === 'SKIPPED')
    expect(await countUnmoved(engine)).toBe(1)
    await engine.client.call('folders.change', {
      id: engine.id,
      after: 'leave',
      alwaysPolls: false,
      isRecursive: false,
    })
    expect(await countUnmoved(engine)).toBe(0)
  })
})
