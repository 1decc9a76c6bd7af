// What an install on a bare computer hangs on, and what an ordinary `npm install` takes away without a word.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Manifest = {
  allowScripts: Record<string, boolean>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
type Lock = { packages: Record<string, { version?: string; gypfile?: boolean; hasInstallScript?: boolean; resolved?: string }> }

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'))
const manifest = read('package.json') as Manifest
const lock = read('package-lock.json') as Lock

describe('an install without a compiler', () => {
  test('npm 10 does not build better-sqlite3 (mended by "npm run lock")', () => {
    expect(lock.packages['node_modules/better-sqlite3']?.gypfile).toBe(false)
  })

  test('npm 11 runs the install script of Node alone', () => {
    expect(manifest.allowScripts).toEqual({ node: true, 'better-sqlite3': false })
  })

  test('every version is exact, and the lock has the same', () => {
    const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
    expect(wanted.filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)).toEqual([])
  })

  test('the lock names no host to fetch packages from', () => {
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })
})
