// The members of the office of this account, as the computer of one of them sees and changes them.
import { AppError } from '#contract/errors.ts'
import type { OfficeMember, OfficeRole, OfficeView } from '#contract/office.ts'
import type { Random } from '../../outside/random.ts'
import type { Link } from '../link.ts'
import type { Membership } from '../office.ts'
import { drawLogin } from './logins.ts'
import { writeInvitation } from './membership.ts'
import { drawPassword, drawVerifier } from './secrets.ts'

export type MembersDeps = {
  random: Pick<Random, 'id'>
  /** Null without an office. */
  membership: Membership | null
  /** Null without an office, and without a key. */
  query: Link['query'] | null
}

type Invited = { login: string; invitation: string }

export async function getOffice(deps: MembersDeps): Promise<OfficeView | null> {
  if (deps.membership === null) return null
  const { membership, query } = requireOffice(deps)
  const { name, hasInvitations } = await readOffice(query)
  const members = await query<OfficeMember>(
    // Offices of earlier versions invited nobody.
    `SELECT login, name, role, can_lead AS "canLead", device, seen_at AS "seenAt", login = session_user AS "isSelf",
       coalesce((to_jsonb(m) ->> 'is_invited')::boolean, false) AS "isInvited"
     FROM office.member m WHERE removed_at IS NULL ORDER BY name, login`,
  )
  const self = members.find(({ isSelf }) => isSelf)
  if (self === undefined) throw new AppError('office/not-a-member')
  const { host, database } = membership.address
  const canInvite = hasInvitations && self.role === 'admin' && typeof membership.secret === 'string'
  return { name, host, database, self, members, canInvite }
}

export async function invite(
  deps: MembersDeps,
  { name, role, canLead }: { name: string; role: OfficeRole; canLead: boolean },
): Promise<Invited> {
  const { membership, query } = requireOffice(deps)
  const login = drawLogin(name, deps.random)
  return createInvitation(deps, { login, name }, async (verifier) => {
    const values = [login, name, role, canLead, verifier, membership.space]
    await query('SELECT office.invite($1, $2, $3, $4, $5, $6)', values)
  })
}

export async function renewInvitation(deps: MembersDeps, { login }: { login: string }): Promise<Invited> {
  const { query } = requireOffice(deps)
  const [member] = await query<{ name: string }>('SELECT name FROM office.member WHERE login = $1', [login])
  if (member === undefined) throw new AppError('office/not-allowed')
  return createInvitation(deps, { login, name: member.name }, async (verifier) => {
    const values = [login, verifier]
    const [row] = await query<{ isReset: boolean }>('SELECT office.reset_password($1, $2) AS "isReset"', values)
    if (row?.isReset !== true) throw new AppError('office/not-allowed')
  })
}

/** A member that is removed already stays so. */
export async function removeMember(deps: MembersDeps, { login }: { login: string }): Promise<void> {
  await requireOffice(deps).query('SELECT office.remove_member($1)', [login])
}

/** `store` gives the verifier of the new password to the server. */
async function createInvitation(
  deps: MembersDeps,
  { login, name }: { login: string; name: string },
  store: (verifier: string) => Promise<void>,
): Promise<Invited> {
  const { membership, query } = requireOffice(deps)
  const { address, space, secret } = membership
  if (typeof secret !== 'string') throw new AppError('office/not-allowed')
  const office = await readOffice(query)
  const password = drawPassword(deps.random)
  await store(drawVerifier(password, deps.random))
  const { host, port, database, fingerprint } = address
  const server = { host, port, database, fingerprint }
  return {
    login,
    invitation: writeInvitation({ v: 1, office: office.name, name, ...server, user: login, password, space, secret }),
  }
}

function requireOffice({ membership, query }: MembersDeps): { membership: Membership; query: Link['query'] } {
  if (membership === null) throw new AppError('office/not-a-member')
  if (query === null) throw new AppError('api/no-key')
  return { membership, query }
}

async function readOffice(query: Link['query']): Promise<{ name: string; hasInvitations: boolean }> {
  const [office] = await query<{ name: string; hasInvitations: boolean }>(
    `SELECT name, to_regproc('office.invite') IS NOT NULL AS "hasInvitations" FROM office.meta`,
  )
  if (office === undefined) throw new AppError('office/not-a-member')
  return office
}
