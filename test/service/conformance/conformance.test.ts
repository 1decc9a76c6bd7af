// Runs each row of the tables as a test. It also checks the tables: every section has rows, and no row occurs twice.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createService } from '#service/service.ts'
import { ALL_ROWS } from './all-rows.ts'
import { createServices } from './services.ts'
import { createAnswerRecorder } from './answer-pins.ts'
import { computeWorldPins } from './pinned.ts'
import { NOT_MODELLED, SECTIONS, type Row, type Section } from './row.ts'

const recorder = createAnswerRecorder(createService)
const services = createServices(recorder.create)
const checked = new Set<Row>()
const sections = (Object.keys(SECTIONS) as Section[]).toSorted((one, other) =>
  one.localeCompare(other, 'en', { numeric: true }),
)
const listRowsOfSection = (section: Section) => ALL_ROWS.filter((row) => row.section === section)

describe.each(sections)('section %s', (section) =>
  test.each(listRowsOfSection(section).map((row) => [row.kind, row.what, row] as const))(
    '%s: %s',
    async (_kind, _what, row) => {
      checked.add(row)
      await row.check(services)
    },
  ),
)

test.each(sections)('section %s of the specification has rows', (section) =>
  expect(listRowsOfSection(section).length, SECTIONS[section]).toBeGreaterThan(0),
)

test('no row occurs twice', () => {
  const names = ALL_ROWS.map(({ section, kind, what }) => `${section} ${kind} ${what}`)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

const serviceDoc = readFileSync(new URL('../../../docs/service.md', import.meta.url), 'utf8')

test('docs/service.md states the counts of the rows', () => {
  const counts = sections.map((section) => `${section}: ${listRowsOfSection(section).length}`).join(', ')
  expect(serviceDoc.replaceAll(/\s+/g, ' ')).toContain(`${ALL_ROWS.length} rows (${counts})`)
})

test('docs/service.md names the parts that are not modelled', () =>
  expect(NOT_MODELLED.filter(({ what }) => !serviceDoc.includes(what))).toEqual([]))

test('a seed gives the same world as before; run `node test/service/conformance/pin.ts` after an intended change', () =>
  expect(computeWorldPins(createService)).toEqual(
    JSON.parse(readFileSync(new URL('world-pins.json', import.meta.url), 'utf8')),
  ))

test('the rows get the same answers as before; run `node test/service/conformance/pin.ts` after an intended change', async () => {
  // If only some tests run, the other rows are checked here, so that all answers are recorded.
  for (const row of ALL_ROWS) if (!checked.has(row)) await row.check(services)
  expect(recorder.pins()).toEqual(JSON.parse(readFileSync(new URL('answer-pins.json', import.meta.url), 'utf8')))
})
