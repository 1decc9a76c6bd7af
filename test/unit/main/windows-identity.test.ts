// By what Windows knows the program.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { app } from '#standin/electron.ts'
import { identifyToWindows } from '../../../src/main/system/windows-identity.ts'

beforeEach(() => {
  Object.assign(app, { name: 'Quaywatch', windowsIds: [] })
  app.removeAllListeners('quit')
})

const known = (isPackaged: boolean) => {
  identifyToWindows(isPackaged)
  return [app.name, ...app.windowsIds.splice(0)]
}

test('a program started from its sources shares no name and no id with the installed one, whose entries it would take', () => {
  const [installed, ofSources] = [known(true), known(false)]
  expect([installed.length, ofSources.length, ofSources.filter((name) => installed.includes(name))]).toEqual([3, 3, []])
})

test.each([
  ['started from its sources takes its entry in the Start menu away when it ends', false],
  ['that is installed keeps it', true],
])('a program %s', (_what, isPackaged) => {
  const folder = mkdtempSync(join(tmpdir(), 'identity-'))
  app.paths['appData'] = folder
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const programs = join(folder, 'Microsoft/Windows/Start Menu/Programs')
  mkdirSync(programs, { recursive: true })
  const entries = ['Quaywatch Development.lnk', 'Quaywatch.lnk'].map((name) => join(programs, name))
  for (const entry of entries) writeFileSync(entry, '')
  identifyToWindows(isPackaged)
  app.emit('quit', {}, 0)
  expect(entries.map((entry) => existsSync(entry))).toEqual([isPackaged, true])
  // Where notifications were never shown there is none to take.
  identifyToWindows(isPackaged)
  app.emit('quit', {}, 0)
})
