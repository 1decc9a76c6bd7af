// The development host restarts when its sources change. If it did not watch a folder, it would keep running the old
// code of that folder.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOST_FOLDERS } from '../../../scripts/dev-host.mjs'
import { ROOT } from '../../../scripts/project.mjs'

/** Lists the source folders that the files of `sourceFolder` import. */
function listImportedFolders(sourceFolder: string): string[] {
  const folder = join(ROOT, 'src', sourceFolder)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/ from '#(\w+)\//g)].map(
      ([, importedFolder]) => importedFolder!,
    ),
  )
}

test('the development host watches every source folder that the browser host imports', () =>
  expect(
    [...new Set(HOST_FOLDERS.flatMap(listImportedFolders))].filter(
      (sourceFolder) => !HOST_FOLDERS.includes(sourceFolder),
    ),
  ).toEqual([]))
