// A program that cannot continue shows the reason and ends, also during its start.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { app, dialog } from '#standin/electron.ts'
import { createFatalErrorHandler } from '../../../src/main/fatal-error.ts'
import { chooseFolders } from '../../../src/main/folders.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fault-'))
  dialog.errors.length = 0
  app.exitCode = null
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const createLog = () => {
  const bugs: unknown[] = []
  return { bugs, path: '/logs/quaywatch.log', write: () => undefined, bug: (error: unknown) => `id${bugs.push(error)}` }
}
function catchError(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return expect.unreachable()
}

// First in this file: the fake becomes ready once.
test('an error before Electron is ready is shown when it is, because Linux cannot show a dialog before', async () => {
  const { fail } = createFatalErrorHandler()
  fail(new Error('too early'))
  await Promise.resolve()
  expect([dialog.errors, app.exitCode]).toEqual([[], null])
  app.becomeReady()
  await expect.poll(() => app.exitCode).toBe(1)
  expect(dialog.errors).toEqual([['Quaywatch has to close', 'too early']])
})

test('an invalid data folder is shown with the reason of the system and a solution, in the language of the computer', async () => {
  app.systemLanguages = ['de-DE']
  onTestFinished(() => {
    app.systemLanguages = ['en-US']
  })
  const file = join(root, 'file')
  writeFileSync(file, '')
  createFatalErrorHandler().fail(catchError(() => chooseFolders(join(file, 'below'))))
  await expect.poll(() => app.exitCode).toBe(1)
  expect(dialog.errors).toEqual([
    [
      'Quaywatch muss beendet werden',
      expect.stringMatching(
        /^Der Datenordner ist nicht benutzbar\.\n\nENOTDIR: .*file.*\n\nMit --data-dir einen anderen Ordner wählen/,
      ),
    ],
  ])
  expect(() => chooseFolders(file)).toThrow('EEXIST')
})

test('each error is logged once there is a log, and the first is shown with its id', async () => {
  const { fail, setLog } = createFatalErrorHandler()
  const log = createLog()
  setLog(log)
  const [first, second] = [new Error('first'), new Error('second')]
  fail(first)
  fail(second)
  await expect.poll(() => app.exitCode).toBe(1)
  expect([log.bugs, dialog.errors]).toEqual([
    [first, second],
    [
      [
        'Quaywatch has to close',
        'Something unexpected happened (id1). Saved data is not lost.\n\nThe log is in /logs/quaywatch.log',
      ],
    ],
  ])
})
