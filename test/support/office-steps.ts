// Random sequences of calls of the office's functions. A step is data and refers to earlier results by their place, so
// that a sequence can be repeated and shortened.
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { type Random } from '../sim/random.ts'
import {
  type Act,
  CLIENT,
  type Page,
  type Querying,
  type Question,
  MAIN,
  OTHER,
  act,
  answer,
  ask,
  beat,
  cancel,
  claim,
  endLease,
  makeChange,
  makeRecord,
  publish,
  publishAfter,
  publishLate,
  readCounter,
  releaseLease,
  renewKey,
  renewLease,
  takeLease,
} from './office-calls.ts'
import { ACCOUNT } from './office-databases.ts'

/** Each computer has one connection. Two of them belong to the same member. */
export const computers = {
  ada: 'ada',
  ben: 'ben',
  rita: 'rita',
  max: 'max',
  lea: 'lea',
  laptop: 'lea',
  leo: 'leo',
} as const
export type ComputerName = keyof typeof computers
const NAMES = Object.keys(computers) as ComputerName[]
const CANDIDATES: readonly ComputerName[] = ['lea', 'laptop', 'leo']

/** A computer, or the one that took the lease last. */
type Caller = ComputerName | 'leader'

/** The fence that the computer got last, the one before it, or the newest of all. */
type FenceName = 'own' | 'earlier' | 'newest'

export type Step =
  | { kind: 'take'; by: ComputerName; isDirect: boolean; client: number; ttlMs: number }
  | { kind: 'renew' | 'release' | 'beat'; by: Caller; fence: FenceName; isDirect: boolean }
  | { kind: 'publish'; by: Caller; fence: FenceName; page: Page }
  | { kind: 'publish after'; by: Caller; fence: FenceName; after: number | 'the last'; page: Page }
  | { kind: 'publish late'; by: ComputerName; changes: object[] }
  | { kind: 'ask'; by: ComputerName; op: number; question: Question; isTooLong: boolean }
  | { kind: 'act'; by: ComputerName; acts: readonly Act[]; client: number; space: number }
  | { kind: 'cancel'; by: ComputerName; op: number; space: number }
  | { kind: 'claim'; by: Caller; fence: FenceName; limit: number }
  /** `claimed`: the place among the tasks that were claimed last. */
  | { kind: 'answer'; by: Caller; fence: FenceName; op: number | { claimed: number }; state: string }
  | { kind: 'hello'; by: ComputerName; client: number }
  | { kind: 'create space'; by: ComputerName }
  | { kind: 'renew key'; by: ComputerName; space: number; isBack: boolean }
  | { kind: 'read'; by: ComputerName; after: number }
  | { kind: 'reconnect'; by: ComputerName }
  | { kind: 'end lease' }
  | { kind: 'age' }
  | { kind: 'remove' | 'return'; by: ComputerName }
  | { kind: 'require'; client: number }

