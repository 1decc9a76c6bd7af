// The functions of the office's schema, as tests call them. `Main` is space 1, the only one of most members.
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { migrations } from '#engine/office/migrations/index.ts'

export const MAIN = 1
export const OTHER = 2
export const CLIENT = migrations.length
const LONG_MS = 60_000

/** The owner of an office needs nothing else. */
export type Querying = Pick<PostgresConnection, 'query'>

export type Lease = { fence: number; budget: object; idle_ms: number }

/** `isDirect`: with the advisory lock beside the lease. */
export type LeaseOptions = { ttlMs?: number; isDirect?: boolean; client?: number }

/** The lease, or null while another leader holds it. */
export async function takeLease(candidate: PostgresConnection, options: LeaseOptions = {}): Promise<Lease | null> {
  const { ttlMs = LONG_MS, isDirect = true, client = CLIENT } = options
  const [lease] = await candidate.query<Lease>('SELECT * FROM office.take_lease($1, $2, $3, $4, $5)', [
    MAIN,
    client,
    'its computer',
    ttlMs,
    isDirect,
  ])
  return lease ?? null
}

/** The fence of the lease; throws if another leader holds it. */
export async function lead(candidate: PostgresConnection, options: LeaseOptions = {}): Promise<number> {
  const lease = await takeLease(candidate, options)
  if (lease === null) throw new Error('Another leader holds the lease.')
  return lease.fence
}

/** Ends the lease by the clock, as if its leader had frozen. */
export const endLease = (owner: Querying) =>
  owner.query(`UPDATE office.lease SET until = clock_timestamp() - interval '1 ms' WHERE space = $1`, [MAIN])

/** Ends the sessions of a login in this database. Tests that run at the same time have other databases. */
export const endSessions = (owner: PostgresConnection, login: string) =>
  owner.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1 AND datname = current_database()',
    [login],
  )

export const renewLease = (leader: PostgresConnection, fence: number, { ttlMs = LONG_MS, isDirect = true } = {}) =>
  readValue<boolean>(leader, 'office.renew_lease($1, $2, $3, $4, $5, $6)', [
    MAIN,
    fence,
    ttlMs,
    isDirect,
    '{"sent":7}',
    '{}',
  ])

export const releaseLease = (leader: PostgresConnection, fence: number) =>
  readValue<boolean>(leader, 'office.release_lease($1, $2, $3)', [MAIN, fence, '{"sent":9}'])

/** False if `before` is not the hash of the space's key. */
export const renewKey = (member: PostgresConnection, space: number, before: string, after: string) =>
  readValue<boolean>(member, 'office.renew_key($1, $2, $3, $4)', [space, CLIENT, before, after])

export type Page = { records?: object[]; bodies?: string[]; changes?: object[]; checks?: object[] }

export const makeRecord = (id: string, version = 1) => ({
  type: 'container',
  id,
  req_seq: version,
  hash: `hash ${version}`,
  first_seen_at: `first seen ${version}`,
  read_at: `read ${version}`,
  gone_since: null,
})

export const makeChange = (uid: string, values: object = {}) => ({
  uid,
  type: 'container',
  rid: 'c1',
  field: 'pickup_lfd',
  before: null,
  after: '"2026-12-01"',
  req_seq: 4,
  kind: 'last-free-day',
  severity: 2,
  source_at: null,
  seen_at: '2026-11-28T10:00:00.000Z',
  ...values,
})

/** The last number of the page, or null without the lease. */
export const publish = (leader: PostgresConnection, fence: number, page: Page): Promise<number | null> =>
  readValue(leader, 'office.publish($1, $2, $3, $4, $5, $6)', [MAIN, fence, ...toPageValues(page)])

/** The last number of the page, 0 if `after` is not the last number of the feed, or null without the lease. */
export const publishAfter = (
  leader: PostgresConnection,
  fence: number,
  after: number,
  page: Page,
): Promise<number | null> =>
  readValue(leader, 'office.publish_after($1, $2, $3, $4, $5, $6, $7)', [MAIN, fence, after, ...toPageValues(page)])

