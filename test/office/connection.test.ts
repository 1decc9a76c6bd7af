// Connections to PostgreSQL: values, notifications, and the error code of each failure.
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect as connectSocket, createServer } from 'node:net'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { AppError } from '#contract/errors.ts'
import { type PostgresAddress, createPostgres } from '#engine/outside/postgres.ts'
import type { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { toOfficeFailure } from '#engine/office/failures.ts'
import { connect } from '#support/office-databases.ts'
import { createOffice } from '#support/office.ts'
import { readValue } from '#support/office-calls.ts'

const open = () => createOffice(inject('officeTemplates'))
/** The loopback address in a spelling that counts as another computer. */
const LIKE_ANOTHER_COMPUTER = '127.1'

/** The code that the user gets; null if the work succeeds. */
const codeOf = (work: Promise<unknown>): Promise<AppError['code'] | null> =>
  work.then(
    () => null,
    (error: unknown) => toOfficeFailure(error).code,
  )

/** A server that accepts connections and sends `reply` to the first bytes; null: it says nothing. */
async function startSilentServer(reply: string | null): Promise<PostgresAddress> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (reply !== null) socket.once('data', () => socket.write(reply))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const login = { database: 'office', user: 'ben', password: '' }
  return { host: LIKE_ANOTHER_COMPUTER, port, ...login, fingerprint: null }
}

/** Passes everything on to the server until it is frozen. Then it is silent, and its connections stay open. */
async function startProxy({ host, port }: PostgresAddress): Promise<{ port: number; freeze(): void }> {
  const sockets: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const upstream = connectSocket({ host, port, allowHalfOpen: true })
    sockets.push(socket, upstream)
    for (const end of [socket, upstream]) end.on('error', () => undefined)
    socket.pipe(upstream).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const freeze = () => {
    for (const socket of sockets) socket.unpipe()
  }
  return { port: (server.address() as AddressInfo).port, freeze }
}

test('values arrive as they were sent, bigint as a number and instants as ISO texts', async () => {
  const { owner } = await open()
  const sql = `SELECT $1::text AS text, $2::bigint AS big, $3::boolean AS flag, $4::text[] AS list, $5::int AS nothing,
    $6::timestamptz AS at, '{"a":[1]}'::jsonb AS json`
  const list = ['a "b"', 'c,d', '{}', '']
  expect(await owner.query(sql, ["it's", 2 ** 40, true, list, null, '2026-11-28T10:00:00.123+01:00'])).toEqual([
    { text: "it's", big: 2 ** 40, flag: true, list, nothing: null, at: '2026-11-28T09:00:00.123Z', json: { a: [1] } },
  ])
})

test('a failed script changes nothing', async () => {
  const { owner } = await open()
  await expect(owner.runScript('CREATE TABLE a (x int); INSERT INTO nowhere VALUES (1)')).rejects.toThrow('nowhere')
  expect(await readValue(owner, `to_regclass('a')`)).toBeNull()
})

test('a listener gets the notifications of its channel, whatever the name', async () => {
  const { owner, connectAs } = await open()
  const received: string[] = []
  const ben = await connectAs('ben')
  await ben.listen('A "channel"', (payload) => received.push(payload))
  await ben.listen('other', (payload) => received.push(`other ${payload}`))
  await owner.query(`SELECT pg_notify('A "channel"', 'one'), pg_notify('none', 'two'), pg_notify('other', '')`)
  await vi.waitFor(() => expect(received).toEqual(['one', 'other ']))
})

test('a wrong password is a refused login', async () => {
  const { address } = await open()
  expect(await codeOf(connect({ ...address, password: 'wrong' }))).toBe('office/login-refused')
})

test('an unknown database is named as such', async () => {
  const { address } = await open()
  expect(await codeOf(connect({ ...address, database: 'nowhere' }))).toBe('office/no-database')
})

test('a login with too many connections has an error code of its own', async () => {
  const { connectAs } = await open()
  await connectAs('solo')
  expect(await codeOf(connectAs('solo'))).toBe('office/too-many-connections')
})

test('a port where nothing listens is unreachable', async () => {
  const { address } = await open()
  expect(await codeOf(connect({ ...address, port: 1 }))).toBe('office/unreachable')
})

test('another computer without TLS is refused before anything is sent', async () => {
  expect(await codeOf(connect(await startSilentServer('N')))).toBe('office/tls-required')
})

test('a server that is not PostgreSQL is unreachable', async () => {
  expect(await codeOf(connect(await startSilentServer('HTTP/1.1 400 Bad Request')))).toBe('office/unreachable')
})

test('a lost connection is reported once, and its statements fail', async () => {
  const { owner, connectAs } = await open()
  const onLost = vi.fn<() => void>()
  const ben = await connectAs('ben', onLost)
  const pid = await readValue<number>(ben, 'pg_backend_pid()')
  const running = codeOf(ben.query('SELECT pg_sleep(100)'))
  await vi.waitFor(async () => expect(await readValue(owner, `pg_terminate_backend($1)`, [pid])).toBe(true))
  expect(await running).toBe('office/unreachable')
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce())
  expect(await codeOf(ben.query('SELECT 1'))).toBe('office/unreachable')
})

test('a closed connection is not reported as lost', async () => {
  const { connectAs } = await open()
  const onLost = vi.fn<() => void>()
  await (await connectAs('ben', onLost)).close()
  expect(onLost).not.toHaveBeenCalled()
})

test('a connection closes although the server does not answer any more', async () => {
  const { addressOf } = await open()
  const proxy = await startProxy(addressOf('ben'))
  const ben = await createPostgres().connect({ ...addressOf('ben'), port: proxy.port }, () => undefined)
  proxy.freeze()
  const closed = ben.close().then(() => 'closed')
  const late = new Promise((resolve) => {
    const timer = setTimeout(() => resolve('late'), 8_000)
    onTestFinished(() => clearTimeout(timer))
  })
  expect(await Promise.race([closed, late])).toBe('closed')
})

test('without an answer in time the connection ends, so that no later statement gets it', async () => {
  const { address } = await open()
  const onLost = vi.fn<(failure: PostgresFailure) => void>()
  const impatient = await createPostgres().connect(address, onLost, 100)
  expect(await codeOf(impatient.query('SELECT pg_sleep(100)'))).toBe('office/unreachable')
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce())
})

test('a refusal of the server that no user can solve is a bug, and reaches the caller as it is', async () => {
  const { owner } = await open()
  await expect(codeOf(owner.query('SELECT nothing'))).rejects.toMatchObject({ reason: 'refused', sqlState: '42703' })
})

test.each([
  ['QW001', 'office/not-a-member'],
  ['QW002', 'office/not-allowed'],
  ['QW003', 'office/too-old'],
  ['QW004', 'office/too-many-tasks'],
  ['42501', 'office/not-allowed'],
  ['53100', 'office/full'],
  ['53200', 'office/busy'],
  ['53300', 'office/too-many-connections'],
  ['3F000', 'office/no-database'],
  ['40001', 'office/busy'],
  ['40P01', 'office/busy'],
  ['57014', 'office/busy'],
])('the code %s of the server becomes %s', async (sqlState, code) => {
  const { owner } = await open()
  const raise = `DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${sqlState}'; END $$`
  expect(await codeOf(owner.runScript(raise))).toBe(code)
})
