// The type of an oracle, and its input: the state of the world after the faults ended and the program became idle.
import type Database from 'better-sqlite3'
import type { RequestRow } from '#contract/tracking.ts'
import type { SyncStatus } from '#contract/sync.ts'
import type { Resource } from '#service/jsonapi/resource.ts'
import type { LogDocument } from '#service/request-log.ts'
import type { StoredDocument, World } from '../world.ts'

export type FinalState = DesktopState & {
  world: World
  /** The reasons why the program did not become idle in time. Empty if it did. */
  idleProblems: string[]
}

/** The records and the log of the service. */
export type ServiceState = {
  containers: Resource[]
  shipments: Resource[]
  requests: Resource[]
  /** Definitions and options of custom fields, and customers. */
  otherRecords: Resource[]
  fieldValues: Resource[]
  log: LogDocument
}

/** A request that the service accepted and that changed a record. */
export type ServiceWrite = { atMs: number; method: string; url: string; body: string }

/** What is known of one desktop, which may be one of an office. */
export type DesktopState = ServiceState & {
  world: Pick<World, 'user' | 'service' | 'watchedFolder'>
  /** The engine's database connection. */
  raw: Database.Database
  status: SyncStatus
  /** The row that the view shows for each saved request, by id. Null: no row. */
  shownRequests: Map<string, RequestRow | null>
  documents: StoredDocument[]
  /** Those of all desktops of an office, whose users edit the same records. */
  serviceWrites: readonly ServiceWrite[]
}

/** Whether the engine reported damage to this file. Then data that the newest backup lacks may be lost. */
export function isReportedDamaged({ status }: Pick<DesktopState, 'status'>, file: 'state' | 'mirror'): boolean {
  return status.notices.some(({ code }) => code === (file === 'state' ? 'db/state-broken' : 'db/mirror-rebuilt'))
}

/** Returns each violation as a sentence. */
export type Check = (finalState: FinalState) => string[]
/** A check that also runs for each desktop of an office. */
export type DesktopCheck = (state: DesktopState) => string[]

export type Oracle = {
  id: string
  /** The rule that must hold, as a sentence. */
  rule: string
  check: Check
}

const statements = new WeakMap<Database.Database, Map<string, Database.Statement>>()

/** Prepares each statement once, because the oracles read often. */
export function readRows<Row>(raw: Database.Database, sql: string, ...parameters: unknown[]): Row[] {
  const known = statements.get(raw) ?? new Map<string, Database.Statement>()
  statements.set(raw, known)
  const statement = known.get(sql) ?? raw.prepare(sql)
  known.set(sql, statement)
  return statement.all(...parameters) as Row[]
}
