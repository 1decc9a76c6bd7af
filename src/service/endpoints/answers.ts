// The common documents of most endpoints: one record, or a page of a list. Members are in the order of the
// specification's samples: data, included, meta, links.
import { includedBy, readInclude } from '../jsonapi/include.ts'
import { pageLinks, pageMeta, readPage, selfLink } from '../jsonapi/paging.ts'
import { rowAt } from '../account/webhook-records.ts'
import { unknownRecord } from '../jsonapi/errors.ts'
import type { Listing, Resource } from '../jsonapi/resource.ts'
import type { Answer, Context } from './routing.ts'

const DEFAULT_SIZE = 30

/** The parameter `id` of the path. */
export function idIn({ params }: Context): string {
  return params['id'] ?? ''
}

export function recordAnswer(context: Context, resource: Resource, defaultInclude = ''): Answer {
  const included = includedFor(context, [resource], resource.type, defaultInclude)
  return { document: { data: resource, ...included, links: { self: selfLink(context.url, context.query) } } }
}

/** The record with this id, or 404. */
export function foundAnswer(context: Context, type: string, id: string, defaultInclude = ''): Answer {
  return recordAnswer(context, foundRecord(context, type, id), defaultInclude)
}

export function foundRecord({ records }: Context, type: string, id: string): Resource {
  const resource = records.find(type, id)
  if (!resource) throw unknownRecord(type.replaceAll('_', ' '), id)
  return resource
}

export function pageAnswer(
  context: Context,
  type: string,
  listing: Listing,
  defaultInclude = '',
  defaultSize = DEFAULT_SIZE,
): Answer {
  const page = readPage(context.query, defaultSize, context.pageMax)
  const data = listing.slice((page.number - 1) * page.size, page.size)
  return {
    document: {
      data,
      ...includedFor(context, data, type, defaultInclude),
      meta: pageMeta(page, listing.total),
      links: pageLinks(context.url, context.query, page, listing.total),
    },
  }
}

/** A list without pages and meta, as the live service sends transport events. */
export function wholeAnswer(context: Context, type: string, data: readonly Resource[], defaultInclude = ''): Answer {
  return {
    document: {
      data,
      ...includedFor(context, data, type, defaultInclude),
      links: { self: selfLink(context.url, context.query) },
    },
  }
}

/** For endpoints outside JSON:API: plain JSON. */
export function plainAnswer(document: unknown, status = 200): Answer {
  return { status, document, mediaType: 'application/json' }
}

/** An answer without content. */
export function emptyAnswer(status: 200 | 204): Answer {
  return { status }
}

export function createdAnswer(context: Context, type: string, id: string): Answer {
  return { ...foundAnswer(context, type, id), status: 201, headers: { location: `${context.url}/${id}` } }
}

/** The row of an id of this type, or 404. */
export function rowOf({ world }: Context, type: string, id: string): number {
  const address = world.ids.read(id)
  if (address?.kind !== type) throw unknownRecord(type.replaceAll('_', ' '), id)
  return rowAt(address)
}

/** JSON:API requires `included` on request, even if it is empty. */
function includedFor(
  { query, records }: Context,
  primary: readonly Resource[],
  type: string,
  defaultInclude: string,
): { included?: Resource[] } {
  const parameter = query.get('include') ?? defaultInclude
  if (parameter === '') return {}
  return { included: includedBy(records, primary, type, readInclude(parameter)) }
}
