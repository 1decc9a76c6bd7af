// Files that are moved aside once the service has them: nothing is replaced, nothing is lost, and the program may end
// between any two acts.
import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type WatchedEngine, age, startWatched } from '#support/watched.ts'

const pdf = (text: string) => `%PDF-1.4 ${text}\n%%EOF\n`
const MONTH = '2026-11'
const moved = (engine: WatchedEngine, name: string) => join(engine.folder, 'Uploaded', MONTH, name)
const shaOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
const posts = (engine: WatchedEngine) => engine.sightings().map(({ post }) => post)

/** Taken, and at the service. */
async function uploaded(engine: WatchedEngine, ...names: string[]): Promise<void> {
  for (const name of names) engine.put(name, pdf(name))
  await engine.until(() => engine.uploads().length === names.length)
  engine.arrive()
}

const startMoving = () => startWatched({ settings: { after: 'move' } })

test('a file goes to the month beside it, no sooner than ten seconds after the service has it', async () => {
  const engine = await startMoving()
  engine.put('a.pdf', pdf('a'))
  await engine.until(() => engine.uploads().length === 1)
  await engine.pass(120_000)
  expect(existsSync(join(engine.folder, 'a.pdf'))).toBe(true)
  engine.arrive()
  await engine.pass(9_000)
  expect(existsSync(join(engine.folder, 'a.pdf'))).toBe(true)
  await engine.until(() => posts(engine)[0] === 'DONE', 20_000)
  expect([existsSync(join(engine.folder, 'a.pdf')), readFileSync(moved(engine, 'a.pdf'), 'utf8')]).toEqual([false, pdf('a')])
  await engine.pass(180_000)
  expect([engine.sightings().length, engine.uploads().length]).toEqual([1, 1])
})

test('a file that cannot be moved while there is no room even to say so is said to be, and moved, later', async () => {
  const engine = await startMoving()
  engine.files.fail({ link: () => 'EIO' })
  engine.sql(`CREATE TRIGGER full BEFORE UPDATE OF error ON sighting WHEN new.error IS NOT NULL BEGIN SELECT raise(ABORT, 'full'); END`)
  await uploaded(engine, 'a.pdf')
  await engine.until(() => engine.records.some((record) => record.includes('file not moved, and not said')))
  engine.sql('DROP TRIGGER full')
  await engine.until(() => engine.sightings()[0]?.error !== null)
  expect(engine.sightings()[0]?.error).toContain('folders/not-writable')
  engine.files.fail({})
  await engine.until(() => posts(engine)[0] === 'DONE')
})

test('files of the same name never replace each other', async () => {
  const engine = await startMoving()
  mkdirSync(join(engine.folder, 'Uploaded', MONTH), { recursive: true })
  writeFileSync(moved(engine, 'a.pdf'), 'of somebody else')
  writeFileSync(moved(engine, 'a (2).pdf'), 'of another one')
  await uploaded(engine, 'a.pdf')
  await engine.until(() => posts(engine)[0] === 'DONE')
  expect(['a.pdf', 'a (2).pdf', 'a (3).pdf'].map((name) => readFileSync(moved(engine, name), 'utf8'))).toEqual(['of somebody else', 'of another one', pdf('a.pdf')])
})

test('a name that is taken between the look and the act leads to the next one', async () => {
  const engine = await startMoving()
  let isLate = true
  engine.files.before({ link: () => {
    if (isLate) writeFileSync(moved(engine, 'a.pdf'), 'just now')
    isLate = false
  } })
  await uploaded(engine, 'a.pdf')
  await engine.until(() => posts(engine)[0] === 'DONE')
  expect(['a.pdf', 'a (2).pdf'].map((name) => readFileSync(moved(engine, name), 'utf8'))).toEqual(['just now', pdf('a.pdf')])
})

test('where a file can have no second name it is copied, compared and as old as it was', async () => {
  const engine = await startMoving()
  engine.files.fail({ link: () => 'EPERM' })
  await uploaded(engine, 'a.pdf')
  await engine.until(() => posts(engine)[0] === 'DONE')
  expect([existsSync(join(engine.folder, 'a.pdf')), readFileSync(moved(engine, 'a.pdf'), 'utf8')]).toEqual([false, pdf('a.pdf')])
})

