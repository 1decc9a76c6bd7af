// `npm test` runs one end-to-end test for each story (docs/testing.md). A story without its tag would be skipped
// without a failure.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../../scripts/project.mjs'
import { STORY_SPECS } from '../../../scripts/test-plan.mjs'

const STORY_COUNT = 12

test('every story has an end-to-end test with the tag', () => {
  const specs = STORY_SPECS.map((spec) => readFileSync(join(ROOT, `test/e2e/${spec}.test.ts`), 'utf8'))
  const tagged = specs.flatMap((text) => [...text.matchAll(/test\(\s*'story (\d+): [^\n]*',\s*STORY,/g)])
  const numbers = new Set(tagged.map(([, number]) => Number(number)))
  expect([...numbers].toSorted((a, b) => a - b)).toEqual(Array.from({ length: STORY_COUNT }, (_, index) => index + 1))
})
