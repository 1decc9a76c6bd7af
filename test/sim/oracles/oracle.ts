// What every oracle looks at, once the world is calm and the program has had its time.
import type Database from 'better-sqlite3'
import type { RequestRow } from '#contract/tracking.ts'
import type { SyncStatus } from '#contract/sync.ts'
import type { Resource } from '#service/jsonapi/resource.ts'
import type { LogDocument } from '#service/request-log.ts'
import type { StoredDocument, World } from '../world.ts'

export type Scene = {
  world: World
  /** The engine's own connection; it runs. */
  raw: Database.Database
  status: SyncStatus
  /** What the screen shows of each order that was saved; null: nothing. */
  shown: Map<string, RequestRow | null>
  /** What the service holds. */
  containers: Resource[]
  shipments: Resource[]
  requests: Resource[]
  /** Definitions and options of custom fields, customers. */
  others: Resource[]
  values: Resource[]
  documents: StoredDocument[]
  log: LogDocument
  /** Why the program had not come to rest in time; empty when it had. */
  unrest: string[]
}

/**
 * Whether the screen says that this file was found broken. What only its newest backup lacked may be gone then (T31):
 * lost, and told.
 */
export function isToldBroken({ status }: Scene, file: 'state' | 'mirror'): boolean {
  return status.notices.some(({ code }) => code === (file === 'state' ? 'db/state-broken' : 'db/mirror-rebuilt'))
}

/** Answers what is wrong, in a sentence each. */
export type Check = (scene: Scene) => string[]

export type Oracle = {
  id: string
  /** Number in the design, and what it says. */
  says: string
  check: Check
}

export function rowsOf<Row>(raw: Database.Database, sql: string, ...parameters: unknown[]): Row[] {
  return raw.prepare(sql).all(...parameters) as Row[]
}
