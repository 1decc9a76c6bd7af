// What travels: JSON:API resources, and where they are looked up. Two things answer as Records, the simulated world and
// a folder of recorded answers; routes, includes and paging know only this.

export type Identifier = { type: string; id: string }
export type Linkage = Identifier | readonly Identifier[] | null

/** A recorded relationship may lack its data. */
export type Relationship = { data?: Linkage; links?: Record<string, string> }

export type Resource = Identifier & {
  attributes?: Record<string, unknown>
  relationships?: Record<string, Relationship>
  links?: Record<string, string>
}

/** Resources in the order the service lists them, built only where a page needs them. */
export interface Listing {
  total: number
  slice(from: number, count: number): Resource[]
  /**
   * In their order, those that may carry one of the texts (plain, matching.ts) in a number or reference number, and
   * those that belong to one of the ids. Some do not carry it: the caller looks. Made one by one, for whoever needs
   * only a few. Absent where all have to be looked at.
   */
  mentioning?: (texts: readonly string[], ids: ReadonlySet<string>) => Iterable<Resource>
}

export interface Records {
  find(type: string, id: string): Resource | null
  list(type: string): Listing
  /** Resources of the type whose relation names that id, newest first: the transport events of a container. */
  belonging(type: string, relation: string, id: string): Resource[]
}

export function listingOf(resources: readonly Resource[]): Listing {
  return { total: resources.length, slice: (from, count) => resources.slice(from, from + count) }
}

export function everyOne(listing: Listing): Resource[] {
  return listing.slice(0, listing.total)
}

const NO_IDS: ReadonlySet<string> = new Set()

/**
 * Who has to be looked at to find those that carry one of the texts; `ids` belong to records that have it elsewhere.
 */
export function candidates(listing: Listing, texts: readonly string[], ids = NO_IDS): Iterable<Resource> {
  return listing.mentioning?.(texts, ids) ?? everyOne(listing)
}

/** Of a large list only those are held that are wanted. */
export function matching(resources: Iterable<Resource>, isWanted: (resource: Resource) => boolean): Resource[] {
  const found: Resource[] = []
  for (const resource of resources) if (isWanted(resource)) found.push(resource)
  return found
}

/** The same list with every record shown another way; `ids` of records that thereby may carry other texts. */
export function mapped(
  listing: Listing,
  show: (resource: Resource) => Resource,
  ids: () => ReadonlySet<string> = () => NO_IDS,
): Listing {
  const { total, mentioning } = listing
  const shown = function* (resources: Iterable<Resource>) {
    for (const resource of resources) yield show(resource)
  }
  return {
    total,
    slice: (from, count) => listing.slice(from, count).map(show),
    ...(mentioning
      ? {
          mentioning: (texts: readonly string[], others: ReadonlySet<string>) =>
            shown(mentioning(texts, new Set([...others, ...ids()]))),
        }
      : {}),
  }
}

/** What a relationship points to. Recorded linkage may hold anything; what is no identifier is passed over. */
export function linked(relationship: Relationship | null | undefined): Identifier[] {
  const data: unknown = relationship?.data
  const entries: unknown[] = Array.isArray(data) ? data : [data]
  return entries.filter(isIdentifier)
}

export function isIdentifier(value: unknown): value is Identifier {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'id' in value &&
    typeof value.id === 'string'
  )
}
