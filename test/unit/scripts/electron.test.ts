// The scripts that find, download and start Electron. They find its file, and say why a download failed or why it
// ended.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findSummary, findConnectionProblem, findDownloadProblem } from '../../../scripts/electron-download.mjs'
import { type Computer, findStartObstacle, findFailureReason } from '../../../scripts/electron-reasons.mjs'
import {
  getElectronMirror,
  findElectron,
  removeAbsence,
  readAbsence,
  writeAbsence,
} from '../../../scripts/electron.mjs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { createDownloadEnv, findProxy } from '../../../scripts/office-network.mjs'
import { makeFolder } from './folder.ts'

const FOLDER = 'node_modules/electron'
const COMPLETE = {
  [`${FOLDER}/package.json`]: '{"version":"45.4.1"}',
  [`${FOLDER}/path.txt`]: 'electron',
  [`${FOLDER}/dist/version`]: 'v45.4.1',
  [`${FOLDER}/dist/electron`]: '',
}
const filesWithout = (name: string) =>
  Object.fromEntries(Object.entries(COMPLETE).filter(([path]) => path !== `${FOLDER}/${name}`))

describe('findElectron', () => {
  test('finds the executable that the package unpacked', () => {
    const root = makeFolder(COMPLETE)
    expect(findElectron(root, {})).toBe(join(root, FOLDER, 'dist', 'electron'))
  })

  test.each(['path.txt', 'dist/version', 'dist/electron'])('finds nothing when %s is missing', (name) =>
    expect(findElectron(makeFolder(filesWithout(name)), {})).toBeNull(),
  )

  test('finds nothing when the unpacked files are of another version', () =>
    expect(findElectron(makeFolder({ ...COMPLETE, [`${FOLDER}/dist/version`]: '44.0.0' }), {})).toBeNull())

  test('uses the executable that the environment names, and throws if it does not exist', () => {
    const root = makeFolder({ ...COMPLETE, mine: '' })
    expect(findElectron(root, { ELECTRON_EXEC_PATH: join(root, 'mine') })).toBe(join(root, 'mine'))
    expect(() => findElectron(root, { ELECTRON_EXEC_PATH: '/nowhere/electron' })).toThrow(
      'ELECTRON_EXEC_PATH names /nowhere/electron, and there is no such file.',
    )
  })

  test('uses the folder that the environment names', () => {
    const root = makeFolder({ ...filesWithout('path.txt'), 'mine/electron': '' })
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'mine') })).toBe(join(root, 'mine', 'electron'))
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'other') })).toBeNull()
  })
})

describe('the mirror for Electron', () => {
  test('is the address in .npmrc, or else in ELECTRON_MIRROR, or else Electron’s own', () => {
    expect(getElectronMirror({})).toMatch(/^https:\/\/github\.com\/electron\//)
    expect(getElectronMirror({ ELECTRON_MIRROR: 'https://mirror.example/' })).toBe('https://mirror.example/')
    expect(
      getElectronMirror({
        ELECTRON_MIRROR: 'https://mirror.example/',
        npm_config_electron_mirror: 'https://npmrc.example/',
      }),
    ).toBe('https://npmrc.example/')
  })

  test('must be a full address', () =>
    expect(() => getElectronMirror({ ELECTRON_MIRROR: 'mirror' })).toThrow('ELECTRON_MIRROR must be a full address'))
})

describe('the record of a failed download', () => {
  const absence = {
    version: '45.4.1',
    mirror: 'https://mirror.example/',
    proxy: '',
    reason: 'it did not answer',
    at: 1_000_000,
  }
  const query = { version: absence.version, mirror: absence.mirror, proxy: absence.proxy, nowMs: absence.at + 1 }
  const DAY_MS = 24 * 3_600_000

  test('is valid for a day, for the same version, mirror and proxy', () => {
    const root = makeFolder()
    expect(readAbsence(root, query)).toBeNull()
    writeAbsence(root, absence)
    expect(readAbsence(root, query)).toBe('it did not answer')
    expect(readAbsence(root, { ...query, nowMs: absence.at + DAY_MS })).toBeNull()
    expect(readAbsence(root, { ...query, nowMs: absence.at - 1 })).toBeNull()
    expect(readAbsence(root, { ...query, version: '46.0.0' })).toBeNull()
    expect(readAbsence(root, { ...query, mirror: 'https://other.example/' })).toBeNull()
    expect(readAbsence(root, { ...query, proxy: 'proxy.example:3128' })).toBeNull()
  })

  test('is deleted after a download', () => {
    const root = makeFolder()
    writeAbsence(root, absence)
    removeAbsence(root)
    expect(readAbsence(root, query)).toBeNull()
  })

  test('is ignored when it cannot be read', () =>
    expect(
      readAbsence(makeFolder({ 'node_modules/.cache/quaywatch/electron-unavailable.json': '{' }), query),
    ).toBeNull())
})

describe('the check of a host', () =>
  test('gives null if the host answers, and a reason if nothing listens', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await findConnectionProblem('127.0.0.1', port)).toBeNull()
    server.close()
    await once(server, 'close')
    expect(await findConnectionProblem('127.0.0.1', port)).toBe('127.0.0.1 cannot be reached from here (ECONNREFUSED)')
  }))

