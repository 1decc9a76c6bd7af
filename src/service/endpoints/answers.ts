// The answers of most endpoints: one record, or a page of a list. The members of a document have the order of the
// specification's samples: data, included, meta, links.
import { findIncluded, readInclude } from '../jsonapi/include.ts'
import { buildPageLinks, buildPageMeta, readPage, buildSelfLink } from '../jsonapi/paging.ts'
import { getRowOfAddress } from '../account/webhook-records.ts'
import { unknownRecord } from '../jsonapi/errors.ts'
import type { Listing, Resource } from '../jsonapi/resource.ts'
import type { Answer, Context } from './routing.ts'

const DEFAULT_SIZE = 30

/** Returns the parameter `id` of the path. */
export function readId({ params }: Context): string {
  return params['id'] ?? ''
}

export function answerRecord(context: Context, resource: Resource, defaultInclude = ''): Answer {
  const included = findIncludedFor(context, [resource], resource.type, defaultInclude)
  return { document: { data: resource, ...included, links: { self: buildSelfLink(context.url, context.query) } } }
}

/** Answers with the record of this id, or throws 404. `defaultInclude` applies if the query has no `include`. */
export function answerRecordById(context: Context, type: string, id: string, defaultInclude = ''): Answer {
  return answerRecord(context, getRecord(context, type, id), defaultInclude)
}

/** Returns the record with this id, or throws 404. */
export function getRecord({ records }: Context, type: string, id: string): Resource {
  const resource = records.find(type, id)
  if (!resource) throw unknownRecord(type.replaceAll('_', ' '), id)
  return resource
}

export function answerPage(
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
      ...findIncludedFor(context, data, type, defaultInclude),
      meta: buildPageMeta(page, listing.total),
      links: buildPageLinks(context.url, context.query, page, listing.total),
    },
  }
}

/** Answers with a list without pages and meta, as the live service sends transport events. */
export function answerWholeList(
  context: Context,
  type: string,
  data: readonly Resource[],
  defaultInclude = '',
): Answer {
  return {
    document: {
      data,
      ...findIncludedFor(context, data, type, defaultInclude),
      links: { self: buildSelfLink(context.url, context.query) },
    },
  }
}

/** Answers with plain JSON, for endpoints outside JSON:API. */
export function answerJson(document: unknown, status = 200): Answer {
  return { status, document, mediaType: 'application/json' }
}

export function answerEmpty(status: 200 | 204): Answer {
  return { status }
}

/** Answers 201 with the record that was just stored, and its address. */
export function answerCreated(context: Context, type: string, id: string): Answer {
  return { ...answerRecordById(context, type, id), status: 201, headers: { location: `${context.url}/${id}` } }
}

/** Returns the row in an id of this type, or throws 404. The row itself need not exist. */
export function readRow({ world }: Context, type: string, id: string): number {
  const address = world.ids.parse(id)
  if (address?.kind !== type) throw unknownRecord(type.replaceAll('_', ' '), id)
  return getRowOfAddress(address)
}

/** An answer to a request with `include` has the member `included` even if it is empty: JSON:API requires it. */
function findIncludedFor(
  { query, records }: Context,
  primary: readonly Resource[],
  type: string,
  defaultInclude: string,
): { included?: Resource[] } {
  const parameter = query.get('include') ?? defaultInclude
  if (parameter === '') return {}
  return { included: findIncluded(records, primary, type, readInclude(parameter)) }
}
