// Stores the permits and caps of the gate, so that they survive a restart. Both belong to a key, which is stored as its
// hash only.
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Bucket, BucketState, Permit } from './budget.ts'

export type StoredPermit = Permit & { id: number; bucket: Bucket }
export type StoredCap = Pick<BucketState, 'cap' | 'capChangedUp' | 'pausedUntilUp'> & { bucket: Bucket }

export function loadPermits(db: ReadableDb, keyHash: string): StoredPermit[] {
  return db.all<StoredPermit>(
    'SELECT id, bucket, sent_up AS sentUp, done_up AS doneUp FROM rate_slot WHERE key_hash = ? ORDER BY id',
    keyHash,
  )
}

export function loadCaps(db: ReadableDb, keyHash: string): StoredCap[] {
  return db.all<StoredCap>(
    `SELECT bucket, cap, cap_changed_up AS capChangedUp, paused_until_up AS pausedUntilUp
     FROM rate_cap WHERE key_hash = ?`,
    keyHash,
  )
}

/** Stored before the request is sent, so that no crash can forget it. Returns the permit's id. */
export function insertPermit(db: WritableDb, keyHash: string, bucket: Bucket, sentUp: number): number {
  return db.run('INSERT INTO rate_slot (key_hash, bucket, sent_up) VALUES (?, ?, ?)', keyHash, bucket, sentUp)
}

export function finishPermit(db: WritableDb, id: number, doneUp: number): void {
  db.run('UPDATE rate_slot SET done_up = ? WHERE id = ?', doneUp, id)
}

export function deletePermit(db: WritableDb, id: number): void {
  db.run('DELETE FROM rate_slot WHERE id = ?', id)
}

export function saveCap(db: WritableDb, keyHash: string, stored: StoredCap): void {
  db.run(
    `INSERT INTO rate_cap (key_hash, bucket, cap, cap_changed_up, paused_until_up) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (key_hash, bucket) DO UPDATE SET
       cap = excluded.cap, cap_changed_up = excluded.cap_changed_up, paused_until_up = excluded.paused_until_up`,
    keyHash,
    stored.bucket,
    stored.cap,
    stored.capChangedUp,
    stored.pausedUntilUp,
  )
}