function toPageValues({ records = [], bodies = records.map(() => '{}'), changes = [], checks = [] }: Page) {
  return [JSON.stringify(records), bodies, JSON.stringify(changes), JSON.stringify(checks)]
}

export const publishLate = (candidate: PostgresConnection, changes: object[]) =>
  readValue<number>(candidate, 'office.publish_late($1, $2, $3)', [MAIN, CLIENT, JSON.stringify(changes)])

export type Question = { kind?: string; payload?: string; withinMs?: number | null; client?: number; space?: number }

/** The number of the task. */
export function ask(member: PostgresConnection, op: string, question: Question = {}): Promise<number> {
  const { kind = 'edit', payload = '{}', withinMs = null, client = CLIENT, space = MAIN } = question
  return readValue(member, 'office.ask($1, $2, $3, $4, $5, $6, $7, $8)', [
    space,
    client,
    op,
    kind,
    payload,
    1,
    'its computer',
    withinMs,
  ])
}

export type Task = { op: string; seq: number; state: string; login: string; has_left: boolean; answer: string | null }

export const claim = (leader: PostgresConnection, fence: number, limit = 10) =>
  leader.query<Task>('SELECT * FROM office.claim($1, $2, $3)', [MAIN, fence, limit])

export const answer = (leader: PostgresConnection, fence: number, op: string, state = 'DONE') =>
  readValue<boolean>(leader, 'office.answer($1, $2, $3, $4, $5)', [MAIN, fence, op, state, 'the answer'])

export const cancel = (member: PostgresConnection, op: string, space = MAIN) =>
  readValue<boolean>(member, 'office.cancel($1, $2)', [space, op])

export const beat = (leader: PostgresConnection, fence: number) =>
  readValue<string | null>(leader, 'office.beat($1, $2)', [MAIN, fence])

export async function readTask(member: PostgresConnection, op: string): Promise<Task | undefined> {
  return (await member.query<Task>('SELECT * FROM office.task WHERE op = $1', [op]))[0]
}

export type Act = {
  op: string
  part?: string
  key?: string
  value?: string | null
  seen?: string | null
  seen_taken_at?: string | null
  after?: string[]
  at?: string
  is_own_time?: boolean
  must_see?: boolean
}
export type ActAnswer = { sent: string; outcome: string; seq: number; value: string | null }

/** Changes of own data, by default of one assignee. `now`: by the clock of the member; null: it is right. */
export const act = (
  member: PostgresConnection,
  acts: readonly Act[],
  { client = CLIENT, space = MAIN, now = null }: { client?: number; space?: number; now?: string | null } = {},
) =>
  member.query<ActAnswer>('SELECT * FROM office.act($1, $2, $3, $4)', [
    space,
    client,
    now,
    JSON.stringify(
      acts.map((one) => ({
        ...{
          part: 'assignees',
          key: '["c1"]',
          value: '{}',
          seen: null,
          seen_taken_at: null,
          after: [],
          at: '2026-11-28T10:00:00.000Z',
          is_own_time: true,
          must_see: false,
        },
        ...one,
      })),
    ),
  ])

/** The last number of a feed. */
export const readCounter = (member: Querying, feed: 'mirror' | 'task' | 'own') =>
  readValue<number>(member, '(SELECT seq FROM office.counter WHERE space = $1 AND feed = $2)', [MAIN, feed])

export async function readValue<Value>(
  connection: Querying,
  expression: string,
  values: Parameters<PostgresConnection['query']>[1] = [],
): Promise<Value> {
  const [row] = await connection.query<{ value: Value }>(`SELECT ${expression} AS value`, values)
  if (row === undefined) throw new Error(`no row: ${expression}`)
  return row.value
}

/** The sessions of this database that wait for a lock. Every login sees the locks of all. */
export const countWaiting = (member: PostgresConnection) =>
  readValue<number>(
    member,
    `(SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pid IN
      (SELECT pid FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())))`,
  )

/** The code with which the server refuses; null if it does not. */
export async function refusal(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof PostgresFailure) return error.sqlState
    throw error
  }
}

/** PostgreSQL's own code for a missing right. */
export const NO_RIGHT = '42501'
