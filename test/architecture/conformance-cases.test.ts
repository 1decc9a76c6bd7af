// Every case of the list is a test that runs: none is missing, skipped or renamed by mistake.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { RESTRICTIONS } from '../../scripts/e2e-targets.mjs'
import { CASES } from '../conformance/cases.ts'
import { isInRunningTest } from './running-tests.ts'

const textOf = (spec: string) => readFileSync(fileURLToPath(new URL(`../e2e/${spec}.test.ts`, import.meta.url)), 'utf8')

test.each(CASES)('$about', ({ spec, test: title }) => {
  expect(isInRunningTest(textOf(spec), `'${title}'`)).toBe(true)
  expect(RESTRICTIONS.find((place) => place.spec === spec)?.on).toContain('electron')
})
