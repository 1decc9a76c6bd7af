// Detects a list whose next-page links never end: the same page comes again under another link, or far more records
// come than the list itself counts. It remembers the pages of one sweep.
import type { PageFacts } from '../mirror/page-cache.ts'

export type EndlessListDetector = {
  /**
   * Call once for each page of a sweep. `repeated`: an earlier page had the same ids; `overrun`: the list is far longer
   * than its own count.
   */
  check(facts: Pick<PageFacts, 'idsDigest' | 'rows' | 'total'>): 'repeated' | 'overrun' | null
  restart(): void
}

/** Records may be added while the list is read, and rows that shift to a later page are listed twice. */
const SPARE_ROWS = 500
/** The limit if the list has no count. */
const MAX_ROWS = 500_000

export function createEndlessListDetector(): EndlessListDetector {
  const digests = new Set<string>()
  let rowCount = 0
  return {
    check: (facts) => {
      const isRepeated = facts.idsDigest !== null && digests.has(facts.idsDigest)
      if (facts.idsDigest !== null) digests.add(facts.idsDigest)
      rowCount += facts.rows
      if (isRepeated) return 'repeated'
      return rowCount > (facts.total === null ? MAX_ROWS : 2 * facts.total + SPARE_ROWS) ? 'overrun' : null
    },
    restart: () => {
      digests.clear()
      rowCount = 0
    },
  }
}
