// Setting an office up, inviting colleagues and removing them, on a real server with both kinds of owner.
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { AppError } from '#contract/errors.ts'
import type { OfficeCheck } from '#contract/office.ts'
import { hashKey } from '#engine/api/client.ts'
import { joiningHandlers } from '#engine/office/joining/handlers.ts'
import { readInvitation, readMembership } from '#engine/office/joining/membership.ts'
import { openKey } from '#engine/office/joining/sealing.ts'
import { drawSecret, drawVerifier } from '#engine/office/joining/secrets.ts'
import { type Link, startLink } from '#engine/office/link.ts'
import { migrate } from '#engine/office/migrate.ts'
import { createClock } from '#engine/outside/clock.ts'
import { type Postgres, type PostgresAddress, createPostgres } from '#engine/outside/postgres.ts'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { createRandom } from '#engine/outside/random.ts'
import { getErrorCode } from '#support/error-code.ts'
import { NO_RIGHT, readValue, refusal } from '#support/office-calls.ts'
import {
  ACCOUNT,
  OWNERS,
  type Owner,
  memberAddress,
  ownerAddress,
  readAddress,
  withConnection,
} from '#support/office-databases.ts'

const templates = inject('officeTemplates')
const postgres = createPostgres()
const random = createRandom()
type Account = Omit<Parameters<typeof startLink>[0]['account'], 'isStored'>
const account: Account = { ...ACCOUNT, listEarlierKeys: () => [] }
let count = 0

const toUrl = ({ host, port, database, user, password }: PostgresAddress) =>
  `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`
const runAsAdmin = (sql: string, database = 'postgres') =>
  withConnection({ ...readAddress(templates.url), database }, (admin) => admin.runScript(sql))

/** An empty database, removed after the test with the roles of its office. */
async function createEmpty(owner: Owner): Promise<PostgresAddress> {
  const database = `${templates.prefix}_join_${process.pid}_${count++}`
  const address = ownerAddress(templates, owner, database)
  await runAsAdmin(`CREATE DATABASE ${database} OWNER ${address.user}`)
  onTestFinished(async () => {
    // The roles of its office have no other connection to the database than the rights inside of it.
    const dropRoles = `DO $$ DECLARE r name; BEGIN
      FOR r IN SELECT rolname FROM pg_roles WHERE rolname ^@ 'quaywatch_${database}_' OR pg_has_role(rolname, (
        SELECT oid FROM pg_roles WHERE rolname = 'quaywatch_${database}_reader'), 'MEMBER') AND NOT rolsuper
        AND rolname !~ '^${templates.prefix}_' LOOP
        EXECUTE format('DROP OWNED BY %I', r);
        EXECUTE format('DROP ROLE %I', r);
      END LOOP; END $$`
    await runAsAdmin(`DROP SCHEMA IF EXISTS office, bi, bi_rows CASCADE`, database)
    await runAsAdmin(dropRoles, database)
    await runAsAdmin(`DROP DATABASE ${database} WITH (FORCE)`)
  })
  return address
}

const outsideOffice = (open: { apiKey: string | null } = account) =>
  joiningHandlers({ postgres, random, account: { ...account, ...open }, membership: null, query: null })

const create = (address: PostgresAddress, names = { officeName: 'Meyer Spedition', memberName: 'Ada' }) =>
  outsideOffice()['office.create']({ address: toUrl(address), fingerprint: null, ...names })

const check = (address: string, open?: { apiKey: string | null }) =>
  outsideOffice(open)['office.check']({ address, fingerprint: null })

async function checkOffice(address: string, open?: { apiKey: string | null }) {
  const found = await check(address, open)
  if (found.kind !== 'office') throw new Error('there is no office')
  return found
}

/** The desktop of a member. */
function startDesktop(membership: string, options: { postgres?: Postgres; account?: Account } = {}) {
  const joined = { ...readMembership(membership), device: 'Gate 4' }
  const link = startLink({
    ...joined,
    clock: createClock(),
    random: { ...random, next: () => 0 },
    postgres,
    log: () => undefined,
    now: () => '',
    answerTimeoutMs: 10_000,
    ...options,
    account: { ...account, ...options.account, isStored: () => true },
  })
  onTestFinished(() => link.stop())
  const office = joiningHandlers({ postgres, random, account, membership: joined, query: link.query })
  return { link, office, login: joined.address.user }
}

async function startOpen(membership: string, options?: Parameters<typeof startDesktop>[1]) {
  const desktop = startDesktop(membership, options)
  await vi.waitFor(() => expect(desktop.link.getState().kind).toBe('open'), 8_000)
  return desktop
}

