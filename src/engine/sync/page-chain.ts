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
   * Call this when the page is stored; `next` is its link. Returns the first page that is not stored: null at the end,
   * undefined if the page was read ahead. An empty page that was read ahead is requested again in sequence, if the list
   * still leads there.
   */
  onPage(url: string, next: string | null, isEmpty?: boolean): string | null | undefined
  /** Whether the list led back to a page that is already stored. */
  isCircle(): boolean
  /** Call this when the page cannot be read at its last known link. */
  onFailure(url: string): void
  /** Call this when the list is read from its start. */
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
  let firstUrl: string | null = null
  let isFirstInProgress = false
  let isCircle = false
  return {
    begin: (url) => {
      firstUrl = url
      isFirstInProgress = true
    },
    nextAhead: () =>
      firstUrl === null || !isFirstInProgress
        ? null
        : followLinks(links.get(firstUrl) ?? null, storedEarly, storedUrls).next,
    onPage: (url, next, isEmpty = false) => {
      if (links.size >= MAX_LINKS) links.clear()
      links.set(url, next)
      if (url !== firstUrl) {
        if (isEmpty) links.clear()
        else storedEarly.set(url, next)
        return undefined
      }
      storedUrls.add(url)
      const { next: nextUrl, storedPages, isCircle: leadsBack } = followLinks(next, storedEarly, storedUrls)
      isCircle ||= leadsBack
      for (const page of storedPages) {
        storedUrls.add(page)
        storedEarly.delete(page)
      }
      // The page may be in progress already, requested ahead: then its answer is the one of the first page.
      firstUrl = nextUrl
      isFirstInProgress = false
      return nextUrl
    },
    isCircle: () => isCircle,
    onFailure: (url) => {
      if (url !== firstUrl) links.clear()
    },
    restart: () => {
      firstUrl = null
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
): { next: string | null; storedPages: Set<string>; isCircle: boolean } {
  const storedPages = new Set<string>()
  for (let next = url; ; next = storedEarly.get(next) ?? null) {
    const isCircle = next !== null && (storedUrls.has(next) || storedPages.has(next))
    if (next === null || isCircle) return { next: null, storedPages, isCircle }
    if (!storedEarly.has(next)) return { next, storedPages, isCircle }
    storedPages.add(next)
  }
}
