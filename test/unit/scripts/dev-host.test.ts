// The development host restarts when its sources change. It would show old code of a source folder that it does not
// watch.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOST_FOLDERS } from '../../../scripts/dev-host.mjs'
import { ROOT } from '../../../scripts/project.mjs'

/** The source folders that files of this one import. */
function importedBy(room: string): string[] {
  const folder = join(ROOT, 'src', room)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/ from '#(\w+)\//g)].map(([, named]) => named!),
  )
}

test('a change in each source folder of the browser host restarts it', () =>
  expect([...new Set(HOST_FOLDERS.flatMap(importedBy))].filter((room) => !HOST_FOLDERS.includes(room))).toEqual([]))
