// Frozen orders. A list is sorted once; while the user reads it, rows keep their places and only their values move.
// What a new sort would change is counted, so that the screen can offer it.
import { Band } from '#contract/deadlines.ts'
import type { ReadableDb, SqlValue } from './db/open.ts'
import type { Random } from './outside/random.ts'

export type OpenList = { listId: string; ids: string[]; moved: number }

export type Lists = {
  /**
   * The order named by `listId`, if it is still kept and was made for the same question; else a new one.
   * `order` answers the ids as they would stand now.
   */
  open(listId: string | undefined, question: unknown, order: () => string[]): OpenList
  /** Data moved, or a day began: orders may no longer be what a new sort would give. */
  touch(): void
}

type Entry = { ids: string[]; question: string; version: number; moved: number }

/** Screens, panels and a little history; an order of 10,000 ids is about a megabyte. */
const MOST_KEPT = 12

export function createLists(random: Random): Lists {
  const entries = new Map<string, Entry>()
  let version = 0
  const keep = (listId: string, entry: Entry) => {
    entries.delete(listId)
    entries.set(listId, entry)
    const oldest = entries.keys().next().value
    if (entries.size > MOST_KEPT && oldest !== undefined) entries.delete(oldest)
  }
  return {
    open: (listId, asked, order) => {
      const question = JSON.stringify(asked)
      const entry = listId === undefined ? undefined : entries.get(listId)
      if (listId === undefined || entry?.question !== question) {
        const fresh: Entry = { ids: order(), question, version, moved: 0 }
        const newId = random.id()
        keep(newId, fresh)
        return { listId: newId, ids: fresh.ids, moved: 0 }
      }
      if (entry.version !== version) {
        entry.moved = countMoved(entry.ids, order())
        entry.version = version
      }
      keep(listId, entry)
      return { listId, ids: entry.ids, moved: entry.moved }
    },
    touch: () => {
      version++
    },
  }
}

/** Rows that came, went, or must step over others to reach their new place (all but a longest rising run). */
export function countMoved(before: string[], after: string[]): number {
  const placeBefore = new Map(before.map((id, i) => [id, i]))
  const places = after.flatMap((id) => placeBefore.get(id) ?? [])
  const came = after.length - places.length
  const went = before.length - places.length
  return came + went + places.length - longestRise(places)
}

function longestRise(places: number[]): number {
  const tails: number[] = []
  for (const place of places) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tails[middle] ?? 0) < place) low = middle + 1
      else high = middle
    }
    tails[low] = place
  }
  return tails.length
}

/** One part of a WHERE: SQL with `?` and what goes there. */
export type Condition = { sql: string; values: (string | number)[] }

export function anyOf(column: string, values: readonly string[] | undefined): Condition[] {
  return values && values.length > 0 ? [{ sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }] : []
}

/** Columns that keep several texts, as a JSON array. */
const LISTS = ['refs', 'tags']

/** What a row is searched by: lower case, and of lists their words instead of the JSON they are kept in. */
export function searchText(columns: Record<string, SqlValue>, names: readonly string[]): string {
  const textOf = (name: string) => (LISTS.includes(name) ? (JSON.parse(String(columns[name])) as string[]).join(' ') : (columns[name] ?? ''))
  return names.map(textOf).join(' ').toLowerCase()
}

/** Rows whose search text has every word; spaces and dashes inside a container number do not matter. */
export function textCondition(text: string | undefined): Condition[] {
  const words = (text ?? '').toLowerCase().split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return []
  const like = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`
  const each = words.map(() => `search LIKE ? ESCAPE '\\'`).join(' AND ')
  return [
    {
      sql: `((${each}) OR search LIKE ? ESCAPE '\\')`,
      values: [...words.map(like), like(words.join('').replaceAll('-', ''))],
    },
  ]
}

/** SQL: the place of a `band` among the bands, the most pressing first. */
export const bandRank = `CASE band ${Band.options.map((band, i) => `WHEN '${band}' THEN ${i}`).join(' ')} END`

/** Ids in order. `orderBy` entries are SQL expressions; rows without a value come last, whatever the direction. */
export function orderedIds(
  db: ReadableDb,
  from: string,
  conditions: Condition[],
  orderBy: { sql: string; direction: 'asc' | 'desc' }[],
): string[] {
  const where = conditions.map(({ sql }) => sql).join(' AND ')
  const order = orderBy.map(({ sql, direction }) => `(${sql}) ${direction === 'asc' ? 'ASC' : 'DESC'} NULLS LAST`)
  const rows = db.all<{ id: string }>(
    `SELECT id FROM ${from} ${where === '' ? '' : `WHERE ${where}`} ORDER BY ${[...order, 'id'].join(', ')}`,
    ...conditions.flatMap(({ values }) => values),
  )
  return rows.map(({ id }) => id)
}
