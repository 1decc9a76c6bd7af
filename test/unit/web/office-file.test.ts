// The file of --office, and those of the daemon with its command line.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDaemonOptions } from '../../../src/web/daemon-options.ts'
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

describe('the command line of the daemon', () => {
  const account = {
    serviceUrl: 'https://track.example/v2',
    apiKey: 'key',
    office: { url: 'postgres://lea:x@db.example/quay', space: 1 },
  }
  const writeAccount = (name: string, content: object = account, folder = tempDir(), mode = 0o600) => {
    writeFileSync(join(folder, name), JSON.stringify(content), { mode })
    return join(folder, name)
  }
  const readArgs = (...args: string[]) => readDaemonOptions(['--data-dir', '/data', ...args], {}, 'linux')

  test('has an account for each file, named like it', () => {
    const options = readArgs('--account', writeAccount('main.json'), '--account', writeAccount('rail-2.json'))
    expect(options).toMatchObject({
      dataDir: resolve('/data'),
      healthPort: null,
      accounts: [
        { id: 'main', serviceUrl: account.serviceUrl, apiKey: 'key', office: { space: 1, kind: 'daemon' } },
        { id: 'rail-2' },
      ],
    })
  })

  test('has every file of the credentials folder if no account is named, whatever its mode', () => {
    const folder = tempDir()
    writeAccount('main.json', account, folder, 0o644)
    const options = readDaemonOptions(['--data-dir', '/data'], { CREDENTIALS_DIRECTORY: folder }, 'linux')
    expect(options?.accounts.map(({ id }) => id)).toEqual(['main'])
  })

  test('leaves out other credentials and folders of the credentials folder', () => {
    const folder = tempDir()
    writeAccount('main.json', account, folder)
    writeFileSync(join(folder, 'certificate'), 'x')
    mkdirSync(join(folder, 'old.json'))
    const options = readDaemonOptions(['--data-dir', '/data'], { CREDENTIALS_DIRECTORY: folder }, 'linux')
    expect(options?.accounts.map(({ id }) => id)).toEqual(['main'])
  })

  test('refuses a credentials folder that does not exist with a sentence', () => {
    const readFrom = () => readDaemonOptions(['--data-dir', '/data'], { CREDENTIALS_DIRECTORY: '/nowhere' }, 'linux')
    expect(readFrom).toThrow(StartProblem)
    expect(readFrom).toThrow(/cannot be read/)
  })

  test('can be that of the systemd unit', () => {
    const unit = readFileSync(new URL('../../../resources/office/quaywatch-office.service', import.meta.url), 'utf8')
    const args = /^ExecStart=.*daemon\.js (.*)$/m.exec(unit)?.[1]?.split(' ') ?? []
    const folder = tempDir()
    writeAccount('main.json', account, folder)
    expect(readDaemonOptions(args, { CREDENTIALS_DIRECTORY: folder }, 'linux')).toMatchObject({ healthPort: 42_874 })
  })

  test.each([
    [[], /--account/],
    [['--account', 'main.json', '--port', '1'], /--help/],
    [['--account', '/nowhere/main.json'], /cannot be read/],
  ])('with %j is refused with a sentence', (args, sentence) => {
    expect(() => readArgs(...args)).toThrow(StartProblem)
    expect(() => readArgs(...args)).toThrow(sentence)
  })

  test.each([
    ['main.json', { ...account, serviceUrl: 'http://track.example/v2' }, /full address/],
    ['main.json', { ...account, office: undefined }, /is not a file of an office/],
    ['Main Office.json', account, /small letters/],
  ])('with a file %s of %j is refused with a sentence', (name, content, sentence) =>
    expect(() => readArgs('--account', writeAccount(name, content))).toThrow(sentence),
  )

  test('refuses two files of the same name', () =>
    expect(() => readArgs('--account', writeAccount('main.json'), '--account', writeAccount('main.json'))).toThrow(
      /Two files are named main/,
    ))
})
