// The map of the code in docs/contributing.md has a row for each folder, and no other rows.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PROJECT = new URL('../../../', import.meta.url)
const codeMap = readFileSync(new URL('docs/contributing.md', PROJECT), 'utf8').split(/^## /m)[1] ?? ''
const sections = codeMap
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    place: /^`(.+)`/.exec(section)?.[1] ?? '',
    listed: [...section.matchAll(/^\| `(.+?)` \|/gm)].map(([, name]) => name ?? ''),
  }))
const PLACES = [
  'src',
  'src/engine',
  'src/engine/mirror',
  'src/main',
  'src/renderer/src',
  'src/renderer/src/features',
  'test',
  'scripts',
]

/** The folders of a place, or the files of `scripts`. */
function listNames(place: string): string[] {
  const entries = readdirSync(new URL(`${place}/`, PROJECT), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory() || place === 'scripts').map(({ name }) => name)
}

test('the map has a table for each place', () => expect(sections.map(({ place }) => place)).toEqual(PLACES))

test.each(sections)('the table of $place lists its folders by name', ({ place, listed }) =>
  expect(listed).toEqual(listNames(place).toSorted()),
)
