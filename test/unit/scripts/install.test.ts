// Conditions for an install on a new computer. A plain `npm install` breaks some of them without a message.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packaging } from '../../../electron-builder.config.ts'
import { isNodeUsable, linkNode, getNodePackage, findNodeProblem } from '../../../scripts/own-node.mjs'
import { makeFolder } from './folder.ts'

type Manifest = Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies' | 'scripts',
  Record<string, string>
> & { allowScripts: Record<string, boolean> }
type Locked = {
  version?: string
  gypfile?: boolean
  hasInstallScript?: boolean
  resolved?: string
  integrity?: string
  optional?: boolean
  dev?: boolean
  os?: string | string[]
  cpu?: string | string[]
  bin?: Record<string, string>
  dependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Locked> }

const readProjectFile = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'))
const manifest = readProjectFile('package.json') as Manifest
const lock = readProjectFile('package-lock.json') as Lock

describe('an install without a compiler', () => {
  test('npm 10 does not build better-sqlite3 ("npm run lock" repairs this)', () =>
    expect(lock.packages['node_modules/better-sqlite3']?.gypfile).toBe(false))

  test('npm 11 runs no install script of a package', () => {
    expect(new Set(Object.values(manifest.allowScripts))).toEqual(new Set([false]))
    const withScript = Object.entries(lock.packages).filter(
      ([path, { hasInstallScript, optional }]) => path !== '' && hasInstallScript && !optional,
    )
    expect(withScript).toEqual([])
  })

  test('every version is exact and the same in the lock', () => {
    const wantedVersions = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
    expect(wantedVersions.filter(([, version]) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(version))).toEqual([])
    expect(
      wantedVersions.filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version),
    ).toEqual([])
  })

  test('the lock names no host to fetch packages from', () =>
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]))
})

describe('the Node of the scripts', () => {
  const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64', 'win32-arm64'].map(
    (name) => name.split('-') as [NodeJS.Platform, string],
  )
  const packages = Object.keys(manifest.optionalDependencies)
  const locked = (name: string) => lock.packages[`node_modules/${name}`] ?? {}
  const matchesVersion = (wantedVersions: string | string[] | undefined, actual: string) =>
    [wantedVersions ?? actual].flat().includes(actual)

  // npm leaves out an optional package that is for another system, cannot be downloaded, does not match the lock, or
  // fails in its own script. So an optional package without dependencies never fails an install.
  test.each(platforms)('cannot fail an install on %s %s', (platform, arch) => {
    const fittingPackages = packages.filter(
      (name) => matchesVersion(locked(name).os, platform) && matchesVersion(locked(name).cpu, arch),
    )
    expect(fittingPackages).toEqual([getNodePackage(platform, arch)])
    const { optional, dev, hasInstallScript, dependencies, integrity, version = '' } = locked(fittingPackages[0] ?? '')
    expect([optional, dev, hasInstallScript, dependencies]).toEqual([true, undefined, undefined, undefined])
    expect(integrity).toMatch(/^sha512-/)
    expect(isNodeUsable(version)).toBe(true)
  })

  test('has no other source: no other package has its name or a command named node', () => {
    const others = Object.entries(lock.packages).filter(
      ([path, { bin }]) => path.endsWith('node_modules/node') || (bin !== undefined && Object.hasOwn(bin, 'node')),
    )
    expect(others).toEqual([])
  })

  // The packed archive itself: test/bundles/packed.test.ts.
  test('is not packed with the program on any system', () => {
    const { win, mac, linux } = packaging({})
    const isExcluded = (name: string) =>
      [win, mac, linux].every((system) =>
        [system?.files ?? []]
          .flat()
          .some(
            (pattern) =>
              typeof pattern === 'string' &&
              pattern.startsWith('!') &&
              matchesGlob(`node_modules/${name}/bin/node`, pattern.slice(1)),
          ),
      )
    expect([...packages, 'better-sqlite3'].filter((name) => !isExcluded(name))).toEqual(['better-sqlite3'])
  })

  // npm 10 would remove the link together with those of the packages that it left out ("npm run lock" repairs this).
  test('is linked by our own script and not by npm', () => {
    expect(packages.filter((name) => locked(name).bin !== undefined)).toEqual([])
    expect(manifest.scripts['postinstall']).toBe('node scripts/link-node.mjs')
  })
})

describe('linking the Node of the scripts', () => {
  const isWindows = process.platform === 'win32'
  const exe = isWindows ? '.exe' : ''
  const ownNode = `node_modules/${getNodePackage(process.platform, process.arch)}/bin/node${exe}`
  const getLinkPath = (root: string) => join(root, `node_modules/.bin/node${exe}`)

  test('makes that Node the command of npm scripts, also if the link is made twice', () => {
    const root = makeFolder({ [ownNode]: '' })
    rmSync(join(root, ownNode))
    if (isWindows) copyFileSync(process.execPath, join(root, ownNode))
    else symlinkSync(process.execPath, join(root, ownNode))
    linkNode(root)
    linkNode(root)
    expect(execFileSync(getLinkPath(root), ['--version'], { encoding: 'utf8' }).trim()).toBe(process.version)
    expect(findNodeProblem(root, '20.20.2')).toBeNull()
  })

  test('skips a Node that does not start, as on a system with another C library', () => {
    const root = makeFolder({ [ownNode]: '' })
    linkNode(root)
    expect(existsSync(getLinkPath(root))).toBe(false)
    expect(findNodeProblem(root, '20.20.2')).toContain(
      'is not in use, perhaps because npm is set to ignore scripts; "npm run postinstall" changes that.',
    )
  })

  test('accepts a Node that is new enough, and names the version to install otherwise', () => {
    const root = makeFolder()
    linkNode(root)
    expect(findNodeProblem(root, '22.22.0')).toBeNull()
    expect(findNodeProblem(root, '20.20.2')).toBe(
      `This is Node 20.20.2, and Quaywatch needs Node 24.5 or newer, or 22.22: "npm ci" could not install one for this computer (${process.platform}-${process.arch}), so install Node 24 from https://nodejs.org, then run "npm ci" again.`,
    )
  })
})

test.each([
  ['20.20.2', false],
  ['22.21.1', false],
  ['22.22.0', true],
  ['23.11.1', false],
  ['24.4.1', false],
  ['24.5.0', true],
  ['26.10.0', true],
])('Node %s runs the project: %s', (version, isUsable) => expect(isNodeUsable(version)).toBe(isUsable))
