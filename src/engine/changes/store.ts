// The history of records: what moved and when we saw it first. It cannot be fetched again.
import type { Change } from '#contract/containers.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { FieldChange } from './diff.ts'

export type ChangeSource = { type: string; id: string; requestSeq: number; seenAt: string }

export function insertChanges(db: WritableDb, source: ChangeSource, changes: FieldChange[]): void {
  for (const { field, before, after } of changes) {
    db.run(
      'INSERT INTO change (type, rid, field, before, after, req_seq, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      source.type,
      source.id,
      field,
      before,
      after,
      source.requestSeq,
      source.seenAt,
    )
  }
}

/** Newest first. */
export function listChanges(db: ReadableDb, type: string, id: string, limit: number): Change[] {
  return db.all<Change>(
    `SELECT id, field, before, after, seen_at AS seenAt FROM change
     WHERE type = ? AND rid = ? ORDER BY id DESC LIMIT ?`,
    type,
    id,
    limit,
  )
}

/** When each member of a named list was first seen in its present spell; one that was always there is missing. */
export function firstSeen(db: ReadableDb, id: string, list: 'holds_at_pod_terminal' | 'fees_at_pod_terminal'): Map<string, string> {
  const rows = db.all<{ field: string; seenAt: string }>(
    `SELECT field, max(seen_at) AS seenAt FROM change
     WHERE type = 'container' AND rid = ? AND field LIKE ? AND before IS NULL GROUP BY field`,
    id,
    `${list}/%`,
  )
  return new Map(rows.map(({ field, seenAt }) => [field.slice(list.length + 1), seenAt]))
}

export function lastChangeAt(db: ReadableDb, type: string, id: string): string | null {
  const row = db.get<{ seenAt: string }>(
    'SELECT seen_at AS seenAt FROM change WHERE type = ? AND rid = ? ORDER BY id DESC LIMIT 1',
    type,
    id,
  )
  return row?.seenAt ?? null
}
