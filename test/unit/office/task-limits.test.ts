// Limits of the service’s plan and of the office: whose entries wait, and whose are refused.
import { expect, test } from 'vitest'
import { countUnsentOfKind, loadKindPause } from '#engine/outbox/store.ts'
import { KIND, createOfficeModelWorld, openTaskDesktop } from '#support/office-tasks.ts'

const MINUTE_MS = 60_000

async function openOffice() {
  const world = await createOfficeModelWorld()
  const [lea, ben] = await Promise.all(['lea', 'ben'].map((login) => openTaskDesktop(world, login)))
  return { ...world, lea: lea!, ben: ben! }
}

test('a limit of the plan pauses entries of the leader, and is a refusal of those of members', async () => {
  const { clock, answers, ordered, lea, ben } = await openOffice()
  answers.set('lea', 'limit').set('1', 'limit')
  await lea.lead()
  lea.save('lea')
  await clock.advance(1_000)
  lea.save('lea 2')
  for (const number of ['1', '2']) ben.save(number)
  await clock.advance(MINUTE_MS)
  const error = JSON.stringify({ code: 'tracking/plan-limit', details: { status: 402, reason: null } })
  expect(ben.entries()).toMatchObject([{ state: 'REJECTED', error }, { state: 'SETTLED' }])
  expect(ordered).toEqual(['2'])
  expect([loadKindPause(lea.db, KIND)?.failure.code, countUnsentOfKind(lea.db, KIND)]).toEqual([
    'tracking/plan-limit',
    2,
  ])
})

test('a leader without entries of its own user is never paused', async () => {
  const { clock, answers, lea, ben } = await openOffice()
  answers.set('1', 'limit')
  await lea.lead()
  ben.save('1')
  await clock.advance(MINUTE_MS)
  expect(loadKindPause(lea.db, KIND)).toBeNull()
})
