// JSON:API resources and their lookup. The simulated world and a folder of recorded answers both implement `Records`;
// routes, includes and paging depend only on it.

export type Identifier = { type: string; id: string }
export type Linkage = Identifier | readonly Identifier[] | null

/** A recorded relationship may have no data. */
export type Relationship = { data?: Linkage; links?: Record<string, string> }

export type Resource = Identifier & {
  attributes?: Record<string, unknown>
  relationships?: Record<string, Relationship>
  links?: Record<string, string>
}

/** Resources in the order of the list, created only for the requested page. */
export interface Listing {
  total: number
  slice(from: number, count: number): Resource[]
  /**
   * Candidates in list order: records that may contain one of the texts (`plain` of matching.ts) in a number or
   * reference, and records related to one of the ids. Not all of them match, so the caller checks each. Created one by
   * one, for callers that need only a few. Absent if all records must be checked.
   */
  mentioning?: (texts: readonly string[], ids: ReadonlySet<string>) => Iterable<Resource>
}

export interface Records {
  find(type: string, id: string): Resource | null
  list(type: string): Listing
  /** Resources of the type whose relation has this id, newest first: the transport events of a container. */
  belonging(type: string, relation: string, id: string): Resource[]
}

export function listingOf(resources: readonly Resource[]): Listing {
  return { total: resources.length, slice: (from, count) => resources.slice(from, from + count) }
}

export function allResources(listing: Listing): Resource[] {
  return listing.slice(0, listing.total)
}

const NO_IDS: ReadonlySet<string> = new Set()

/** The records to check for one of the texts; `ids` belong to records that have the text elsewhere. */
export function listCandidates(listing: Listing, texts: readonly string[], ids = NO_IDS): Iterable<Resource> {
  return listing.mentioning?.(texts, ids) ?? allResources(listing)
}

/** Filters without keeping all records of a large list in memory. */
export function filterResources(resources: Iterable<Resource>, isWanted: (resource: Resource) => boolean): Resource[] {
  const found: Resource[] = []
  for (const resource of resources) if (isWanted(resource)) found.push(resource)
  return found
}

/** The list with each record transformed; `ids` of records that contain other texts after that. */
export function mapListing(
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

/** The identifiers in a relationship. Recorded data may have any form; other values are skipped. */
export function linkedIdentifiers(relationship: Relationship | null | undefined): Identifier[] {
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
