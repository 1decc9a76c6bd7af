// A dropped file on its way to the disk: there for good once that is said, and nothing of it is left otherwise.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import * as real from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MOST_FILE_BYTES } from '#contract/rules/files.ts'
import { type DropDisk, takeDrop } from '#host/take-drop.ts'

let accountFolder: string
beforeEach(() => {
  accountFolder = mkdtempSync(join(tmpdir(), 'quaywatch-drop-'))
})
afterEach(() => {
  rmSync(accountFolder, { recursive: true })
})

/** The real disk, which tells what reached it in which order; `failing`: an act that fails. */
function diskOf(failing: { act: string; code: string } | null = null) {
  const acts: string[] = []
  const tell = (act: string) => {
    acts.push(act.replace(accountFolder, ''))
    if (act.replace(accountFolder, '') === failing?.act)
      throw Object.assign(new Error(failing.code), { code: failing.code })
  }
  const disk: DropDisk = {
    mkdir: real.mkdir,
    rm: real.rm,
    rename: async (from, to) => {
      tell(`rename ${to}`)
      await real.rename(from, to)
    },
    open: async (path, flags, mode) => {
      const file = await real.open(path, flags, mode)
      return {
        writeFile: (bytes) => file.writeFile(bytes),
        sync: async () => {
          await file.sync()
          tell(`sync ${path}`)
        },
        close: () => file.close(),
      }
    },
  }
  return { disk, acts }
}

async function* bytes(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk))
}

/** Only counted: it is refused before it would be written. */
async function* tooMuch(): AsyncGenerator<Uint8Array> {
  yield* bytes('x')
  yield { byteLength: MOST_FILE_BYTES } as Uint8Array
}

const place = (disk: DropDisk, isWindows = false) => ({ disk, accountFolder, folder: 'drops', token: 'one', isWindows })
const drops = () => (existsSync(join(accountFolder, 'drops')) ? readdirSync(join(accountFolder, 'drops')) : [])

test('its bytes, its name and its folder have reached the disk before it is said to be taken', async () => {
  const { disk, acts } = diskOf()
  expect(await takeDrop(place(disk), 'a/b.pdf', bytes('one ', 'page'))).toBe(201)
  expect(readFileSync(join(accountFolder, 'drops', 'one', 'a_b.pdf'), 'utf8')).toBe('one page')
  expect(acts).toEqual([
    'sync /drops/one.part/a_b.pdf',
    'sync /drops/one.part',
    'rename /drops/one',
    'sync /drops',
    'sync ',
  ])
})

test('Windows, which keeps names by itself, is not asked to open folders', async () => {
  const { disk, acts } = diskOf()
  expect(await takeDrop(place(disk, true), 'b.pdf', bytes())).toBe(201)
  expect([acts, drops()]).toEqual([['sync /drops/one.part/b.pdf', 'rename /drops/one'], ['one']])
})

describe('nothing of it is left', () => {
  test.each([
    ['without a name', null, null, bytes('x'), 400],
    ['on a full disk', 'b.pdf', { act: 'sync /drops/one.part/b.pdf', code: 'ENOSPC' }, bytes('x'), 507],
    [
      'where the user may have no more',
      'b.pdf',
      { act: 'sync /drops/one.part/b.pdf', code: 'EDQUOT' },
      bytes('x'),
      507,
    ],
    ['where it cannot be named', 'b.pdf', { act: 'rename /drops/one', code: 'EIO' }, bytes('x'), 500],
    ['where its name does not reach the disk', 'b.pdf', { act: 'sync /drops', code: 'EIO' }, bytes('x'), 500],
    ['when it is larger than a file may be', 'b.pdf', null, tooMuch(), 413],
  ] as const)('%s', async (_, name, failing, chunks, status) => {
    expect([await takeDrop(place(diskOf(failing).disk), name, chunks), drops()]).toEqual([status, []])
  })
})
