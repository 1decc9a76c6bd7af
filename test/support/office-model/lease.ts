// Migration 0003 of the office in the model: the lease, by the clock of the server, and the lock beside it.
import { mayLead, requireCandidate } from './members.ts'
import { type Argument, type Call, type Values, addMs, createRefusal, one, run, tryLock, unlock } from './office.ts'

type Lease = { fence: number; login: string; until: string; renewed_at: string; is_locked: number; budget: string }

const MAX_TTL_MS = 60_000

const loadLease = (call: Call, space: number) => one<Lease>(call, 'SELECT * FROM main.lease WHERE space = ?', space)

const findEnd = ({ now }: Call, ttlMs: Argument) => addMs(now, Math.min(Math.max(Number(ttlMs), 0), MAX_TTL_MS))

/** Whether this login has the lease under this fence, at this time or at any. */
export function isHolder(call: Call, space: number, fence: number, at: 'now' | 'any time'): boolean {
  const lease = loadLease(call, space)
  if (lease === undefined || lease.fence !== fence || lease.login !== call.session.login) return false
  return at === 'any time' || lease.until > call.now
}

/** The fence of every write. */
export const holdsLease = (call: Call, space: number, fence: number): boolean =>
  isHolder(call, space, fence, 'now') && mayLead(call, space)

export function takeLease(
  call: Call,
  space: number,
  client: number,
  device: Argument,
  ttlMs: Argument,
  isDirect: Argument,
): Values[] {
  requireCandidate(call, space, client)
  const hasLock = isDirect === true && tryLock(call, space)
  const old = loadLease(call, space)
  if (old === undefined || !(old.until <= call.now || (hasLock && old.is_locked === 1))) {
    if (hasLock) unlock(call, space)
    return []
  }
  run(
    call,
    `UPDATE main.lease SET fence = fence + 1, login = ?, device = ?, until = ?, renewed_at = ?, is_locked = ?
     WHERE space = ?`,
    call.session.login,
    device,
    findEnd(call, ttlMs),
    call.now,
    hasLock ? 1 : 0,
    space,
  )
  const idleMs = Date.parse(call.now) - Date.parse(old.renewed_at)
  return [{ fence: old.fence + 1, budget: old.budget, idle_ms: idleMs }]
}

export function renewLease(
  call: Call,
  space: number,
  fence: number,
  ttlMs: Argument,
  isDirect: Argument,
  budget: Argument,
  report: Argument,
): boolean {
  const values = [normalizeJson(budget), normalizeJson(report)]
  if (!holdsLease(call, space, fence)) return false
  const isLocked = loadLease(call, space)?.is_locked === 1 || (isDirect === true && tryLock(call, space))
  run(
    call,
    'UPDATE main.lease SET until = ?, renewed_at = ?, budget = ?, report = ?, is_locked = ? WHERE space = ?',
    findEnd(call, ttlMs),
    call.now,
    ...values,
    isLocked ? 1 : 0,
    space,
  )
  return true
}

export function releaseLease(call: Call, space: number, fence: number, budget: Argument): boolean {
  const value = normalizeJson(budget)
  const wasLeader = isHolder(call, space, fence, 'now')
  if (wasLeader)
    run(
      call,
      'UPDATE main.lease SET until = ?, renewed_at = ?, budget = ?, is_locked = 0 WHERE space = ?',
      call.now,
      call.now,
      value,
      space,
    )
  unlock(call, space)
  return wasLeader
}

export function parseJson(text: Argument): unknown {
  try {
    return JSON.parse(String(text)) as unknown
  } catch {
    throw createRefusal('22P02', 'invalid input syntax for type json')
  }
}

const normalizeJson = (text: Argument) => (text === null ? null : JSON.stringify(parseJson(text)))
