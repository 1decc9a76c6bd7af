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

/** What a relationship points to. Recorded linkage may hold anything; what is no identifier is passed over. */
export function linked(relationship: Relationship | null | undefined): Identifier[] {
  const data: unknown = relationship?.data
  const entries: unknown[] = Array.isArray(data) ? data : [data]
  return entries.filter(isIdentifier)
}

export function isIdentifier(value: unknown): value is Identifier {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'id' in value && typeof value.id === 'string'
}
