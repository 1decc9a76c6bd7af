// The input of every oracle, after the faults ended and the program had time to recover.
import type Database from 'better-sqlite3'
import type { RequestRow } from '#contract/tracking.ts'
import type { SyncStatus } from '#contract/sync.ts'
import type { Resource } from '#service/jsonapi/resource.ts'
import type { LogDocument } from '#service/request-log.ts'
import type { StoredDocument, World } from '../world.ts'

export type Scene = {
  world: World
  /** The engine's own open connection. */
  raw: Database.Database
  status: SyncStatus
  /** What the screen shows of each saved request; null: nothing. */
  shown: Map<string, RequestRow | null>
  /** The records of the service. */
  containers: Resource[]
  shipments: Resource[]
  requests: Resource[]
  /** Definitions and options of custom fields, and customers. */
  others: Resource[]
  values: Resource[]
  documents: StoredDocument[]
  log: LogDocument
  /** Why the program did not become idle in time; empty if it did. */
  unrest: string[]
}

/** Whether the screen reports that this file was damaged. Data that the newest backup lacked may be lost then (T31). */
export function isReportedDamaged({ status }: Scene, file: 'state' | 'mirror'): boolean {
  return status.notices.some(({ code }) => code === (file === 'state' ? 'db/state-broken' : 'db/mirror-rebuilt'))
}

/** Returns each violation as a sentence. */
export type Check = (scene: Scene) => string[]

export type Oracle = {
  id: string
  /** Its number in the design, and the rule. */
  says: string
  check: Check
}

export function rowsOf<Row>(raw: Database.Database, sql: string, ...parameters: unknown[]): Row[] {
  return raw.prepare(sql).all(...parameters) as Row[]
}
