// The fast loop shows what the sources say: a room it does not watch would stay as it was until somebody starts it
// anew.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOST_ROOMS } from '../../../scripts/dev-host.mjs'
import { ROOT } from '../../../scripts/project.mjs'

/** Rooms that files of this one name by the project's own names. */
function namedIn(room: string): string[] {
  const folder = join(ROOT, 'src', room)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/ from '#(\w+)\//g)].map(([, named]) => named!),
  )
}

test('every room the browser host is made of starts it anew', () => {
  expect([...new Set(HOST_ROOMS.flatMap(namedIn))].filter((room) => !HOST_ROOMS.includes(room))).toEqual([])
})
