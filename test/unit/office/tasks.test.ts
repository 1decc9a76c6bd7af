// What followers save goes through the leader: each entry reaches the service once, and its result comes back.
import { expect, test } from 'vitest'
import { advance } from '#engine/outbox/store.ts'
import { getErrorCode } from '#support/error-code.ts'
import { MAIN, ask, readTask } from '#support/office-calls.ts'
import { addressOf } from '#support/office-model/filled.ts'
import { type OfficeWorld, KIND, createOfficeModelWorld, openTaskDesktop } from '#support/office-tasks.ts'

const MINUTE_MS = 60_000

async function openOffice() {
  const world = await createOfficeModelWorld()
  const [lea, leo, ben] = await Promise.all(['lea', 'leo', 'ben'].map((login) => openTaskDesktop(world, login)))
  return { ...world, lea: lea!, leo: leo!, ben: ben! }
}

const readStates = ({ server: { owner } }: OfficeWorld) =>
  owner
    .query<{ state: string }>('SELECT state FROM office.task')
    .then((rows) => rows.map(({ state }) => state).toSorted())

test('the leader sends what a follower saved, and the follower gets the result', async () => {
  const { clock, ordered, lea, ben } = await openOffice()
  await lea.lead()
  const op = ben.save('1')
  await clock.advance(1_000)
  expect(ordered).toEqual(['1'])
  expect(ben.entries()).toMatchObject([{ op, state: 'ACKED', remoteId: 'r-1', answer: '{"number":"1"}' }])
  await clock.advance(MINUTE_MS)
  expect(ben.entries()).toMatchObject([{ state: 'SETTLED' }])
  expect(lea.entries()).toMatchObject([{ op, member: 'ben', state: 'SETTLED' }])
})

test('a refusal of the service and a conflict come back as such', async () => {
  const { clock, answers, lea, ben } = await openOffice()
  answers.set('1', 'refuse').set('2', 'conflict')
  await lea.lead()
  ben.save('1')
  const op = ben.save('2')
  await clock.advance(MINUTE_MS)
  const error = JSON.stringify({ code: 'api/refused', details: { reason: 'no such number' } })
  expect(ben.entries()).toMatchObject([
    { state: 'REJECTED', error },
    { state: 'CONFLICT', answer: JSON.stringify({ theirs: op }) },
  ])
})

test('a second entry that the leader takes for the record of the first is a duplicate of it', async () => {
  const { clock, ordered, lea, leo } = await openOffice()
  await lea.lead()
  lea.save('1')
  await clock.advance(MINUTE_MS)
  await lea.stopLeading()
  await leo.lead()
  const op = lea.save('1')
  // As if it had been sent by this desktop while it led, without an answer.
  lea.write((db) => db.run('UPDATE outbox SET maybe_sent = 1 WHERE op_id = ?', op))
  await clock.advance(MINUTE_MS)
  expect(ordered).toEqual(['1'])
  expect(lea.entries()).toMatchObject([
    { state: 'SETTLED', remoteId: 'r-1' },
    { op, state: 'SETTLED', remoteId: null, answer: '{"of":"r-1"}' },
  ])
})

test('without a leader an entry waits in the office, and the follower can withdraw it', async () => {
  const office = await openOffice()
  const { clock, ordered, lea, ben } = office
  const op = ben.save('1')
  await clock.advance(1_000)
  expect(await readStates(office)).toEqual(['WAITING'])
  expect(await ben.tasks.withdraw(op)).toBe(true)
  expect(ben.entries()).toMatchObject([{ state: 'CANCELLED' }])
  await lea.lead()
  await clock.advance(MINUTE_MS)
  expect(ordered).toEqual([])
})

test('an entry that the user withdraws while the office is asked for it is not handed over', async () => {
  const { clock, model, lea, ordered, ben } = await openOffice()
  model.setFrozen('ben', true)
  const op = ben.save('1')
  await clock.advance(1_000)
  ben.write((db) => advance(db, op, 'cancel', { at: new Date(clock.wall()).toISOString() }))
  model.setFrozen('ben', false)
  await lea.lead()
  await clock.advance(MINUTE_MS)
  expect(ordered).toEqual([])
})

test('an entry that the leader has claimed is not withdrawn', async () => {
  const { clock, answers, ordered, lea, ben } = await openOffice()
  answers.set('1', 'wait')
  await lea.lead()
  const op = ben.save('1')
  await clock.advance(1_000)
  expect(await ben.tasks.withdraw(op)).toBe(false)
  await clock.advance(10 * MINUTE_MS)
  expect(ordered).toEqual(['1'])
})

