// Storing a dropped file: after a success it is durable, and after a failure nothing of it remains.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import * as real from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '#contract/rules/files.ts'
import { type DropDisk, storeDrop } from '#host/store-drop.ts'

let accountFolder: string
beforeEach(() => {
  accountFolder = mkdtempSync(join(tmpdir(), 'quaywatch-drop-'))
})
afterEach(() => rmSync(accountFolder, { recursive: true }))

/** The real disk, with a list of its operations in order. `failing` is an operation that fails. */
function createRecordingDisk(failing: { operation: string; code: string } | null = null) {
  const operations: string[] = []
  const record = (operation: string) => {
    operations.push(operation.replace(accountFolder, ''))
    if (operation.replace(accountFolder, '') === failing?.operation)
      throw Object.assign(new Error(failing.code), { code: failing.code })
  }
  const disk: DropDisk = {
    mkdir: real.mkdir,
    rm: real.rm,
    rename: async (from, to) => {
      record(`rename ${to}`)
      await real.rename(from, to)
    },
    open: async (path, flags, mode) => {
      const file = await real.open(path, flags, mode)
      return {
        writeFile: (bytes) => file.writeFile(bytes),
        sync: async () => {
          await file.sync()
          record(`sync ${path}`)
        },
        close: () => file.close(),
      }
    },
  }
  return { disk, operations }
}

async function* bytes(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk))
}

/** A file over the size limit. Its second chunk has only a size, because the file is refused before that is written. */
async function* tooManyBytes(): AsyncGenerator<Uint8Array> {
  yield* bytes('x')
  yield { byteLength: MAX_FILE_BYTES } as Uint8Array
}

const createPlace = (disk: DropDisk, isWindows = false) => ({
  disk,
  accountFolder,
  folder: 'drops',
  token: 'one',
  isWindows,
})
const listDrops = () => (existsSync(join(accountFolder, 'drops')) ? readdirSync(join(accountFolder, 'drops')) : [])

test('bytes, name and folder are synced to the disk before the success', async () => {
  const { disk, operations } = createRecordingDisk()
  expect(await storeDrop(createPlace(disk), 'a/b.pdf', bytes('one ', 'page'))).toBe(201)
  expect(readFileSync(join(accountFolder, 'drops', 'one', 'a_b.pdf'), 'utf8')).toBe('one page')
  expect(operations).toEqual([
    'sync /drops/one.part/a_b.pdf',
    'sync /drops/one.part',
    'rename /drops/one',
    'sync /drops',
    'sync ',
  ])
})

test('folders are not synced on Windows, which stores names itself', async () => {
  const { disk, operations } = createRecordingDisk()
  expect(await storeDrop(createPlace(disk, true), 'b.pdf', bytes())).toBe(201)
  expect([operations, listDrops()]).toEqual([['sync /drops/one.part/b.pdf', 'rename /drops/one'], ['one']])
})

describe('nothing of the file remains', () =>
  test.each([
    ['without a name', null, null, bytes('x'), 400],
    ['on a full disk', 'b.pdf', { operation: 'sync /drops/one.part/b.pdf', code: 'ENOSPC' }, bytes('x'), 507],
    [
      'over the quota of the user',
      'b.pdf',
      { operation: 'sync /drops/one.part/b.pdf', code: 'EDQUOT' },
      bytes('x'),
      507,
    ],
    ['if it cannot be renamed', 'b.pdf', { operation: 'rename /drops/one', code: 'EIO' }, bytes('x'), 500],
    ['if its name cannot be synced', 'b.pdf', { operation: 'sync /drops', code: 'EIO' }, bytes('x'), 500],
    ['if it is too large', 'b.pdf', null, tooManyBytes(), 413],
  ] as const)('%s', async (_, name, failing, chunks, status) =>
    expect([await storeDrop(createPlace(createRecordingDisk(failing).disk), name, chunks), listDrops()]).toEqual([
      status,
      [],
    ]),
  ))
