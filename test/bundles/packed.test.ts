// Packs the real bundles with electron-builder, and checks the archive, the files beside it, the fuses, and that the
// engine runs from the packed files alone. Electron's binary cannot be downloaded everywhere, so a small file with
// only the fuses replaces it.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { extractAll } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HANG_MS } from '#support/hang.ts'
import { packaging } from '../../electron-builder.config.ts'
import { findWrongFuses } from '../../scripts/fuse-check.mjs'

const root = join(import.meta.dirname, '../..')
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** The fuses in Electron's binary: a unique marker, the version, the count, and the state of each fuse. */
const FUSE_WIRE = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100010'),
  Buffer.alloc(16),
])

async function packWithFakeElectron(): Promise<void> {
  const electronFolder = join(folder, 'shell')
  mkdirSync(join(electronFolder, 'resources'), { recursive: true })
  mkdirSync(join(electronFolder, 'locales'))
  writeFileSync(join(electronFolder, 'electron'), FUSE_WIRE, { mode: 0o755 })
  writeFileSync(join(electronFolder, 'LICENSE'), 'of Electron')
  for (const language of ['de', 'en-GB', 'en-US', 'es-419', 'fr', 'zh-CN'])
    writeFileSync(join(electronFolder, 'locales', `${language}.pak`), '')
  const args = [
    join(root, 'node_modules/electron-builder/cli.js'),
    '--linux',
    'dir',
    '--x64',
    '--config',
    'electron-builder.config.ts',
    '--publish',
    'never',
    `-c.electronDist=${electronFolder}`,
    `-c.directories.output=${join(folder, 'dist')}`,
  ]
  await promisify(execFile)(process.execPath, args, {
    cwd: root,
    timeout: HANG_MS,
    env: { ...process.env, GITHUB_REPOSITORY: 'somebody/quaywatch' },
  })
}

const listFiles = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(path, join(file.parentPath, file.name)).replaceAll('\\', '/'))

describe('the package for Linux', () => {
  const packedPath = (...parts: string[]) => join(folder, 'dist/linux-unpacked', ...parts)
  const appFolder = () => join(folder, 'app')
  beforeAll(async () => {
    await packWithFakeElectron()
    extractAll(packedPath('resources/app.asar'), appFolder())
  })

  test('has the bundles, the images of tray and taskbar, the database library, and no other file of the repository', () => {
    const files = listFiles(appFolder())
    const folders = new Set(
      files.map((file) =>
        (file.startsWith('node_modules/')
          ? file.split('/').slice(0, 2)
          : file.split('/').slice(0, file.startsWith('out/') || file.startsWith('resources/') ? 2 : 1)
        ).join('/'),
      ),
    )
    expect([...folders].sort()).toEqual([
      'node_modules/better-sqlite3',
      'out/main',
      'out/preload',
      'out/renderer',
      'package.json',
      'resources/badges',
      'resources/icon.png',
      'resources/tray',
    ])
    // The reader thread of the engine has a bundle of its own.
    expect(files).toContain('out/main/reader.js')
    expect(files.filter((file) => /\.map$|\.ts$|binding\.gyp|\/deps\/|\/src\//.test(file))).toEqual([])
    expect(files.filter((file) => file.endsWith('.node'))).toEqual([
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ])
  })

  test('has the native library, the licences and only the supported languages beside the archive', () => {
    // The system cannot load native code from inside the archive.
    expect(listFiles(packedPath('resources/app.asar.unpacked'))).toContain(
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    )
    expect(readdirSync(packedPath('resources'))).toEqual(
      expect.arrayContaining(['CHANGELOG.md', 'LICENSE.quaywatch.txt']),
    )
    expect(readFileSync(packedPath('LICENSE.electron.txt'), 'utf8')).toBe('of Electron')
    expect(readdirSync(packedPath('locales')).sort()).toEqual([
      'de.pak',
      'en-GB.pak',
      'en-US.pak',
      'es-419.pak',
      'zh-CN.pak',
    ])
  })

  test('has a manifest with its name and the address of its releases, but no scripts', () => {
    const manifest = JSON.parse(readFileSync(join(appFolder(), 'package.json'), 'utf8')) as Record<string, unknown>
    expect(manifest).toMatchObject({
      productName: 'Quaywatch',
      desktopName: 'app.quaywatch.desktop',
      homepage: 'https://github.com/somebody/quaywatch',
      releasesUrl: 'https://github.com/somebody/quaywatch',
    })
    expect([manifest['scripts'], manifest['devDependencies']]).toEqual([undefined, undefined])
  })

  test('has all fuses set as configured', async () => {
    const expected = { ...packaging({}).electronFuses }
    expect(await findWrongFuses(packedPath('quaywatch'), expected)).toEqual([])
    // Proves that the check works, because fuses of the unpacked binary differ.
    expect(await findWrongFuses(join(folder, 'shell/electron'), expected)).toEqual(
      expect.arrayContaining(['runAsNode', 'onlyLoadAppFromAsar', 'enableEmbeddedAsarIntegrityValidation']),
    )
  })

  test('contains everything that the engine needs to open its database', async () => {
    const bundle = join(appFolder(), 'out/main/engine.js')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'run-engine.ts'), bundle, join(folder, 'account')],
      { timeout: HANG_MS },
    )
    expect(JSON.parse(stdout)).toMatchObject({
      summary: expect.any(Object) as object,
      messages: ['waiting', 'started', 'beat'],
    })
  })
})
