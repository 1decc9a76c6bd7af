import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPackage, listShippedPackages } from '../../../scripts/shipped-packages.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shipped-'))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies: { native: '1.0.0' } }))
  addPackage('electron', { license: 'MIT' }, 'the text of electron')
  addPackage('native', { license: 'MIT', dependencies: { needed: '1' } }, 'the text of native')
  addPackage('needed', { license: 'ISC' }, 'the text of needed')
})
afterEach(() => rmSync(root, { recursive: true }))

function addPackage(name: string, manifest: object, text: string | null) {
  const folder = join(root, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...manifest }))
  if (text !== null) writeFileSync(join(folder, 'LICENSE.md'), text)
}

test('bundled packages, packages beside the bundles, and their dependencies are listed with their licence texts', () => {
  addPackage('@scope/bundled', { license: 'Apache-2.0' }, 'the text of bundled\r\n')
  const list = listShippedPackages(root, ['@scope/bundled'])
  expect(list.map(({ name }) => name)).toEqual(['@scope/bundled', 'electron', 'native', 'needed', 'SQLite'])
  expect(list[0]).toEqual({
    name: '@scope/bundled',
    version: '1.2.3',
    licence: 'Apache-2.0',
    text: 'the text of bundled',
  })
})

test('a package with a licence that is not allowed, or without one, stops the build', () => {
  addPackage('copyleft', { license: 'AGPL-3.0' }, 'a text')
  addPackage('silent', {}, 'a text')
  expect(() => listShippedPackages(root, ['copyleft', 'silent'])).toThrow(/copyleft, AGPL-3\.0; silent, none/)
})

test('a missing MIT text is inserted with the author’s name, and another missing text stops the build', () => {
  addPackage('forgot', { license: 'MIT', author: { name: 'A. Nother' } }, null)
  expect(listShippedPackages(root, ['forgot']).find(({ name }) => name === 'forgot')?.text).toMatch(
    /^Copyright \(c\) A\. Nother\n\nPermission is hereby granted/,
  )
  addPackage('textless', { license: 'Apache-2.0' }, null)
  expect(() => listShippedPackages(root, ['textless'])).toThrow(/textless contains no licence text/)
})

test.each([
  ['MIT', /^Copyright \(c\) the authors of unpdf[\s\S]+\n\n———\n\nthe text of pdf\.js$/],
  ['Apache-2.0', /^the text of pdf\.js$/],
])(
  'a package under %s without a licence file of its own has the text of its entry in EXTRA_LICENCE_FILES',
  (license, text) => {
    addPackage('unpdf', { license }, null)
    addPackage('pdfjs-dist', { license: 'Apache-2.0' }, null)
    writeFileSync(join(root, 'node_modules/pdfjs-dist/LICENSE'), 'the text of pdf.js')
    expect(listShippedPackages(root, ['unpdf']).find(({ name }) => name === 'unpdf')?.text).toMatch(text)
  },
)

test.each([
  ['/home/me/app/node_modules/vue/dist/vue.js', 'vue'],
  ['/a/node_modules/@vue/shared/index.js?x', '@vue/shared'],
  ['/a/node_modules/one/node_modules/two/index.js', 'two'],
  ['C:\\a\\node_modules\\vue\\index.js', 'vue'],
  ['\0rolldown/runtime.js', 'rolldown'],
  ['\0vite/preload-helper.js', 'vite'],
  ['/a/src/main.ts', null],
  ['\0plugin-vue:export-helper', null],
])('%s belongs to %s', (id, name) => expect(findPackage(id)).toBe(name))