describe('the proxy for downloads', () => {
  const MIRROR = 'https://mirror.example/'

  test('is named by the environment or by npm, or does not exist', () => {
    const proxy = 'http://proxy.example:3128'
    for (const env of [
      { HTTPS_PROXY: proxy },
      { https_proxy: proxy },
      { npm_config_https_proxy: proxy },
      { HTTP_PROXY: proxy },
      { npm_config_proxy: proxy },
      { HTTPS_PROXY: 'proxy.example:3128' },
    ]) {
      expect(findProxy(MIRROR, env)).toBe(proxy)
      expect(createDownloadEnv(env)).toMatchObject({
        NODE_USE_ENV_PROXY: '1',
        NODE_USE_SYSTEM_CA: '1',
        HTTPS_PROXY: proxy,
      })
    }
    expect(findProxy('http://mirror.example/', { HTTPS_PROXY: proxy })).toBeNull()
    expect([findProxy(MIRROR, {}), createDownloadEnv({ npm_config_https_proxy: '' })]).toEqual([
      null,
      { NODE_USE_SYSTEM_CA: '1' },
    ])
  })

  test.each(['*', 'mirror.example', '.example', 'other, mirror.example', 'example'])(
    'is not used for exempt hosts: NO_PROXY=%s',
    (exempt) => expect(findProxy(MIRROR, { HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: exempt })).toBeNull(),
  )

  test('is named in the reason if it does not answer', async () => {
    expect(await findDownloadProblem(MIRROR, { HTTPS_PROXY: 'http://127.0.0.1:9' })).toBe(
      'the proxy cannot be used, 127.0.0.1 cannot be reached from here (ECONNREFUSED)',
    )
    expect(await findDownloadProblem(MIRROR, { HTTPS_PROXY: 'http://' })).toBe(
      'the proxy "http://" is not an address such as http://proxy:3128',
    )
  })
})

describe('the summary of an installer’s output', () =>
  test('is the line with the error, or else the last line', () => {
    expect(findSummary('start\nHTTPError: Response code 404\n    at fetch\n')).toBe('HTTPError: Response code 404')
    expect(findSummary('start\nended\n\n')).toBe('ended')
    expect(findSummary('')).toBe('nothing')
  }))

describe('the check whether Electron can run', () => {
  const desktop: Computer = { platform: 'linux', uid: 1000, isMusl: false, env: { DISPLAY: ':0' } }
  const findReason = (part: Partial<Computer>) => findStartObstacle({ ...desktop, ...part })

  test.each([
    ['root', { uid: 0 }, 'Electron does not run as root'],
    ['no screen', { env: {} }, 'neither DISPLAY nor WAYLAND_DISPLAY is set'],
    [
      'a display that is empty',
      { env: { DISPLAY: '', WAYLAND_DISPLAY: '' } },
      'neither DISPLAY nor WAYLAND_DISPLAY is set',
    ],
    ['musl', { isMusl: true }, 'Electron needs the C library glibc'],
  ] as [string, Partial<Computer>, string][])('gives a reason: %s', (_name, part, reason) => {
    expect(findReason(part)).toContain(reason)
    expect(findReason(part)).not.toContain('--no-sandbox')
  })

  test('gives no reason on a Linux desktop, X11 or Wayland, and on macOS and Windows', () => {
    expect([findReason({}), findReason({ env: { WAYLAND_DISPLAY: 'wayland-0' } })]).toEqual([null, null])
    // Chromium refuses root on Linux only.
    expect([
      findReason({ platform: 'darwin', uid: 0, env: {} }),
      findReason({ platform: 'darwin', env: {} }),
      findReason({ platform: 'win32', uid: null, env: {} }),
    ]).toEqual([null, null, null])
  })
})

