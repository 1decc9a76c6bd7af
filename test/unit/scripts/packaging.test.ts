// The configuration of electron-builder is checked by the builder's own schema, and so are the files that it names. A
// test cannot pack for three systems, so it checks what is known before the packing.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { describe, expect, test } from 'vitest'
import { packaging } from '../../../electron-builder.config.ts'
import { LANGUAGES } from '#contract/rules/language.ts'
import { ICNS_SIZES } from '../../../scripts/icon-files.mjs'

type Validate = (configuration: unknown, debug: { isEnabled: boolean }) => Promise<void>

const root = join(import.meta.dirname, '../../..')
const readText = (path: string) => readFileSync(join(root, path), 'utf8')
const readBytes = (path: string) => readFileSync(join(root, path))
const { validateConfiguration } = createRequire(import.meta.url)('app-builder-lib/out/util/config/config.js') as {
  validateConfiguration: Validate
}

const SIGNED = { CSC_LINK: 'c', WIN_CSC_LINK: 'w', QUAYWATCH_PUBLISHER: 'Somebody Ltd', APPLE_API_KEY: 'k' }
const environments = {
  'a private computer': {},
  'public CI': { GITHUB_REPOSITORY: 'somebody/quaywatch' },
  'with certificates': SIGNED,
  'the flavour for tests': { QUAYWATCH_FLAVOUR: 'e2e' },
}

describe('the packaging', () => {
  test.each(Object.entries(environments))('is valid in the schema of the builder: %s', async (_name, env) => {
    await expect(validateConfiguration(structuredClone(packaging(env)), { isEnabled: false })).resolves.toBeUndefined()
  })

  test('is refused if it has an unknown key', async () => {
    const wrong: Configuration & { nsiss: object } = { ...packaging({}), nsiss: {} }
    await expect(validateConfiguration(wrong, { isEnabled: false })).rejects.toThrow(/nsiss/)
  })

  test('names only files that exist', () => {
    const { win, mac, linux, nsis, extraResources } = packaging({})
    const extraPaths = (Array.isArray(extraResources) ? extraResources : []).map((resource) =>
      typeof resource === 'string' ? resource : String(resource.from),
    )
    const paths = [
      win?.icon,
      mac?.icon,
      linux?.icon,
      mac?.entitlements,
      mac?.entitlementsInherit,
      nsis?.include,
      ...extraPaths,
    ]
    expect(paths.map((path) => typeof path === 'string' && existsSync(join(root, path)))).toEqual(paths.map(() => true))
  })

  test('lists the packed files for each system, because the default is the whole checkout', () => {
    const { files, win, mac, linux } = packaging({})
    expect(files).toBeUndefined()
    for (const list of [win?.files, mac?.files, linux?.files])
      expect(list).toEqual(expect.arrayContaining(['package.json', 'out/{main,preload,renderer}/**', '!**/*.map']))
  })

  test('includes Electron’s own texts for each language of the program', () =>
    expect(packaging({}).electronLanguages).toEqual([...LANGUAGES]))

  test('includes the icon of the window only on Linux, which has none in the program file', () => {
    const { win, mac, linux } = packaging({})
    expect([win, mac, linux].map((system) => [system?.files].flat().includes('resources/icon.png'))).toEqual([
      false,
      false,
      true,
    ])
    expect(readBytes('resources/icon.png').equals(readBytes('build/icons/256x256.png'))).toBe(true)
  })

  test('has “unsigned” in its file name and no publisher if it is not signed', () => {
    const [unsigned, signed] = [packaging({}), packaging(SIGNED)]
    expect([unsigned.win?.artifactName, unsigned.mac?.artifactName]).toEqual([
      'Quaywatch-${version}-windows-${arch}-unsigned.${ext}',
      'Quaywatch-${version}-macos-${arch}-unsigned.${ext}',
    ])
    expect([signed.win?.artifactName, signed.mac?.artifactName].join()).not.toContain('unsigned')
    expect([unsigned.win?.signtoolOptions, signed.win?.signtoolOptions]).toEqual([
      undefined,
      { publisherName: ['Somebody Ltd'] },
    ])
    expect([
      unsigned.mac?.identity,
      unsigned.mac?.hardenedRuntime,
      signed.mac?.identity,
      signed.mac?.hardenedRuntime,
      signed.mac?.notarize,
    ]).toEqual(['-', false, undefined, true, true])
  })

  test('builds one file for Windows, two for macOS and three for Linux, for each processor', () => {
    const { win, mac, linux, nsis } = packaging({})
    expect(nsis?.buildUniversalInstaller).toBe(false)
    expect([win?.target, mac?.target, linux?.target]).toEqual([['nsis'], ['dmg', 'zip'], ['AppImage', 'deb', 'rpm']])
  })
})

describe('a homepage', () => {
  const { AppInfo } = createRequire(import.meta.url)('app-builder-lib/out/appInfo.js') as {
    AppInfo: { prototype: { computePackageUrl(): Promise<string | null> } }
  }
  const computeHomepage = (env: Record<string, string>) => {
    const metadata: unknown = {
      ...(JSON.parse(readText('package.json')) as object),
      ...(packaging(env).extraMetadata as object),
    }
    return AppInfo.prototype.computePackageUrl.call({
      info: { metadata, repositoryInfo: Promise.resolve(null) },
      notNullDevMetadata: {},
    })
  }

  test('exists for deb and rpm also if the repository is unknown', async () =>
    expect([await computeHomepage({}), await computeHomepage({ GITHUB_REPOSITORY: 'a/b' })]).toEqual([
      'https://quaywatch.example/',
      'https://github.com/a/b',
    ]))

  test('that is only a placeholder is not the address of new versions', () =>
    expect([packaging({}).extraMetadata, packaging({ GITHUB_REPOSITORY: 'a/b' }).extraMetadata]).toMatchObject([
      expect.not.objectContaining({ releasesUrl: expect.anything() as string }),
      { releasesUrl: 'https://github.com/a/b' },
    ]))
})