test('an entry that another member withdrew is cancelled', async () => {
  const { clock, model, leo, ben } = await openOffice()
  const op = ben.save('1')
  await clock.advance(1_000)
  const connection = await model.connectFrom('other').connect(addressOf('leo'), () => undefined)
  await connection.query('SELECT office.cancel($1, $2)', [MAIN, op])
  await clock.advance(1_000)
  expect(ben.entries()).toMatchObject([{ op, state: 'CANCELLED' }])
  expect(leo.entries()).toEqual([])
})

test('without the office an entry stays in the outbox, and is handed over when the office is back', async () => {
  const { clock, ordered, lea, ben } = await openOffice()
  await lea.lead()
  await ben.disconnect()
  ben.save('1')
  await clock.advance(MINUTE_MS)
  expect(ben.entries()).toMatchObject([{ state: 'PENDING', withOffice: 0 }])
  await ben.reconnect()
  await clock.advance(1_000)
  expect(ordered).toEqual(['1'])
})

test.each(['office.ask', 'office.claim', 'office.answer'])(
  'an answer of %s that was lost does not send an entry twice',
  async (statement) => {
    const office = await openOffice()
    const { clock, ordered, lea, ben } = office
    await lea.lead()
    for (const desktop of [lea, ben])
      desktop.setFault((sql) => {
        if (!sql.includes(`${statement}(`)) return null
        desktop.setFault(() => null)
        return 'lost-after'
      })
    ben.save('1')
    await clock.advance(5_000)
    for (const desktop of [lea, ben]) await desktop.reconnect()
    await clock.advance(MINUTE_MS)
    expect(ordered).toEqual(['1'])
    expect(await readStates(office)).toEqual(['DONE'])
    expect(ben.entries()).toMatchObject([{ state: 'SETTLED', remoteId: 'r-1' }])
  },
)

test('the next leader searches for what a leader that died may have sent, and does not send it twice', async () => {
  const { clock, answers, ordered, searches, lea, leo, ben } = await openOffice()
  answers.set('1', 'silent')
  await lea.lead()
  ben.save('1')
  await clock.advance(1_000)
  expect(ordered).toEqual(['1'])
  await lea.crash()
  await leo.lead()
  await clock.advance(30_000)
  expect(searches).toEqual([])
  await clock.advance(MINUTE_MS)
  expect([ordered, searches]).toEqual([['1'], ['1']])
  expect(ben.entries()).toMatchObject([{ state: 'SETTLED', remoteId: 'r-1' }])
})

test('a leader that died before it sent an entry does not lose it', async () => {
  const { clock, ordered, lea, leo, ben } = await openOffice()
  await lea.lead()
  ben.save('1')
  await clock.advance(50)
  await lea.crash()
  expect(ordered).toEqual([])
  await leo.lead()
  await clock.advance(2 * MINUTE_MS)
  expect(ordered).toEqual(['1'])
})

test('a leader that restarts and leads again continues with what it had adopted', async () => {
  const { clock, answers, ordered, lea, ben } = await openOffice()
  answers.set('1', 'silent')
  await lea.lead()
  ben.save('1')
  ben.save('2')
  await clock.advance(1_000)
  await lea.crash()
  await lea.lead()
  await clock.advance(2 * MINUTE_MS)
  expect(ordered.toSorted()).toEqual(['1', '2'])
  expect(ben.entries()).toMatchObject([{ state: 'SETTLED' }, { state: 'SETTLED' }])
})

test('a deposed leader reports what it sent, and removes the entries of others that it did not send', async () => {
  const office = await openOffice()
  const { clock, answers, lea, ben } = office
  answers.set('2', 'wait')
  await lea.lead()
  ben.save('1')
  ben.save('2')
  await clock.advance(1_000)
  await lea.stopLeading()
  expect(lea.entries()).toMatchObject([{ state: 'SETTLED' }])
  expect(await readStates(office)).toEqual(['CLAIMED', 'DONE'])
})

