// What becomes of `out/` on each system. Whoever signs brings the certificates in the environment (release.yml);
// without them every artefact is still made, with `unsigned` in its name.
import type { Configuration } from 'electron-builder'

type Environment = Record<string, string | undefined>

/** Windows knows the program by this name, and macOS its bundle; src/main/system/windows-identity.ts has the same. */
const APP_ID = 'app.quaywatch.desktop'
const SCHEME = 'quaywatch'
const SQLITE = 'node_modules/better-sqlite3'

export function packaging(env: Environment): Configuration {
  const isTrial = env['QUAYWATCH_FLAVOUR'] === 'e2e'
  return {
    appId: APP_ID,
    productName: 'Quaywatch',
    copyright: 'Copyright © 2026 The Quaywatch authors',
    directories: { buildResources: 'build', output: isTrial ? 'dist/e2e' : 'dist' },
    // One folder up from the archive, where a person and a lawyer find them without opening it.
    extraResources: [
      { from: 'LICENSE', to: 'LICENSE.quaywatch.txt' },
      { from: 'CHANGELOG.md', to: 'CHANGELOG.md' },
    ],
    // A database cannot be opened, nor native code loaded, from inside the archive.
    asarUnpack: [`${SQLITE}/prebuilds/**`],
    // better-sqlite3 brings a binary for every system, which serves Node and Electron alike: nothing is rebuilt.
    npmRebuild: false,
    electronFuses: fuses(isTrial),
    // Those the program speaks (src/contract/rules/language.ts): without them the system's own dialogs on macOS are
    // English.
    electronLanguages: ['en', 'de', 'es', 'zh'],
    protocols: [{ name: 'Quaywatch', schemes: [SCHEME], role: 'Viewer' }],
    // The oldest runtime writes --no-sandbox into the menu entry it makes.
    toolsets: { appimage: '1.0.3' },
    extraMetadata: metadata(env),
    // It does not update itself, so it carries no address to do so from. Releases are drafted by release.yml.
    publish: null,
    ...windows(env),
    ...mac(env),
    ...linux(),
  }
}

/**
 * deb and rpm are not made without a homepage, and sources from an archive have none. The packaged program reads only
 * `releasesUrl`, where new versions are, and says nothing of them without it.
 */
function metadata(env: Environment): { homepage: string; releasesUrl?: string } {
  const repository = env['GITHUB_REPOSITORY']
  if (repository === undefined) return { homepage: 'https://quaywatch.example/' }
  const url = `${env['GITHUB_SERVER_URL'] ?? 'https://github.com'}/${repository}`
  return { homepage: url, releasesUrl: url }
}

/** Never to be loosened but in the flavour that tests drive through the inspector. */
function fuses(isTrial: boolean): Configuration['electronFuses'] {
  return {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: isTrial,
    enableNodeCliInspectArguments: isTrial,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  }
}

function windows(env: Environment): Configuration {
  const isSigned = Boolean(env['WIN_CSC_LINK'])
  const publisher = env['QUAYWATCH_PUBLISHER']
  return {
    win: {
      target: ['nsis'],
      icon: 'build/icon.ico',
      artifactName: artefact('windows', isSigned),
      files: contents('win32'),
      // An unsigned program that names a publisher is one that every check of that name refuses.
      ...(isSigned && publisher ? { signtoolOptions: { publisherName: [publisher] } } : {}),
    },
    nsis: {
      // An assistant that installs for this person alone, without an administrator, unless they say otherwise.
      oneClick: false,
      // One for each kind of processor is enough; a third of both at once is twice the download.
      buildUniversalInstaller: false,
      perMachine: false,
      selectPerMachineByDefault: false,
      allowToChangeInstallationDirectory: true,
      include: 'build/installer.nsh',
      uninstallDisplayName: 'Quaywatch',
      differentialPackage: false,
    },
  }
}

function mac(env: Environment): Configuration {
  const isSigned = Boolean(env['CSC_LINK'])
  return {
    mac: {
      target: ['dmg', 'zip'],
      icon: 'build/icon.icns',
      category: 'public.app-category.business',
      minimumSystemVersion: '13.0',
      artifactName: artefact('macos', isSigned),
      files: contents('darwin'),
      // Flipping fuses breaks Electron's own signature, and an Apple chip starts nothing without one: "-" is a
      // signature that names nobody. The hardened runtime would refuse Electron's frameworks under it.
      ...(isSigned
        ? { hardenedRuntime: true, notarize: Boolean(env['APPLE_API_KEY']) }
        : { identity: '-', hardenedRuntime: false, notarize: false }),
      entitlements: 'build/entitlements.mac.plist',
      entitlementsInherit: 'build/entitlements.mac.plist',
    },
    dmg: {
      title: 'Quaywatch ${version}',
      contents: [
        { x: 150, y: 190, type: 'file' },
        { x: 390, y: 190, type: 'link', path: '/Applications' },
      ],
      window: { width: 540, height: 380 },
    },
  }
}

function linux(): Configuration {
  return {
    linux: {
      target: ['AppImage', 'deb', 'rpm'],
      icon: 'build/icons',
      category: 'Office',
      synopsis: 'Watches ocean containers for import operators',
      maintainer: 'The Quaywatch authors <authors@quaywatch.example>',
      vendor: 'The Quaywatch authors',
      executableName: 'quaywatch',
      artifactName: 'Quaywatch-${version}-linux-${arch}.${ext}',
      files: contents('linux'),
      // The name of the installed entry is that of `desktopName` in package.json: badge, focus and links find the
      // window by it.
      syncDesktopName: true,
      desktop: {
        entry: {
          GenericName: 'Container tracking',
          Keywords: 'container;freight;shipment;terminal;demurrage;last free day;',
          StartupNotify: 'true',
          SingleMainWindow: 'true',
        },
      },
    },
  }
}

/**
 * What the archive holds. Said for each system and nowhere else: beside a common list, a system's own exceptions become
 * a list of their own, which is "everything but these", and the whole checkout is packed.
 *
 * `platform` in Node's words; builder's macro of that name means the computer that packs.
 */
function contents(platform: 'win32' | 'darwin' | 'linux'): string[] {
  return [
    'package.json',
    // Neither the browser host nor the maps that lead back from the bundles to the sources.
    'out/{main,preload,renderer}/**',
    'resources/{tray,badges}/**',
    ...(platform === 'linux' ? ['resources/icon.png'] : []),
    '!**/*.map',
    `!${SQLITE}/{deps,src,binding.gyp,README.md}`,
    `!${SQLITE}/prebuilds/!(${platform}-\${arch}).node`,
    '!node_modules/node-addon-api',
    // The Node of the scripts is an optional package, which builder takes for one of the program's; Electron brings its
    // own.
    '!node_modules/node-{darwin,linux,win,bin-darwin}-*/**',
  ]
}

function artefact(system: string, isSigned: boolean): string {
  return `Quaywatch-\${version}-${system}-\${arch}${isSigned ? '' : '-unsigned'}.\${ext}`
}

export default packaging(process.env)
