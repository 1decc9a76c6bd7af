// On the real disk, files are checked without following links, copied once and completely, and moved without replacing
// a file.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Entry, createUserFiles, isDiskFull } from '#engine/outside/user-files.ts'
import { createWatch } from '#engine/outside/watch.ts'
import { tempDir } from '#support/test-engine.ts'

const files = createUserFiles()
const noAbort = new AbortController().signal
const getCode = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) =>
      error instanceof Error && error.name !== 'Error' ? error.name : (error as { code?: string }).code,
  )

async function getEntry(path: string) {
  const entry = await files.stat(path)
  if (!entry) throw new Error(`${path} is not there`)
  return entry
}

describe('a copy', () => {
  test('has the bytes of the original, both checksums, and with `preservesTimes` its modification time', async () => {
    const dir = tempDir()
    const bytes = Buffer.alloc(3_500_000, 'invoice ')
    writeFileSync(join(dir, 'a'), bytes)
    const mark = await getEntry(join(dir, 'a'))
    const sums = await files.copyComplete(join(dir, 'a'), join(dir, 'b'), {
      mark,
      signal: noAbort,
      preservesTimes: true,
    })
    expect(sums).toEqual({
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      md5: createHash('md5').update(bytes).digest('base64'),
    })
    expect([
      readFileSync(join(dir, 'b')).equals(bytes),
      Math.round(statSync(join(dir, 'b')).mtimeMs),
      await files.readChecksums(join(dir, 'b'), { mark: await getEntry(join(dir, 'b')), signal: noAbort }),
    ]).toEqual([true, Math.trunc(statSync(join(dir, 'a')).mtimeMs), sums])
  })

  test('of a file that changed since it was checked is not made', async () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'a'), 'one')
    const mark = await getEntry(join(dir, 'a'))
    writeFileSync(join(dir, 'a'), 'other')
    expect([
      await files.copyComplete(join(dir, 'a'), join(dir, 'b'), { mark, signal: noAbort }),
      await files.readChecksums(join(dir, 'a'), { mark, signal: noAbort }),
      existsSync(join(dir, 'b')),
    ]).toEqual(['changed', 'changed', false])
  })

  test('of a file that grows while it is read is deleted', async () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'a'), Buffer.alloc(40_000_000))
    const mark = await getEntry(join(dir, 'a'))
    const copying = files.copyComplete(join(dir, 'a'), join(dir, 'b'), { mark, signal: noAbort })
    while (!existsSync(join(dir, 'b'))) await new Promise((resolve) => setImmediate(resolve))
    appendFileSync(join(dir, 'a'), 'more')
    expect([await copying, readdirSync(dir)]).toEqual(['changed', ['a']])
  })

  test('that is cancelled leaves no file', async () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'a'), Buffer.alloc(5_000_000))
    const mark = await getEntry(join(dir, 'a'))
    expect([
      await getCode(files.copyComplete(join(dir, 'a'), join(dir, 'b'), { mark, signal: AbortSignal.abort() })),
      readdirSync(dir),
    ]).toEqual(['AbortError', ['a']])
  })

  test('never replaces a file, and a symbolic link is recognized', async () => {
    const dir = tempDir()
    for (const name of ['a', 'b']) writeFileSync(join(dir, name), name)
    symlinkSync(join(dir, 'a'), join(dir, 'link'))
    const mark = await getEntry(join(dir, 'a'))
    expect([
      await getCode(files.copyComplete(join(dir, 'a'), join(dir, 'b'), { mark, signal: noAbort })),
      readFileSync(join(dir, 'b'), 'utf8'),
    ]).toEqual(['EEXIST', 'b'])
    expect((await getEntry(join(dir, 'link'))).kind).toBe('link')
  })

  // Windows cannot open a file without following links. There the check of the file's kind and mark prevents this.
  test.each(process.platform === 'win32' ? [] : ['link'])('never follows a %s', async (name) => {
    const dir = tempDir()
    writeFileSync(join(dir, 'a'), 'a')
    symlinkSync(join(dir, 'a'), join(dir, name))
    const mark = await getEntry(join(dir, 'a'))
    expect(await getCode(files.copyComplete(join(dir, name), join(dir, 'c'), { mark, signal: noAbort }))).toBe('ELOOP')
    expect(await getCode(files.readTail(join(dir, name), 10))).toBe('ELOOP')
  })
})

