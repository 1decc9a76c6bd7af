// The file of --office.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOfficeFile } from '../../../src/web/office-file.ts'
import { readOptions } from '../../../src/web/options.ts'
import { StartProblem } from '../../../src/web/start-problem.ts'
import { tempDir } from '#support/test-engine.ts'

const FINGERPRINT = Array.from({ length: 32 }, () => '0F').join(':')

function writeOffice(content: unknown, mode = 0o600): string {
  const path = join(tempDir(), 'office.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode })
  return path
}

const read = (content: unknown, mode?: number) => readOfficeFile(writeOffice(content, mode), 'linux')

test('has the address of the office, its space and the kind of this computer', () =>
  expect(
    read({ url: 'postgres://lea:a%20%40b@db.example:5433/quay', fingerprint: FINGERPRINT, space: 2, kind: 'daemon' }),
  ).toEqual({
    address: {
      host: 'db.example',
      port: 5433,
      database: 'quay',
      user: 'lea',
      password: 'a @b',
      fingerprint: FINGERPRINT,
    },
    space: 2,
    kind: 'daemon',
  }))

test('is a desktop on the port of PostgreSQL without a pinned certificate if it says no more', () =>
  expect(read({ url: 'postgresql://lea:x@[::1]/quay', space: 1 })).toMatchObject({
    address: { host: '::1', port: 5432, fingerprint: null },
    kind: 'desktop',
  }))

test.each([
  ['', /is not a file of an office/],
  [{ url: 'https://db.example', space: 1 }, /is not a file of an office/],
  [{ url: 'postgres://lea@db.example/quay', space: 0 }, /is not a file of an office/],
  [{ url: 'postgres://lea@db.example/quay', space: 1, fingerprint: 'ab' }, /is not a file of an office/],
  [{ url: 'postgres://lea@db.example/quay', space: 1, key: 'x' }, /is not a file of an office/],
  [{ url: 'postgres://lea:50%off@db.example/quay', space: 1 }, /is not a file of an office/],
  [{ url: 'postgres:///', space: 1 }, /is not a file of an office/],
  [{ url: 'postgres://db.example/quay', space: 1 }, /is not a file of an office/],
  [{ url: 'postgres://lea:x@db.example/', space: 1 }, /is not a file of an office/],
])('with %j is refused with a sentence', (content, sentence) => {
  expect(() => read(content)).toThrow(StartProblem)
  expect(() => read(content)).toThrow(sentence)
})

test('is refused if other users can read its password, except on Windows, which has no such mode', () => {
  const path = writeOffice({ url: 'postgres://lea:x@db.example/quay', space: 1 }, 0o644)
  expect(() => readOfficeFile(path, 'linux')).toThrow(/chmod 600/)
  expect(readOfficeFile(path, 'win32').space).toBe(1)
})

test('is an option of the browser host', () => {
  const path = writeOffice({ url: 'postgres://lea:x@db.example/quay', space: 3 })
  expect(readOptions(['--office', path], {}, 'linux')?.office?.space).toBe(3)
  expect(() => readOptions(['--office', '/no/such/file'], {}, 'linux')).toThrow(/cannot be read/)
})
