// Kills the engine at ten moments. `npm run kill -- --trials 500` runs any number.
import { afterAll, expect, test } from 'vitest'
import { endPrograms } from '#support/programs.ts'
import { runDocumentTrials } from '../kill/document-trials.ts'
import { runTrials } from '../kill/trials.ts'

afterAll(endPrograms)

test('after ten kills while a user works, every confirmed edit is at the service or waits, and the files are intact', async () => {
  const { saved, kills, wrong } = await runTrials(10, 1)
  expect([kills, wrong]).toEqual([10, []])
  expect(saved).toBeGreaterThan(5)
})

test('after ten kills while twenty files arrive in a watched folder, the service has each content once, and no file was changed', async () => {
  const { saved, kills, wrong } = await runDocumentTrials(10, 1)
  expect([kills, saved, wrong]).toEqual([10, 200, []])
})
