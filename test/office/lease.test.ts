// Leader election: one leader for each space, by the clock of the server, and an advisory lock beside it.
// The cases run on the server and on the model.
import { describe, expect, inject, test, vi } from 'vitest'
import { OWNERS } from '#support/office-databases.ts'
import { OFFICES, openOffice } from '#support/office-kinds.ts'
import { createOffice } from '#support/office.ts'
import {
  MAIN,
  NO_RIGHT,
  type Querying,
  answer,
  ask,
  beat,
  claim,
  countWaiting,
  endLease,
  lead,
  makeRecord,
  publish,
  readValue,
  refusal,
  releaseLease,
  renewLease,
  takeLease,
} from '#support/office-calls.ts'

describe.each(OFFICES)('in an office of the %s', (kind) => {
  const open = () => openOffice(inject('officeTemplates'), kind)

  test('an operator who may not lead gets no lease', async () => {
    const { connectAs } = await open()
    expect(await refusal(takeLease(await connectAs('ben')))).toBe(NO_RIGHT)
    expect(await refusal(takeLease(await connectAs('max')))).toBe('QW002')
  })

  test('a second candidate gets no lease while the first one leads', async () => {
    const { connectAs } = await open()
    await lead(await connectAs('lea'))
    expect(await takeLease(await connectAs('leo'))).toBeNull()
  })

  test('after the end of a lease another candidate takes it, with a higher fence', async () => {
    const { connectAs, owner: admin } = await open()
    const first = await lead(await connectAs('lea'))
    await endLease(admin)
    expect(await lead(await connectAs('leo'))).toBe(first + 1)
  })

  test('a renewed lease lasts longer, and its budget and report are stored', async () => {
    const { connectAs, owner: admin } = await open()
    const lea = await connectAs('lea')
    const fence = await lead(lea, { ttlMs: 30_000 })
    expect(await renewLease(lea, fence, { ttlMs: 50_000 })).toBe(true)
    const [lease] = await admin.query(
      `SELECT until > clock_timestamp() + interval '40 s' AS "isLonger", budget, report FROM office.lease WHERE space = 1`,
    )
    expect(lease).toEqual({ isLonger: true, budget: { sent: 7 }, report: {} })
  })

  // The second is the same person on another computer, so that only the fence tells them apart.
  test.each(['leo', 'lea'] as const)('a deposed leader writes nothing after %s took over', async (name) => {
    const { connectAs, owner: admin } = await open()
    const [lea, next, ben] = await Promise.all([connectAs('lea'), connectAs(name), connectAs('ben')])
    const op = crypto.randomUUID()
    await ask(ben, op)
    const old = await lead(lea)
    await claim(lea, old)
    await endLease(admin)
    await lead(next)
    const results = [
      await publish(lea, old, { records: [makeRecord('c1')] }),
      await renewLease(lea, old),
      await claim(lea, old),
      await answer(lea, old, op),
      await beat(lea, old),
      await releaseLease(lea, old),
    ]
    expect(results).toEqual([null, false, [], false, null, false])
    expect(await readValue(admin, '(SELECT count(*) FROM office.record)')).toBe(0)
  })

  test('a leader whose time is over publishes nothing, although no other has taken over', async () => {
    const { connectAs, owner: admin } = await open()
    const lea = await connectAs('lea')
    const fence = await lead(lea)
    await endLease(admin)
    expect(await publish(lea, fence, { records: [makeRecord('c1')] })).toBeNull()
    expect(await renewLease(lea, fence)).toBe(false)
  })

  test('the fence of another leader is no right to write', async () => {
    const { connectAs } = await open()
    const fence = await lead(await connectAs('lea'))
    const leo = await connectAs('leo')
    expect(await publish(leo, fence, { records: [makeRecord('c1')] })).toBeNull()
    expect(await renewLease(leo, fence)).toBe(false)
  })

  test('a candidate takes over at once when the session of the leader ends', async () => {
    const { connectAs } = await open()
    const [lea, leo] = await Promise.all([connectAs('lea'), connectAs('leo')])
    await lead(lea)
    await lea.close()
    await vi.waitFor(async () => expect(await takeLease(leo)).toMatchObject({ fence: 2 }))
  })

  test('the lock of a candidate does not end the lease of a leader behind a pooler', async () => {
    const { connectAs } = await open()
    const [lea, leo] = await Promise.all([connectAs('lea'), connectAs('leo')])
    await lead(lea, { isDirect: false })
    expect(await takeLease(leo)).toBeNull()
    // The candidate did not keep the lock: the leader can have it when it connects directly.
    expect(await readValue(lea, 'pg_try_advisory_lock(20823, 1)')).toBe(true)
  })

  test('after a frozen leader, the next one has its lease by the clock alone, and no candidate ends it', async () => {
    const { connectAs, owner: admin } = await open()
    const [lea, leo, third] = await Promise.all([connectAs('lea'), connectAs('leo'), connectAs('lea')])
    await lead(lea)
    await endLease(admin)
    await lead(leo)
    expect(await readIsLocked(admin)).toBe(false)
    await lea.close()
    expect(await takeLease(third)).toBeNull()
  })

  test('a thawed leader gives its lock back, and the next renewal of the new leader takes it', async () => {
    const { connectAs, owner: admin } = await open()
    const [lea, leo] = await Promise.all([connectAs('lea'), connectAs('leo')])
    const old = await lead(lea)
    await endLease(admin)
    const fence = await lead(leo)
    expect(await releaseLease(lea, old)).toBe(false)
    expect(await renewLease(leo, fence)).toBe(true)
    expect(await readIsLocked(admin)).toBe(true)
    await leo.close()
    await vi.waitFor(async () => expect(await takeLease(lea)).toMatchObject({ fence: fence + 1 }))
  })

  test('a released lease passes at once to the next candidate, with its budget', async () => {
    const { connectAs } = await open()
    const [lea, leo] = await Promise.all([connectAs('lea'), connectAs('leo')])
    const fence = await lead(lea)
    expect(await releaseLease(lea, fence)).toBe(true)
    expect(await takeLease(leo)).toMatchObject({ fence: fence + 1, budget: { sent: 9 } })
  })

  test('the next leader gets the budget, and the time since the last renewal', async () => {
    const { connectAs, owner: admin } = await open()
    const [lea, leo] = await Promise.all([connectAs('lea'), connectAs('leo')])
    await renewLease(lea, await lead(lea))
    await endLease(admin)
    await admin.query(`UPDATE office.lease SET renewed_at = renewed_at - interval '5 s' WHERE space = 1`)
    const lease = await takeLease(leo)
    expect(lease?.budget).toEqual({ sent: 7 })
    expect(lease?.idle_ms).toBeGreaterThanOrEqual(5000)
    expect(lease?.idle_ms).toBeLessThan(5000 + 60_000)
  })

  test('no lease is longer than a minute', async () => {
    const { connectAs, owner: admin } = await open()
    await lead(await connectAs('lea'), { ttlMs: 2_000_000_000 })
    const sql = `SELECT until <= clock_timestamp() + interval '1 min' AS "isShort" FROM office.lease WHERE space = 1`
    expect(await admin.query(sql)).toEqual([{ isShort: true }])
  })

  test('the spaces of an office have leaders of their own', async () => {
    const { connectAs, owner: admin, loginOf } = await open()
    await admin.query('INSERT INTO office.access VALUES (2, $1)', [loginOf('leo')])
    const [lea, leo] = await Promise.all([connectAs('lea'), connectAs('leo')])
    expect(await takeLease(lea)).not.toBeNull()
    expect(await leo.query(`SELECT fence FROM office.take_lease(2, 1, 'its computer', 60000, true)`)).toEqual([
      { fence: 1 },
    ])
    expect(await refusal(lea.query(`SELECT * FROM office.take_lease(2, 1, 'its computer', 60000, true)`))).toBe('QW002')
  })
})

// The model has no transactions that stay open.
describe.each(OWNERS)('on a server of the %s', (owner) => {
  test('the next leader waits for a page that was let in before the lease ended', async () => {
    const { connectAs, owner: admin } = await createOffice(inject('officeTemplates'), owner)
    const [lea, leo] = await Promise.all([connectAs('lea'), connectAs('leo')])
    const fence = await lead(lea)
    await lea.runScript('BEGIN')
    expect(await publish(lea, fence, { records: [makeRecord('c1')] })).toBe(2)
    // As if the session had ended: the page is not committed yet.
    await lea.query('SELECT pg_advisory_unlock(20823, 1)')
    let isTaken = false
    const taken = lead(leo).then((next) => {
      isTaken = true
      return next
    })
    await vi.waitFor(async () => expect(await countWaiting(admin)).toBe(1))
    expect(isTaken).toBe(false)
    await lea.runScript('COMMIT')
    expect(await taken).toBe(fence + 1)
    expect(await readValue(leo, '(SELECT count(*) FROM office.record)')).toBe(1)
  })
})

const readIsLocked = (owner: Querying) =>
  readValue<boolean>(owner, '(SELECT is_locked FROM office.lease WHERE space = $1)', [MAIN])
