// Simpler designs that were not chosen. Each test shows what they lose, beside what the office does instead.
import { expect, inject, test, vi } from 'vitest'
import { createOffice } from '#support/office.ts'
import {
  ask,
  countWaiting,
  endLease,
  lead,
  makeRecord,
  publish,
  readValue,
  renewLease,
  takeLease,
} from '#support/office-calls.ts'

const open = () => createOffice(inject('officeTemplates'))

test('with numbers of a sequence, a reader that asks for greater ones never sees a row that was committed late', async () => {
  const { owner: slow, connectAs } = await open()
  await slow.runScript('CREATE TABLE naive (seq bigserial PRIMARY KEY, what text); GRANT ALL ON naive TO public')
  await slow.runScript('GRANT ALL ON SEQUENCE naive_seq_seq TO public')
  const [quick, reader] = await Promise.all([connectAs('ben'), connectAs('rita')])
  const read = (cursor: number) =>
    reader.query<{ seq: number; what: string }>('SELECT seq, what FROM naive WHERE seq > $1 ORDER BY seq', [cursor])
  await slow.runScript(`BEGIN; INSERT INTO naive (what) VALUES ('slow')`)
  await quick.query(`INSERT INTO naive (what) VALUES ('quick')`)
  expect(await read(0)).toEqual([{ seq: 2, what: 'quick' }])
  await slow.runScript('COMMIT')
  expect(await read(2)).toEqual([])
})

test('with numbers of the counter, the second writer waits for the first one, and the reader sees both', async () => {
  const { connectAs, owner } = await open()
  const [slow, quick, reader] = await Promise.all([connectAs('ben'), connectAs('lea'), connectAs('rita')])
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await slow.runScript('BEGIN')
  await ask(slow, first)
  const waiting = ask(quick, second)
  await vi.waitFor(async () => expect(await countWaiting(owner)).toBe(1))
  expect(await reader.query('SELECT seq, op FROM office.task')).toEqual([])
  await slow.runScript('COMMIT')
  expect(await waiting).toBe(2)
  expect(await reader.query('SELECT seq, op FROM office.task ORDER BY seq')).toEqual([
    { seq: 1, op: first },
    { seq: 2, op: second },
  ])
})

test('with an advisory lock alone, a frozen leader leads for ever; the lease passes on by the clock', async () => {
  const { connectAs, owner } = await open()
  const [frozen, next] = await Promise.all([connectAs('lea'), connectAs('leo')])
  const fence = await lead(frozen)
  await endLease(owner)
  // The frozen leader says nothing, and its session is open.
  expect(await readValue(next, 'pg_try_advisory_lock(20823, 1)')).toBe(false)
  expect(await takeLease(next)).toMatchObject({ fence: fence + 1 })
  expect(await publish(frozen, fence, { records: [makeRecord('c1')] })).toBeNull()
})

test('a leader that freezes inside a transaction stops the next one until the server ends its session', async () => {
  const { connectAs } = await open()
  const [frozen, next] = await Promise.all([connectAs('lea'), connectAs('leo')])
  const fence = await lead(frozen)
  await frozen.runScript('BEGIN')
  await renewLease(frozen, fence)
  // Without its advisory lock, only the lock on the row is in the way.
  await frozen.runScript(`SELECT pg_advisory_unlock(20823, 1); SET idle_in_transaction_session_timeout = '500ms'`)
  expect(await takeLease(next)).toMatchObject({ fence: fence + 1 })
  await expect(frozen.runScript('COMMIT')).rejects.toThrow('lost')
})

test('a leader that freezes after a statement leaves no lock on any row', async () => {
  const { connectAs, owner } = await open()
  const [frozen, next] = await Promise.all([connectAs('lea'), connectAs('leo')])
  const fence = await lead(frozen)
  await renewLease(frozen, fence)
  await endLease(owner)
  expect(await takeLease(next)).toMatchObject({ fence: fence + 1 })
  expect(await renewLease(frozen, fence)).toBe(false)
})
