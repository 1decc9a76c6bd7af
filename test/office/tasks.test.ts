// Tasks: requests to the service that members hand to the leader. Each is carried out once, even if the leader changes.
import { describe, expect, inject, test, vi } from 'vitest'
import { OFFICES, openOffice } from '#support/office-kinds.ts'
import {
  CLIENT,
  MAIN,
  OTHER,
  answer,
  ask,
  beat,
  cancel,
  claim,
  endLease,
  lead,
  publishLate,
  readCounter,
  readTask,
  readValue,
  refusal,
  takeLease,
} from '#support/office-calls.ts'

describe.each(OFFICES)('in an office of the %s', (kind) => {
  const open = async () => {
    const office = await openOffice(inject('officeTemplates'), kind)
    const { connectAs } = office
    const [lea, leo, ben, rita] = await Promise.all([
      connectAs('lea'),
      connectAs('leo'),
      connectAs('ben'),
      connectAs('rita'),
    ])
    return { ...office, lea, leo, ben, rita, op: crypto.randomUUID() }
  }

  test('a task that is sent twice is stored once, and its number stays', async () => {
    const { ben, op } = await open()
    expect([await ask(ben, op), await ask(ben, op, { payload: '{"other":1}' })]).toEqual([1, 1])
    expect(await readCounter(ben, 'task')).toBe(1)
    expect(await readTask(ben, op)).toMatchObject({ payload: '{}', state: 'WAITING' })
  })

  test('every member with access sees whose task it is', async () => {
    const { ben, rita, op, loginOf } = await open()
    await ask(ben, op)
    expect(await readTask(rita, op)).toMatchObject({ login: loginOf('ben'), device: 'its computer', kind: 'edit' })
  })

  test('a reader asks for readings only', async () => {
    const { rita, op } = await open()
    expect(await refusal(ask(rita, op, { kind: 'edit' }))).toBe('QW002')
    expect(await ask(rita, op, { kind: 'read' })).toBe(1)
  })

  test('a member without access to a space asks and cancels nothing in it', async () => {
    const { ben, op } = await open()
    expect(await refusal(ask(ben, op, { space: OTHER }))).toBe('QW002')
    expect(await refusal(cancel(ben, op, OTHER))).toBe('QW002')
  })

  test('the leader claims the oldest tasks first, as many as it wants', async () => {
    const { lea, ben } = await open()
    const ops = Array.from({ length: 3 }, () => crypto.randomUUID())
    for (const op of ops) await ask(ben, op)
    const fence = await lead(lea)
    expect((await claim(lea, fence, 2)).map(({ op }) => op)).toEqual(ops.slice(0, 2))
    expect(await claim(lea, fence, 2)).toMatchObject([{ op: ops[2], state: 'CLAIMED', has_left: false }])
    expect(await claim(lea, fence)).toEqual([])
  })

  test('a claim whose answer was lost can be read again', async () => {
    const { lea, ben, op } = await open()
    await ask(ben, op)
    const fence = await lead(lea)
    await claim(lea, fence)
    expect(await lea.query(`SELECT op FROM office.task WHERE state = 'CLAIMED' AND fence = $1`, [fence])).toEqual([
      { op },
    ])
  })

  test('the next leader claims a task again, marked as possibly sent', async () => {
    const { owner: admin, lea, leo, ben, op } = await open()
    await ask(ben, op)
    await claim(lea, await lead(lea))
    await endLease(admin)
    const fence = await lead(leo)
    expect(await claim(leo, fence)).toMatchObject([{ op, has_left: true }])
    await endLease(admin)
    expect(await claim(lea, await lead(lea))).toMatchObject([{ op, has_left: true }])
  })

  test('the answer of an earlier leader is refused, and that of the present one counts', async () => {
    const { owner: admin, lea, leo, ben, op } = await open()
    await ask(ben, op)
    const old = await lead(lea)
    await claim(lea, old)
    await endLease(admin)
    const fence = await lead(leo)
    await claim(leo, fence)
    expect(await answer(lea, old, op)).toBe(false)
    expect(await answer(leo, fence, op)).toBe(true)
    expect(await readTask(ben, op)).toMatchObject({ state: 'DONE', answer: 'the answer', seq: 2 })
  })

  test('an answer is given once, and its member is notified', async () => {
    const { lea, ben, op } = await open()
    const notifications: string[] = []
    await ben.listen('office_1', (payload) => notifications.push(payload))
    await ask(ben, op)
    const fence = await lead(lea)
    await claim(lea, fence)
    expect(await answer(lea, fence, op, 'REFUSED')).toBe(true)
    expect(await answer(lea, fence, op, 'DONE')).toBe(false)
    await vi.waitFor(() => expect(notifications).toEqual(['task 1', 'task 2']))
    expect(await readCounter(ben, 'task')).toBe(2)
  })

  test('a leader whose time is over may answer as long as no other has taken over', async () => {
    const { owner: admin, lea, leo, ben, op } = await open()
    const second = crypto.randomUUID()
    await ask(ben, op)
    await ask(ben, second)
    const fence = await lead(lea)
    await claim(lea, fence)
    await endLease(admin)
    expect(await answer(lea, fence, op)).toBe(true)
    await lead(leo)
    expect(await answer(lea, fence, second)).toBe(false)
  })

  test('an answer ends a task, it does not give it another state', async () => {
    const { lea, ben, op } = await open()
    await ask(ben, op)
    const fence = await lead(lea)
    await claim(lea, fence)
    expect(await refusal(answer(lea, fence, op, 'WAITING'))).toBe('22023')
  })

  test('an operator cancels any waiting task, and none that was claimed', async () => {
    const { owner: admin, lea, ben, rita, op } = await open()
    await ask(rita, op, { kind: 'read' })
    expect(await cancel(ben, op)).toBe(true)
    expect(await cancel(ben, op)).toBe(false)
    expect(await readTask(rita, op)).toMatchObject({ state: 'CANCELLED', seq: 2 })
    const claimed = crypto.randomUUID()
    await ask(ben, claimed)
    await claim(lea, await lead(lea))
    expect(await cancel(ben, claimed)).toBe(false)
    expect(await readValue(admin, `(SELECT count(*) FROM office.task WHERE state = 'CLAIMED')`)).toBe(1)
  })

  test('a reader cancels only tasks of its own', async () => {
    const { ben, rita, op } = await open()
    const own = crypto.randomUUID()
    await ask(ben, op)
    await ask(rita, own, { kind: 'read' })
    expect([await cancel(rita, op), await cancel(rita, own)]).toEqual([false, true])
  })

  test('a task that no leader began in time is not claimed, and expires with the next beat', async () => {
    const { lea, ben, op } = await open()
    const patient = crypto.randomUUID()
    await ask(ben, op, { withinMs: 0 })
    await ask(ben, patient, { withinMs: 600_000 })
    const fence = await lead(lea)
    expect(await claim(lea, fence)).toMatchObject([{ op: patient }])
    await beat(lea, fence)
    expect(await readTask(ben, op)).toMatchObject({ state: 'EXPIRED', seq: 3 })
    expect(await readTask(ben, patient)).toMatchObject({ state: 'CLAIMED' })
  })

  test('ended tasks are removed 60 days later, and open ones stay', async () => {
    const { owner: admin, lea, ben, op } = await open()
    const waiting = crypto.randomUUID()
    await ask(ben, op)
    const fence = await lead(lea)
    await claim(lea, fence)
    await answer(lea, fence, op)
    await ask(ben, waiting)
    await admin.query(`UPDATE office.task SET made_at = made_at - interval '61 days'`)
    await beat(lea, fence)
    expect(await readTask(ben, op)).toBeDefined()
    await admin.query(`UPDATE office.task SET ended_at = ended_at - interval '61 days'`)
    await beat(lea, fence)
    expect(await ben.query('SELECT op, state FROM office.task')).toEqual([{ op: waiting, state: 'WAITING' }])
  })

  test('a member has at most 10,000 tasks a day', async () => {
    const { owner: admin, ben, lea, op, loginOf } = await open()
    await admin.query(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
       INSERT INTO office.task (space, op, seq, kind, payload, payload_version, login, device)
       SELECT $1, gen_random_uuid(), 100 + n, 'edit', '{}', 1, $2, '' FROM numbers`,
      [MAIN, loginOf('ben')],
    )
    expect(await refusal(ask(ben, op))).toBe('QW004')
    expect(await ask(lea, op)).toBe(1)
  })

  test('a payload is at most 64 KB', async () => {
    const { ben, op } = await open()
    expect(await refusal(ask(ben, op, { payload: 'x'.repeat(65_537) }))).toBe('23514')
    expect(await readCounter(ben, 'task')).toBe(0)
  })

  test('a version that is too old for the office learns so, asks nothing and does not lead', async () => {
    const { owner: admin, lea, leo, ben, op } = await open()
    await admin.query('UPDATE office.meta SET least_client = $1', [CLIENT + 1])
    const hello = await ben.query('SELECT version, least_client FROM office.hello($1, $2)', [CLIENT, 'its computer'])
    expect(hello).toEqual([{ version: CLIENT, least_client: CLIENT + 1 }])
    expect(await refusal(ask(ben, op))).toBe('QW003')
    expect(await refusal(takeLease(lea))).toBe('QW003')
    expect(await refusal(publishLate(lea, []))).toBe('QW003')
    expect(await ask(ben, op, { client: CLIENT + 1 })).toBe(1)
    expect(await takeLease(leo, { client: CLIENT + 1 })).not.toBeNull()
  })
})