test('to another volume nothing is moved', async () => {
  const engine = await startMoving()
  engine.files.fail({ link: () => 'EXDEV' })
  await uploaded(engine, 'a.pdf')
  await engine.until(() => posts(engine)[0] === 'SKIPPED')
  expect([existsSync(join(engine.folder, 'a.pdf')), existsSync(moved(engine, 'a.pdf'))]).toEqual([true, false])
})

test('a file that was replaced stays, and is taken as what it is now', async () => {
  const engine = await startMoving()
  await uploaded(engine, 'a.pdf')
  engine.put('a.pdf', pdf('new'))
  await engine.until(() => engine.uploads().length === 2)
  expect(readFileSync(join(engine.folder, 'a.pdf'), 'utf8')).toBe(pdf('new'))
  engine.arrive()
  await engine.until(() => posts(engine).every((post) => post !== 'NONE'))
  expect([posts(engine), readFileSync(moved(engine, 'a.pdf'), 'utf8')]).toEqual([['SKIPPED', 'DONE'], pdf('new')])
})

test('a file put there again after it was moved is moved again, whatever is in it', async () => {
  const engine = await startMoving()
  await uploaded(engine, 'a.pdf')
  await engine.until(() => posts(engine)[0] === 'DONE')
  await engine.pass(60_000)
  engine.put('a.pdf', pdf('a.pdf'))
  await engine.until(() => existsSync(moved(engine, 'a (2).pdf')))
  expect([existsSync(join(engine.folder, 'a.pdf')), posts(engine), engine.uploads().length]).toEqual([false, ['DONE', 'DONE'], 1])
})

test('a file that stayed for another one, and came again as it was, is moved', async () => {
  const engine = await startMoving()
  await uploaded(engine, 'a.pdf')
  engine.files.fail({ tail: () => 'EBUSY' })
  age(join(engine.folder, 'a.pdf'), engine.clock.wall() + 60_000)
  await engine.until(() => posts(engine)[0] === 'SKIPPED')
  engine.files.fail({})
  await engine.until(() => existsSync(moved(engine, 'a.pdf')))
  expect([existsSync(join(engine.folder, 'a.pdf')), posts(engine)]).toEqual([false, ['SKIPPED', 'DONE']])
})

test('one replaced in the very moment is not taken away', async () => {
  const engine = await startMoving()
  engine.files.before({ unlink: (path) => {
    rmSync(path)
    writeFileSync(path, pdf('just now'))
  } })
  await uploaded(engine, 'a.pdf')
  await engine.until(() => posts(engine)[0] !== 'NONE' && posts(engine)[0] !== 'PLANNED')
  expect([readFileSync(join(engine.folder, 'a.pdf'), 'utf8'), readFileSync(moved(engine, 'a.pdf'), 'utf8')]).toEqual([pdf('just now'), pdf('a.pdf')])
})

test('a file that is held is moved when it is free, and does not keep the others', async () => {
  const engine = await startMoving()
  engine.files.fail({ unlink: (path) => (path.endsWith('a.pdf') ? 'EBUSY' : null) })
  await uploaded(engine, 'a.pdf', 'b.pdf')
  await engine.until(() => posts(engine).includes('DONE'), 30_000)
  expect(existsSync(join(engine.folder, 'a.pdf'))).toBe(true)
  await engine.pass(90_000)
  engine.files.fail({})
  await engine.until(() => posts(engine).every((post) => post === 'DONE'), 400_000)
  expect(readdirSync(join(engine.folder, 'Uploaded', MONTH)).sort()).toEqual(['a.pdf', 'b.pdf'])
})

test('duplicates are moved as well', async () => {
  const engine = await startMoving()
  engine.put('a.pdf', pdf('same'))
  engine.put('b.pdf', pdf('same'))
  await engine.until(() => engine.sightings().every(({ state }) => state === 'SPOOLED') && engine.sightings().length === 2)
  engine.arrive()
  await engine.until(() => posts(engine).every((post) => post === 'DONE'))
  expect(readdirSync(join(engine.folder, 'Uploaded', MONTH)).sort()).toEqual(['a.pdf', 'b.pdf'])
})

