// Stored lists of ordered numbers: which line of a list became which request.
import type { Batch, LeftReason } from '#contract/batches.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'

/** `isFollowed`: the request existed before, or belongs to an earlier line, so this batch does not withdraw it. */
export type StoredLine = { text: string; left: LeftReason | null; requestId: string | null; isFollowed?: boolean }
export type StoredBatch = Batch & { stored: StoredLine[] }

/** Older batches are deleted; their requests stay. */
const MOST_BATCHES = 20

export function saveBatch(
  db: WritableDb,
  { id, name, createdAt }: Pick<Batch, 'id' | 'name' | 'createdAt'>,
  lines: StoredLine[],
): void {
  db.run(
    'INSERT INTO batch (id, name, created_at, lines) VALUES (?, ?, ?, ?)',
    id,
    name,
    createdAt,
    JSON.stringify(lines),
  )
  db.run('DELETE FROM batch WHERE id NOT IN (SELECT id FROM batch ORDER BY created_at DESC, id LIMIT ?)', MOST_BATCHES)
}

type Row = { id: string; name: string | null; createdAt: string; lines: string; unsent: number }

const ROWS = `SELECT b.id, b.name, b.created_at AS createdAt, b.lines,
    (SELECT count(*) FROM json_each(b.lines) l JOIN outbox o ON o.op_id = l.value ->> 'requestId'
      WHERE coalesce(l.value ->> 'isFollowed', 0) = 0 AND o.state IN ('PENDING', 'SENDING')) AS unsent
  FROM batch b`

export function loadBatches(db: ReadableDb): Batch[] {
  return db.all<Row>(`${ROWS} ORDER BY b.created_at DESC, b.id`).map((row) => countedOf(row, linesOf(row)))
}

export function loadBatch(db: ReadableDb, id: string): StoredBatch | null {
  const row = db.get<Row>(`${ROWS} WHERE b.id = ?`, id)
  if (!row) return null
  const stored = linesOf(row)
  return { ...countedOf(row, stored), stored }
}

function linesOf({ lines }: Row): StoredLine[] {
  return JSON.parse(lines) as StoredLine[]
}

function countedOf({ id, name, createdAt, unsent }: Row, stored: StoredLine[]): Batch {
  return {
    id,
    name,
    createdAt,
    unsent,
    lines: stored.length,
    submitted: stored.filter(({ requestId }) => requestId !== null).length,
  }
}
