// Migrations 0002, 0010 and 0011 of the office in the model: who is a member, and what a member may do.
import { type Argument, type Call, type Values, all, createRefusal, one, run } from './office.ts'

export const loadSpaces = (call: Call): Set<number> =>
  new Set(
    all<{ space: number }>(
      call,
      `SELECT a.space FROM main.access a JOIN main.member m USING (login)
       WHERE a.login = ? AND m.removed_at IS NULL`,
      call.session.login,
    ).map(({ space }) => space),
  )

export const isMember = (call: Call): boolean => loadMember(call)?.['removed_at'] === null

const loadMember = (call: Call) => one<Values>(call, 'SELECT * FROM main.member WHERE login = ?', call.session.login)

/** Null without access. */
export const findRole = (call: Call, space: number): string | null =>
  call.spaces?.has(space) === true ? String(loadMember(call)?.['role']) : null

export const mayLead = (call: Call, space: number): boolean =>
  call.spaces?.has(space) === true && loadMember(call)?.['can_lead'] === 1

export const refuse = () => createRefusal('QW002', 'office/not-allowed')

export function requireClient(call: Call, client: number): void {
  const meta = one<{ least_client: number }>(call, 'SELECT least_client FROM main.meta')
  if (meta !== undefined && client < meta.least_client) throw createRefusal('QW003', 'office/too-old')
}

export function requireCandidate(call: Call, space: number, client: number): void {
  requireClient(call, client)
  if (!mayLead(call, space)) throw refuse()
}

export function hello(call: Call, client: Argument, device: Argument): Values[] {
  const { login } = call.session
  const updated = run(
    call,
    'UPDATE main.member SET seen_at = ?, client = ?, device = ? WHERE login = ? AND removed_at IS NULL',
    call.now,
    client,
    device,
    login,
  )
  if (updated === 0) throw createRefusal('QW001', 'office/not-a-member')
  return all(
    call,
    `SELECT t.version, t.least_client, t.name AS office, m.role, m.can_lead, ? AS now
     FROM main.meta t CROSS JOIN main.member m WHERE m.login = ?`,
    call.now,
    login,
  )
}

export function createSpace(call: Call, name: Argument, serviceUrl: Argument, keyHash: Argument): number {
  if (!isMember(call) || loadMember(call)?.['role'] !== 'admin') throw refuse()
  const created = one<{ id: number }>(
    call,
    'INSERT INTO main.space (name, service_url, key_hash) VALUES (?, ?, ?) RETURNING id',
    name,
    serviceUrl,
    keyHash,
  )
  const id = created?.id ?? 0
  run(call, 'INSERT INTO main.lease (space) VALUES (?)', id)
  run(call, `INSERT INTO main.counter (space, feed) VALUES (?, 'mirror'), (?, 'task'), (?, 'own')`, id, id, id)
  run(call, 'INSERT INTO main.access (space, login) VALUES (?, ?)', id, call.session.login)
  call.office.visible.clear()
  return id
}

export function renewKey(call: Call, space: number, client: number, before: Argument, after: Argument): boolean {
  requireClient(call, client)
  if (findRole(call, space) !== 'admin') throw refuse()
  return run(call, 'UPDATE main.space SET key_hash = ? WHERE id = ? AND key_hash = ?', after, space, before) > 0
}
