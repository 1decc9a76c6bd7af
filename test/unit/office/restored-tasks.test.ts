// Tasks of an office that was restored from an older copy.
import { expect, test } from 'vitest'
import { saveCursor } from '#engine/mirror/feed/cursor.ts'
import { doubtHandedOver } from '#engine/outbox/office-store.ts'
import { createOfficeModelWorld, openTaskDesktop } from '#support/office-tasks.ts'

const MINUTE_MS = 60_000

async function openOffice() {
  const world = await createOfficeModelWorld()
  const [lea, ben] = await Promise.all(['lea', 'ben'].map((login) => openTaskDesktop(world, login)))
  return { ...world, lea: lea!, ben: ben! }
}

test('an office that was restored from an older copy gets what it lost, and nothing is sent twice', async () => {
  const { clock, model, answers, ordered, lea, ben } = await openOffice()
  await lea.lead()
  const copy = model.save()
  answers.set('2', 'wait')
  ben.save('1')
  ben.save('2')
  await clock.advance(1_000)
  model.restore(copy)
  for (const desktop of [lea, ben]) await desktop.reconnect()
  await lea.stopLeading()
  await lea.lead()
  await clock.advance(10 * MINUTE_MS)
  expect(ordered.toSorted()).toEqual(['1', '2'])
  expect(ben.entries().map(({ state }) => state)).toEqual(['SETTLED', 'SETTLED'])
})

test('a task that was withdrawn before its office was restored is not sent', async () => {
  const { clock, model, ordered, lea, ben } = await openOffice()
  const [withdrawn] = [ben.save('1'), ben.save('2')]
  await clock.advance(1_000)
  const copy = model.save()
  expect(await ben.tasks.withdraw(withdrawn)).toBe(true)
  model.restore(copy)
  await ben.reconnect()
  await clock.advance(1_000)
  expect(await model.owner.query('SELECT state FROM office.task ORDER BY state')).toEqual([
    { state: 'CANCELLED' },
    { state: 'WAITING' },
  ])
  await lea.reconnect()
  await lea.lead()
  await clock.advance(MINUTE_MS)
  expect(ordered).toEqual(['2'])
})

test('the first leader of a restored office begins tasks when its members had time to connect again', async () => {
  const { clock, model, ordered, lea, ben } = await openOffice()
  const [withdrawn] = [ben.save('1'), ben.save('2')]
  await clock.advance(1_000)
  const copy = model.save()
  expect(await ben.tasks.withdraw(withdrawn)).toBe(true)
  model.restore(copy)
  await lea.reconnect()
  const [lease] = await model.owner.query<{ fence: number }>('SELECT fence FROM office.lease WHERE space = 1')
  lea.write((db) => saveCursor(db, 'restored', (lease?.fence ?? 0) + 1))
  await lea.lead()
  await clock.advance(15_000)
  await ben.reconnect()
  await clock.advance(MINUTE_MS)
  expect(ordered).toEqual(['2'])
})

test('what a leader may have sent before its office was restored cannot be withdrawn', async () => {
  const { clock, model, answers, ordered, searches, lea, ben } = await openOffice()
  const copy = model.save()
  await lea.lead()
  answers.set('1', 'silent')
  const op = ben.save('1')
  await clock.advanceUntil(() => ordered.length === 1)
  model.restore(copy)
  for (const { write } of [lea, ben]) write(doubtHandedOver)
  await lea.stopLeading()
  for (const desktop of [lea, ben]) await desktop.reconnect()
  await clock.advance(1_000)
  expect(await ben.tasks.withdraw(op)).toBe(false)
  await lea.lead()
  await clock.advance(10 * MINUTE_MS)
  expect(ben.entries()).toMatchObject([{ op, state: 'SETTLED', remoteId: 'r-1' }])
  expect([ordered, searches]).toEqual([['1'], ['1']])
})
