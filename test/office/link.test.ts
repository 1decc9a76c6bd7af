// The connection that comes back: states, reconnecting, and statements that the server undid.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { type LinkDeps, type LinkState, CLIENT_VERSION, startLink } from '#engine/office/link.ts'
import { createClock } from '#engine/outside/clock.ts'
import { type Postgres, createPostgres } from '#engine/outside/postgres.ts'
import { createRandom } from '#engine/outside/random.ts'
import { getErrorCode } from '#support/error-code.ts'
import { MAIN, endSessions, readValue } from '#support/office-calls.ts'
import { createOffice } from '#support/office.ts'
import { ACCOUNT } from '#support/office-databases.ts'

const open = () => createOffice(inject('officeTemplates'))
const postgres = createPostgres()

/** A link, and its states so far in short. */
function start(options: Pick<LinkDeps, 'address'> & Partial<LinkDeps>) {
  const states: string[] = []
  let count = 0
  const log = vi.fn<LinkDeps['log']>()
  const link = startLink({
    clock: createClock(),
    random: { ...createRandom(), next: () => 0 },
    postgres,
    log,
    now: () => `time ${++count}`,
    device: 'Gate 4',
    answerTimeoutMs: 10_000,
    space: MAIN,
    account: { ...ACCOUNT, isStored: () => true, listEarlierKeys: () => [] },
    ...options,
  })
  link.onState((state) => states.push(describe(state)))
  onTestFinished(() => link.stop())
  return { link, states, log }
}

function describe(state: LinkState): string {
  if (state.kind === 'away') return `away since ${state.since}: ${state.failure.code}`
  return state.kind === 'refused' ? `refused: ${state.failure.code}` : state.kind
}

async function startOpen(options: Pick<LinkDeps, 'address'> & Partial<LinkDeps>) {
  const started = start(options)
  await vi.waitFor(() => expect(started.link.getState().kind).toBe('open'))
  return started
}

test('a connection begins with a greeting, which both sides remember', async () => {
  const { addressOf, owner, loginOf } = await open()
  const lea = await startOpen({ address: addressOf('lea') })
  const ben = await startOpen({ address: addressOf('ben') })
  expect(lea.link.getState()).toEqual({ kind: 'open', isDirect: true, canLead: true, version: CLIENT_VERSION })
  expect(ben.link.getState()).toEqual({ kind: 'open', isDirect: true, canLead: false, version: CLIENT_VERSION })
  const [member] = await owner.query('SELECT device, client FROM office.member WHERE login = $1', [loginOf('lea')])
  expect(member).toEqual({ device: 'Gate 4', client: CLIENT_VERSION })
})

test('an office of an earlier version is open, and its version is known', async () => {
  const { addressOf } = await createOffice(inject('officeTemplates'), 'admin', 8)
  const { link } = await startOpen({ address: addressOf('lea') })
  expect(link.getState()).toEqual({ kind: 'open', isDirect: true, canLead: true, version: 8 })
})

test('a lost connection is away until it is back, and then gets notifications again', async () => {
  const { addressOf, owner, loginOf } = await open()
  const received: string[] = []
  const { link, states } = await startOpen({ address: addressOf('lea') })
  link.listen('office_1', (payload) => received.push(payload))
  await endSessions(owner, loginOf('lea'))
  await vi.waitFor(() => expect(states).toEqual(['open', 'away since time 1: office/unreachable', 'open']))
  await owner.query(`SELECT pg_notify('office_1', 'mirror 7')`)
  await vi.waitFor(() => expect(received).toEqual(['mirror 7']))
})

test('while the office cannot be reached, statements fail at once, the time of the first failure stays, and the log has one line', async () => {
  const { addressOf } = await open()
  const { link, states, log } = start({ address: { ...addressOf('lea'), port: 1 } })
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(2))
  expect(new Set(states)).toEqual(new Set(['away since time 1: office/unreachable']))
  expect(log).toHaveBeenCalledOnce()
  expect(await getErrorCode(link.query('SELECT 1'))).toBe('office/unreachable')
})

