// Which files are linted anew: a verdict with types depends on all that a file reaches, and on what holds for everybody.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanKeys, lintKeys } from '../../../scripts/lint-plan.mjs'
import { addFiles, makeFolder } from './folder.ts'

const PROJECT = {
  'package.json': '{}',
  'tsconfig.json': '{}',
  'src/contract/a.ts': 'export const a = 1',
  'src/engine/b.ts': `import { a } from '#contract/a.ts'\nexport const b = a`,
  'src/engine/c.ts': `export const c = async () => (await import('./b.ts')).b`,
  'src/renderer/D.vue': `<script setup lang="ts">\nimport { d } from './d.ts'\n</script>`,
  'src/renderer/d.ts': `import words from './words.json'\nexport const d = words`,
  'src/renderer/words.json': '{}',
  'test/e.ts': `import { b } from '../src/engine/b.ts'\nimport { f } from '#support/f.ts'\nexport const e = [b, f]`,
  'test/support/f.ts': 'export const f = 1',
  'scripts/g.mjs': 'export const g = 1',
  'node_modules/.package-lock.json': '{}',
  'node_modules/left-out/index.js': '',
  'out/left-out.js': '',
}
const ALL = ['scripts/g.mjs', 'src/contract/a.ts', 'src/engine/b.ts', 'src/engine/c.ts', 'src/renderer/D.vue', 'src/renderer/d.ts', 'test/e.ts', 'test/support/f.ts']

function dueAfter(change: (root: string) => void): string[] {
  const root = makeFolder(PROJECT)
  const before = new Map(lintKeys(root).map(({ path, key }) => [path, key]))
  change(root)
  return lintKeys(root).flatMap(({ path, key }) => (before.get(path) === key ? [] : [path]))
}

describe('linted anew', () => {
  test('are of what is ours all files that the linter reads, until they were found clean', () => {
    expect(lintKeys(makeFolder(PROJECT)).map(({ path }) => path)).toEqual(ALL)
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['none where nothing moved', {}, []],
    ['one that nobody imports, by itself', { 'scripts/g.mjs': '// other' }, ['scripts/g.mjs']],
    ['all that reach what moved, by every kind of import and however far', { 'src/contract/a.ts': `export const a = '1'` }, ['src/contract/a.ts', 'src/engine/b.ts', 'src/engine/c.ts', 'test/e.ts']],
    ['what imports a page’s file or data', { 'src/renderer/words.json': '{"a":1}' }, ['src/renderer/D.vue', 'src/renderer/d.ts']],
    ['what imports a helper of tests', { 'test/support/f.ts': 'export const f = 2' }, ['test/e.ts', 'test/support/f.ts']],
    ['everything, where the options of the compiler moved', { 'tsconfig.json': '{"a":1}' }, ALL],
    ['everything, where the rules moved', { 'eslint.config.js': '' }, ['eslint.config.js', ...ALL]],
    ['everything, where other packages are installed', { 'node_modules/.package-lock.json': '{"a":1}' }, ALL],
    ['everything, where something is declared for everybody', { 'src/renderer/env.d.ts': 'declare const x: 1' }, [...ALL.slice(0, 6), 'src/renderer/env.d.ts', ...ALL.slice(6)]],
    ['everything, where it is declared in a module', { 'test/support/f.ts': 'declare global { const x: 1 }\nexport const f = 1' }, ALL],
  ])('are %s', (_, files, due) => {
    expect(dueAfter((root) => { addFiles(root, files) }).toSorted()).toEqual(due.toSorted())
  })

  test('are all files, where a rule moved that is a file of its own', () => {
    const root = makeFolder({ ...PROJECT, 'eslint.config.js': `import './test/architecture/rules.js'`, 'test/architecture/rules.js': 'export const rules = []' })
    const before = lintKeys(root)
    addFiles(root, { 'test/architecture/rules.js': 'export const rules = [1]' })
    expect(lintKeys(root).filter(({ path, key }) => before.find((one) => one.path === path)?.key === key)).toEqual([])
  })

  test('is what moved while the linter read it, and what it had something to say of', () => {
    const linted = (keys: Record<string, string>) => Object.entries(keys).map(([path, key]) => ({ path, key }))
    const clean = cleanKeys(linted({ 'a.ts': '1', 'b.ts': '1', 'c.ts': '1', 'd.ts': '1' }), linted({ 'a.ts': '1', 'b.ts': '2', 'c.ts': '1' }), new Set(['c.ts']))
    expect(clean).toEqual({ 'a.ts': '1' })
  })

  test('is what imported a file that is gone', () => {
    expect(dueAfter((root) => { rmSync(join(root, 'src/engine/b.ts')) })).toEqual(['src/engine/c.ts', 'test/e.ts'])
  })
})