/** An office with its first administrator, Ada. */
async function open(owner: Owner = 'admin') {
  const address = await createEmpty(owner)
  const { membership } = await create(address)
  return { address, membership, ada: await startOpen(membership) }
}

const codeOf = (work: unknown) => getErrorCode(Promise.resolve(work))

const BEN = { name: 'Ben Müller', role: 'operator', canLead: true } as const

const failureOf = (link: Link) => {
  const state = link.getState()
  return 'failure' in state ? state.failure.code : null
}

const waitForFailure = (link: Link, code: AppError['code']) =>
  vi.waitFor(() => expect(failureOf(link)).toBe(code), 8_000)

test.each(OWNERS)('an empty database becomes an office with one administrator, as %s', async (owner) => {
  const address = await createEmpty(owner)
  const { host, database, user } = address
  expect(await check(toUrl(address))).toEqual({
    ...{ kind: 'empty', host, database, login: user },
    serverVersion: expect.stringMatching(/^\d+/) as string,
  })
  const { membership } = await create(address)
  const found = { kind: 'office', name: 'Meyer Spedition', host, memberName: 'Ada', role: 'admin' }
  expect(await checkOffice(toUrl(address))).toMatchObject({ ...found, match: 'same', apiKey: null })
  expect(await checkOffice(toUrl(address), { apiKey: 'other' })).toMatchObject({ match: 'other' })
  expect(await checkOffice(toUrl(address), { apiKey: null })).toMatchObject({ match: 'unknown' })
  const ada = await startOpen(membership)
  const self = { login: user, name: 'Ada', role: 'admin', canLead: true, device: 'Gate 4', isSelf: true }
  const view = await ada.office['office.get']({})
  expect(view).toMatchObject({ name: 'Meyer Spedition', host, database, canInvite: true, self })
  expect(view?.members).toEqual([view?.self])
  expect(ada.link.getState()).toMatchObject({ kind: 'open', canLead: true })
})

test.each(OWNERS)('an invitation brings its member into the office once, as %s', async (owner) => {
  const { ada, address } = await open(owner)
  const { login, invitation } = await ada.office['office.invite'](BEN)
  expect(login).toMatch(/^ben_muller_[a-z0-9]{6}$/)
  const invited = (await ada.office['office.get']({}))?.members.find((member) => member.login === login)
  expect(invited).toEqual({ login, ...BEN, device: null, seenAt: null, isSelf: false, isInvited: true })
  const found: OfficeCheck = await check(invitation, { apiKey: null })
  expect(found).toMatchObject({
    ...{ kind: 'office', name: 'Meyer Spedition', memberName: BEN.name, role: 'operator', serviceUrl: account.baseUrl },
    ...{ match: 'unknown', apiKey: account.apiKey },
  })
  const { membership } = await checkOffice(invitation)
  const ben = await startOpen(membership)
  expect(ben.link.getState()).toMatchObject({ canLead: true })
  expect(await codeOf(check(invitation))).toBe('office/invitation-used')
  // The same computer starts again.
  await ben.link.stop()
  await startOpen(membership)
  const stored = await withConnection(address, (owned) =>
    readValue<string>(owned, `(SELECT sealed_key FROM office.space)`),
  )
  const { secret, space } = readInvitation(invitation)
  expect(openKey(stored, secret, space)).toBe(account.apiKey)
  expect(openKey(stored, drawSecret(random), space)).toBeNull()
  expect(openKey(stored, secret, space + 1)).toBeNull()
})

test('the two connections of a new desktop replace the password together', async () => {
  const { ada } = await open()
  const { invitation } = await ada.office['office.invite'](BEN)
  const { membership } = await checkOffice(invitation)
  await Promise.all([startOpen(membership), startOpen(membership), startOpen(membership)])
})

test('a connection that replaces the password while another one does so joins with it', async () => {
  const { ada, address } = await open()
  const { login, invitation } = await ada.office['office.invite'](BEN)
  const { membership } = await checkOffice(invitation)
  const { password } = readMembership(membership).address
  await withConnection(address, async (other) => {
    await other.runScript(`BEGIN; ALTER ROLE ${login} PASSWORD '${drawVerifier(password, random)}'`)
    const states: string[] = []
    startDesktop(membership).link.onState(({ kind }) => states.push(kind))
    await vi.waitFor(async () => expect(await countBlocked(address)).toBe(1), 8_000)
    await other.runScript('COMMIT')
    await vi.waitFor(() => expect(states).toEqual(['open']), 8_000)
  })
})

/** The sessions of the database that wait for a transaction of another one. */
const countBlocked = (address: PostgresAddress) =>
  withConnection(address, (owner) =>
    readValue<number>(
      owner,
      '(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0)',
    ),
  )