describe('the fuses', () => {
  const releaseFuses = {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  }

  test('are in their safe state in every release', () => {
    for (const env of [{}, SIGNED, { GITHUB_REPOSITORY: 'a/b' }])
      expect(packaging(env).electronFuses).toEqual(releaseFuses)
  })

  test('allow an inspector only in the flavour for tests, which has its own folder', () => {
    const { electronFuses, directories } = packaging({ QUAYWATCH_FLAVOUR: 'e2e' })
    expect(electronFuses).toEqual({
      ...releaseFuses,
      enableNodeOptionsEnvironmentVariable: true,
      enableNodeCliInspectArguments: true,
    })
    expect(directories?.output).not.toBe(packaging({}).directories?.output)
  })
})

describe('the identity of the program in the system', () => {
  const identitySource = readText('src/main/system/windows-identity.ts')
  const installer = readText('build/installer.nsh')

  test('is the same name everywhere', () => {
    const { appId, protocols, linux } = packaging({})
    expect(identitySource).toContain(`app.setAppUserModelId('${String(appId)}')`)
    expect(protocols).toEqual([{ name: 'Quaywatch', schemes: ['quaywatch'], role: 'Viewer' }])
    expect(JSON.parse(readText('package.json'))).toMatchObject({
      productName: 'Quaywatch',
      desktopName: 'app.quaywatch.desktop',
    })
    expect(linux?.syncDesktopName).toBe(true)
  })

  test('is deleted from the Windows registry at an uninstall, but not at an update', () => {
    const activator = /setToastActivatorCLSID\('(\{[0-9A-F-]+\})'\)/.exec(identitySource)?.[1]
    expect(activator).toBeDefined()
    expect(installer).toContain(`DeleteRegKey HKCU "Software\\Classes\\CLSID\\${String(activator)}"`)
    expect(installer).toContain('DeleteRegKey HKCU "Software\\Classes\\quaywatch"')
    expect(installer).toContain('CurrentVersion\\Run" "${APP_ID}"')
    expect(installer).toMatch(/\$\{ifNot\} \$\{isUpdated\}[\s\S]*DeleteReg[\s\S]*\$\{endIf\}/)
    // The builder itself deletes the common entry, after it has removed it from the taskbar.
    expect(installer).toMatch(
      /\$installMode == "all"\s+SetShellVarContext current\s+Delete "\$SMPROGRAMS\\Quaywatch\.lnk"\s+SetShellVarContext all/,
    )
    // The uninstaller must not delete data of users.
    expect(installer).not.toMatch(/RMDir|APPDATA(?!%)/)
  })
})

test('the program and its packaging have no option that disables the sandbox', () => {
  const texts = ['src/main', 'src/preload', 'build', '.github/workflows'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /\.(ts|nsh|plist|yml)$/.test(file.name))
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')),
  )
  expect(texts.filter((text) => text.includes('no-sandbox'))).toEqual([])
  expect(JSON.stringify(packaging({}))).not.toContain('no-sandbox')
  // The oldest toolset writes no-sandbox into the menu entry of the AppImage.
  expect(packaging({}).toolsets?.appimage).toBe('1.0.3')
})

describe('the icons', () => {
  const readPngHeader = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]

  test('are as large as their names say', () => {
    const names = readdirSync(join(root, 'build/icons'))
    const sizes = names.map((name) => Number.parseInt(name, 10))
    expect(names.map((name) => readPngHeader(readBytes(`build/icons/${name}`)))).toEqual(
      sizes.map((size) => ['PNG', size, size]),
    )
    expect(sizes.sort((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 128, 256, 512, 1024])
  })

  test('include all sizes for Windows', () => {
    const ico = readBytes('build/icon.ico')
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => 6 + 16 * index)
    expect(entries.map((offset) => ico.readUInt8(offset) || 256)).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256])
    const ends = entries.map((offset) => ico.readUInt32LE(offset + 8) + ico.readUInt32LE(offset + 12))
    expect(ends.at(-1)).toBe(ico.length)
  })

  test('include all sizes for macOS', () => {
    const icns = readBytes('build/icon.icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const images: [string, number][] = []
    for (let offset = 8; offset < icns.length; offset += icns.readUInt32BE(offset + 4))
      images.push([icns.toString('latin1', offset, offset + 4), icns.readUInt32BE(offset + 8 + 16)])
    expect(images).toEqual(ICNS_SIZES)
  })

  test.each(['tray', 'trayDark'])('include %s in every size of the Windows taskbar', (name) => {
    const ico = readBytes(`resources/tray/${name}.ico`)
    expect(Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index))).toEqual([
      16, 20, 24, 32,
    ])
  })

  test('of the tray and the taskbar exist in both densities', () => {
    const pairs = [
      ...['tray', 'trayTemplate'].map((name) => `tray/${name}`),
      ...['1', '2', '3', '4', '5', '6', '7', '8', '9', '9+'].map((name) => `badges/${name}`),
    ]
    for (const pair of pairs) {
      const [, singleSize] = readPngHeader(readBytes(`resources/${pair}.png`))
      expect(readPngHeader(readBytes(`resources/${pair}@2x.png`))).toEqual([
        'PNG',
        Number(singleSize) * 2,
        Number(singleSize) * 2,
      ])
    }
  })
})