describe('a name', () => {
  test('is removed only while it belongs to the checked file', async () => {
    const dir = tempDir()
    const path = join(dir, 'a')
    writeFileSync(path, 'one')
    const mark = await getEntry(path)
    await files.link(path, join(dir, 'b'))
    writeFileSync(path, 'longer')
    expect([await files.unlink(path, mark), existsSync(path)]).toEqual([false, true])
    expect([
      await files.unlink(path, await getEntry(path)),
      existsSync(path),
      await files.unlink(path, mark),
      readFileSync(join(dir, 'b'), 'utf8'),
    ]).toEqual([true, false, false, 'longer'])
  })

  test('of another file is not replaced by a link', async () => {
    const dir = tempDir()
    for (const name of ['a', 'b']) writeFileSync(join(dir, name), name)
    expect([await getCode(files.link(join(dir, 'a'), join(dir, 'b'))), readFileSync(join(dir, 'b'), 'utf8')]).toEqual([
      'EEXIST',
      'b',
    ])
  })
})

async function listSlices(dir: string, mayHang: boolean): Promise<Entry[][]> {
  const slices: Entry[][] = []
  for await (const slice of files.scan(dir, 10, mayHang)) slices.push(slice)
  return slices
}

test('a folder is read in slices, also if each call may hang', async () => {
  const dir = tempDir()
  for (let n = 0; n < 25; n++) writeFileSync(join(dir, `${n}`), 'x'.repeat(n))
  mkdirSync(join(dir, 'folder'))
  for (const mayHang of [false, true]) {
    const slices = await listSlices(dir, mayHang)
    expect([
      slices.map((slice) => slice.length),
      slices
        .flat()
        .map(({ size, kind }) => (kind === 'file' ? size : -1))
        .sort((a, b) => a - b),
    ]).toEqual([
      [10, 10, 6],
      [-1, ...Array.from({ length: 25 }, (_, n) => n)],
    ])
  }
  expect(await getCode(listSlices(join(dir, 'nowhere'), false))).toBe('ENOENT')
})

test('the last bytes of a file are read, or all bytes of a shorter file', async () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'a'), '0123456789')
  expect([
    Buffer.from(await files.readTail(join(dir, 'a'), 4)).toString(),
    Buffer.from(await files.readTail(join(dir, 'a'), 40)).toString(),
  ]).toEqual(['6789', '0123456789'])
})

test('the watch reports changes in a folder, and none in its subfolders', async () => {
  const dir = tempDir()
  mkdirSync(join(dir, 'below'))
  const hints: (string | null)[] = []
  const stop = await createWatch().start(dir, { onHint: (path) => hints.push(path), onEnd: (code) => hints.push(code) })
  writeFileSync(join(dir, 'below', 'b.pdf'), 'x')
  writeFileSync(join(dir, 'a.pdf'), 'x')
  while (!hints.includes(join(dir, 'a.pdf'))) await new Promise((resolve) => setImmediate(resolve))
  await stop()
  expect(hints.filter((hint) => hint?.endsWith('b.pdf'))).toEqual([])
})

test('a disk is full at its own limit (ENOSPC) and at the quota of the user (EDQUOT)', () => {
  const createFailure = (code: string) => Object.assign(new Error(code), { code })
  expect(
    [createFailure('ENOSPC'), createFailure('EDQUOT'), createFailure('EIO'), new Error('ENOSPC'), 'ENOSPC'].map(
      isDiskFull,
    ),
  ).toEqual([true, true, false, false, false])
})
