// When a build is needed: real folders with times of their own.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forgetBuild, isBuildNeeded, rememberBuild } from '../../../scripts/build-state.mjs'
import { addFiles, makeFolder, setTime } from './folder.ts'

const BUILT_AT = 1_800_000_000_000
const BEFORE = BUILT_AT - 1000
const AFTER = BUILT_AT + 1000

function builtProject(): string {
  const root = makeFolder({ 'package.json': '{}', 'src/engine/engine.ts': '', 'src/engine/outside/log.ts': '' })
  for (const path of ['package.json', 'src/engine/engine.ts', 'src/engine/outside/log.ts', 'src/engine', 'src'])
    setTime(join(root, path), BEFORE)
  rememberBuild(root, BUILT_AT)
  return root
}

describe('a build is needed', () => {
  test('not, when every source is older than the last build', () => {
    expect(isBuildNeeded(builtProject())).toBe(false)
  })

  test('and other work has a stamp and sources of its own', () => {
    const root = builtProject()
    const lint = { stamp: 'cache/lint/passed.json', sources: ['src/engine'] }
    expect(isBuildNeeded(root, lint)).toBe(true)
    rememberBuild(root, BUILT_AT, lint)
    expect(isBuildNeeded(root, lint)).toBe(false)
    setTime(join(root, 'src/engine/outside/log.ts'), AFTER)
    expect(isBuildNeeded(root, lint)).toBe(true)
    forgetBuild(root)
    setTime(join(root, 'src/engine/outside/log.ts'), BEFORE)
    expect(isBuildNeeded(root, lint)).toBe(false)
  })

  test('when there was none', () => {
    expect(isBuildNeeded(makeFolder({ 'package.json': '{}' }))).toBe(true)
  })

  test('when the last one began and did not end', () => {
    const root = builtProject()
    forgetBuild(root)
    expect(isBuildNeeded(root)).toBe(true)
  })

  test('when its stamp cannot be read', () => {
    const root = builtProject()
    addFiles(root, { 'out/built.json': '{"startedAt":' })
    expect(isBuildNeeded(root)).toBe(true)
  })

  test.each(['src/engine/outside/log.ts', 'package.json'])('when %s is newer', (path) => {
    const root = builtProject()
    setTime(join(root, path), AFTER)
    expect(isBuildNeeded(root)).toBe(true)
  })

  test('when a source is gone', () => {
    const root = builtProject()
    rmSync(join(root, 'src/engine/outside/log.ts'))
    // The folder's time is now the real one; here it only has to be later than the build.
    setTime(join(root, 'src/engine'), AFTER)
    expect(isBuildNeeded(root)).toBe(true)
  })

  test('when the lock arrived or a setting of the build changed', () => {
    for (const name of ['package-lock.json', 'electron.vite.config.ts']) {
      const root = builtProject()
      addFiles(root, { [name]: '' })
      setTime(join(root, name), AFTER)
      expect(isBuildNeeded(root)).toBe(true)
    }
  })
})
