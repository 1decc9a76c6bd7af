// Search without an index: a LIKE over the text of every entry.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { dataFolder } from './data.ts'
import { latencyOf } from './latency.ts'

const SCANS = 5

/** Median milliseconds of a few of these questions. */
export function referenceScan(active: number, questions: readonly string[]): number {
  const db = new Database(join(dataFolder(active), 'mirror.db'), { readonly: true })
  try {
    const scan = db.prepare('SELECT key FROM search_entry WHERE numbers || words LIKE ?')
    const times = questions.slice(-SCANS).map((text) => {
      const startedMs = performance.now()
      scan.all(`%${text}%`)
      return performance.now() - startedMs
    })
    return latencyOf(times).p50
  } finally {
    db.close()
  }
}
