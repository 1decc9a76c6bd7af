// Migration 0011 of the office in the model: the own data of its members.
import { nextNumber, notifyFollowers } from './counter.ts'
import { parseJson } from './lease.ts'
import { findRole, refuse, requireClient } from './members.ts'
import { type Argument, type Call, type Values, addMs, createRefusal, one, run } from './office.ts'

const MAX_ACTS = 500

type Act = {
  op: string
  part: string
  key: string
  value: string | null
  seen: string | null
  after: string[]
  at: string
  is_own_time: boolean
  must_see: boolean
}
type Entry = { op: string; value: string | null; seq: number; at: string; author: string | null }

const EPOCH = '1970-01-01T00:00:00.000Z'

export function act(call: Call, space: number, client: number, now: Argument, actsJson: Argument): Values[] {
  requireClient(call, client)
  if ((findRole(call, space) ?? 'reader') === 'reader') throw refuse()
  const acts = parseJson(actsJson) as Act[]
  if (acts.length > MAX_ACTS) throw createRefusal('22023', 'at most 500 acts at a time')
  const aheadMs = now === null ? 0 : Date.parse(String(now)) - Date.parse(call.now)
  const rows = acts.map((one) => {
    const at = one.is_own_time ? addMs(one.at, -aheadMs) : one.at
    const outcome = storeAct(call, space, { ...one, at: at < EPOCH ? EPOCH : at < call.now ? at : call.now })
    return { sent: one.op, outcome, ...loadEntry(call, space, one) }
  })
  notifyFollowers(call, space, 'own', nextNumber(call, space, 'own', 0))
  return rows
}

const loadEntry = (call: Call, space: number, { part, key }: Act) =>
  one<Entry>(
    call,
    `SELECT o.op, o.seq, o.value, o.at, m.name AS author FROM main.own o LEFT JOIN main.member m USING (login)
     WHERE o.space = ? AND o.part = ? AND o.key = ?`,
    ...[space, part, key],
  )

function storeAct(call: Call, space: number, act: Act): string {
  const { op, part, key, value, at } = act
  const { login } = call.session
  const sql = 'SELECT outcome FROM main.own_step WHERE space = ? AND op = ?'
  const known = one<{ outcome: string }>(call, sql, space, op)
  if (known) return known.outcome
  const present = loadEntry(call, space, act)
  const outcome = decide(present, act)
  if (outcome === 'taken') {
    requireArray(key)
    const nextAt = present === undefined ? at : addMs(present.at, 1)
    run(
      call,
      `INSERT INTO main.own (space, part, key, value, at, login, op, seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (space, part, key) DO UPDATE SET value = excluded.value, at = excluded.at, login = excluded.login,
         op = excluded.op, seq = excluded.seq`,
      ...[space, part, key, value, at > nextAt ? at : nextAt, login, op, nextNumber(call, space, 'own', 1)],
    )
  }
  if (outcome !== 'same')
    run(
      call,
      `INSERT INTO main.own_step (space, op, part, key, before, after, at, login, outcome)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[space, op, part, key, present?.value ?? null, value, at, login, outcome],
    )
  return outcome
}

function decide(present: Entry | undefined, act: Act): 'taken' | 'same' | 'overtaken' {
  if (!present) return 'taken'
  if (present.value === act.value) return 'same'
  const isLater = present.at < act.at || (present.at === act.at && present.op < act.op)
  if (act.after.includes(present.op) || (act.seen !== null && present.at <= act.seen)) return 'taken'
  return !act.must_see && isLater ? 'taken' : 'overtaken'
}

/** The server does not store a key that is no JSON array. */
function requireArray(key: string): void {
  if (!Array.isArray(parseJson(key))) throw createRefusal('23514', 'violates check constraint "own_key_check"')
}

export function loadOwnState(call: Call, space: number, seq: Argument, op: Argument): Values[] {
  if (call.spaces?.has(space) !== true) return []
  const isKnown =
    op === null ||
    one(call, 'SELECT 1 FROM main.own_step WHERE space = ? AND op = ?', space, op) !== undefined ||
    one(call, 'SELECT 1 FROM main.own WHERE space = ? AND seq = ? AND op = ?', space, seq, op) !== undefined
  const newest = nextNumber(call, space, 'own', 0)
  return [{ newest, may_act: Number(findRole(call, space) !== 'reader'), is_known: Number(isKnown) }]
}
