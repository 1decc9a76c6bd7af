// Kills the engine at three random moments in each test. `npm run test:all` runs 80 trials, and
// `npm run kill -- --trials N` runs any number.
import { afterAll, expect, test } from 'vitest'
import { endPrograms } from '#support/programs.ts'
import { runDocumentTrials } from '../../kill/document-trials.ts'
import { runTrials } from '../../kill/trials.ts'

afterAll(endPrograms)

test('after three kills while a user works, each confirmed edit is at the service or queued, and the files are intact', async () => {
  const { saved, kills, wrong } = await runTrials(3, 1)
  expect([kills, wrong]).toEqual([3, []])
  expect(saved).toBeGreaterThan(1)
})

test('after three kills while files arrive in a watched folder, the service has each content once, and no file was changed', async () => {
  const { saved, kills, wrong } = await runDocumentTrials(3, 1)
  expect([kills, saved, wrong]).toEqual([3, 60, []])
})