test('what was taken while files were left stays, and what waits when they are to be left stays too', async () => {
  const engine = await startWatched()
  await uploaded(engine, 'a.pdf')
  await engine.client.call('folders.change', { id: engine.id, after: 'move', alwaysPolls: false, isRecursive: false })
  engine.put('b.pdf', pdf('b'))
  await engine.until(() => engine.uploads().length === 2)
  await engine.client.call('folders.change', { id: engine.id, after: 'leave', alwaysPolls: false, isRecursive: false })
  engine.arrive()
  await engine.pass(60_000)
  expect([posts(engine), readdirSync(engine.folder).sort()]).toEqual([['SKIPPED', 'SKIPPED'], ['a.pdf', 'b.pdf']])
})

describe('the program may end', () => {
  const acts = ['look', 'addFolder', 'link', 'unlink', 'copyWhole', 'sums', 'settleNew'] as const

  /** From that call of the act on nothing more is done, as if the power were gone. */
  async function endsAt(act: (typeof acts)[number], isAfter: boolean, hasLinks: boolean): Promise<void> {
    const engine = await startMoving()
    const noLinks = { link: () => (hasLinks ? null : 'EPERM') }
    engine.files.fail(noLinks)
    await uploaded(engine, 'a.pdf')
    engine.files.dieAt(act, isAfter)
    await engine.until(() => engine.files.isDead() || posts(engine)[0] === 'DONE')
    engine.files.revive()
    engine.files.fail(noLinks)
    await engine.restart()
    await engine.until(() => ['DONE', 'SKIPPED'].includes(posts(engine)[0]!))
    await engine.pass(30_000)
    const there = readdirSync(join(engine.folder, 'Uploaded', MONTH)).map((name) => shaOf(moved(engine, name)))
    const { sha256 } = engine.sightings()[0]!
    // One of it, aside; nothing of it left behind, and nothing else made.
    expect([there, existsSync(join(engine.folder, 'a.pdf')), engine.uploads().length]).toEqual([[sha256], false, 1])
  }

  test.each(acts.flatMap((act) => [[act, false], [act, true]] as const))('at %s, done: %s', async (act, isAfter) => {
    await endsAt(act, isAfter, true)
  })

  test.each(acts.flatMap((act) => [[act, false], [act, true]] as const))('at %s, done: %s, on a disk without second names', async (act, isAfter) => {
    await endsAt(act, isAfter, false)
  })

  test('in the middle of a copy: what is half there is not taken for it', async () => {
    const engine = await startMoving()
    engine.files.fail({ link: () => 'EPERM', copyWhole: (path) => (path.startsWith(engine.folder) && existsSync(join(engine.folder, 'Uploaded')) ? 'EIO' : null) })
    await uploaded(engine, 'a.pdf')
    await engine.until(() => posts(engine)[0] === 'PLANNED')
    await engine.stop()
    writeFileSync(moved(engine, 'a.pdf'), pdf('a.pdf').slice(0, 10))
    engine.files.fail({ link: () => 'EPERM' })
    await engine.restart()
    await engine.until(() => posts(engine)[0] === 'DONE')
    expect(readFileSync(moved(engine, 'a (2).pdf'), 'utf8')).toBe(pdf('a.pdf'))
  })

  test('in the middle of a copy of ours: of that half nothing is left', async () => {
    const engine = await startMoving()
    const noLinks = { link: () => 'EPERM' }
    engine.files.fail({ ...noLinks, copyWhole: (path) => (path.startsWith(engine.folder) && existsSync(join(engine.folder, 'Uploaded')) ? 'EIO' : null) })
    await uploaded(engine, 'a.pdf')
    await engine.until(() => posts(engine)[0] === 'PLANNED')
    await engine.stop()
    writeFileSync(moved(engine, '.quaywatch-1.part'), pdf('a.pdf').slice(0, 10))
    engine.files.fail(noLinks)
    await engine.restart()
    await engine.until(() => posts(engine)[0] === 'DONE')
    expect([readdirSync(join(engine.folder, 'Uploaded', MONTH)), readFileSync(moved(engine, 'a.pdf'), 'utf8')]).toEqual([['a.pdf'], pdf('a.pdf')])
  })

  test('and a copy that is not what it was made of is thrown away, not the file', async () => {
    const engine = await startMoving()
    engine.files.fail({ link: () => 'EPERM' })
    engine.files.before({ sums: (path) => { writeFileSync(path, pdf('x.pdf')) } })
    await uploaded(engine, 'a.pdf')
    await engine.until(() => posts(engine)[0] === 'SKIPPED')
    expect([readFileSync(join(engine.folder, 'a.pdf'), 'utf8'), readdirSync(join(engine.folder, 'Uploaded', MONTH))]).toEqual([pdf('a.pdf'), []])
  })

  test('and a name taken while it was copied leads to the next one', async () => {
    const engine = await startMoving()
    engine.files.fail({ link: () => 'EPERM' })
    let isLate = true
    engine.files.before({ settleNew: () => {
      if (isLate) writeFileSync(moved(engine, 'a.pdf'), 'just now')
      isLate = false
    } })
    await uploaded(engine, 'a.pdf')
    await engine.until(() => posts(engine)[0] === 'DONE')
    expect(['a.pdf', 'a (2).pdf'].map((name) => readFileSync(moved(engine, name), 'utf8'))).toEqual(['just now', pdf('a.pdf')])
  })

  test('and the user may clear away meanwhile', async () => {
    const engine = await startMoving()
    engine.files.fail({ unlink: () => 'EBUSY' })
    await uploaded(engine, 'a.pdf')
    await engine.until(() => posts(engine)[0] === 'PLANNED')
    await engine.stop()
    rmSync(join(engine.folder, 'a.pdf'))
    rmSync(moved(engine, 'a.pdf'))
    engine.files.fail({})
    await engine.restart()
    await engine.until(() => posts(engine)[0] === 'SKIPPED')
  })
})

