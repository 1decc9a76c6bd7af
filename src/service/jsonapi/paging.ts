// Numbered pages: 30 records by default, at most 100; larger sizes are reduced silently. Clients follow `links.next`.
import { badParameter } from './errors.ts'
import type { Query } from './query.ts'

export type Page = { number: number; size: number }

export type PageMeta = {
  size: number
  total: number
  pagination: { current: number; next?: number; last?: number; records: number }
}

const MAX_SIZE = 100

/** `mostSize`: the largest size; larger ones are reduced to it. */
export function readPage(query: Query, defaultSize: number, mostSize = MAX_SIZE): Page {
  return {
    number: wholeOf(query, 'page[number]') ?? 1,
    size: Math.min(wholeOf(query, 'page[size]') ?? defaultSize, mostSize, MAX_SIZE),
  }
}

/** `url` is the address of the list without its query. */
export function pageLinks(url: string, query: Query, page: Page, total: number): Record<string, string> {
  const last = lastPage(page, total)
  const to = (number: number) => `${url}?${query.with({ 'page[number]': String(number) })}`
  return {
    self: selfLink(url, query),
    current: to(page.number),
    ...(page.number > 1 ? { prev: to(Math.min(page.number - 1, last)) } : {}),
    ...(page.number < last ? { next: to(page.number + 1) } : {}),
    ...(last > 1 ? { last: to(last) } : {}),
  }
}

export function selfLink(url: string, query: Query): string {
  return query.raw === '' ? url : `${url}?${query.raw}`
}

export function pageMeta(page: Page, total: number): PageMeta {
  const last = lastPage(page, total)
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

function lastPage(page: Page, total: number): number {
  return Math.max(1, Math.ceil(total / page.size))
}

function wholeOf(query: Query, parameter: string): number | null {
  const text = query.get(parameter)
  if (text === null || text === '') return null
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < 1) throw badParameter(parameter, `${parameter} must be a whole number from 1.`)
  return value
}
