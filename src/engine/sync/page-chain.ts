// The pages of one list, one after the other by the links the service gives, never by counting (rel B9). A page that
// takes long is overtaken: where it leads was seen the last time the list was read, and the rest need not wait for it.
// Pure but for its memory. What a crash must know is the first page that is not in yet, and that is the sweep's `nextUrl`.

export type PageChain = {
  /** This is the first page of the list that is not in yet, and it is under way. */
  begin(url: string): void
  /** The page behind what is in and under way, as the list was last time; null where that is not known, or there is none. */
  ahead(): string | null
  /** The page is in, and leads to `next`. Answers the first page that is not in: null at the end, undefined while it was overtaken. */
  answered(url: string, next: string | null): string | null | undefined
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
  /** The first page from there on that is not in, and those that are. */
  const behind = (url: string | null): { next: string | null; passed: Set<string> } => {
    const passed = new Set<string>()
    for (let next = url; ; next = early.get(next) ?? null) {
      if (next === null || done.has(next) || passed.has(next)) return { next: null, passed }
      if (!early.has(next)) return { next, passed }
      passed.add(next)
    }
  }
  return {
    begin: (url) => {
      first = url
      isFirstUnderWay = true
    },
    ahead: () => (first === null || !isFirstUnderWay ? null : behind(links.get(first) ?? null).next),
    answered: (url, next) => {
      if (links.size >= MOST_LINKS) links.clear()
      links.set(url, next)
      if (url !== first) {
        early.set(url, next)
        return undefined
      }
      done.add(url)
      const { next: after, passed } = behind(next)
      for (const page of passed) {
        done.add(page)
        early.delete(page)
      }
      // It may be under way already, ahead of its turn: then its answer is the first page's.
      first = after
      isFirstUnderWay = false
      return after
    },
    failed: (url) => {
      if (url !== first) links.clear()
    },
    restart: () => {
      first = null
      isFirstUnderWay = false
      early.clear()
      done.clear()
    },
  }
}