test('of two computers that use one invitation, one joins', async () => {
  const { ada } = await open()
  const { invitation } = await ada.office['office.invite'](BEN)
  const [first, second] = [await checkOffice(invitation), await checkOffice(invitation)]
  await startOpen(first.membership)
  await waitForFailure(startDesktop(second.membership).link, 'office/invitation-used')
})

/** The program ends before or after the new password is stored. */
const createCrashing = (moment: 'before' | 'after'): Postgres => ({
  connect: async (...args) => {
    const connection = await postgres.connect(...args)
    return {
      ...connection,
      runScript: async (sql) => {
        if (moment === 'after') await connection.runScript(sql)
        throw new PostgresFailure('lost', null, new Error('the program ended'))
      },
    }
  },
})

test.each(['before', 'after'] as const)(
  'a program that ends %s it has a new password joins at its next start',
  async (moment) => {
    const { ada } = await open()
    const { invitation } = await ada.office['office.invite'](BEN)
    const { membership } = await checkOffice(invitation)
    const crashed = startDesktop(membership, { postgres: createCrashing(moment) })
    await vi.waitFor(() => expect(crashed.link.getState().kind).not.toBe('connecting'), 8_000)
    await crashed.link.stop()
    await startOpen(membership)
    expect(await codeOf(check(invitation))).toBe('office/invitation-used')
  },
)

test.each(OWNERS)('a removed member loses its sessions and its login, as %s', async (owner) => {
  const { ada, address } = await open(owner)
  const { login, invitation } = await ada.office['office.invite'](BEN)
  const { membership } = await checkOffice(invitation)
  const ben = await startOpen(membership)
  await ada.office['office.removeMember']({ login })
  await waitForFailure(ben.link, 'office/not-a-member')
  const admin = { ...readAddress(templates.url), database: address.database }
  await withConnection(admin, async (server) => {
    const sessions = '(SELECT count(*) FROM pg_stat_activity WHERE usename = $1)'
    await vi.waitFor(async () => expect(await readValue(server, sessions, [login])).toBe(0))
    expect(await readValue(server, '(SELECT rolcanlogin FROM pg_roles WHERE rolname = $1)', [login])).toBe(false)
    // The owner was its member only to end the sessions.
    expect(await readValue(server, `pg_has_role($1, $2, 'USAGE')`, [address.user, login])).toBe(owner === 'admin')
  })
  expect((await ada.office['office.get']({}))?.members.map((member) => member.name)).toEqual(['Ada'])
  expect(await codeOf(ada.office['office.renewInvitation']({ login }))).toBe('office/not-allowed')
  await ada.office['office.removeMember']({ login })
})

test('a renewed invitation replaces the password of the member', async () => {
  const { ada } = await open('creator')
  const first = await ada.office['office.invite'](BEN)
  const { membership } = await checkOffice(first.invitation)
  const before = await startOpen(membership)
  await before.link.stop()
  const second = await ada.office['office.renewInvitation']({ login: first.login })
  expect(second.login).toBe(first.login)
  await waitForFailure(startDesktop(membership).link, 'office/invitation-used')
  expect(await codeOf(check(first.invitation))).toBe('office/invitation-used')
  await startOpen((await checkOffice(second.invitation)).membership)
})

test('only an administrator invites, removes and renews', async () => {
  const { ada } = await open()
  const { invitation, login } = await ada.office['office.invite']({ ...BEN, role: 'operator' })
  const ben = await startOpen((await checkOffice(invitation)).membership)
  const attempts = [
    ben.office['office.invite'](BEN),
    ben.office['office.removeMember']({ login: ada.login }),
    ben.office['office.renewInvitation']({ login }),
    ben.link.query('SELECT office.seal_key(1, $1)', ['another key']),
  ]
  expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'office/not-allowed'))
  expect((await ben.office['office.get']({}))?.canInvite).toBe(false)
})

test('an office keeps one administrator, and no login that it did not create changes', async () => {
  const { ada, address } = await open('creator')
  expect(await codeOf(ada.office['office.removeMember']({ login: ada.login }))).toBe('office/last-admin')
  expect(await codeOf(ada.office['office.renewInvitation']({ login: ada.login }))).toBe('office/not-allowed')
  const { invitation } = await ada.office['office.invite']({ name: '王', role: 'admin', canLead: false })
  const wang = await startOpen((await checkOffice(invitation)).membership)
  expect(wang.login).toMatch(/^member_/)
  await wang.office['office.removeMember']({ login: ada.login })
  expect(await codeOf(wang.office['office.removeMember']({ login: wang.login }))).toBe('office/last-admin')
  expect(await codeOf(check(toUrl(address)))).toBe('office/not-a-member')
  // An invited administrator has no other right than to call the functions.
  expect((await wang.office['office.invite'](BEN)).login).toMatch(/^ben_/)
  expect(await codeOf(wang.link.query(`CREATE ROLE taken`))).toBe('office/not-allowed')
})

