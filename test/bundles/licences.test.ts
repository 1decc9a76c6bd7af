// Checks the list of licences that the app shows. The source maps are an independent list of the bundled packages.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALLOWED } from '../../scripts/shipped-packages.mjs'

type ListedPackage = { name: string; version: string; licence: string; text: string }

const root = join(import.meta.dirname, '../..')
const list = JSON.parse(readFileSync(join(root, 'out/renderer/licences.json'), 'utf8')) as ListedPackage[]

test('every package with a line in a shipped bundle is listed, and no package is listed twice', () => {
  const maps = ['main', 'preload', 'renderer'].flatMap((part) =>
    readdirSync(join(root, 'out', part), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.map'))
      .map((file) => join(root, 'out', part, file)),
  )
  const sources = maps.flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as { sources: string[] }).sources)
  const bundled = new Set(sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []))
  expect(bundled.size).toBeGreaterThan(60)
  const names = list.map(({ name }) => name)
  expect([...bundled].filter((name) => !names.includes(name))).toEqual([])
  expect(names.length).toBe(new Set(names).size)
})

test('packages that are shipped without being bundled are listed too', () => {
  expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(['better-sqlite3', 'electron', 'SQLite']))
})

test('every listed package has an allowed licence, the text of the licence and a version', () => {
  expect(list.filter(({ name, licence }) => name !== 'SQLite' && !ALLOWED.includes(licence))).toEqual([])
  expect(list.filter(({ text }) => text.length < 100).map(({ name }) => name)).toEqual([])
  expect(list.filter(({ name, version }) => name !== 'SQLite' && !/^\d/.test(version))).toEqual([])
})
