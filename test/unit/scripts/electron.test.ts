// Finding Electron over real folders, and remembering for a day that it is not to be had.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { saidBy, whyNoAnswer } from '../../../scripts/electron-download.mjs'
import { electronHint } from '../../../scripts/electron-hints.mjs'
import { electronMirror, findElectron, forgetAbsence, readAbsence, writeAbsence } from '../../../scripts/electron.mjs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { makeFolder } from './folder.ts'

const FOLDER = 'node_modules/electron'
const COMPLETE = {
  [`${FOLDER}/package.json`]: '{"version":"45.4.1"}',
  [`${FOLDER}/path.txt`]: 'electron',
  [`${FOLDER}/dist/version`]: 'v45.4.1',
  [`${FOLDER}/dist/electron`]: '',
}
const without = (name: string) => Object.fromEntries(Object.entries(COMPLETE).filter(([path]) => path !== `${FOLDER}/${name}`))

describe('findElectron', () => {
  test('finds what the package unpacked', () => {
    const root = makeFolder(COMPLETE)
    expect(findElectron(root, {})).toBe(join(root, FOLDER, 'dist', 'electron'))
  })

  test.each(['path.txt', 'dist/version', 'dist/electron'])('finds nothing when %s is missing', (name) => {
    expect(findElectron(makeFolder(without(name)), {})).toBeNull()
  })

  test('finds nothing when what is unpacked is of another version', () => {
    expect(findElectron(makeFolder({ ...COMPLETE, [`${FOLDER}/dist/version`]: '44.0.0' }), {})).toBeNull()
  })

  test('takes the executable the environment names, and says so when it is not there', () => {
    const root = makeFolder({ ...COMPLETE, mine: '' })
    expect(findElectron(root, { ELECTRON_EXEC_PATH: join(root, 'mine') })).toBe(join(root, 'mine'))
    expect(() => findElectron(root, { ELECTRON_EXEC_PATH: '/nowhere/electron' })).toThrow('ELECTRON_EXEC_PATH names /nowhere/electron, and there is no such file.')
  })

  test('takes the folder the environment names', () => {
    const root = makeFolder({ ...without('path.txt'), 'mine/electron': '' })
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'mine') })).toBe(join(root, 'mine', 'electron'))
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'other') })).toBeNull()
  })
})

describe('electronMirror', () => {
  test('is the address in ELECTRON_MIRROR, or what .npmrc says first, or Electron’s own', () => {
    expect(electronMirror({})).toMatch(/^https:\/\/github\.com\/electron\//)
    expect(electronMirror({ ELECTRON_MIRROR: 'https://mirror.example/' })).toBe('https://mirror.example/')
    expect(electronMirror({ ELECTRON_MIRROR: 'https://mirror.example/', npm_config_electron_mirror: 'https://npmrc.example/' })).toBe('https://npmrc.example/')
  })

  test('must be a full address', () => {
    expect(() => electronMirror({ ELECTRON_MIRROR: 'mirror' })).toThrow('ELECTRON_MIRROR must be a full address')
  })
})

describe('the memory that Electron could not be fetched', () => {
  const absence = { version: '45.4.1', mirror: 'https://mirror.example/', reason: 'it did not answer', at: 1_000_000 }
  const asked = { version: absence.version, mirror: absence.mirror, nowMs: absence.at + 1 }
  const DAY_MS = 24 * 3_600_000

  test('holds for a day, for the same version from the same place', () => {
    const root = makeFolder()
    expect(readAbsence(root, asked)).toBeNull()
    writeAbsence(root, absence)
    expect(readAbsence(root, asked)).toBe('it did not answer')
    expect(readAbsence(root, { ...asked, nowMs: absence.at + DAY_MS })).toBeNull()
    expect(readAbsence(root, { ...asked, nowMs: absence.at - 1 })).toBeNull()
    expect(readAbsence(root, { ...asked, version: '46.0.0' })).toBeNull()
    expect(readAbsence(root, { ...asked, mirror: 'https://other.example/' })).toBeNull()
  })

  test('goes when Electron came', () => {
    const root = makeFolder()
    writeAbsence(root, absence)
    forgetAbsence(root)
    expect(readAbsence(root, asked)).toBeNull()
  })

  test('is none when it cannot be read', () => {
    expect(readAbsence(makeFolder({ 'node_modules/.cache/quaywatch/electron-unavailable.json': '{' }), asked)).toBeNull()
  })
})

describe('the question whether a host answers', () => {
  test('is null when it does, a reason when nothing listens', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await whyNoAnswer('127.0.0.1', port)).toBeNull()
    server.close()
    await once(server, 'close')
    expect(await whyNoAnswer('127.0.0.1', port)).toBe('127.0.0.1 cannot be reached from here (ECONNREFUSED)')
  })
})

describe('what went wrong, in one line', () => {
  test('is the line with the error, or the last, of an installer’s output', () => {
    expect(saidBy('start\nHTTPError: Response code 404\n    at fetch\n')).toBe('HTTPError: Response code 404')
    expect(saidBy('start\nended\n\n')).toBe('ended')
    expect(saidBy('')).toBe('nothing')
  })

  test.each([
    ['electron: error while loading shared libraries: libgbm.so.1: cannot open shared object file', 'Electron needs the system library libgbm.so.1'],
    ['[1:ERROR] Missing X server or $DISPLAY', 'There is no screen'],
    ['[FATAL] Running as root without --no-sandbox is not supported.', 'Electron does not run as root'],
    ['The SUID sandbox helper binary was found, but is not configured correctly.', 'The system does not let Electron build its sandbox'],
  ])('has a hint for "%s"', (errorText, hint) => {
    expect(electronHint(errorText)).toContain(hint)
    expect(electronHint(errorText)).not.toContain('--no-sandbox')
  })

  test('has none for anything else', () => {
    expect(electronHint('Something of our own.')).toBeNull()
  })
})