const OPS = 40
const opOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export function drawStep(random: Random): Step {
  const by = random.drawBoolean(0.9) ? random.pick(CANDIDATES) : random.pick(NAMES)
  const caller = random.drawBoolean(0.7) ? 'leader' : by
  const fence = random.drawBoolean(0.9) ? 'own' : random.pick(['earlier', 'newest'] as const)
  const anyone = random.pick(NAMES)
  const op = random.drawInteger(1, OPS)
  const answered = random.drawBoolean(0.7) ? { claimed: random.drawInteger(0, 2) } : op
  const client = random.drawBoolean(0.95) ? CLIENT : CLIENT - 1
  const steps: readonly (readonly [weight: number, draw: () => Step])[] = [
    [10, () => ({ kind: 'take', by, isDirect: random.drawBoolean(0.8), client, ttlMs: random.pick([60_000, 90_000]) })],
    [6, () => ({ kind: 'renew', by: caller, fence, isDirect: random.drawBoolean(0.8) })],
    [3, () => ({ kind: 'release', by: caller, fence, isDirect: true })],
    [5, () => ({ kind: 'beat', by: caller, fence, isDirect: true })],
    [22, () => ({ kind: 'publish', by: caller, fence, page: drawPage(random) })],
    [
      6,
      () => ({
        kind: 'publish after',
        by: caller,
        fence,
        after: random.drawBoolean(0.7) ? 'the last' : random.drawInteger(0, 9),
        page: drawPage(random),
      }),
    ],
    [5, () => ({ kind: 'publish late', by, changes: drawChanges(random) })],
    [16, () => ({ kind: 'ask', by: anyone, op, question: drawQuestion(random), isTooLong: random.drawBoolean(0.03) })],
    [
      12,
      () => ({
        kind: 'act',
        by: anyone,
        acts: drawActs(random),
        client,
        space: random.drawBoolean(0.95) ? MAIN : OTHER,
      }),
    ],
    [4, () => ({ kind: 'cancel', by: anyone, op, space: random.drawBoolean(0.9) ? MAIN : OTHER })],
    [9, () => ({ kind: 'claim', by: caller, fence, limit: random.drawInteger(0, 4) })],
    [
      9,
      () => ({
        kind: 'answer',
        by: caller,
        fence,
        op: answered,
        state: random.pick(['DONE', 'REFUSED', 'CONFLICT', 'WAITING']),
      }),
    ],
    [2, () => ({ kind: 'hello', by: anyone, client: random.drawInteger(1, CLIENT) })],
    [0.5, () => ({ kind: 'create space', by: anyone })],
    [2, () => ({ kind: 'renew key', by: anyone, space: random.pick([MAIN, OTHER]), isBack: random.drawBoolean(0.5) })],
    [6, () => ({ kind: 'read', by: anyone, after: random.drawInteger(0, 60) })],
    [3, () => ({ kind: 'reconnect', by: random.pick(NAMES) })],
    [5, () => ({ kind: 'end lease' })],
    [1, () => ({ kind: 'age' })],
    [0.7, () => ({ kind: 'remove', by: anyone })],
    [3, () => ({ kind: 'return', by: anyone })],
    [2, () => ({ kind: 'require', client: random.pick([1, 1, CLIENT]) })],
  ]
  let rest = random.drawBetween(
    0,
    steps.reduce((sum, [weight]) => sum + weight, 0),
  )
  for (const [weight, draw] of steps) {
    rest -= weight
    if (rest < 0) return draw()
  }
  return { kind: 'end lease' }
}

function drawPage(random: Random): Page {
  const ids = (most: number) =>
    Array.from({ length: random.drawInteger(0, most) }, () => `c${random.drawInteger(1, 9)}`)
  // One statement may not have a record twice, which is rarely so.
  const [recordIds, checkIds] = random.drawBoolean(0.97) ? [new Set(ids(4)), new Set(ids(3))] : [ids(4), ids(3)]
  const records = [...recordIds].map((id) => ({
    ...makeRecord(id, random.drawInteger(1, 50)),
    ...(random.drawBoolean(0.02) ? { hash: null } : {}),
    ...(random.drawBoolean(0.1) ? { gone_since: '2026-11-28' } : {}),
  }))
  const bodies = records.map((_, n) => `{"n": ${n},  "text": "Müller 港 ${random.drawInteger(1, 99)}"}`)
  return {
    records,
    bodies: random.drawBoolean(0.03) ? bodies.slice(1) : bodies,
    changes: drawChanges(random),
    checks: [...checkIds].map((id) => ({
      type: 'container',
      id,
      checked_at: `${random.drawInteger(1, 9)}`,
      hash: 'h',
    })),
  }
}

const drawChanges = (random: Random) =>
  Array.from({ length: random.drawInteger(0, 3) }, () =>
    makeChange(`${random.pick(CANDIDATES)}:${random.drawInteger(1, 40)}`, {
      rid: `c${random.drawInteger(1, 3)}`,
      field: random.pick(['pickup_lfd', 'holds']),
      before: random.pick([null, '"a"']),
      after: random.pick([null, '"a"', '"b"']),
      seen_at: `2026-11-28T10:${random.pick(['00', '05', '10', '15', '20'])}:00.000Z`,
      ...(random.drawBoolean(0.3) ? { is_hidden: 1, reverts_uid: 'lea:1', source_at: '2026-11-28' } : {}),
    }),
  )

