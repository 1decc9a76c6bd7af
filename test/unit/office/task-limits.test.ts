// Limits of the service’s plan and of the office: whose entries wait, and whose are refused.
import { expect, test } from 'vitest'
import { countUnsentOfKind, loadKindPause } from '#engine/outbox/store.ts'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { MAIN } from '#support/office-calls.ts'
import { KIND, createOfficeModelWorld, openTaskDesktop } from '#support/office-tasks.ts'

const MINUTE_MS = 60_000
const TASKS_A_DAY = 10_000

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

test('an office without room is asked once an hour, and what waits is handed over when there is room', async () => {
  const { clock, model, ordered, lea, ben } = await openOffice()
  await lea.lead()
  await model.owner.query(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)
     INSERT INTO office.task (space, op, seq, kind, payload, payload_version, login, device, state, made_at)
     SELECT $2, n, -n, 'edit', '{}', 1, 'ben', '', 'DONE', $3 FROM numbers`,
    [TASKS_A_DAY - 1, MAIN, new Date(clock.up()).toISOString()],
  )
  const asked: string[] = []
  ben.setFault((sql) => {
    if (sql.includes('office.ask(')) asked.push(sql)
    return null
  })
  for (const number of ['1', '2', '3', '4']) ben.save(number)
  await clock.advance(30 * MINUTE_MS)
  expect(asked).toHaveLength(2)
  expect(ben.entries()).toMatchObject([
    { state: 'SETTLED' },
    { state: 'PENDING', withOffice: 0, error: expect.stringContaining('office/too-many-tasks') as string },
    { state: 'PENDING', withOffice: 0 },
    { state: 'PENDING', withOffice: 0 },
  ])
  await model.owner.query('DELETE FROM office.task')
  await clock.advance(35 * MINUTE_MS)
  expect(ordered.toSorted()).toEqual(['1', '2', '3', '4'])
})

test('a leader removes the entries of members 60 days after they ended, and keeps those of its user', async () => {
  const { clock, lea, ben } = await openOffice()
  await lea.lead()
  lea.save('own')
  ben.save('1')
  await clock.advance(MINUTE_MS)
  expect(lea.entries()).toMatchObject([{ member: null }, { member: 'ben', state: 'SETTLED' }])
  clock.setWall(clock.wall() + 61 * 24 * 60 * MINUTE_MS)
  await lea.crash()
  await lea.lead()
  await clock.advance(MINUTE_MS)
  expect(lea.entries()).toMatchObject([{ member: null }])
  expect(ben.entries()).toHaveLength(1)
})

test.each([
  ['its disk is full', '53100'],
  ['its memory is full', '53200'],
])('while the office stores nothing because %s, entries wait, and are sent once afterwards', async (_, sqlState) => {
  const { clock, ordered, lea, ben } = await openOffice()
  await lea.lead()
  const refuse = (sql: string) => {
    if (/office\.(ask|claim|answer)/.test(sql)) throw new PostgresFailure('refused', sqlState, new Error('full'))
    return null
  }
  for (const desktop of [lea, ben]) desktop.setFault(refuse)
  ben.save('1')
  await clock.advance(10 * MINUTE_MS)
  expect([ordered, ben.entries()]).toMatchObject([[], [{ state: 'PENDING', error: null }]])
  for (const desktop of [lea, ben]) desktop.setFault(() => null)
  // The leader searches for it first, because it may have been sent.
  await clock.advance(3 * MINUTE_MS)
  expect([ordered, ben.entries()]).toMatchObject([['1'], [{ state: 'SETTLED' }]])
})
