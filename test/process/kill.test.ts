// Ten moments at which the engine is killed; `npm run kill -- --trials 500` has as many as one likes.
import { afterAll, expect, test } from 'vitest'
import { endPrograms } from '#support/programs.ts'
import { runDocumentTrials } from '../kill/document-trials.ts'
import { runTrials } from '../kill/trials.ts'

afterAll(endPrograms)

test('killed ten times while somebody works: whatever was called saved is at the service or waits, and the files are sound', async () => {
  const { saved, kills, wrong } = await runTrials(10, 1)
  expect([kills, wrong]).toEqual([10, []])
  expect(saved).toBeGreaterThan(5)
})

test('killed ten times while twenty files come into a watched folder: the service has each content once, and no file is touched', async () => {
  const { saved, kills, wrong } = await runDocumentTrials(10, 1)
  expect([kills, saved, wrong]).toEqual([10, 200, []])
})
