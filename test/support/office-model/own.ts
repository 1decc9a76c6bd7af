// Migrations 0011 and 0012 of the office in the model: the own data of its members.
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
  seen_taken_at: string | null
  after: string[]
  at: string
  is_own_time: boolean
  must_see: boolean
}
type Answer = { op: string; value: string | null; seq: number; at: string; author: string | null }
type Entry = Answer & { taken_at: string; lost_until: string | null }

const EPOCH = '1970-01-01T00:00:00.000Z'

export function act(call: Call, space: number, client: number, now: Argument, actsJson: Argument): Values[] {
  requireClient(call, client)
  if ((findRole(call, space) ?? 'reader') === 'reader') throw refuse()
  const acts = parseJson(actsJson) as Act[]
  if (acts.length > MAX_ACTS) throw createRefusal('22023', 'at most 500 acts at a time')
  const aheadMs = now === null ? 0 : Date.parse(String(now)) - Date.parse(call.now)
  const rows = acts.map((one) => {
    const at = one.is_own_time ? addMs(one.at, -aheadMs) : one.at
    const seenTakenAt = one.seen_taken_at === null ? null : limitTime(call, one.seen_taken_at)
    const outcome = storeAct(call, space, { ...one, at: limitTime(call, at), seen_taken_at: seenTakenAt })
    return { sent: one.op, outcome, ...loadAnswer(call, space, one) }
  })
  notifyFollowers(call, space, 'own', nextNumber(call, space, 'own', 0))
  return rows
}

const limitTime = ({ now }: Call, at: string) => (at < EPOCH ? EPOCH : at < now ? at : now)

const loadAnswer = (call: Call, space: number, { part, key }: Act) =>
  one<Answer>(
    call,
    `SELECT o.op, o.seq, o.value, o.at, m.name AS author FROM main.own o LEFT JOIN main.member m USING (login)
     WHERE o.space = ? AND o.part = ? AND o.key = ?`,
    ...[space, part, key],
  )

const loadEntry = (call: Call, space: number, { part, key }: Act) =>
  one<Entry>(call, 'SELECT * FROM main.own WHERE space = ? AND part = ? AND key = ?', ...[space, part, key])

function storeAct(call: Call, space: number, act: Act): string {
  const { op, part, key, value, at, seen_taken_at: seenTakenAt } = act
  const { login } = call.session
  const sql = 'SELECT outcome FROM main.own_step WHERE space = ? AND op = ?'
  const known = one<{ outcome: string }>(call, sql, space, op)
  if (known) return known.outcome
  const present = loadEntry(call, space, act)
  const outcome = decide(call, space, present, act)
  if (outcome === 'taken') {
    requireArray(key)
    const takenAt = act.is_own_time ? call.now : (seenTakenAt ?? call.now)
    const sawLost = present === undefined || (seenTakenAt !== null && present.taken_at < seenTakenAt)
    run(
      call,
      `INSERT INTO main.own (space, part, key, value, at, login, op, seq, taken_at, lost_until)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (space, part, key) DO UPDATE SET value = excluded.value, at = excluded.at, login = excluded.login,
         op = excluded.op, seq = excluded.seq, taken_at = excluded.taken_at, lost_until = excluded.lost_until`,
      ...[space, part, key, value, riseFrom(present?.at, at), login, op, nextNumber(call, space, 'own', 1)],
      riseFrom(present?.taken_at, takenAt),
      latest(present?.lost_until ?? null, sawLost ? seenTakenAt : null),
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

/** The versions of an entry have rising times. */
function riseFrom(before: string | undefined, at: string): string {
  const next = before === undefined ? at : addMs(before, 1)
  return at > next ? at : next
}

const latest = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)

function decide(call: Call, space: number, present: Entry | undefined, act: Act): 'taken' | 'same' | 'overtaken' {
  if (!present) return 'taken'
  if (present.value === act.value) return 'same'
  const isLater = present.at < act.at || (present.at === act.at && present.op < act.op)
  if (act.after.includes(present.op) || hasSeen(present, act)) return 'taken'
  if (!act.must_see) return isLater ? 'taken' : 'overtaken'
  return !act.is_own_time && isReplaced(call, space, present, act) ? 'same' : 'overtaken'
}

function hasSeen(present: Entry, { seen, seen_taken_at: seenTakenAt }: Act): boolean {
  return seenTakenAt === null ? seen !== null && present.at <= seen : present.taken_at <= seenTakenAt
}

/** The writers of the present value had seen this one. */
function isReplaced(call: Call, space: number, present: Entry, act: Act): boolean {
  const { part, key, value, seen_taken_at: seenTakenAt } = act
  if (seenTakenAt !== null && present.lost_until !== null && seenTakenAt <= present.lost_until) return true
  const sql = `SELECT 1 FROM main.own_step WHERE space = ? AND part = ? AND key = ? AND after = ? AND outcome = 'taken'`
  return one(call, sql, ...[space, part, key, value]) !== undefined
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
