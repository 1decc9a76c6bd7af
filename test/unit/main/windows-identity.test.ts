// By what Windows knows the program.
import { beforeEach, expect, test } from 'vitest'
import { app } from '#support/electron.ts'
import { identifyToWindows } from '../../../src/main/windows-identity.ts'

beforeEach(() => {
  Object.assign(app, { name: 'Quaywatch', windowsIds: [] })
})

const known = (isPackaged: boolean) => {
  identifyToWindows(isPackaged)
  return [app.name, ...app.windowsIds.splice(0)]
}

test('a program started from its sources shares no name and no id with the installed one, whose entries it would take', () => {
  const [installed, ofSources] = [known(true), known(false)]
  expect([installed.length, ofSources.length, ofSources.filter((name) => installed.includes(name))]).toEqual([3, 3, []])
})
