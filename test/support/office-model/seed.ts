// Migration 0008 of the office in the model: the parts of a copy of the leader's mirror.
import { holdsLease } from './lease.ts'
import { type Argument, type Call, createRefusal, one, run } from './office.ts'

export function storeSeedPart(call: Call, space: number, fence: number, stamp: Argument, n: number, body: Argument) {
  if (n < 1) throw createRefusal('22023', 'parts are numbered from 1')
  if (!holdsLease(call, space, fence)) return false
  if (n === 1)
    run(
      call,
      `DELETE FROM main.seed WHERE space = ? AND stamp NOT IN (
         SELECT stamp FROM main.seed f WHERE f.space = seed.space AND n = 0)`,
      space,
    )
  run(call, 'INSERT INTO main.seed (space, stamp, n, body) VALUES (?, ?, ?, ?)', space, stamp, n, body)
  return true
}

export function finishSeed(call: Call, space: number, fence: number, stamp: Argument, parts: number, facts: Argument) {
  if (!holdsLease(call, space, fence)) return false
  const sql = 'SELECT count(*) AS count FROM main.seed WHERE space = ? AND stamp = ?'
  if (one<{ count: number }>(call, sql, space, stamp)?.count !== parts) return false
  run(call, 'INSERT INTO main.seed (space, stamp, n, body) VALUES (?, ?, 0, ?)', space, stamp, facts)
  run(call, 'DELETE FROM main.seed WHERE space = ? AND stamp <> ?', space, stamp)
  return true
}
