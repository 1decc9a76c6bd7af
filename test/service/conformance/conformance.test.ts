// The specification's rows as tests, and what makes the table trustworthy: every section has rows, no row is said
// twice.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createService } from '#service/service.ts'
import { ALL_ROWS } from './all-rows.ts'
import { givenOf } from './given.ts'
import { hearing } from './heard.ts'
import { pinsOf } from './pinned.ts'
import { NOT_MODELLED, SECTIONS, type Row, type Section } from './row.ts'

const heard = hearing(createService)
const given = givenOf(heard.create)
const checked = new Set<Row>()
const sections = (Object.keys(SECTIONS) as Section[]).toSorted((one, other) =>
  one.localeCompare(other, 'en', { numeric: true }),
)
const rowsOf = (section: Section) => ALL_ROWS.filter((row) => row.section === section)

describe.each(sections)('section %s', (section) => {
  test.each(rowsOf(section).map((row) => [row.kind, row.what, row] as const))('%s: %s', async (_kind, _what, row) => {
    checked.add(row)
    await row.check(given)
  })
})

test.each(sections)('section %s of the specification has rows', (section) => {
  expect(rowsOf(section).length, SECTIONS[section]).toBeGreaterThan(0)
})

test('no row stands twice', () => {
  const names = ALL_ROWS.map(({ section, kind, what }) => `${section} ${kind} ${what}`)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the README states the counts', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const counts = sections.map((section) => `${section}: ${rowsOf(section).length}`).join(', ')
  expect(readme.replaceAll(/\s+/g, ' ')).toContain(`${ALL_ROWS.length} rows (${counts})`)
})

test('what is not modelled is said in the README', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  expect(NOT_MODELLED.filter(({ what }) => !readme.includes(what))).toEqual([])
})

test('a seed gives the world it gave before; `node test/service/conformance/pin.ts` after a change that was meant', () => {
  expect(pinsOf(createService)).toEqual(JSON.parse(readFileSync(new URL('world-pins.json', import.meta.url), 'utf8')))
})

test('the rows are answered what they were answered before; `node test/service/conformance/pin.ts` after a change that was meant', async () => {
  // Where only some tests are run, the rest of the answers is still to come.
  for (const row of ALL_ROWS) if (!checked.has(row)) await row.check(given)
  expect(heard.pins()).toEqual(JSON.parse(readFileSync(new URL('answer-pins.json', import.meta.url), 'utf8')))
})
