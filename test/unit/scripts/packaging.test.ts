// What electron-builder is told, judged by its own scheme, and everything it is pointed at. Nothing can be packed for
// three systems here, so what can be known beforehand is known here.
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
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const bytes = (path: string) => readFileSync(join(root, path))
const { validateConfiguration } = createRequire(import.meta.url)('app-builder-lib/out/util/config/config.js') as {
  validateConfiguration: Validate
}

const SIGNED = { CSC_LINK: 'c', WIN_CSC_LINK: 'w', QUAYWATCH_PUBLISHER: 'Somebody Ltd', APPLE_API_KEY: 'k' }
const environments = {
  'a computer of one’s own': {},
  'public CI': { GITHUB_REPOSITORY: 'somebody/quaywatch' },
  'with certificates': SIGNED,
  'the flavour tests drive': { QUAYWATCH_FLAVOUR: 'e2e' },
}

describe('the packaging', () => {
  test.each(Object.entries(environments))('is what the builder’s own scheme allows: %s', async (_name, env) => {
    await expect(validateConfiguration(structuredClone(packaging(env)), { isEnabled: false })).resolves.toBeUndefined()
  })

  test('is refused for a word the builder does not know', async () => {
    const wrong: Configuration & { nsiss: object } = { ...packaging({}), nsiss: {} }
    await expect(validateConfiguration(wrong, { isEnabled: false })).rejects.toThrow(/nsiss/)
  })

  test('points at files that are there', () => {
    const { win, mac, linux, nsis, extraResources } = packaging({})
    const beside = (Array.isArray(extraResources) ? extraResources : []).map((each) =>
      typeof each === 'string' ? each : String(each.from),
    )
    const paths = [
      win?.icon,
      mac?.icon,
      linux?.icon,
      mac?.entitlements,
      mac?.entitlementsInherit,
      nsis?.include,
      ...beside,
    ]
    expect(paths.map((path) => typeof path === 'string' && existsSync(join(root, path)))).toEqual(paths.map(() => true))
  })

  test('names what it packs for each system apart, or the whole checkout would go along', () => {
    const { files, win, mac, linux } = packaging({})
    expect(files).toBeUndefined()
    for (const list of [win?.files, mac?.files, linux?.files])
      expect(list).toEqual(expect.arrayContaining(['package.json', 'out/{main,preload,renderer}/**', '!**/*.map']))
  })

  test('keeps Electron’s own words for each language the program speaks', () => {
    expect(packaging({}).electronLanguages).toEqual([...LANGUAGES])
  })

  test('brings the window’s icon where the system takes none from the program’s file', () => {
    const { win, mac, linux } = packaging({})
    expect([win, mac, linux].map((system) => [system?.files].flat().includes('resources/icon.png'))).toEqual([
      false,
      false,
      true,
    ])
    expect(bytes('resources/icon.png').equals(bytes('build/icons/256x256.png'))).toBe(true)
  })

  test('says in its name that nobody signed it, and names no publisher then', () => {
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

  test('makes one installer for each kind of processor, two for macOS and three for Linux', () => {
    const { win, mac, linux, nsis } = packaging({})
    expect(nsis?.buildUniversalInstaller).toBe(false)
    expect([win?.target, mac?.target, linux?.target]).toEqual([['nsis'], ['dmg', 'zip'], ['AppImage', 'deb', 'rpm']])
  })
})

describe('a homepage', () => {
  const { AppInfo } = createRequire(import.meta.url)('app-builder-lib/out/appInfo.js') as {
    AppInfo: { prototype: { computePackageUrl(): Promise<string | null> } }
  }
  const seenBy = (env: Record<string, string>) => {
    const metadata: unknown = {
      ...(JSON.parse(read('package.json')) as object),
      ...(packaging(env).extraMetadata as object),
    }
    return AppInfo.prototype.computePackageUrl.call({
      info: { metadata, repositoryInfo: Promise.resolve(null) },
      notNullDevMetadata: {},
    })
  }

  test('is there for deb and rpm also where nobody knows where the sources came from', async () => {
    expect([await seenBy({}), await seenBy({ GITHUB_REPOSITORY: 'a/b' })]).toEqual([
      'https://quaywatch.example/',
      'https://github.com/a/b',
    ])
  })

  test('that nobody answers at is not where new versions are', () => {
    expect([packaging({}).extraMetadata, packaging({ GITHUB_REPOSITORY: 'a/b' }).extraMetadata]).toMatchObject([
      expect.not.objectContaining({ releasesUrl: expect.anything() as string }),
      { releasesUrl: 'https://github.com/a/b' },
    ])
  })
})

describe('the fuses', () => {
  const shut = {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  }

  test('are shut in whatever is released', () => {
    for (const env of [{}, SIGNED, { GITHUB_REPOSITORY: 'a/b' }]) expect(packaging(env).electronFuses).toEqual(shut)
  })

  test('let an inspector in only in the flavour tests drive, which lands in a folder of its own', () => {
    const { electronFuses, directories } = packaging({ QUAYWATCH_FLAVOUR: 'e2e' })
    expect(electronFuses).toEqual({
      ...shut,
      enableNodeOptionsEnvironmentVariable: true,
      enableNodeCliInspectArguments: true,
    })
    expect(directories?.output).not.toBe(packaging({}).directories?.output)
  })
})

describe('what systems know the program by', () => {
  const entry = read('src/main/system/windows-identity.ts')
  const installer = read('build/installer.nsh')

  test('is one name everywhere', () => {
    const { appId, protocols, linux } = packaging({})
    expect(entry).toContain(`app.setAppUserModelId('${String(appId)}')`)
    expect(protocols).toEqual([{ name: 'Quaywatch', schemes: ['quaywatch'], role: 'Viewer' }])
    expect(JSON.parse(read('package.json'))).toMatchObject({
      productName: 'Quaywatch',
      desktopName: 'app.quaywatch.desktop',
    })
    expect(linux?.syncDesktopName).toBe(true)
  })

  test('is taken out of the registry when Windows uninstalls it, and stays when it updates', () => {
    const activator = /setToastActivatorCLSID\('(\{[0-9A-F-]+\})'\)/.exec(entry)?.[1]
    expect(activator).toBeDefined()
    expect(installer).toContain(`DeleteRegKey HKCU "Software\\Classes\\CLSID\\${String(activator)}"`)
    expect(installer).toContain('DeleteRegKey HKCU "Software\\Classes\\quaywatch"')
    expect(installer).toContain('CurrentVersion\\Run" "${APP_ID}"')
    expect(installer).toMatch(/\$\{ifNot\} \$\{isUpdated\}[\s\S]*DeleteReg[\s\S]*\$\{endIf\}/)
    // The common entry is builder's own to delete, after it was taken off the taskbar.
    expect(installer).toMatch(
      /\$installMode == "all"\s+SetShellVarContext current\s+Delete "\$SMPROGRAMS\\Quaywatch\.lnk"\s+SetShellVarContext all/,
    )
    // No data of anybody's.
    expect(installer).not.toMatch(/RMDir|APPDATA(?!%)/)
  })

  test('nothing takes the sandbox away', () => {
    const texts = ['src/main', 'src/preload', 'build', '.github/workflows'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && /\.(ts|nsh|plist|yml)$/.test(file.name))
        .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')),
    )
    expect(texts.filter((text) => text.includes('no-sandbox'))).toEqual([])
    expect(JSON.stringify(packaging({}))).not.toContain('no-sandbox')
    // The oldest one writes it into the menu entry of the AppImage.
    expect(packaging({}).toolsets?.appimage).toBe('1.0.3')
  })
})

describe('the icons', () => {
  const width = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]

  test('are as large as their names say', () => {
    const names = readdirSync(join(root, 'build/icons'))
    const sizes = names.map((name) => Number.parseInt(name, 10))
    expect(names.map((name) => width(bytes(`build/icons/${name}`)))).toEqual(sizes.map((size) => ['PNG', size, size]))
    expect(sizes.sort((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 128, 256, 512, 1024])
  })

  test('Windows finds all it asks for', () => {
    const ico = bytes('build/icon.ico')
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => 6 + 16 * index)
    expect(entries.map((at) => ico.readUInt8(at) || 256)).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256])
    const ends = entries.map((at) => ico.readUInt32LE(at + 8) + ico.readUInt32LE(at + 12))
    expect(ends.at(-1)).toBe(ico.length)
  })

  test('macOS finds all it asks for', () => {
    const icns = bytes('build/icon.icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const found: [string, number][] = []
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
      found.push([icns.toString('latin1', at, at + 4), icns.readUInt32BE(at + 8 + 16)])
    expect(found).toEqual(ICNS_SIZES)
  })

  test.each(['tray', 'trayDark'])('the bar of Windows finds %s at every size it has', (name) => {
    const ico = bytes(`resources/tray/${name}.ico`)
    expect(Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index))).toEqual([
      16, 20, 24, 32,
    ])
  })

  test('the tray and the taskbar have theirs at both densities', () => {
    const pairs = [
      ...['tray', 'trayTemplate'].map((name) => `tray/${name}`),
      ...['1', '2', '3', '4', '5', '6', '7', '8', '9', '9+'].map((name) => `badges/${name}`),
    ]
    for (const pair of pairs) {
      const [, once] = width(bytes(`resources/${pair}.png`))
      expect(width(bytes(`resources/${pair}@2x.png`))).toEqual(['PNG', Number(once) * 2, Number(once) * 2])
    }
  })
})
