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
  let first: string | null = null
  const behind = (url: string | null): string | null => {
    let next = url
    for (let known = next === null ? undefined : early.get(next); known !== undefined; known = next === null ? undefined : early.get(next)) next = known
    return next
  }
  return {
    begin: (url) => {
      first = url
    },
    ahead: () => (first === null ? null : behind(links.get(first) ?? null)),
    answered: (url, next) => {
      if (links.size >= MOST_LINKS) links.clear()
      links.set(url, next)
      if (url !== first) {
        early.set(url, next)
        return undefined
      }
      first = null
      return behind(next)
    },
    failed: (url) => {
      if (url !== first) links.clear()
    },
    restart: () => {
      first = null
      early.clear()
    },
  }
}
