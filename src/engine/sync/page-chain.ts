// The pages of one list in sequence, by the links of the service and never by counting. A slow page is overtaken: the
// link after it is known from the last sweep, so the next page is requested ahead. Pure except for its memory. After a
// crash only the first page that is not stored is needed, which is the `nextUrl` of the sweep.

export type PageChain = {
  /** Marks the first page that is not stored yet as in progress. */
  begin(url: string): void
  /**
   * The page after those that are stored or in progress, by the links of the last sweep; null if it is unknown, or
   * there is none.
   */
  nextAhead(): string | null
  /**
   * The page is stored, and its link leads to `next`. Returns the first page that is not stored: null at the end,
   * undefined if the page was read ahead. An empty page that was read ahead is requested again in sequence, if the list
   * still leads there.
   */
  onPage(url: string, next: string | null, isEmpty?: boolean): string | null | undefined
  /** The list led back to a page that is already stored. */
  isCircle(): boolean
  /** The page is not available at its last known place. */
  onFailure(url: string): void
  /** The list is read from the start. */
  restart(): void
}

/** When this many links are remembered, all are forgotten: in such a long list one slow page does not matter. */
const MAX_LINKS = 5_000

export function createPageChain(): PageChain {
  /** The link after each page, from the last time it was read. */
  const links = new Map<string, string | null>()
  /** Pages that are stored although an earlier page is not. */
  const storedEarly = new Map<string, string | null>()
  /** Pages that are stored, as are all before them. A list that leads back to one of these would never end. */
  const storedUrls = new Set<string>()
  let first: string | null = null
  let isFirstInProgress = false
  let isCircle = false
  return {
    begin: (url) => {
      first = url
      isFirstInProgress = true
    },
    nextAhead: () =>
      first === null || !isFirstInProgress ? null : followLinks(links.get(first) ?? null, storedEarly, storedUrls).next,
    onPage: (url, next, isEmpty = false) => {
      if (links.size >= MAX_LINKS) links.clear()
      links.set(url, next)
      if (url !== first) {
        if (isEmpty) links.clear()
        else storedEarly.set(url, next)
        return undefined
      }
      storedUrls.add(url)
      const { next: after, passed, isCircle: leadsBack } = followLinks(next, storedEarly, storedUrls)
      isCircle ||= leadsBack
      for (const page of passed) {
        storedUrls.add(page)
        storedEarly.delete(page)
      }
      // The page may be in progress already, requested ahead: then its answer is the one of the first page.
      first = after
      isFirstInProgress = false
      return after
    },
    isCircle: () => isCircle,
    onFailure: (url) => {
      if (url !== first) links.clear()
    },
    restart: () => {
      first = null
      isFirstInProgress = false
      isCircle = false
      storedEarly.clear()
      storedUrls.clear()
    },
  }
}

/** The first page from `url` on that is not stored, and those stored before it. `isCircle`: the links form a circle. */
function followLinks(
  url: string | null,
  storedEarly: ReadonlyMap<string, string | null>,
  storedUrls: ReadonlySet<string>,
): { next: string | null; passed: Set<string>; isCircle: boolean } {
  const passed = new Set<string>()
  for (let next = url; ; next = storedEarly.get(next) ?? null) {
    const isCircle = next !== null && (storedUrls.has(next) || passed.has(next))
    if (next === null || isCircle) return { next: null, passed, isCircle }
    if (!storedEarly.has(next)) return { next, passed, isCircle }
    passed.add(next)
  }
}
