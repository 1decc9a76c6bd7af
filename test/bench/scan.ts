// The baseline of *search*: a LIKE query over the text of every entry, without an index.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { findOrBuildDataFolder } from './data.ts'
import { computeLatency } from './latency.ts'

const SCAN_COUNT = 5

/** Measures the scans for the last few of these texts, and returns the median in milliseconds. */
export function measureReferenceScan(active: number, texts: readonly string[]): number {
  const db = new Database(join(findOrBuildDataFolder(active), 'mirror.db'), { readonly: true })
  try {
    const scan = db.prepare('SELECT key FROM search_entry WHERE numbers || words LIKE ?')
    const times = texts.slice(-SCAN_COUNT).map((text) => {
      const startedMs = performance.now()
      scan.all(`%${text}%`)
      return performance.now() - startedMs
    })
    return computeLatency(times).p50
  } finally {
    db.close()
  }
}
