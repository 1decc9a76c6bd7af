// Tasks between desktops on a real server: what followers save is sent once, also if the leader ends in the middle.
import { expect, inject, test } from 'vitest'
import { createFakeClock } from '#support/fake-clock.ts'
import { createOffice } from '#support/office.ts'
import { endSessions } from '#support/office-calls.ts'
import { createOfficeWorld, openTaskDesktop } from '#support/office-tasks.ts'

async function openDesktops() {
  const { owner, connectAs, loginOf } = await createOffice(inject('officeTemplates'))
  const world = createOfficeWorld(createFakeClock(Date.parse('2026-11-20T17:00:00Z')), {
    owner,
    connectAs: (login, onLost) => connectAs(login as 'lea', onLost),
    loginOf,
    endSessions: (login) => endSessions(owner, loginOf(login)),
  })
  const [lea, leo, ben] = await Promise.all(['lea', 'leo', 'ben'].map((login) => openTaskDesktop(world, login)))
  const untilStates = (states: string[]) =>
    world.clock.advanceUntil(
      () =>
        ben!
          .entries()
          .map(({ state }) => state)
          .join() === states.join(),
    )
  return { ...world, lea: lea!, leo: leo!, ben: ben!, untilStates }
}

test('what a follower saves is sent by the leader once, and its result or refusal comes back', async () => {
  const { answers, ordered, lea, ben, untilStates } = await openDesktops()
  answers.set('2', 'refuse').set('3', 'conflict')
  await lea.lead()
  for (const number of ['1', '2', '3']) ben.save(number)
  await untilStates(['SETTLED', 'REJECTED', 'CONFLICT'])
  expect(ordered).toEqual(['1'])
  expect(ben.entries()[0]).toMatchObject({ remoteId: 'r-1', answer: '{"number":"1"}' })
})

test('the next leader searches for what the earlier one may have sent, and withdrawn entries are not sent', async () => {
  const { clock, answers, ordered, searches, lea, leo, ben, untilStates } = await openDesktops()
  answers.set('1', 'silent')
  await lea.lead()
  ben.save('1')
  await clock.advanceUntil(() => ordered.length === 1)
  await lea.crash()
  const op = ben.save('2')
  await clock.advanceUntil(() => ben.entries()[1]?.withOffice === 1)
  expect(await ben.tasks.withdraw(op)).toBe(true)
  await leo.lead()
  await untilStates(['SETTLED', 'CANCELLED'])
  expect([ordered, searches]).toEqual([['1'], ['1']])
})
