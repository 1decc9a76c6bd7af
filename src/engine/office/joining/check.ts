// Looks at an address or an invitation, and creates an office at an address. Each uses one connection and closes it.
import { AppError } from '#contract/errors.ts'
import type { OfficeCheck } from '#contract/office.ts'
import type { AccountMatch } from '#contract/sync.ts'
import { hashKey } from '../../api/client.ts'
import type { Postgres, PostgresAddress, PostgresConnection } from '../../outside/postgres.ts'
import type { Random } from '../../outside/random.ts'
import { toOfficeFailure } from '../failures.ts'
import { migrate } from '../migrate.ts'
import { readAddress } from './address.ts'
import { isWrongPassword } from './connect.ts'
import { type FoundSpace, inspect } from './inspect.ts'
import { type Invitation, isInvitation, readInvitation, writeMembership } from './membership.ts'
import { openKey, sealKey } from './sealing.ts'
import { drawPassword, drawSecret } from './secrets.ts'

export type CheckDeps = {
  /** Missing where nothing may be reached. */
  postgres?: Postgres
  random: Pick<Random, 'id'>
  /** The open account. */
  account: {
    apiKey: string | null
    baseUrl: string
    /** Hashes of the keys that it had before. */
    listEarlierKeys: () => readonly string[]
  }
}

type Target = { address: PostgresAddress; invitation: Invitation | null }

/** The calls `office.check` and `office.create` of the contract, which names their failures. */
export async function check(
  deps: CheckDeps,
  { address: text, fingerprint }: { address: string; fingerprint: string | null },
): Promise<OfficeCheck> {
  const { address, invitation } = readTarget(text, fingerprint)
  const { host, database, user: login } = address
  const found = await connectOnce(deps, { address, invitation }, (connection) => inspect(connection, login))
  if (found.kind === 'empty') return { ...found, host, database, login }
  if (found.kind === 'foreign') throw new AppError('office/not-a-member')
  const { name, memberName, role, spaces } = found
  const space = chooseSpace(deps, spaces, invitation)
  const secret = invitation?.secret ?? null
  const password = invitation === null ? address.password : drawPassword(deps.random)
  const oneTimePassword = invitation?.password ?? null
  const names = { v: 1, office: name, name: memberName } as const
  return {
    kind: 'office',
    name,
    host,
    memberName,
    role,
    serviceUrl: space.serviceUrl,
    match: matchAccount(deps, space),
    apiKey: secret === null ? null : readKey(space, secret),
    membership: writeMembership({ ...names, ...address, password, oneTimePassword, space: space.id, secret }),
  }
}

export async function create(
  deps: CheckDeps,
  input: { address: string; fingerprint: string | null; officeName: string; memberName: string },
): Promise<{ membership: string }> {
  const { apiKey, baseUrl } = deps.account
  if (apiKey === null) throw new AppError('office/no-key')
  const { officeName, memberName, fingerprint } = input
  const address = { ...readAddress(input.address), fingerprint }
  const secret = drawSecret(deps.random)
  const space = await connectOnce(deps, { address, invitation: null }, async (connection) => {
    if ((await inspect(connection, address.user)).kind !== 'empty') throw new AppError('office/exists')
    await migrateAs(connection, address.user)
    await connection.runScript('BEGIN')
    const created = await setUp(connection, [officeName, memberName, officeName, baseUrl, hashKey(apiKey)])
    await connection.query('SELECT office.seal_key($1, $2)', [created, sealKey(apiKey, secret, created, deps.random)])
    await connection.runScript('COMMIT')
    return created
  })
  const names = { v: 1, office: officeName, name: memberName } as const
  return { membership: writeMembership({ ...names, ...address, oneTimePassword: null, space, secret }) }
}

function readTarget(text: string, fingerprint: string | null): Target {
  if (!isInvitation(text)) return { address: { ...readAddress(text), fingerprint }, invitation: null }
  const invitation = readInvitation(text)
  const { host, port, database, user, password } = invitation
  return {
    address: { host, port, database, user, password, fingerprint: fingerprint ?? invitation.fingerprint },
    invitation,
  }
}

/** The end of the connection undoes a transaction that did not end. */
async function connectOnce<Result>(
  { postgres }: CheckDeps,
  { address, invitation }: Target,
  work: (connection: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  if (postgres === undefined) throw new AppError('office/unreachable')
  let connection: PostgresConnection | null = null
  try {
    connection = await postgres.connect(address, () => undefined)
    return await work(connection)
  } catch (error) {
    if (invitation !== null && isWrongPassword(error)) throw new AppError('office/invitation-used')
    throw error instanceof AppError ? error : toOfficeFailure(error)
  } finally {
    await connection?.close().catch(() => undefined)
  }
}

/** The server has rights that `inspect` cannot see, for example to grant roles of an earlier office. */
async function migrateAs(connection: PostgresConnection, login: string): Promise<void> {
  try {
    await migrate(connection)
  } catch (error) {
    throw error instanceof AppError && error.code === 'office/not-allowed'
      ? new AppError('office/login-rights', { login }, error)
      : error
  }
}

async function setUp(connection: PostgresConnection, values: string[]): Promise<number> {
  const [row] = await connection.query<{ space: number }>('SELECT office.set_up($1, $2, $3, $4, $5) AS space', values)
  if (row === undefined) throw new Error('office.set_up returned no row')
  return row.space
}

function chooseSpace(deps: CheckDeps, spaces: readonly FoundSpace[], invitation: Invitation | null): FoundSpace {
  const space = invitation
    ? spaces.find(({ id }) => id === invitation.space)
    : (spaces.find((one) => matchAccount(deps, one) === 'same') ?? spaces[0])
  if (space === undefined) throw new AppError('office/not-allowed')
  return space
}

function matchAccount({ account: { apiKey, baseUrl, listEarlierKeys } }: CheckDeps, space: FoundSpace): AccountMatch {
  if (apiKey === null) return 'unknown'
  const isKnown = space.keyHash === hashKey(apiKey) || listEarlierKeys().includes(space.keyHash)
  return isKnown && space.serviceUrl === baseUrl ? 'same' : 'other'
}

/** Null also if an administrator without the secret has changed the key since it was sealed. */
function readKey({ id, keyHash, sealedKey }: FoundSpace, secret: string): string | null {
  const apiKey = sealedKey === null ? null : openKey(sealedKey, secret, id)
  return apiKey !== null && hashKey(apiKey) === keyHash ? apiKey : null
}
