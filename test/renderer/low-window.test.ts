// What a low window leaves out begins at one height everywhere: CSS has no constants for it, so its places are held
// together here.
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../src/renderer/src')

it('is low from one height on, and each place that goes by it names the others', () => {
  const places = globSync('**/*.{css,vue,ts}', { cwd: root })
    .map((path) => ({ name: basename(path), text: readFileSync(resolve(root, path), 'utf8') }))
    .filter(({ text }) => text.includes('(max-height: 480px)'))
  const names = places.map(({ name }) => name)
  expect(names.toSorted()).toEqual([
    'ContainerList.vue',
    'ExposureLine.vue',
    'SummaryStrip.vue',
    'base.css',
    'useToast.ts',
  ])
  for (const { name, text } of places)
    expect(
      names.filter((each) => each !== name && !text.includes(each)),
      name,
    ).toEqual([])
})
