// Each case in test/conformance/cases.ts must be a test that runs, so that no case is removed, skipped or renamed by
// mistake.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { RESTRICTIONS } from '../../scripts/e2e-targets.mjs'
import { CASES } from '../conformance/cases.ts'
import { isInRunningTest } from './running-tests.ts'

const readSpec = (spec: string) =>
  readFileSync(fileURLToPath(new URL(`../e2e/${spec}.test.ts`, import.meta.url)), 'utf8')

test.each(CASES)('the case “$about” is a test that runs in Electron', ({ spec, test: title }) => {
  expect(isInRunningTest(readSpec(spec), `'${title}'`)).toBe(true)
  expect(RESTRICTIONS.find((restriction) => restriction.spec === spec)?.on).toContain('electron')
})
