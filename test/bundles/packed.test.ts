// electron-builder at work on what was built, with an empty shell in the place of Electron's binary, which cannot be
// fetched everywhere: what goes into the archive, what lies beside it, how the fuses end up, and whether the engine
// runs from that and nothing else.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { extractAll } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HANG_MS } from '#support/hang.ts'
import { packaging } from '../../electron-builder.config.ts'
import { wrongFuses } from '../../scripts/fuse-check.mjs'

const root = join(import.meta.dirname, '../..')
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** As Electron marks the place in its binary: a word nobody else has, version, count, and the state of each. */
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

  test('holds the bundles, the pictures of tray and taskbar, the database library, and nothing of the checkout', () => {
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
    // The engine's reader thread is an entry of its own.
    expect(files).toContain('out/main/reader.js')
    expect(files.filter((file) => /\.map$|\.ts$|binding\.gyp|\/deps\/|\/src\//.test(file))).toEqual([])
    expect(files.filter((file) => file.endsWith('.node'))).toEqual([
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ])
  })

  test('keeps native code beside the archive, from where alone it can be loaded', () => {
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

  test('knows its name, where its releases are, and no scripts', () => {
    const manifest = JSON.parse(readFileSync(join(app(), 'package.json'), 'utf8')) as Record<string, unknown>
    expect(manifest).toMatchObject({
      productName: 'Quaywatch',
      desktopName: 'app.quaywatch.desktop',
      homepage: 'https://github.com/somebody/quaywatch',
      releasesUrl: 'https://github.com/somebody/quaywatch',
    })
    expect([manifest['scripts'], manifest['devDependencies']]).toEqual([undefined, undefined])
  })

  test('has its fuses shut', async () => {
    const wanted = { ...packaging({}).electronFuses }
    expect(await wrongFuses(place('quaywatch'), wanted)).toEqual([])
    // The check itself notices: in the shell as it came, half of them stand the other way.
    expect(await wrongFuses(join(folder, 'shell/electron'), wanted)).toEqual(
      expect.arrayContaining(['runAsNode', 'onlyLoadAppFromAsar', 'enableEmbeddedAsarIntegrityValidation']),
    )
  })

  test('is enough for the engine to open its database', async () => {
    const bundle = join(app(), 'out/main/engine.js')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'run-engine.ts'), bundle, join(folder, 'account')],
      { timeout: HANG_MS },
    )
    expect(JSON.parse(stdout)).toMatchObject({
      summary: expect.any(Object) as object,
      told: ['waiting', 'started', 'beat'],
    })
  })
})