describe('the reason for an early end of Electron', () => {
  const end = { code: 1, signal: null, ranMs: 300, wasSignalled: false }
  const describeEnd = (part: Partial<Parameters<typeof findFailureReason>[0]>, errorText = '') =>
    findFailureReason({ ...end, ...part }, errorText, '/opt/quaywatch/node_modules/electron/dist/electron')

  // Lines as Chromium and the loader of Linux write them.
  test.each([
    [
      'electron: error while loading shared libraries: libgbm.so.1: cannot open shared object file: No such file or directory',
      'Electron needs the system library libgbm.so.1,',
    ],
    [
      '[7:1101/101010.1:ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc:249] Missing X server or $DISPLAY',
      'There is no screen',
    ],
    [
      '[7:1101/101010.1:FATAL:electron_main_delegate.cc:223] Running as root without --no-sandbox is not supported. See https://crbug.com/638180.',
      'Electron does not run as root',
    ],
    [
      '[7:1101/101010.1:FATAL:zygote_host_impl_linux.cc:129] No usable sandbox! If you are running on Ubuntu 23.10+ …',
      'The system does not let Electron build its sandbox',
    ],
  ])('is known from "%s"', (errorText, start) => {
    const reason = describeEnd({}, errorText)
    expect(reason?.startsWith(start)).toBe(true)
    expect(reason).not.toContain('--no-sandbox')
  })

  test('suggests a repair of the sandbox of this copy of Electron, not of the system', () => {
    const named =
      "[7:7:FATAL:setuid_sandbox_host.cc:166] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I'm aborting now. You need to make sure that /home/a b/quaywatch/node_modules/electron/dist/chrome-sandbox is owned by root and has mode 4755."
    const path = "'/home/a b/quaywatch/node_modules/electron/dist/chrome-sandbox'"
    expect(describeEnd({}, named)).toContain(`sudo chown root ${path} && sudo chmod 4755 ${path}`)
    const unnamed = "'/opt/quaywatch/node_modules/electron/dist/chrome-sandbox'"
    expect(describeEnd({}, 'FATAL: No usable sandbox!')).toContain(
      `sudo chown root ${unnamed} && sudo chmod 4755 ${unnamed}`,
    )
    expect(describeEnd({}, named)).not.toContain('sysctl')
  })

  test('is the signal or the exit code if nothing else is known', () => {
    expect(describeEnd({ code: null, signal: 'SIGSEGV' })).toBe('Electron failed 0.3 s after its start, with SIGSEGV.')
    expect(describeEnd({ code: 3221225781 }, 'Something of our own.')).toBe(
      'Electron failed 0.3 s after its start, with code 3221225781.',
    )
  })

  test.each([
    ['ended normally, as a second instance does', { code: 0 }],
    ['was ended by Ctrl+C', { wasSignalled: true, code: 1 }],
    ['was ended by another program', { code: null, signal: 'SIGTERM' as const }],
    ['ran for a while', { ranMs: 60_000 }],
  ])('is not reported when Electron %s', (_name, part) =>
    expect(describeEnd(part, 'Missing X server or $DISPLAY')).toBeNull(),
  )

  test('is reported within a minute if Electron names it, and within ten seconds otherwise', () =>
    expect([
      describeEnd({ ranMs: 59_000 }, 'Missing X server or $DISPLAY'),
      describeEnd({ ranMs: 9_000 }),
      describeEnd({ ranMs: 10_000 }),
    ]).toEqual([expect.any(String), expect.any(String), null]))
})
