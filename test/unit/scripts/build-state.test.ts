// A build is needed only if a source is newer than the last build. The folders are real, and the tests set their times.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { removeBuildStamp, isBuildNeeded, writeBuildStamp } from '../../../scripts/build-state.mjs'
import { addFiles, makeFolder, setTime } from './folder.ts'

const BUILT_AT = 1_800_000_000_000
const BEFORE = BUILT_AT - 1000
const AFTER = BUILT_AT + 1000

function createBuiltProject(): string {
  const root = makeFolder({ 'package.json': '{}', 'src/engine/engine.ts': '', 'src/engine/outside/log.ts': '' })
  for (const path of ['package.json', 'src/engine/engine.ts', 'src/engine/outside/log.ts', 'src/engine', 'src'])
    setTime(join(root, path), BEFORE)
  writeBuildStamp(root, BUILT_AT)
  return root
}

describe('a build', () => {
  test('is not needed when every source is older than the last build', () =>
    expect(isBuildNeeded(createBuiltProject())).toBe(false))

  test('is independent of other work with its own stamp and sources', () => {
    const root = createBuiltProject()
    const lint = { stamp: 'cache/lint/passed.json', sources: ['src/engine'] }
    expect(isBuildNeeded(root, lint)).toBe(true)
    writeBuildStamp(root, BUILT_AT, lint)
    expect(isBuildNeeded(root, lint)).toBe(false)
    setTime(join(root, 'src/engine/outside/log.ts'), AFTER)
    expect(isBuildNeeded(root, lint)).toBe(true)
    removeBuildStamp(root)
    setTime(join(root, 'src/engine/outside/log.ts'), BEFORE)
    expect(isBuildNeeded(root, lint)).toBe(false)
  })

  test('is needed when there was none', () => expect(isBuildNeeded(makeFolder({ 'package.json': '{}' }))).toBe(true))

  test('is needed when the last one did not end', () => {
    const root = createBuiltProject()
    removeBuildStamp(root)
    expect(isBuildNeeded(root)).toBe(true)
  })

  test('is needed when its stamp cannot be read', () => {
    const root = createBuiltProject()
    addFiles(root, { 'out/built.json': '{"startedAt":' })
    expect(isBuildNeeded(root)).toBe(true)
  })

  test.each(['src/engine/outside/log.ts', 'package.json'])('is needed when %s is newer', (path) => {
    const root = createBuiltProject()
    setTime(join(root, path), AFTER)
    expect(isBuildNeeded(root)).toBe(true)
  })

  test('is needed when a source was deleted', () => {
    const root = createBuiltProject()
    rmSync(join(root, 'src/engine/outside/log.ts'))
    // The deletion set the folder to the real time, but the build has an invented one. The folder must be newer.
    setTime(join(root, 'src/engine'), AFTER)
    expect(isBuildNeeded(root)).toBe(true)
  })

  test('is needed when the lock or a configuration of the build is new', () => {
    for (const name of ['package-lock.json', 'electron.vite.config.ts']) {
      const root = createBuiltProject()
      addFiles(root, { [name]: '' })
      setTime(join(root, name), AFTER)
      expect(isBuildNeeded(root)).toBe(true)
    }
  })
})
