// If the program ends while it moves an uploaded file, no file is lost and none is uploaded twice.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pdf } from '#support/watched.ts'
import { startMoveAfterUpload, listPostStates, getMovedPath, MONTH, uploadFiles } from '#support/move-after-upload.ts'

const computeSha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('an end of the program during a move', () => {
  const CALLS = ['stat', 'addFolder', 'link', 'unlink', 'copyComplete', 'readChecksums', 'renameDurablyIfFree'] as const

  /** Ends the program at the call. From then on no call changes the disk, as after a power failure. */
  async function expectOneFileAfterEnd(
    call: (typeof CALLS)[number],
    isAfter: boolean,
    hasLinks: boolean,
  ): Promise<void> {
    const engine = await startMoveAfterUpload()
    const noLinks = { link: () => (hasLinks ? null : 'EPERM') }
    engine.files.fail(noLinks)
    await uploadFiles(engine, 'a.pdf')
    engine.files.endProgramAt(call, isAfter)
    await engine.until(() => engine.files.hasProgramEnded() || listPostStates(engine)[0] === 'DONE')
    engine.files.recover()
    engine.files.fail(noLinks)
    await engine.restart()
    await engine.until(() => ['DONE', 'SKIPPED'].includes(listPostStates(engine)[0]!))
    await engine.passTime(30_000)
    const movedHashes = readdirSync(join(engine.folder, 'Uploaded', MONTH)).map((name) =>
      computeSha256(getMovedPath(engine, name)),
    )
    const { sha256 } = engine.sightings()[0]!
    // There is one file, in the target folder, and no other file.
    expect([movedHashes, existsSync(join(engine.folder, 'a.pdf')), engine.uploads().length]).toEqual([
      [sha256],
      false,
      1,
    ])
  }

  test.each(
    CALLS.flatMap(
      (call) =>
        [
          [call, false],
          [call, true],
        ] as const,
    ),
  )('loses no file at the call %s (after its effect: %s)', async (call, isAfter) => {
    await expectOneFileAfterEnd(call, isAfter, true)
  })

  test.each(
    CALLS.flatMap(
      (call) =>
        [
          [call, false],
          [call, true],
        ] as const,
    ),
  )('loses no file on a disk without hard links at the call %s (after its effect: %s)', async (call, isAfter) => {
    await expectOneFileAfterEnd(call, isAfter, false)
  })

  test('in the middle of a copy does not use the partial copy', async () => {
    const engine = await startMoveAfterUpload()
    engine.files.fail({
      link: () => 'EPERM',
      copyComplete: (path) =>
        path.startsWith(engine.folder) && existsSync(join(engine.folder, 'Uploaded')) ? 'EIO' : null,
    })
    await uploadFiles(engine, 'a.pdf')
    await engine.until(() => listPostStates(engine)[0] === 'PLANNED')
    await engine.stop()
    writeFileSync(getMovedPath(engine, 'a.pdf'), pdf('a.pdf').slice(0, 10))
    engine.files.fail({ link: () => 'EPERM' })
    await engine.restart()
    await engine.until(() => listPostStates(engine)[0] === 'DONE')
    expect(readFileSync(getMovedPath(engine, 'a (2).pdf'), 'utf8')).toBe(pdf('a.pdf'))
  })

  test('in the middle of a copy removes the partial copy', async () => {
    const engine = await startMoveAfterUpload()
    const noLinks = { link: () => 'EPERM' }
    engine.files.fail({
      ...noLinks,
      copyComplete: (path) =>
        path.startsWith(engine.folder) && existsSync(join(engine.folder, 'Uploaded')) ? 'EIO' : null,
    })
    await uploadFiles(engine, 'a.pdf')
    await engine.until(() => listPostStates(engine)[0] === 'PLANNED')
    await engine.stop()
    writeFileSync(getMovedPath(engine, '.quaywatch-1.part'), pdf('a.pdf').slice(0, 10))
    engine.files.fail(noLinks)
    await engine.restart()
    await engine.until(() => listPostStates(engine)[0] === 'DONE')
    expect([
      readdirSync(join(engine.folder, 'Uploaded', MONTH)),
      readFileSync(getMovedPath(engine, 'a.pdf'), 'utf8'),
    ]).toEqual([['a.pdf'], pdf('a.pdf')])
  })

  test('removes a copy that differs from the file, and not the file', async () => {
    const engine = await startMoveAfterUpload()
    engine.files.fail({ link: () => 'EPERM' })
    engine.files.runBefore({ readChecksums: (path) => writeFileSync(path, pdf('x.pdf')) })
    await uploadFiles(engine, 'a.pdf')
    await engine.until(() => listPostStates(engine)[0] === 'SKIPPED')
    expect([
      readFileSync(join(engine.folder, 'a.pdf'), 'utf8'),
      readdirSync(join(engine.folder, 'Uploaded', MONTH)),
    ]).toEqual([pdf('a.pdf'), []])
  })

  test('uses the next name if another program took the name meanwhile', async () => {
    const engine = await startMoveAfterUpload()
    engine.files.fail({ link: () => 'EPERM' })
    let isLate = true
    engine.files.runBefore({
      renameDurablyIfFree: () => {
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

  test('allows the user to remove the files meanwhile', async () => {
    const engine = await startMoveAfterUpload()
    engine.files.fail({ unlink: () => 'EBUSY' })
    await uploadFiles(engine, 'a.pdf')
    await engine.until(() => listPostStates(engine)[0] === 'PLANNED')
    await engine.stop()
    rmSync(join(engine.folder, 'a.pdf'))
    rmSync(getMovedPath(engine, 'a.pdf'))
    engine.files.fail({})
    await engine.restart()
    await engine.until(() => listPostStates(engine)[0] === 'SKIPPED')
  })
})
