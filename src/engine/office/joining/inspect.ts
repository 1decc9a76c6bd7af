// What is in a database: an office that the login is a member of, another one, or none.
import { AppError } from '#contract/errors.ts'
import type { OfficeRole } from '#contract/office.ts'
import type { PostgresConnection } from '../../outside/postgres.ts'
import { CLIENT_VERSION } from '../link.ts'
import { checkServer } from '../migrate.ts'

export type FoundSpace = { id: number; serviceUrl: string; keyHash: string; sealedKey: string | null }

export type Found =
  | { kind: 'empty'; serverVersion: string }
  /** An office, and the login is no member of it. */
  | { kind: 'foreign' }
  | { kind: 'office'; name: string; memberName: string; role: OfficeRole; spaces: FoundSpace[] }

type Rights = { hasSchema: boolean; maySee: boolean; isOwner: boolean; mayCreate: boolean }

/** The names of what a login may do, and whether the schema exists, need no right. */
const RIGHTS = `SELECT n.oid IS NOT NULL AS "hasSchema", coalesce(has_schema_privilege(n.oid, 'USAGE'), false) AS "maySee",
    coalesce(pg_has_role(n.nspowner, 'USAGE'), false) AS "isOwner",
    (r.rolsuper OR r.rolcreaterole) AND has_database_privilege(current_database(), 'CREATE') AS "mayCreate"
  FROM pg_roles r LEFT JOIN pg_namespace n ON n.nspname = 'office' WHERE r.rolname = session_user`

/** Throws `office/login-rights`, `office/server-too-old`, or `office/too-old`. */
export async function inspect(connection: PostgresConnection, login: string): Promise<Found> {
  const serverVersion = await checkServer(connection)
  const [rights] = await connection.query<Rights>(RIGHTS)
  if (rights === undefined) throw new Error('the login has no role')
  const found = rights.hasSchema ? await inspectSchema(connection, rights) : null
  if (found !== null) return found
  if (!rights.mayCreate) throw new AppError('office/login-rights', { login })
  return { kind: 'empty', serverVersion }
}

/** Null if the office has no member yet, because its creation was interrupted. */
async function inspectSchema(connection: PostgresConnection, { maySee, isOwner }: Rights): Promise<Found | null> {
  const isOffice = `SELECT to_regclass('office.member') IS NOT NULL AS "isOffice"`
  if (!maySee || (await connection.query<{ isOffice: boolean }>(isOffice))[0]?.isOffice !== true)
    return { kind: 'foreign' }
  const [office] = await connection.query<{ name: string; leastClient: number; memberName: string; role: OfficeRole }>(
    `SELECT t.name, t.least_client AS "leastClient", m.name AS "memberName", m.role
     FROM office.meta t CROSS JOIN office.member m WHERE m.login = session_user AND m.removed_at IS NULL`,
  )
  if (office === undefined) {
    // Row security hides all members from a login that is none, but not from the owner.
    const members = isOwner ? await connection.query('SELECT FROM office.member LIMIT 1') : [null]
    return members.length === 0 ? null : { kind: 'foreign' }
  }
  if (office.leastClient > CLIENT_VERSION) throw new AppError('office/too-old')
  const spaces = await connection.query<FoundSpace>(
    // Offices of earlier versions have no sealed key.
    `SELECT id, service_url AS "serviceUrl", key_hash AS "keyHash", to_jsonb(s) ->> 'sealed_key' AS "sealedKey"
     FROM office.space s WHERE id IN (SELECT office.my_spaces()) ORDER BY id`,
  )
  const { name, memberName, role } = office
  return { kind: 'office', name, memberName, role, spaces }
}