test('a follower that becomes the leader sends its handed-over entries itself, once', async () => {
  const office = await openOffice()
  const { clock, ordered, lea } = office
  lea.save('1')
  await clock.advance(1_000)
  await lea.lead()
  lea.save('2')
  await clock.advance(MINUTE_MS)
  expect(ordered.toSorted()).toEqual(['1', '2'])
  expect(await readStates(office)).toEqual(['DONE'])
  expect(lea.entries()).toMatchObject([
    { state: 'SETTLED', member: null },
    { state: 'SETTLED', member: null },
  ])
})

test('a desktop that takes over searches for what an earlier leader may have sent for its user', async () => {
  const { clock, answers, ordered, searches, lea, leo } = await openOffice()
  answers.set('1', 'silent')
  await leo.lead()
  lea.save('1')
  await clock.advance(1_000)
  await leo.crash()
  await lea.lead()
  await clock.advance(2 * MINUTE_MS)
  expect([ordered, searches]).toEqual([['1'], ['1']])
  expect(lea.entries()).toMatchObject([{ state: 'SETTLED', member: null, remoteId: 'r-1' }])
})

test('the next leader searches for what a leader had sent for its own user without an answer', async () => {
  const { clock, answers, ordered, searches, lea, leo } = await openOffice()
  answers.set('1', 'silent')
  await lea.lead()
  lea.save('1')
  await clock.advance(1_000)
  await lea.stopLeading()
  await leo.lead()
  await clock.advance(2 * MINUTE_MS)
  expect([ordered, searches]).toEqual([['1'], ['1']])
  expect(lea.entries()).toMatchObject([{ state: 'SETTLED', remoteId: 'r-1' }])
})

/** Lea leads, and has claimed her own edit. The service answers it with `answer`. */
async function openClaimedEdit(answer: 'wait' | 'conflict') {
  const office = await openOffice()
  const { clock, answers, lea } = office
  const calls = lea.openEdits({ type: 'container', id: 'c1', attributes: { ref_numbers: ['old'] }, relationships: {} })
  const target = { type: 'container', id: 'c1' } as const
  const saveLabels = (word: string) => calls['edits.saveLabels']({ target, field: 'refs', words: [word] })
  answers.set('first', answer)
  await saveLabels('first')
  lea.tasks.wake()
  await clock.advance(1_000)
  await lea.lead()
  return { ...office, calls, saveLabels, first: lea.entries()[0]?.op ?? '' }
}

test('a leader does not change or cancel its own edit that it has claimed: a new one follows it', async () => {
  const { clock, ordered, lea, calls, saveLabels, first } = await openClaimedEdit('wait')
  await clock.advance(1_000)
  expect(lea.entries()).toMatchObject([{ state: 'PENDING', withOffice: 1 }])
  await saveLabels('second')
  expect(await getErrorCode(Promise.resolve(calls['edits.undo']({ id: first })))).toBe('edits/already-sent')
  await clock.advance(10 * MINUTE_MS)
  expect(ordered).toEqual(['first', 'second'])
  expect(lea.entries()).toMatchObject([
    { op: first, state: 'SETTLED' },
    { state: 'SETTLED', withOffice: 0 },
  ])
})

test('a leader sends its own claimed edit again after a conflict as a new one', async () => {
  const office = await openClaimedEdit('conflict')
  const { clock, ordered, lea, calls, first } = office
  await clock.advance(1_000)
  expect(lea.entries()).toMatchObject([{ state: 'CONFLICT' }])
  await calls['edits.resolve']({ id: first, keep: 'mine' })
  await clock.advance(MINUTE_MS)
  expect(ordered).toEqual(['first'])
  expect(await readStates(office)).toEqual(['CONFLICT'])
  expect(lea.entries()).toMatchObject([{ op: first, state: 'CANCELLED' }, { state: 'SETTLED' }])
})

/** Lea crashed as the leader, while the service had an entry of hers and one of Ben without an answer. */
async function openCrashed() {
  const office = await openOffice()
  const { clock, answers, ordered, lea, ben } = office
  answers.set('lea', 'silent').set('ben', 'silent').set('lea 2', 'wait').set('ben 2', 'wait')
  for (const number of ['lea', 'lea 2']) lea.save(number)
  for (const number of ['ben', 'ben 2']) ben.save(number)
  await clock.advance(1_000)
  await lea.lead()
  await clock.advance(1_000)
  expect(ordered.toSorted()).toEqual(['ben', 'lea'])
  return office
}

