// Detects a list whose next-page links never end: the same page comes again under another link, or far more records
// come than the list itself counts. Pure except for its memory of one sweep.
import type { PageFacts } from '../mirror/page-cache.ts'

export type Endless = {
  /**
   * Call once for each page of a sweep. `repeated`: it lists nothing new; `overrun`: the list is far longer than its
   * own count.
   */
  page(facts: Pick<PageFacts, 'ids' | 'rows' | 'total'>): 'repeated' | 'overrun' | null
  restart(): void
}

/** Records may be added while the list is read, and rows that shift are listed twice. */
const SPARE_ROWS = 500
const MAX_ROWS = 500_000

export function createEndless(): Endless {
  const seen = new Set<string>()
  let rows = 0
  return {
    page: (facts) => {
      const isRepeated = facts.ids !== null && seen.has(facts.ids)
      if (facts.ids !== null) seen.add(facts.ids)
      rows += facts.rows
      if (isRepeated) return 'repeated'
      return rows > (facts.total === null ? MAX_ROWS : 2 * facts.total + SPARE_ROWS) ? 'overrun' : null
    },
    restart: () => {
      seen.clear()
      rows = 0
    },
  }
}
