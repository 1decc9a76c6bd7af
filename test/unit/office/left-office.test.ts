// A desktop that starts without its office sends what its user had handed over to it.
import { expect, test } from 'vitest'
import { createOfficeModelWorld, openTaskDesktop } from '#support/office-tasks.ts'

const MINUTE_MS = 60_000

async function openOffice() {
  const world = await createOfficeModelWorld()
  const [lea, ben] = await Promise.all(['lea', 'ben'].map((login) => openTaskDesktop(world, login)))
  return { ...world, lea: lea!, ben: ben! }
}

test('a follower that starts again without an office sends what waits, and the next leader does not', async () => {
  const { clock, ordered, lea, ben } = await openOffice()
  const op = ben.save('1')
  await clock.advance(1_000)
  expect(ben.entries()).toMatchObject([{ op, withOffice: 1 }])
  await ben.leaveOffice()
  ben.save('2')
  await clock.advance(10 * MINUTE_MS)
  expect(ben.entries()).toMatchObject([{ state: 'SETTLED' }, { state: 'SETTLED' }])
  // The task still waits in the office.
  await lea.lead()
  await clock.advance(10 * MINUTE_MS)
  expect(ordered.toSorted()).toEqual(['1', '2'])
})
