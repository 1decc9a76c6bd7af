// JSON:API resources and their lookup. The simulated world and a folder of recorded answers both implement `Records`.
// Routes, includes and paging depend only on this interface.

export type Identifier = { type: string; id: string }
export type Linkage = Identifier | readonly Identifier[] | null

/** A recorded relationship may have no data. */
export type Relationship = { data?: Linkage; links?: Record<string, string> }

export type Resource = Identifier & {
  attributes?: Record<string, unknown>
  relationships?: Record<string, Relationship>
  links?: Record<string, string>
}

/** A list whose resources are created only for the requested page. */
export interface Listing {
  total: number
  slice(from: number, count: number): Resource[]
  /**
   * Finds, in list order, the records that may contain one of the normalized texts in a number or reference, and the
   * records related to one of the ids. Not all of them match, so the caller must check each one. They are created one
   * by one, for callers that need only a few. A list without this method must be checked completely.
   */
  findCandidates?: (texts: readonly string[], ids: ReadonlySet<string>) => Iterable<Resource>
}

export interface Records {
  find(type: string, id: string): Resource | null
  list(type: string): Listing
  /** Lists the resources of a type whose relation has this id, newest first, such as the events of a container. */
  listRelated(type: string, relation: string, id: string): Resource[]
}

export function createListing(resources: readonly Resource[]): Listing {
  return { total: resources.length, slice: (from, count) => resources.slice(from, from + count) }
}

export function listAllResources(listing: Listing): Resource[] {
  return listing.slice(0, listing.total)
}

const NO_IDS: ReadonlySet<string> = new Set()

/** Returns the records that a search must check. `ids` are records that have the text in another place. */
export function listCandidates(listing: Listing, texts: readonly string[], ids = NO_IDS): Iterable<Resource> {
  return listing.findCandidates?.(texts, ids) ?? listAllResources(listing)
}

/** Filters an iterable. An array of all records of a large list would need much memory. */
export function filterResources(resources: Iterable<Resource>, isWanted: (resource: Resource) => boolean): Resource[] {
  const found: Resource[] = []
  for (const resource of resources) if (isWanted(resource)) found.push(resource)
  return found
}

/** Returns the list with each record transformed. A search must also check the records in `ids`: their texts differ. */
export function mapListing(
  listing: Listing,
  transform: (resource: Resource) => Resource,
  ids: () => ReadonlySet<string> = () => NO_IDS,
): Listing {
  const { total, findCandidates: findSourceCandidates } = listing
  const transformAll = function* (resources: Iterable<Resource>) {
    for (const resource of resources) yield transform(resource)
  }
  return {
    total,
    slice: (from, count) => listing.slice(from, count).map(transform),
    ...(findSourceCandidates
      ? {
          findCandidates: (texts: readonly string[], others: ReadonlySet<string>) =>
            transformAll(findSourceCandidates(texts, new Set([...others, ...ids()]))),
        }
      : {}),
  }
}

/** Returns the identifiers in a relationship. Recorded data may have any form, so other values are skipped. */
export function getLinkedIdentifiers(relationship: Relationship | null | undefined): Identifier[] {
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
