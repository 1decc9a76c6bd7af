// Numbered pages. A page has at most 100 records, and larger sizes are reduced without an error. Clients follow
// `links.next`.
import { badParameter } from './errors.ts'
import type { Query } from './query.ts'

export type Page = { number: number; size: number }

export type PageMeta = {
  size: number
  total: number
  pagination: { current: number; next?: number; last?: number; records: number }
}

const MAX_SIZE = 100

/** Reduces a larger size to `maxSize`. Throws 400 if number or size is not a positive whole number. */
export function readPage(query: Query, defaultSize: number, maxSize = MAX_SIZE): Page {
  return {
    number: readWholeNumber(query, 'page[number]') ?? 1,
    size: Math.min(readWholeNumber(query, 'page[size]') ?? defaultSize, maxSize, MAX_SIZE),
  }
}

/** `url` is the address of the list without its query. */
export function buildPageLinks(url: string, query: Query, page: Page, total: number): Record<string, string> {
  const last = countPages(page, total)
  const linkTo = (number: number) => `${url}?${query.with({ 'page[number]': String(number) })}`
  return {
    self: buildSelfLink(url, query),
    current: linkTo(page.number),
    ...(page.number > 1 ? { prev: linkTo(Math.min(page.number - 1, last)) } : {}),
    ...(page.number < last ? { next: linkTo(page.number + 1) } : {}),
    ...(last > 1 ? { last: linkTo(last) } : {}),
  }
}

export function buildSelfLink(url: string, query: Query): string {
  return query.raw === '' ? url : `${url}?${query.raw}`
}

export function buildPageMeta(page: Page, total: number): PageMeta {
  const last = countPages(page, total)
  return {
    size: page.size,
    total,
    pagination: {
      current: page.number,
      ...(page.number < last ? { next: page.number + 1 } : {}),
      ...(last > 1 ? { last } : {}),
      records: total,
    },
  }
}

function countPages(page: Page, total: number): number {
  return Math.max(1, Math.ceil(total / page.size))
}

function readWholeNumber(query: Query, parameter: string): number | null {
  const text = query.get(parameter)
  if (text === null || text === '') return null
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < 1) throw badParameter(parameter, `${parameter} must be a whole number from 1.`)
  return value
}
