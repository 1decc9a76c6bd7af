// Migration 0005 of the office in the model: requests to the service that members hand to the leader.
import { nextNumber, notifyFollowers } from './counter.ts'
import { holdsLease, isHolder } from './lease.ts'
import { findRole, mayLead, refuse, requireClient } from './members.ts'
import { type Argument, type Call, type Values, addMs, all, createRefusal, one, run } from './office.ts'

const DAY_MS = 86_400_000
const MAX_TASKS_A_DAY = 10_000
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

type Task = { op: string; seq: number; state: string; login: string; fence: number | null }

function parseOp(op: Argument): string {
  const text = String(op).toLowerCase()
  if (!UUID.test(text)) throw createRefusal('22P02', 'invalid input syntax for type uuid')
  return text
}

const loadTask = (call: Call, space: number, op: string) =>
  one<Task>(call, 'SELECT * FROM main.task WHERE space = ? AND op = ?', space, op)

function mayAsk(call: Call, space: number, kind: Argument): boolean {
  const role = findRole(call, space)
  return role === 'admin' || role === 'operator' || (role === 'reader' && kind === 'read')
}

export function ask(
  call: Call,
  space: number,
  client: number,
  opText: Argument,
  kind: Argument,
  payload: Argument,
  payloadVersion: Argument,
  device: Argument,
  withinMs: Argument,
): number {
  const { login } = call.session
  const op = parseOp(opText)
  requireClient(call, client)
  if (!mayAsk(call, space, kind)) throw refuse()
  const existing = loadTask(call, space, op)
  if (existing !== undefined) return existing.seq
  const today = one<{ count: number }>(
    call,
    'SELECT count(*) AS count FROM main.task WHERE space = ? AND login = ? AND made_at > ?',
    space,
    login,
    addMs(call.now, -DAY_MS),
  )
  if (today !== undefined && today.count >= MAX_TASKS_A_DAY) throw createRefusal('QW004', 'office/too-many-tasks')
  const last = nextNumber(call, space, 'task', 1)
  run(
    call,
    `INSERT INTO main.task (space, op, seq, kind, payload, payload_version, login, device, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    space,
    op,
    last,
    kind,
    payload,
    payloadVersion,
    login,
    device,
    withinMs === null ? null : addMs(call.now, Number(withinMs)),
  )
  notifyFollowers(call, space, 'task', last)
  return last
}

/** Ends a task, with a new number for those who follow it. */
export function endTask(call: Call, space: number, op: string, state: string, answerText: Argument): void {
  const last = nextNumber(call, space, 'task', 1)
  const sql = 'UPDATE main.task SET state = ?, answer = ?, ended_at = ?, seq = ? WHERE space = ? AND op = ?'
  run(call, sql, state, answerText, call.now, last, space, op)
  notifyFollowers(call, space, 'task', last)
}

export function cancel(call: Call, space: number, opText: Argument): boolean {
  const op = parseOp(opText)
  const role = findRole(call, space)
  if (role === null) throw refuse()
  const task = loadTask(call, space, op)
  if (task?.state !== 'WAITING' || (role === 'reader' && task.login !== call.session.login)) return false
  endTask(call, space, op, 'CANCELLED', null)
  return true
}

export function claim(call: Call, space: number, fence: number, limit: Argument): Values[] {
  if (!holdsLease(call, space, fence)) return []
  const open = all<Task>(
    call,
    `SELECT op, state FROM main.task
     WHERE space = ? AND ((state = 'WAITING' AND coalesce(expires_at > ?, true)) OR (state = 'CLAIMED' AND fence < ?))
     ORDER BY made_at, seq LIMIT ?`,
    space,
    call.now,
    fence,
    limit ?? -1,
  )
  return open.flatMap(({ op, state }) =>
    all<Values>(
      call,
      `UPDATE main.task SET state = 'CLAIMED', has_left = ?, fence = ? WHERE space = ? AND op = ? RETURNING *`,
      state === 'CLAIMED' ? 1 : 0,
      fence,
      space,
      op,
    ),
  )
}

export function answer(
  call: Call,
  space: number,
  fence: number,
  opText: Argument,
  state: Argument,
  answerText: Argument,
): boolean {
  const op = parseOp(opText)
  if (state !== 'DONE' && state !== 'REFUSED' && state !== 'CONFLICT')
    throw createRefusal('22023', `no state of an answer: ${String(state)}`)
  if (!isHolder(call, space, fence, 'any time') || !mayLead(call, space)) return false
  const task = loadTask(call, space, op)
  if (task?.state !== 'CLAIMED' || task.fence !== fence) return false
  endTask(call, space, op, state, answerText)
  return true
}