const drawQuestion = (random: Random) => ({
  kind: random.pick(['edit', 'read', 'read']),
  payload: random.pick(['{}', '{"a": 1}']),
  withinMs: random.pick([null, null, 0, 600_000]),
  client: random.drawBoolean(0.95) ? CLIENT : CLIENT - 1,
  space: random.drawBoolean(0.95) ? MAIN : OTHER,
})

const drawActs = (random: Random): Act[] =>
  Array.from({ length: random.drawInteger(1, 3) }, () => ({
    op: opOf(random.drawInteger(1, 400)),
    part: random.pick(['assignees', 'notes']),
    key: random.drawBoolean(0.97) ? random.pick(['["c1"]', '["c2"]']) : random.pick(['{}', 'no JSON']),
    value: random.pick([null, '"a"', '"b"', '"港"']),
    seen: random.pick([null, null, '2026-11-28T10:03:00.000Z', '2026-11-28T10:07:00.000Z']),
    // Earlier than every value that a member made in the sequence.
    seen_taken_at: random.pick([null, null, '2026-01-01T10:03:00.000Z', '2026-01-01T10:07:00.000Z']),
    is_own_time: random.drawBoolean(0.5),
    after: random.drawBoolean(0.2) ? [opOf(random.drawInteger(1, 400))] : [],
    at: `2026-11-28T10:${random.pick(['00', '05', '10'])}:00.000Z`,
    must_see: random.drawBoolean(0.3),
  }))

/** One of the two offices that are compared. */
export type Side = {
  owner: Querying
  loginOf: (name: string) => string
  connections: Map<ComputerName, PostgresConnection>
  /** Ends the session of this computer, waits for its end, and opens another. */
  reconnect: (name: ComputerName) => Promise<void>
  fences: Map<ComputerName, number>
  newest: { fence: number; computer: ComputerName }
  /** The tasks of the last claim that returned some. */
  claimed: string[]
}

/** What the office answered, or the code of its refusal. */
export async function runStep(side: Side, step: Step): Promise<unknown> {
  try {
    return mask(side, await runUnmasked(side, step))
  } catch (error) {
    if (error instanceof PostgresFailure && error.sqlState !== null) return { refused: error.sqlState }
    throw error
  }
}

async function runUnmasked(side: Side, step: Step): Promise<unknown> {
  const { owner, loginOf } = side
  if (!('by' in step)) return runAsOwner(owner, step)
  const by = step.by === 'leader' ? side.newest.computer : step.by
  const connection = side.connections.get(by)!
  const fence = 'fence' in step ? findFence(side, by, step.fence) : 0
  switch (step.kind) {
    case 'take': {
      const lease = await takeLease(connection, step)
      if (lease !== null) {
        side.newest = { fence: lease.fence, computer: by }
        side.fences.set(by, lease.fence)
      }
      return lease
    }
    case 'renew':
      return renewLease(connection, fence, step)
    case 'release':
      return releaseLease(connection, fence)
    case 'beat':
      return (await beat(connection, fence)) === null ? null : 'a stamp'
    case 'publish':
      return publish(connection, fence, step.page)
    case 'publish after': {
      const after = step.after === 'the last' ? await readCounter(owner, 'mirror') : step.after
      return publishAfter(connection, fence, after, step.page)
    }
    case 'publish late':
      return publishLate(connection, step.changes)
    case 'ask':
      return ask(connection, opOf(step.op), { ...step.question, ...(step.isTooLong ? { payload: TOO_LONG } : {}) })
    case 'act':
      return act(connection, step.acts, { client: step.client, space: step.space })
    case 'cancel':
      return cancel(connection, opOf(step.op), step.space)
    case 'claim':
      return claimTasks(side, connection, fence, step.limit)
    case 'answer':
      return answer(connection, fence, findOp(side, step.op), step.state)
    case 'hello':
      return connection.query('SELECT * FROM office.hello($1, $2)', [step.client, by])
    case 'create space':
      return connection.query(`SELECT office.create_space('Another', 'https://tracking.example/v2', 'hash') AS id`)
    case 'renew key':
      return step.isBack
        ? renewKey(connection, step.space, 'new', ACCOUNT.keyHash)
        : renewKey(connection, step.space, ACCOUNT.keyHash, 'new')
    case 'read':
      return readFeeds(connection, step.after)
    case 'reconnect':
      return side.reconnect(by)
    case 'remove':
      return owner.query('UPDATE office.member SET removed_at = clock_timestamp() WHERE login = $1', [
        loginOf(computers[by]),
      ])
    case 'return':
      return owner.query('UPDATE office.member SET removed_at = NULL WHERE login = $1', [loginOf(computers[by])])
  }
}