test('two administrators who remove each other at once leave one', async () => {
  const { ada } = await open()
  const { login, invitation } = await ada.office['office.invite']({ name: 'Max', role: 'admin', canLead: false })
  const max = await startOpen((await checkOffice(invitation)).membership)
  const codes = await Promise.all([
    codeOf(ada.office['office.removeMember']({ login })),
    codeOf(max.office['office.removeMember']({ login: ada.login })),
  ])
  expect(codes.filter((code) => code === 'no error')).toHaveLength(1)
})

test.each(OWNERS)('of two who create an office at once, one succeeds, as %s', async (owner) => {
  const address = await createEmpty(owner)
  const codes = await Promise.all([codeOf(create(address)), codeOf(create(address))])
  expect(codes.toSorted()).toEqual(['no error', 'office/exists'])
  expect(await codeOf(create(address))).toBe('office/exists')
})

test('an office whose creation was interrupted can be created', async () => {
  const address = await createEmpty('creator')
  await withConnection(address, (owner) => migrate(owner))
  expect(await check(toUrl(address))).toMatchObject({ kind: 'empty' })
  await startOpen((await create(address)).membership)
})

test('an office needs a key, and a login with the rights to create it', async () => {
  const address = await createEmpty('creator')
  const stranger = toUrl(memberAddress(templates, 'stranger', address.database))
  const input = { fingerprint: null, officeName: 'Meyer', memberName: 'Ada' }
  const withoutKey = outsideOffice({ apiKey: null })['office.create']({ ...input, address: toUrl(address) })
  expect(await codeOf(withoutKey)).toBe('office/no-key')
  expect(await codeOf(check(stranger))).toBe('office/login-rights')
  expect(await codeOf(outsideOffice()['office.create']({ ...input, address: stranger }))).toBe('office/login-rights')
  await create(address)
  expect(await codeOf(check(stranger))).toBe('office/not-a-member')
  expect(await codeOf(outsideOffice()['office.create']({ ...input, address: stranger }))).toBe('office/exists')
})

test('the office takes no login of the server, and stores no text as a password', async () => {
  const { ada, address } = await open()
  const invite = (login: string, verifier: string) =>
    withConnection(address, (admin) =>
      refusal(admin.query(`SELECT office.invite($1, 'x', 'reader', false, $2, 1)`, [login, verifier])),
    )
  const verifier = drawVerifier('a password', random)
  expect(await invite(`${templates.prefix}_stranger`, verifier)).toBe('42710')
  expect(
    await Promise.all(['', 'Ben', 'b-n', 'pg_ben', 'b'.repeat(42)].map((login) => invite(login, verifier))),
  ).toEqual([...['QW002', 'QW002', 'QW002', '42939', 'QW002']])
  for (const text of ['password', 'SCRAM-SHA-256$', `${verifier}x`, `x${verifier}`, `${verifier}\n`])
    expect(await invite('new_member', text), text).toBe('QW002')
  expect((await ada.office['office.get']({}))?.members).toHaveLength(1)
})

test('a login that may call the functions of an office only as a member cannot set it up', async () => {
  const { ada } = await open('creator')
  const { invitation } = await ada.office['office.invite']({ name: 'Max', role: 'admin', canLead: true })
  const { address } = readMembership((await checkOffice(invitation)).membership)
  const max = { ...address, password: readInvitation(invitation).password }
  const setUp = withConnection(max, (member) => refusal(member.query(`SELECT office.set_up('', '', '', '', '')`)))
  expect(await setUp).toBe(NO_RIGHT)
})

test('the desktop of an administrator gives the office the new key, which later invitations have', async () => {
  const { ada, membership } = await open()
  const { invitation } = await ada.office['office.invite'](BEN)
  await ada.link.stop()
  const renewed = { ...account, apiKey: 'new key', keyHash: hashKey('new key') }
  const link = (await startOpen(membership, { account: { ...renewed, listEarlierKeys: () => [account.keyHash] } })).link
  expect(await checkOffice(invitation, { apiKey: null })).toMatchObject({ apiKey: 'new key' })
  // Without the secret, nobody can seal a key. The invitation then has none, instead of an old one.
  await link.query('SELECT office.renew_key(1, 99, $1, $2)', [renewed.keyHash, hashKey('third key')])
  expect(await checkOffice(invitation, { apiKey: null })).toMatchObject({ apiKey: null })
})
