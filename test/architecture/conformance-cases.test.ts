// Every case of the list is a test that runs: none is missing, skipped or renamed by mistake.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SOME_PLACES } from '../../scripts/e2e-places.mjs'
import { CASES } from '../conformance/cases.ts'
import { isInRunningTest } from './running-tests.ts'

const textOf = (spec: string) => readFileSync(fileURLToPath(new URL(`../e2e/${spec}.test.ts`, import.meta.url)), 'utf8')

test.each(CASES)('$about', ({ spec, test: title }) => {
  expect(isInRunningTest(textOf(spec), `'${title}'`)).toBe(true)
  expect(SOME_PLACES.find((place) => place.spec === spec)?.on).toContain('electron')
})
