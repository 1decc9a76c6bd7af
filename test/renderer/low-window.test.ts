// A window is low below the same height in every file. Media queries cannot use CSS variables, so this test keeps the
// files consistent.
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'

const rendererDir = resolve(import.meta.dirname, '../../src/renderer/src')

test('each file that uses the height of a low window names the others', () => {
  const files = globSync('**/*.{css,vue,ts}', { cwd: rendererDir })
    .map((path) => ({ name: basename(path), text: readFileSync(resolve(rendererDir, path), 'utf8') }))
    .filter(({ text }) => text.includes('(max-height: 480px)'))
  const names = files.map(({ name }) => name)
  expect(names.toSorted()).toEqual([
    'ContainerList.vue',
    'ExposureLine.vue',
    'SummaryStrip.vue',
    'base.css',
    'useToast.ts',
  ])
  for (const { name, text } of files)
    expect(
      names.filter((otherName) => otherName !== name && !text.includes(otherName)),
      name,
    ).toEqual([])
})