function runAsOwner(owner: Querying, step: Exclude<Step, { by: Caller }>): Promise<unknown> {
  if (step.kind === 'end lease') return endLease(owner)
  return step.kind === 'age' ? age(owner) : owner.query('UPDATE office.meta SET least_client = $1', [step.client])
}

async function claimTasks(side: Side, connection: PostgresConnection, fence: number, limit: number) {
  const tasks = await claim(connection, fence, limit)
  if (tasks.length > 0) side.claimed = tasks.map(({ op }) => op)
  return tasks
}

const findOp = (side: Side, op: number | { claimed: number }) =>
  typeof op === 'number' ? opOf(op) : (side.claimed[op.claimed] ?? opOf(1))

const TOO_LONG = 'x'.repeat(65_537)

function findFence(side: Side, by: ComputerName, fence: FenceName): number {
  if (fence === 'newest') return side.newest.fence
  return (side.fences.get(by) ?? 0) - (fence === 'own' ? 0 : 1)
}

/** As if 61 days had passed since the rows were written. */
async function age(owner: Querying): Promise<void> {
  await owner.query(`UPDATE office.beat SET at = at - interval '61 days'`)
  await owner.query(
    `UPDATE office.task SET made_at = made_at - interval '61 days', ended_at = ended_at - interval '61 days'`,
  )
}

const TABLES = [
  'meta',
  'member',
  'space',
  'access',
  'lease',
  'counter',
  'beat',
  'record',
  'checked',
  'change',
  'task',
  'own',
  'own_step',
]

async function readFeeds(member: Querying, after: number): Promise<unknown> {
  const rows: unknown[] = []
  for (const [table, key] of Object.entries({ record: 'id', change: 'uid', checked: 'id', task: 'op', own: 'key' })) {
    const sql = `SELECT * FROM office.${table} WHERE space = $1 AND seq > $2 ORDER BY seq, ${key}`
    rows.push(await member.query(sql, [MAIN, after]))
  }
  return [rows, await member.query('SELECT * FROM office.counter ORDER BY space, feed')]
}

/** Every row of the office, in an order that does not depend on the server. */
export async function dumpOffice(side: Side): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {}
  for (const table of TABLES) {
    const rows = await side.owner.query<object>(`SELECT * FROM office.${table}`)
    dump[table] = rows.map((row) => JSON.stringify(mask(side, row))).toSorted()
  }
  return dump
}

const TIMES = /^(now|idle_ms|stamp|at|until|.*_at)$/

/** Replaces what differs between two offices: times, random stamps, and the beginning of logins. */
function mask(side: Side, value: unknown): unknown {
  const prefix = side.loginOf('')
  return JSON.parse(JSON.stringify(value ?? null), (key, inner: unknown) => {
    if (inner === null) return null
    if (key === 'role_prefix') return 'a prefix'
    if (TIMES.test(key) && !['first_seen_at', 'read_at', 'seen_at', 'source_at', 'checked_at'].includes(key))
      return 'a time'
    if (key === 'seen_at' && typeof inner === 'string' && !inner.startsWith('2026-11-28T10:')) return 'a time'
    return key === 'login' && typeof inner === 'string' ? inner.slice(prefix.length) : inner
  })
}