test.each([
  ['a wrong password', { password: 'wrong' }, 'office/login-refused'],
  ['a database that does not exist', { database: 'nowhere' }, 'office/no-database'],
  ['a database without an office', { database: 'postgres' }, 'office/no-database'],
])('with %s the connection is refused, and statements say why', async (_, change, code) => {
  const { addressOf } = await open()
  const { link, states } = start({ address: { ...addressOf('lea'), ...change } })
  await vi.waitFor(() => expect(states).toEqual([`refused: ${code}`]))
  expect(await getErrorCode(link.query('SELECT 1'))).toBe(code)
})

test('a removed member and a stranger are refused', async () => {
  const { addressOf, owner, loginOf } = await open()
  await owner.query('UPDATE office.member SET removed_at = clock_timestamp() WHERE login = $1', [loginOf('lea')])
  const lea = start({ address: addressOf('lea') })
  const stranger = start({ address: addressOf('stranger') })
  await vi.waitFor(() => expect(lea.states).toEqual(['refused: office/not-a-member']))
  await vi.waitFor(() => expect(stranger.states).toEqual(['refused: office/not-allowed']))
})

test('an office that requires a newer version refuses this one', async () => {
  const { addressOf, owner } = await open()
  await owner.query('UPDATE office.meta SET least_client = $1', [CLIENT_VERSION + 1])
  const { states } = start({ address: addressOf('lea') })
  await vi.waitFor(() => expect(states).toEqual(['refused: office/too-old']))
})

test('a session that another process serves than the login named is behind a pooler', async () => {
  const { addressOf } = await open()
  const pooled: Postgres = { connect: async (...args) => ({ ...(await postgres.connect(...args)), serverProcess: 1 }) }
  const { link } = await startOpen({ address: addressOf('lea'), postgres: pooled })
  expect(link.getState()).toMatchObject({ isDirect: false })
})

/** A function that fails with this code, and succeeds at its `worksAt`th call. */
const createFailing = (sqlState: string, worksAt: number) => `
  CREATE SEQUENCE tries;
  CREATE FUNCTION fail_first() RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE try int := nextval('tries');
  BEGIN
    IF try < ${worksAt} THEN RAISE EXCEPTION 'failed' USING ERRCODE = '${sqlState}'; END IF;
    RETURN try;
  END $$`

test.each(['40001', '40P01'])('a statement that the server undid with %s is repeated', async (sqlState) => {
  const { addressOf, owner } = await open()
  await owner.runScript(createFailing(sqlState, 3))
  const { link } = await startOpen({ address: addressOf('lea') })
  expect(await link.query('SELECT fail_first() AS try')).toEqual([{ try: 3 }])
})

test('after three conflicts a statement fails as busy', async () => {
  const { addressOf, owner } = await open()
  await owner.runScript(createFailing('40P01', 4))
  const { link } = await startOpen({ address: addressOf('lea') })
  expect(await getErrorCode(link.query('SELECT fail_first()'))).toBe('office/busy')
})

test('a statement that the server cancelled is not repeated, because it would take as long again', async () => {
  const { addressOf, owner } = await open()
  await owner.runScript(createFailing('57014', 2))
  const { link } = await startOpen({ address: addressOf('lea') })
  expect(await getErrorCode(link.query('SELECT fail_first()'))).toBe('office/busy')
  expect(await readValue(owner, '(SELECT last_value FROM tries)')).toBe(1)
})

test('a link to a server that never answers stops at once', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { addressOf } = await open()
  const { link, states } = start({ address: { ...addressOf('lea'), port } })
  await once(server, 'connection')
  await link.stop()
  expect(states).toEqual([])
})

test('a stopped link closes its session', async () => {
  const { addressOf, owner, loginOf } = await open()
  const { link, states } = await startOpen({ address: addressOf('lea') })
  await link.stop()
  const sessions = '(SELECT count(*) FROM pg_stat_activity WHERE usename = $1 AND datname = current_database())'
  await vi.waitFor(async () => expect(await readValue(owner, sessions, [loginOf('lea')])).toBe(0))
  expect(states).toEqual(['open'])
})
