// The start of the office daemon as it is built, with an account that cannot start.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { endPrograms, makeFolder, startDaemon } from '#support/programs.ts'

afterAll(endPrograms)

/** An account whose service and database do not answer. */
function writeAccount(folder: string, name: string): string {
  const path = join(folder, `${name}.json`)
  const office = { url: 'postgres://lea:x@127.0.0.1:9/quay', space: 1 }
  writeFileSync(path, JSON.stringify({ serviceUrl: 'https://127.0.0.1:9/v2', apiKey: 'key', office }), { mode: 0o600 })
  return path
}

test('stops the first account if the second one does not start', async () => {
  const [dataDir, folder] = [makeFolder(), makeFolder()]
  mkdirSync(join(dataDir, 'accounts'))
  writeFileSync(join(dataDir, 'accounts', 'rail'), 'not a folder')
  const accounts = ['main', 'rail'].flatMap((name) => ['--account', writeAccount(folder, name)])
  await expect(startDaemon('--data-dir', dataDir, ...accounts)).rejects.toThrow(/internal error: .*rail/)
  // An engine that was stopped has closed its database, and is not marked as running.
  const isThere = (name: string) => existsSync(join(dataDir, 'accounts', 'main', name))
  expect(['state.db', 'state.db-wal', 'running'].map(isThere)).toEqual([true, false, false])
})
