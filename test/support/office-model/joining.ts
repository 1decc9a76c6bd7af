// Migration 0014 of the office in the model: inviting and removing members. The model has logins, and no passwords.
import { findRole, isMember, refuse } from './members.ts'
import { type Argument, type Call, createRefusal, endSession, one, run } from './office.ts'
import type { Role } from './tables.ts'

function requireAdmin(call: Call): void {
  const sql = `SELECT 1 FROM main.member WHERE login = ? AND role = 'admin'`
  if (!isMember(call) || one(call, sql, call.session.login) === undefined) throw refuse()
}

export function sealKey(call: Call, space: number, sealed: Argument): null {
  if (findRole(call, space) !== 'admin') throw refuse()
  run(call, 'UPDATE main.space SET sealed_key = ? WHERE id = ?', sealed, space)
  return null
}

type Invited = [login: string, name: string, role: Role, canLead: boolean, verifier: string, space: number]

const isVerifier = (text: string) => /^SCRAM-SHA-256\$\d{4,6}:[\w+/=]{16,64}\$[\w+/]{43}=:[\w+/]{43}=$/.test(text)

export function invite(call: Call, ...[login, name, role, canLead, verifier, space]: Invited): null {
  requireAdmin(call)
  if (findRole(call, space) !== 'admin' || !/^[a-z][a-z0-9_]{0,40}$/.test(login) || !isVerifier(verifier))
    throw refuse()
  if (call.office.roles.has(login)) throw createRefusal('42710', `role "${login}" already exists`)
  const values = [login, name, role, Number(canLead)]
  run(call, 'INSERT INTO main.member (login, name, role, can_lead, is_invited) VALUES (?, ?, ?, ?, 1)', ...values)
  run(call, 'INSERT INTO main.access (space, login) VALUES (?, ?)', space, login)
  call.office.roles.set(login, new Set<Role>(canLead ? [role, 'leader'] : [role]))
  call.office.visible.clear()
  return null
}

export function resetPassword(call: Call, login: string, verifier: string): boolean {
  requireAdmin(call)
  if (!isVerifier(verifier)) throw refuse()
  return (
    one(call, 'SELECT 1 FROM main.member WHERE login = ? AND is_invited AND removed_at IS NULL', login) !== undefined
  )
}

export function removeMember(call: Call, login: string): boolean {
  requireAdmin(call)
  const others = `SELECT 1 FROM main.member WHERE role = 'admin' AND removed_at IS NULL AND login <> ?`
  if (one(call, others, login) === undefined) throw createRefusal('QW006', 'office/last-admin')
  const removal = 'UPDATE main.member SET removed_at = ? WHERE login = ? AND removed_at IS NULL RETURNING is_invited'
  const removed = one<{ is_invited: number }>(call, removal, call.now, login)
  call.office.visible.clear()
  if (removed?.is_invited === 1) {
    call.office.roles.delete(login)
    for (const session of [...call.office.sessions]) if (session.login === login) endSession(call.office, session)
  }
  return removed !== undefined
}