test('a leader that starts again as a follower waits with its own entries, and gives up those of members', async () => {
  const { clock, ordered, lea, leo, ben } = await openCrashed()
  await lea.crash()
  await clock.advance(10 * MINUTE_MS)
  expect(lea.entries()).toMatchObject([{ state: 'PENDING' }, { state: 'PENDING' }])
  expect(ordered.toSorted()).toEqual(['ben', 'lea'])
  await leo.lead()
  await clock.advance(10 * MINUTE_MS)
  expect(ordered.toSorted()).toEqual(['ben', 'ben 2', 'lea', 'lea 2'])
  for (const desktop of [lea, ben])
    expect(desktop.entries()).toMatchObject([{ state: 'SETTLED' }, { state: 'SETTLED' }])
})

test('a leader that starts again without an office searches for what its user saved, and sends the rest', async () => {
  const { clock, ordered, searches, lea, leo, ben } = await openCrashed()
  await lea.leaveOffice()
  await clock.advance(40_000)
  expect(searches).toEqual([])
  await clock.advance(10 * MINUTE_MS)
  expect(lea.entries()).toMatchObject([
    { state: 'SETTLED', member: null },
    { state: 'SETTLED', member: null },
  ])
  expect(searches).toEqual(['lea', 'lea 2'])
  expect(ordered.toSorted()).toEqual(['ben', 'lea', 'lea 2'])
  await leo.lead()
  await clock.advance(10 * MINUTE_MS)
  expect(ordered.toSorted()).toEqual(['ben', 'ben 2', 'lea', 'lea 2'])
  expect(ben.entries()).toMatchObject([{ state: 'SETTLED' }, { state: 'SETTLED' }])
})

test('a long list of one member does not delay the entry of another one', async () => {
  const { clock, ordered, lea, ben, leo } = await openOffice()
  for (let n = 0; n < 300; n++) ben.save(`ben ${n}`)
  await clock.advance(1_000)
  await lea.lead()
  await clock.advance(200)
  leo.save('leo')
  lea.save('lea')
  await clock.advance(500)
  expect(ordered).toContain('leo')
  expect(ordered).toContain('lea')
  expect(ordered.length).toBeLessThan(40)
})

test('a follower with a long list asks the office once for each notification', async () => {
  const { clock, ben, leo } = await openOffice()
  for (let n = 0; n < 300; n++) ben.save(`ben ${n}`)
  await clock.advance(1_000)
  const asked: string[] = []
  ben.setFault((sql) => {
    asked.push(sql)
    return null
  })
  leo.save('leo')
  await clock.advance(1_000)
  expect(asked).toHaveLength(1)
})

test('the leader refuses tasks of another kind or form, and logs them', async () => {
  const { clock, model, ordered, lea } = await openOffice()
  const ben = await model.connectFrom('modified').connect(addressOf('ben'), () => undefined)
  const message = {
    lane: '1',
    payload: '{"number":"1"}',
    base: null,
    createdAt: '2026-11-20T17:00:00Z',
    maybeSent: false,
  }
  const questions = [
    { kind: 'constructor', payload: JSON.stringify(message) },
    { kind: KIND, payload: JSON.stringify({ ...message, payload: '{"number":1}' }) },
    { kind: KIND, payload: JSON.stringify({ ...message, createdAt: 'now' }) },
    { kind: KIND, payload: 'no JSON' },
  ]
  const ops = questions.map(() => crypto.randomUUID())
  for (const [index, op] of ops.entries()) await ask(ben, op, questions[index])
  await lea.lead()
  await clock.advance(MINUTE_MS)
  for (const op of ops) expect(await readTask(ben, op)).toMatchObject({ state: 'REFUSED' })
  expect(lea.logged.filter((event) => event === 'task refused')).toHaveLength(4)
  expect(ordered).toEqual([])
})

test('a member who may only read learns that the office refuses an entry', async () => {
  const world = await createOfficeModelWorld()
  const rita = await openTaskDesktop(world, 'rita')
  rita.save('1')
  await world.clock.advance(1_000)
  const error = JSON.stringify({ code: 'office/not-allowed', details: {} })
  expect(rita.entries()).toMatchObject([{ state: 'REJECTED', error, withOffice: 0 }])
})

test('an entry that is too large for the office is refused on its own desktop', async () => {
  const { clock, ben } = await openOffice()
  ben.save('1'.repeat(70_000))
  await clock.advance(1_000)
  expect(ben.entries()[0]).toMatchObject({
    state: 'REJECTED',
    error: expect.stringContaining('office/too-large') as string,
  })
})
