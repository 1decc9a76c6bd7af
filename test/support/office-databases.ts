// Databases with an office: empty ones, and templates with six members and two spaces, which each test copies.
import { hashKey } from '#engine/api/client.ts'
import { type PostgresAddress, type PostgresConnection, createPostgres } from '#engine/outside/postgres.ts'
import type { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { migrate } from '#engine/office/migrate.ts'
import { migrations } from '#engine/office/migrations/index.ts'

/** `admin` is the server's administrator; `creator` may create roles and databases, as on a rented server. */
export type Owner = 'admin' | 'creator'
export const OWNERS: readonly Owner[] = ['admin', 'creator']
export type MemberName = 'ada' | 'ben' | 'rita' | 'lea' | 'leo' | 'max'

type Member = {
  name: MemberName
  role: 'admin' | 'operator' | 'reader'
  canLead: boolean
  seesSpaces: readonly number[]
}

/** Ada creates both spaces, so she has access to them. The server lets Max lead, and the office does not. */
const members: readonly Member[] = [
  { name: 'ada', role: 'admin', canLead: false, seesSpaces: [] },
  { name: 'ben', role: 'operator', canLead: false, seesSpaces: [1] },
  { name: 'rita', role: 'reader', canLead: false, seesSpaces: [1] },
  { name: 'lea', role: 'operator', canLead: true, seesSpaces: [1] },
  { name: 'leo', role: 'operator', canLead: true, seesSpaces: [1] },
  { name: 'max', role: 'operator', canLead: false, seesSpaces: [1] },
]
const PASSWORD = 'a password for tests'

const postgres = createPostgres()
type OnLost = (failure: PostgresFailure) => void
export const connect = (address: PostgresAddress, onLost: OnLost = () => undefined) => postgres.connect(address, onLost)

export function readAddress(url: string): PostgresAddress {
  const { hostname, port, pathname, username, password } = new URL(url)
  return {
    host: hostname,
    port: Number(port || 5432),
    database: pathname.slice(1),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    fingerprint: null,
  }
}

export async function withConnection<T>(
  address: PostgresAddress,
  work: (connection: PostgresConnection) => Promise<T>,
) {
  const connection = await connect(address)
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** Creates a database without an office. */
export const createDatabaseOnly = (url: string, name: string): Promise<void> =>
  withConnection(readAddress(url), (admin) => admin.runScript(`CREATE DATABASE ${name}`))

/** Creates a database with an empty office. */
export async function createDatabase(url: string, name: string): Promise<void> {
  await createDatabaseOnly(url, name)
  await withConnection({ ...readAddress(url), database: name }, (owner) => migrate(owner))
}

/** Names in a server that others may use too begin with `prefix`. */
export type OfficeTemplates = { url: string; prefix: string }

export const loginOf = ({ prefix }: OfficeTemplates, name: string) => `${prefix}_${name}`
export const templateOf = ({ prefix }: OfficeTemplates, owner: Owner) => `${prefix}_${owner}`

export function ownerAddress(templates: OfficeTemplates, owner: Owner, database: string): PostgresAddress {
  const address = { ...readAddress(templates.url), database }
  return owner === 'admin' ? address : { ...address, user: loginOf(templates, 'creator'), password: PASSWORD }
}

export const memberAddress = (templates: OfficeTemplates, name: string, database: string): PostgresAddress => ({
  ...readAddress(templates.url),
  database,
  user: loginOf(templates, name),
  password: PASSWORD,
})

/** Creates the logins, also that of Bill, who may only see reports, and for each kind of owner a database to copy. */
export async function createTemplates(templates: OfficeTemplates): Promise<void> {
  await withConnection(readAddress(templates.url), async (admin) => {
    await admin.runScript(`CREATE ROLE ${loginOf(templates, 'creator')} LOGIN CREATEROLE PASSWORD '${PASSWORD}'`)
    for (const name of [...members.map((member) => member.name), 'stranger', 'bill'])
      await admin.runScript(`CREATE ROLE ${loginOf(templates, name)} LOGIN PASSWORD '${PASSWORD}'`)
    await admin.runScript(`CREATE ROLE ${loginOf(templates, 'solo')} LOGIN CONNECTION LIMIT 1 PASSWORD '${PASSWORD}'`)
    for (const owner of OWNERS) {
      const ownership = owner === 'admin' ? '' : ` OWNER ${loginOf(templates, 'creator')}`
      await admin.runScript(`CREATE DATABASE ${templateOf(templates, owner)}${ownership}`)
    }
  })
  for (const owner of OWNERS)
    await fillDatabase(templates, ownerAddress(templates, owner, templateOf(templates, owner)))
}

/** Creates an office of this version of the schema, with its members and spaces. */
export async function fillDatabase(
  templates: OfficeTemplates,
  address: PostgresAddress,
  version = migrations.length,
): Promise<void> {
  await withConnection(address, async (connection) => {
    await migrate(connection, migrations.slice(0, version))
    await addMembers(connection, {
      loginOf: (name) => loginOf(templates, name),
      grant: async (login, groups) => {
        for (const group of groups) await grantRole(connection, login, group)
      },
      withAda: (work) => withConnection(memberAddress(templates, 'ada', address.database), work),
    })
    if (version >= BI_VERSION) await grantRole(connection, loginOf(templates, 'bill'), 'bi')
  })
}

/** From this version on, an office has a role for reports. */
const BI_VERSION = 13

const grantRole = (owner: PostgresConnection, login: string, role: Group | 'bi') =>
  owner.runScript(`DO $$ BEGIN EXECUTE format('GRANT %I TO ${login}', office.role_name('${role}')); END $$`)

type Querying = Pick<PostgresConnection, 'query'>
type Group = Member['role'] | 'leader'

/** The account of the spaces: that of the engines in tests. */
export const ACCOUNT = { apiKey: 'test-key', keyHash: hashKey('test-key'), baseUrl: 'https://track.example/v2' }

/** Adds the members and the spaces to an empty office. */
export async function addMembers(
  owner: Querying,
  server: {
    loginOf: (name: MemberName) => string
    grant: (login: string, groups: readonly Group[]) => Promise<void> | void
    withAda: (work: (ada: Querying) => Promise<void>) => Promise<void>
  },
): Promise<void> {
  for (const { name, role, canLead } of members) {
    const login = server.loginOf(name)
    const values = [login, name, role, canLead]
    await owner.query('INSERT INTO office.member (login, name, role, can_lead) VALUES ($1, $2, $3, $4)', values)
    await server.grant(login, [role, ...(canLead || name === 'max' ? (['leader'] as const) : [])])
  }
  await server.withAda(async (ada) => {
    for (const name of ['Main', 'Other'])
      await ada.query('SELECT office.create_space($1, $2, $3)', [name, ACCOUNT.baseUrl, ACCOUNT.keyHash])
  })
  for (const { name, seesSpaces } of members)
    for (const space of seesSpaces)
      await owner.query('INSERT INTO office.access VALUES ($1, $2)', [space, server.loginOf(name)])
}

export async function removeTemplates(templates: OfficeTemplates): Promise<void> {
  await withConnection(readAddress(templates.url), async (admin) => {
    const databases = await admin.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname ^@ $1', [
      `${templates.prefix}_`,
    ])
    for (const { datname } of databases) await admin.runScript(`DROP DATABASE ${datname} WITH (FORCE)`)
    const roles = await admin.query<{ rolname: string }>(
      'SELECT rolname FROM pg_roles WHERE rolname ^@ $1 OR rolname ^@ $2',
      [`${templates.prefix}_`, `quaywatch_${templates.prefix}_`],
    )
    for (const { rolname } of roles) await admin.runScript(`DROP ROLE ${rolname}`)
  })
}
