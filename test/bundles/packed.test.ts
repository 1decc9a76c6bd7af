// electron-builder with the real bundles, and with an empty file in place of Electron's binary, which cannot be
// downloaded everywhere: the content of the archive, the files beside it, the fuses, and whether the engine runs from
// the packed files alone.
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

/** The place of the fuses in Electron's binary: a unique marker, the version, the count, and the state of each fuse. */
const FUSE_WIRE = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100010'),
  Buffer.alloc(16),
])

async function pack(): Promise<void> {
  const shell = join(folder, 'shell')
  mkdirSync(join(shell, 'resources'), { recursive: true })
  mkdirSync(join(shell, 'locales'))
  writeFileSync(join(shell, 'electron'), FUSE_WIRE, { mode: 0o755 })
  writeFileSync(join(shell, 'LICENSE'), 'of Electron')
  for (const language of ['de', 'en-GB', 'en-US', 'es-419', 'fr', 'zh-CN'])
    writeFileSync(join(shell, 'locales', `${language}.pak`), '')
  const args = [
    join(root, 'node_modules/electron-builder/cli.js'),
    '--linux',
    'dir',
    '--x64',
    '--config',
    'electron-builder.config.ts',
    '--publish',
    'never',
    `-c.electronDist=${shell}`,
    `-c.directories.output=${join(folder, 'dist')}`,
  ]
  await promisify(execFile)(process.execPath, args, {
    cwd: root,
    timeout: HANG_MS,
    env: { ...process.env, GITHUB_REPOSITORY: 'somebody/quaywatch' },
  })
}

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(path, join(file.parentPath, file.name)).replaceAll('\\', '/'))

describe('packed for Linux', () => {
  const place = (...parts: string[]) => join(folder, 'dist/linux-unpacked', ...parts)
  const app = () => join(folder, 'app')
  beforeAll(async () => {
    await pack()
    extractAll(place('resources/app.asar'), app())
  })

  test('has the bundles, the images of tray and taskbar, the database library, and no other file of the checkout', () => {
    const files = filesIn(app())
    const kinds = new Set(
      files.map((file) =>
        (file.startsWith('node_modules/')
          ? file.split('/').slice(0, 2)
          : file.split('/').slice(0, file.startsWith('out/') || file.startsWith('resources/') ? 2 : 1)
        ).join('/'),
      ),
    )
    expect([...kinds].sort()).toEqual([
      'node_modules/better-sqlite3',
      'out/main',
      'out/preload',
      'out/renderer',
      'package.json',
      'resources/badges',
      'resources/icon.png',
      'resources/tray',
    ])
    // The engine's reader thread is a separate entry.
    expect(files).toContain('out/main/reader.js')
    expect(files.filter((file) => /\.map$|\.ts$|binding\.gyp|\/deps\/|\/src\//.test(file))).toEqual([])
    expect(files.filter((file) => file.endsWith('.node'))).toEqual([
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ])
  })

  test('has native code beside the archive, because it can be loaded only from there', () => {
    expect(filesIn(place('resources/app.asar.unpacked'))).toContain(
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    )
    expect(readdirSync(place('resources'))).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE.quaywatch.txt']))
    expect(readFileSync(place('LICENSE.electron.txt'), 'utf8')).toBe('of Electron')
    expect(readdirSync(place('locales')).sort()).toEqual([
      'de.pak',
      'en-GB.pak',
      'en-US.pak',
      'es-419.pak',
      'zh-CN.pak',
    ])
  })

  test('has its name, the address of its releases, and no scripts', () => {
    const manifest = JSON.parse(readFileSync(join(app(), 'package.json'), 'utf8')) as Record<string, unknown>
    expect(manifest).toMatchObject({
      productName: 'Quaywatch',
      desktopName: 'app.quaywatch.desktop',
      homepage: 'https://github.com/somebody/quaywatch',
      releasesUrl: 'https://github.com/somebody/quaywatch',
    })
    expect([manifest['scripts'], manifest['devDependencies']]).toEqual([undefined, undefined])
  })

  test('has all its fuses set as configured', async () => {
    const wanted = { ...packaging({}).electronFuses }
    expect(await findWrongFuses(place('quaywatch'), wanted)).toEqual([])
    // The check itself works: in the unchanged binary half of the fuses differ.
    expect(await findWrongFuses(join(folder, 'shell/electron'), wanted)).toEqual(
      expect.arrayContaining(['runAsNode', 'onlyLoadAppFromAsar', 'enableEmbeddedAsarIntegrityValidation']),
    )
  })

  test('contains everything that the engine needs to open its database', async () => {
    const bundle = join(app(), 'out/main/engine.js')
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
