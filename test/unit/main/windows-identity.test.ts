// The name and the ids of the program in Windows.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { app } from '#standin/electron.ts'
import { identifyToWindows } from '../../../src/main/system/windows-identity.ts'

beforeEach(() => {
  Object.assign(app, { name: 'Quaywatch', identityIds: [] })
  app.removeAllListeners('quit')
})

const loadIdentity = (isPackaged: boolean) => {
  identifyToWindows(isPackaged)
  return [app.name, ...app.identityIds.splice(0)]
}

test('a program started from its sources has other names and ids than the installed one', () => {
  const [installed, fromSources] = [loadIdentity(true), loadIdentity(false)]
  expect([installed.length, fromSources.length, fromSources.filter((name) => installed.includes(name))]).toEqual([
    3,
    3,
    [],
  ])
})

test.each([
  ['started from its sources deletes its entry in the Start menu when it quits', false],
  ['that is installed does not delete its entry', true],
])('a program %s', (_what, isPackaged) => {
  const folder = mkdtempSync(join(tmpdir(), 'identity-'))
  app.paths['appData'] = folder
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const programs = join(folder, 'Microsoft/Windows/Start Menu/Programs')
  mkdirSync(programs, { recursive: true })
  const entries = ['Quaywatch Development.lnk', 'Quaywatch.lnk'].map((name) => join(programs, name))
  for (const entry of entries) writeFileSync(entry, '')
  identifyToWindows(isPackaged)
  app.emit('quit', {}, 0)
  expect(entries.map((entry) => existsSync(entry))).toEqual([isPackaged, true])
  // Without notifications there is no entry, and quitting causes no error.
  identifyToWindows(isPackaged)
  app.emit('quit', {}, 0)
})
