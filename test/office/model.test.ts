// The model of the office that the simulator uses: its shape, which is that of the server, and the faults that a test
// can ask for. What its functions do is in the cases that run on both.
import { describe, expect, inject, test, vi } from 'vitest'
import type { PostgresValue } from '#engine/outside/postgres.ts'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { type FakeClock, createFakeClock } from '#support/fake-clock.ts'
import {
  MAIN,
  type Querying,
  ask,
  lead,
  makeChange,
  makeRecord,
  publish,
  readCounter,
  readTask,
  readValue,
  refusal,
  renewLease,
  takeLease,
} from '#support/office-calls.ts'
import { OFFICES, openOffice } from '#support/office-kinds.ts'
import { addressOf, createFilledModel } from '#support/office-model/filled.ts'
import { functions } from '#support/office-model/functions.ts'
import type { ModelNetwork } from '#support/office-model/connections.ts'
import { createOffice } from '#support/office.ts'

const STARTED_MS = Date.parse('2026-11-28T10:00:00Z')

async function open() {
  const clock = createFakeClock(STARTED_MS)
  let count = 0
  const randomId = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`
  const { model, connectAs } = await createFilledModel({ clock, nowMs: () => clock.wall(), randomId })
  const connectThrough = (login: string, network: ModelNetwork, onLost: () => void = () => undefined) =>
    model.connectFrom(`computer of ${login}`, network).connect(addressOf(login), onLost)
  return { clock, model, connectAs, connectThrough }
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof PostgresFailure ? error.reason : error),
  )

describe('the shape of the model', () => {
  test('its tables have the columns of the server', async () => {
    const { owner } = await createOffice(inject('officeTemplates'))
    const { model } = await open()
    const list = async ({ query }: Querying, sql: string) =>
      (await query<{ name: string }>(sql)).map(({ name }) => name)
    const expected = await list(
      owner,
      `SELECT concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull) AS name
       FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
       WHERE relnamespace = 'office'::regnamespace AND relkind = 'r' AND attnum > 0 ORDER BY relname, attnum`,
    )
    const found = await list(
      model.owner,
      `SELECT s.name || ' ' || c.name || ' ' || lower(c.type) || iif(c."notnull" OR c.pk > 0, ' t', ' f') AS name
       FROM main.sqlite_schema s JOIN pragma_table_info(s.name, 'main') c WHERE s.type = 'table' ORDER BY s.name, c.cid`,
    )
    const withLongNames = (name: string) =>
      name.replace(/ int( \w)$/, ' integer$1').replace(/ timestamptz( \w)$/, ' timestamp with time zone$1')
    expect(found.map(withLongNames)).toEqual(expected)
  })

  test('its functions are those that the members of a server may call', async () => {
    const { owner } = await createOffice(inject('officeTemplates'))
    const callable = await owner.query<{ name: string; signature: string; role: string }>(
      `SELECT proname AS name, oidvectortypes(proargtypes) AS signature,
         right(grantee::regrole::text, -length((SELECT role_prefix FROM office.meta)) - 1) AS role
       FROM pg_proc, aclexplode(proacl) WHERE pronamespace = 'office'::regnamespace AND grantee <> proowner
       ORDER BY proname`,
    )
    const found = Object.entries(functions).map(([name, { signature, role }]) => ({ name, signature, role }))
    expect(found.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(callable)
  })
})

/** What clients read, in every form that the model translates. `MAIN` is the first value. */
const statements: readonly { form: string; sql: string; values?: readonly PostgresValue[] }[] = [
  { form: 'null last', sql: 'SELECT id, gone_since FROM office.record WHERE space = $1 ORDER BY gone_since, id' },
  { form: 'null first', sql: 'SELECT id, gone_since FROM office.record WHERE space = $1 ORDER BY gone_since DESC, id' },
  { form: 'a limit', sql: 'SELECT id FROM office.record WHERE space = $1 ORDER BY gone_since, id LIMIT 2' },
  {
    form: 'an offset',
    sql: 'SELECT (SELECT seq FROM office.record WHERE space = $1 ORDER BY seq OFFSET 1 LIMIT 1) AS seq',
  },
  {
    form: 'a list',
    sql: 'SELECT id FROM office.record WHERE space = $1 AND id = ANY($2) ORDER BY id',
    values: [['c2', 'c3', 'c9']],
  },
  {
    form: 'named rows',
    sql: `SELECT id FROM office.record WHERE space = $1
      AND (type, id) IN (SELECT * FROM json_to_recordset($2) AS named (type text, id text)) ORDER BY id`,
    values: ['[{"type":"container","id":"c1"},{"type":"shipment","id":"c2"}]'],
  },
  {
    form: 'objects',
    sql: `SELECT json_build_object('hash', hash, 'goneSince', gone_since, 'isGone', gone_since IS NOT NULL, 'first',
        (SELECT json_build_object('isHidden', is_hidden, 'seq', c.seq) FROM office.change c WHERE c.space = $1 LIMIT 1))
        AS facts
      FROM office.record WHERE space = $1 ORDER BY id`,
  },
  {
    form: 'the least',
    sql: 'SELECT least((SELECT min(seq) FROM office.record WHERE space = $1 AND seq > $2), 7, NULL) AS least',
    values: [99],
  },
  {
    form: 'a union',
    sql: 'SELECT id FROM office.record WHERE space = $1 UNION ALL SELECT uid FROM office.change ORDER BY id',
  },
  {
    form: 'a cast',
    sql: 'SELECT $2::uuid IS NULL AS "isNull", EXISTS (SELECT FROM office.task WHERE space = $1) AS "hasTasks"',
    values: [null],
  },
  { form: 'typed columns', sql: 'SELECT is_locked, budget, fence FROM office.lease WHERE space = $1' },
]

describe('the SQL of clients', () => {
  test.each(statements)('the server and the model give the same rows for $form', async ({ sql, values = [] }) => {
    const rows = OFFICES.map(async (kind) => {
      const { connectAs } = await openOffice(inject('officeTemplates'), kind)
      const [lea, rita] = [await connectAs('lea'), await connectAs('rita')]
      const records = [makeRecord('c1'), { ...makeRecord('c2'), gone_since: '2026-11-28' }, makeRecord('c3')]
      await publish(lea, await lead(lea), { records, changes: [makeChange('lea:1')] })
      return rita.query(sql, [MAIN, ...values])
    })
    const [expected, ...others] = await Promise.all(rows)
    expect(expected).not.toEqual([])
    for (const found of others) expect(found).toEqual(expected)
  })

  test('a statement that the model cannot run is a bug, not a failure of the office', async () => {
    const ben = await (await open()).connectAs('ben')
    await expect(refusal(ben.query('SELECT pg_sleep(1)'))).rejects.toThrow('no such function')
    await expect(refusal(ben.query('SELECT office.unknown(1)'))).rejects.toThrow('no function unknown')
  })
})

describe('faults of the model', () => {
  test('a server that is off ends all sessions and accepts none, and keeps its data', async () => {
    const { model, connectAs } = await open()
    const onLost = vi.fn<() => void>()
    const lea = await connectAs('lea', onLost)
    await publish(lea, await lead(lea), { records: [makeRecord('c1')] })
    model.setOff(true)
    expect(onLost).toHaveBeenCalledOnce()
    expect(await reasonOf(lea.query('SELECT 1'))).toBe('lost')
    expect(await reasonOf(connectAs('lea'))).toBe('unreachable')
    model.setOff(false)
    expect(await readCounter(await connectAs('lea'), 'mirror')).toBe(2)
  })

  test('a login that the server does not know is refused', async () => {
    expect(await reasonOf((await open()).connectAs('eve'))).toBe('login')
  })

  test('a network can refuse a connection with any reason', async () => {
    const { connectThrough } = await open()
    expect(await reasonOf(connectThrough('ben', { drawConnectFault: () => 'certificate' }))).toBe('certificate')
  })

  test.each([
    ['lost-before', 0],
    ['lost-after', 1],
  ] as const)('a statement that is %s took effect %i times', async (fault, count) => {
    const { model, connectThrough } = await open()
    const onLost = vi.fn<() => void>()
    const ben = await connectThrough('ben', { drawStatementFault: () => fault }, onLost)
    expect(await reasonOf(ask(ben, crypto.randomUUID()))).toBe('lost')
    expect(onLost).toHaveBeenCalledOnce()
    expect(await readValue(model.owner, '(SELECT count(*) FROM office.task)')).toBe(count)
  })

  test('the end of a session frees its lock', async () => {
    const { model, connectAs } = await open()
    await lead(await connectAs('lea'))
    const leo = await connectAs('leo')
    expect(await takeLease(leo)).toBeNull()
    model.endSessions('computer of lea')
    expect(await takeLease(leo)).toMatchObject({ fence: 2 })
  })

  test('a statement and its answer take the time of the network, in the order in which they were sent', async () => {
    const { clock, connectThrough } = await open()
    const ben = await complete(clock, connectThrough('ben', { delayMs: () => 100 }))
    const startedMs = clock.mono()
    const numbers = [ask(ben, crypto.randomUUID()), ask(ben, crypto.randomUUID())]
    expect(await complete(clock, Promise.all(numbers))).toEqual([1, 2])
    expect(clock.mono() - startedMs).toBe(400)
  })

  test('a notification takes the time of the network', async () => {
    const { clock, connectAs, connectThrough } = await open()
    const received: string[] = []
    const rita = await complete(clock, connectThrough('rita', { delayMs: () => 100 }))
    await complete(
      clock,
      rita.listen('office_1', (payload) => received.push(payload)),
    )
    await ask(await connectAs('ben'), crypto.randomUUID())
    expect(received).toEqual([])
    await clock.advance(100)
    expect(received).toEqual(['task 1'])
  })

  test('what was sent first arrives first, whatever the delays', async () => {
    const { clock, connectAs, connectThrough } = await open()
    const received: string[] = []
    let delayMs = 0
    const rita = await connectThrough('rita', { delayMs: () => delayMs })
    await rita.listen('office_1', (payload) => received.push(payload))
    const ben = await connectAs('ben')
    for (delayMs of [300, 10, 200]) await ask(ben, crypto.randomUUID())
    await clock.advance(299)
    expect(received).toEqual([])
    await clock.advance(1)
    expect(received).toEqual(['task 1', 'task 2', 'task 3'])
  })

  test('an answer can take longer than its statement', async () => {
    const { clock, model, connectThrough } = await open()
    const ben = await connectThrough('ben', { drawStatementFault: () => ({ answerMs: 5_000 }) })
    const asking = ask(ben, crypto.randomUUID())
    expect(await readValue(model.owner, '(SELECT count(*) FROM office.task)')).toBe(1)
    const isAnswered = vi.fn<() => void>()
    const answered = asking.then(isAnswered)
    await clock.advance(4_900)
    expect(isAnswered).not.toHaveBeenCalled()
    await clock.advance(100)
    await answered
    expect(await asking).toBe(1)
  })

  test('a frozen leader keeps its session and its lock, and loses its lease by the clock', async () => {
    const { clock, model, connectAs } = await open()
    const [lea, leo] = [await connectAs('lea'), await connectAs('leo')]
    const fence = await lead(lea, { ttlMs: 6_000 })
    model.setFrozen('computer of lea', true)
    const renewing = renewLease(lea, fence)
    await clock.advance(5_900)
    expect(await takeLease(leo)).toBeNull()
    await clock.advance(100)
    expect(await takeLease(leo)).toMatchObject({ fence: fence + 1 })
    expect(await readValue(model.owner, '(SELECT is_locked FROM office.lease WHERE space = 1)')).toBe(false)
    model.setFrozen('computer of lea', false)
    expect(await renewing).toBe(false)
  })

  test('a client without an answer ends its connection, and its statement may take effect later', async () => {
    const { clock, model, connectAs } = await open()
    const onLost = vi.fn<() => void>()
    const ben = await connectAs('ben', onLost)
    const op = crypto.randomUUID()
    model.setFrozen('computer of ben', true)
    const asking = reasonOf(ask(ben, op))
    await clock.advance(40_000)
    expect(await asking).toBe('lost')
    expect(onLost).toHaveBeenCalledOnce()
    expect(await readTask(await connectAs('rita'), op)).toBeUndefined()
    model.setFrozen('computer of ben', false)
    expect(await readTask(await connectAs('rita'), op)).toMatchObject({ state: 'WAITING' })
    expect(clock.countTimers()).toBe(0)
  })

  test('a connection through a frozen network is unreachable after 10 s', async () => {
    const { clock, model, connectAs } = await open()
    model.setFrozen('computer of ben', true)
    const connecting = reasonOf(connectAs('ben'))
    await clock.advance(10_000)
    expect(await connecting).toBe('unreachable')
    model.setFrozen('computer of ben', false)
    expect(clock.countTimers()).toBe(0)
  })

  test('an office that is set back has its earlier rows and numbers, and all sessions end', async () => {
    const { model, connectAs } = await open()
    const onLost = vi.fn<() => void>()
    const lea = await connectAs('lea', onLost)
    const fence = await lead(lea)
    await publish(lea, fence, { records: [makeRecord('c1')] })
    const copy = model.save()
    await publish(lea, fence, { records: [makeRecord('c1', 2), makeRecord('c2')] })
    model.restore(copy)
    expect(onLost).toHaveBeenCalledOnce()
    const rita = await connectAs('rita')
    expect(await rita.query('SELECT id, hash, seq FROM office.record')).toEqual([{ id: 'c1', hash: 'hash 1', seq: 1 }])
    expect(await readCounter(rita, 'mirror')).toBe(2)
  })
})

const complete = <Value>(clock: FakeClock, work: Promise<Value>) => clock.advanceUntilSettled(work)
