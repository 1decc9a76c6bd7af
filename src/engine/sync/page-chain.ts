// The pages of one list, one after the other by the links the service gives, never by counting. A page that
// takes long is overtaken: where it leads was seen the last time the list was read, and the rest need not wait for it.
// Pure but for its memory. What a crash must know is the first page that is not in yet, and that is the sweep's
// `nextUrl`.

export type PageChain = {
  /** This is the first page of the list that is not in yet, and it is under way. */
  begin(url: string): void
  /**
   * The page behind what is in and under way, as the list was last time; null where that is not known, or there is
   * none.
   */
  ahead(): string | null
  /**
   * The page is in, and leads to `next`. Answers the first page that is not in: null at the end, undefined while it was
   * overtaken. An empty page that came early is asked for again in its turn, if the list still leads there.
   */
  answered(url: string, next: string | null, isEmpty?: boolean): string | null | undefined
  /** The list led back to a page that is in. */
  isCircle(): boolean
  /** It is not to be had where it was last time. */
  failed(url: string): void
  /** The list is read anew. */
  restart(): void
}

/** Of a list that is longer than this nobody minds one slow page. */
const MOST_LINKS = 5_000

export function createPageChain(): PageChain {
  /** Where each page led when it was last read. */
  const links = new Map<string, string | null>()
  /** In, though the first is not. */
  const early = new Map<string, string | null>()
  /** In, and all before it: a list that leads back there would be read for ever. */
  const done = new Set<string>()
  let first: string | null = null
  let isFirstUnderWay = false
  let isCircle = false
  return {
    begin: (url) => {
      first = url
      isFirstUnderWay = true
    },
    ahead: () => (first === null || !isFirstUnderWay ? null : behind(links.get(first) ?? null, early, done).next),
    answered: (url, next, isEmpty = false) => {
      if (links.size >= MOST_LINKS) links.clear()
      links.set(url, next)
      if (url !== first) {
        if (isEmpty) links.clear()
        else early.set(url, next)
        return undefined
      }
      done.add(url)
      const { next: after, passed, isCircle: leadsBack } = behind(next, early, done)
      isCircle ||= leadsBack
      for (const page of passed) {
        done.add(page)
        early.delete(page)
      }
      // It may be under way already, ahead of its turn: then its answer is the first page's.
      first = after
      isFirstUnderWay = false
      return after
    },
    isCircle: () => isCircle,
    failed: (url) => {
      if (url !== first) links.clear()
    },
    restart: () => {
      first = null
      isFirstUnderWay = false
      isCircle = false
      early.clear()
      done.clear()
    },
  }
}

/** The first page from there on that is not in, and those that are. `isCircle`: the links lead back to one of them. */
function behind(
  url: string | null,
  early: ReadonlyMap<string, string | null>,
  done: ReadonlySet<string>,
): { next: string | null; passed: Set<string>; isCircle: boolean } {
  const passed = new Set<string>()
  for (let next = url; ; next = early.get(next) ?? null) {
    const isCircle = next !== null && (done.has(next) || passed.has(next))
    if (next === null || isCircle) return { next: null, passed, isCircle }
    if (!early.has(next)) return { next, passed, isCircle }
    passed.add(next)
  }
}