test('a folder that is away keeps what is to be moved until it is back', async () => {
  const engine = await startMoving()
  engine.put('a.pdf', pdf('a'))
  await engine.until(() => engine.uploads().length === 1)
  renameSync(engine.folder, `${engine.folder}-away`)
  await engine.until(async () => (await engine.client.call('folders.list', {}))[0]!.state === 'missing')
  engine.arrive()
  await engine.pass(120_000)
  expect(posts(engine)).toEqual(['NONE'])
  renameSync(`${engine.folder}-away`, engine.folder)
  await engine.until(() => posts(engine)[0] === 'DONE')
})

test('a hard link elsewhere to the same file does not disturb', async () => {
  const engine = await startMoving()
  const path = engine.put('a.pdf', pdf('a'))
  linkSync(path, `${engine.folder}-other.pdf`)
  age(path, engine.clock.wall())
  await engine.until(() => engine.uploads().length === 1)
  engine.arrive()
  await engine.until(() => posts(engine)[0] === 'DONE')
  expect(existsSync(`${engine.folder}-other.pdf`)).toBe(true)
})

test('a file whose volume got another number since it was taken is moved all the same', async () => {
  const engine = await startMoving()
  engine.put('a.pdf', pdf('a'))
  await engine.until(() => engine.uploads().length === 1)
  await engine.pass(30_000)
  engine.sql(`UPDATE sighting SET ident = '9' || ident`)
  engine.arrive()
  await engine.until(() => posts(engine)[0] === 'DONE', 60_000)
  expect([existsSync(join(engine.folder, 'a.pdf')), readFileSync(moved(engine, 'a.pdf'), 'utf8')]).toEqual([false, pdf('a')])
})

describe('a file that cannot be moved', () => {
  const unmoved = async (engine: WatchedEngine) => (await engine.client.call('folders.list', {}))[0]?.unmoved

  test('is told with its folder until it was', async () => {
    const engine = await startMoving()
    const inTheWay = join(engine.folder, 'Uploaded')
    writeFileSync(inTheWay, 'a file of that name')
    await uploaded(engine, 'a.pdf')
    await engine.pass(60_000)
    const sent = () => engine.sightings().find(({ path }) => path.endsWith('a.pdf'))
    expect([await unmoved(engine), sent()?.post, sent()?.error]).toEqual([1, 'NONE', expect.stringContaining('folders/not-writable')])
    rmSync(inTheWay)
    await engine.until(() => sent()?.post === 'DONE')
    expect([await unmoved(engine), sent()?.error]).toEqual([0, null])
  })

  test('for it would have to go to another volume is told too, as long as its folder is to be emptied', async () => {
    const engine = await startMoving()
    engine.files.fail({ link: () => 'EXDEV' })
    await uploaded(engine, 'a.pdf')
    await engine.until(() => posts(engine)[0] === 'SKIPPED')
    expect(await unmoved(engine)).toBe(1)
    await engine.client.call('folders.change', { id: engine.id, after: 'leave', alwaysPolls: false, isRecursive: false })
    expect(await unmoved(engine)).toBe(0)
  })
})
