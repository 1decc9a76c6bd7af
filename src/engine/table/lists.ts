// Frozen orders. A list is sorted once; while the user reads it, rows keep their places and only their values change.
// The differences to a new sort are counted, so that the screen can offer it.
import type { Columns } from './columns.ts'
import type { ReadableDb, SqlValue } from '../db/open.ts'
import type { Random } from '../outside/random.ts'

type ListRequest = { listId?: string | undefined; window: { offset: number; limit: number } }
/**
 * `page`: the part that every answer about a list has. `ids`: the ids in the window. `order`: all ids. `groups`: the
 * groups of the order; empty without a grouping.
 */
type OpenList = {
  page: { listId: string; offset: number; total: number; reordered: number }
  ids: string[]
  order: string[]
  groups: OrderGroup[]
}

export type Lists = {
  /**
   * Returns the order named by `listId`, if it is still cached and belongs to the same question; else a new one.
   * `order` returns the ids in their current order. It is called only when the data changed since. `groupsOf` returns
   * the groups of an order.
   */
  open(request: ListRequest, question: unknown, order: () => string[], groupsOf?: GroupsOf): OpenList
  open(request: ListRequest, question: unknown, order: () => Promise<string[]>): Promise<OpenList>
  /** Data changed, or a day began: cached orders may differ from a new sort. */
  touch(): void
  /** Rises with every touch. */
  version(): number
}

/** A group of rows, stored with its order. `end`: the index after its last row. */
export type OrderGroup = { key: string; label: string; end: number }
type GroupsOf = (ids: readonly string[]) => OrderGroup[]
type Entry = { ids: string[]; groups: OrderGroup[]; question: string; version: number; reordered: number }

/** Enough for screens, panels and some history, among them a board of eight columns. */
const MAX_ENTRIES = 24
/** The limit for all of them together: 8 MB, enough for ten orders of 100,000 rows. */
const MAX_IDS = 1_000_000

export function createLists(random: Random): Lists {
  const entries = new Map<string, Entry>()
  let version = 0
  const store = (listId: string, entry: Entry) => {
    entries.delete(listId)
    entries.set(listId, entry)
    let ids = 0
    for (const entry of entries.values()) ids += entry.ids.length
    for (const [oldest, entry] of entries) {
      if (oldest === listId || (entries.size <= MAX_ENTRIES && ids <= MAX_IDS)) break
      entries.delete(oldest)
      ids -= entry.ids.length
    }
  }
  function open(request: ListRequest, query: unknown, order: () => string[], groupsOf?: GroupsOf): OpenList
  function open(request: ListRequest, query: unknown, order: () => Promise<string[]>): Promise<OpenList>
  function open(
    request: ListRequest,
    query: unknown,
    order: () => string[] | Promise<string[]>,
    groupsOf: GroupsOf = () => [],
  ) {
    const question = JSON.stringify(query)
    const { listId = '', window } = request
    const cached = entries.get(listId)
    const found = cached?.question === question ? cached : null
    // Changes during the sort are counted the next time.
    const startVersion = version
    const answer = (ids: string[]): OpenList => {
      const id = found ? listId : random.id()
      const entry = found ?? { ids, groups: groupsOf(ids), question, version: startVersion, reordered: 0 }
      if (entry.version !== startVersion) {
        // A row at the edge of a group can change its group and keep its place.
        const isRegrouped = JSON.stringify(groupsOf(ids)) !== JSON.stringify(entry.groups)
        entry.reordered = countReordered(entry.ids, ids) || Number(isRegrouped)
        entry.version = startVersion
      }
      store(id, entry)
      const page = { listId: id, offset: window.offset, total: entry.ids.length, reordered: entry.reordered }
      const inWindow = entry.ids.slice(window.offset, window.offset + window.limit)
      return { page, ids: inWindow, order: entry.ids, groups: entry.groups }
    }
    const ids = found?.version === startVersion ? found.ids : order()
    return Array.isArray(ids) ? answer(ids) : ids.then(answer)
  }
  return {
    open,
    touch: () => {
      version++
    },
    version: () => version,
  }
}

/**
 * Counts the rows that were added or removed, or whose position among the others changed. Rows of a longest increasing
 * sequence count as unchanged.
 */
export function countReordered(before: string[], after: string[]): number {
  // Usually only a few rows moved, so equal rows at both ends are skipped.
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const indexesBefore = new Map<string, number>()
  for (let index = start; index < before.length - end; index++) indexesBefore.set(before[index] ?? '', index)
  const positions: number[] = []
  for (let index = start; index < after.length - end; index++) {
    const indexBefore = indexesBefore.get(after[index] ?? '')
    if (indexBefore !== undefined) positions.push(indexBefore)
  }
  const added = after.length - end - start - positions.length
  const removed = indexesBefore.size - positions.length
  return added + removed + positions.length - countLongestIncreasing(positions)
}

/** The length of a longest increasing subsequence. */
function countLongestIncreasing(positions: number[]): number {
  const tails: number[] = []
  for (const position of positions) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tails[middle] ?? 0) < position) low = middle + 1
      else high = middle
    }
    tails[low] = position
  }
  return tails.length
}

/** One part of a WHERE: SQL with `?` and its values. */
export type Condition = { sql: string; values: (string | number)[] }

export function conditionOfAny(column: string, values: readonly string[] | undefined): Condition[] {
  return values && values.length > 0
    ? [{ sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }]
    : []
}

/** Columns with several texts, as a JSON array. */
const LISTS = ['refs', 'tags']

/** Joins the texts of a list that is stored as JSON; null if the list is empty. */
export function joinListWords(json: SqlValue): string | null {
  return json === null || json === '[]' ? null : (JSON.parse(String(json)) as string[]).join(' ')
}

/** The search text of a row: lower case, and for lists their words instead of their JSON. */
export function searchText(columns: Record<string, SqlValue>, names: readonly string[]): string {
  const textOf = (name: string) =>
    LISTS.includes(name) ? (joinListWords(columns[name] ?? null) ?? '') : (columns[name] ?? '')
  return names.map(textOf).join(' ').toLowerCase()
}

function splitWords(text: string | undefined): { words: string[]; oneWord: string } {
  const words = (text ?? '')
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return { words, oneWord: words.join('').replaceAll('-', '') }
}

/**
 * Rows whose search text contains every word, or that match otherwise (`more`); spaces and dashes inside a container
 * number are ignored.
 */
export function textCondition(
  text: string | undefined,
  more: (word: string) => Condition | null = () => null,
): Condition[] {
  const { words, oneWord } = splitWords(text)
  if (words.length === 0) return []
  const like = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`
  const parts = words.map((word) => {
    const other = more(word)
    return {
      sql: other ? `(search LIKE ? ESCAPE '\\' OR ${other.sql})` : `search LIKE ? ESCAPE '\\'`,
      values: [like(word), ...(other?.values ?? [])],
    }
  })
  const allWords = parts.map(({ sql }) => sql).join(' AND ')
  return [
    {
      sql: `((${allWords}) OR search LIKE ? ESCAPE '\\')`,
      values: [...parts.flatMap(({ values }) => values), like(oneWord)],
    },
  ]
}

/**
 * The slots whose rows contain every word, as `textCondition` finds them in SQL. `names`: the columns that `searchText`
 * combines; a word has no space, so one column contains it, or none does.
 */
export function filterByText<Name extends string>(
  columns: Columns<Name>,
  names: readonly Name[],
  text: string | undefined,
  slots: Uint32Array<ArrayBuffer>,
): Uint32Array<ArrayBuffer> {
  const { words, oneWord } = splitWords(text)
  if (words.length === 0) return slots
  const marksOf = (word: string, among: Uint32Array<ArrayBuffer>) => {
    const marks = new Uint8Array(among.length)
    for (const name of names) columns.markMatches(name, word, among, marks)
    return marks
  }
  let remaining = slots
  // If all words occur as one, the first occurs too, unless removing a dash made the match.
  let joinedCandidates = slots
  for (const [index, word] of words.entries()) {
    const marks = marksOf(word, remaining)
    remaining = remaining.filter((_, i) => marks[i] === 1)
    if (index === 0 && oneWord.startsWith(word)) joinedCandidates = remaining
  }
  if (words.length === 1 && joinedCandidates === remaining) return remaining
  const marks = marksOf(oneWord, joinedCandidates)
  // `remaining` is in the same order as the candidates, so one pass over both finds the slots that match either way.
  let next = 0
  return joinedCandidates.filter((slot, i) => {
    const hasAllWords = remaining[next] === slot
    if (hasAllWords) next++
    return hasAllWords || marks[i] === 1
  })
}

/** The tests of `textCondition` for search texts in memory, by slot. Empty if there is no text to search. */
export function createTextTest(searched: readonly string[], text: string | undefined): ((slot: number) => boolean)[] {
  const { words, oneWord } = splitWords(text)
  if (words.length === 0) return []
  return [
    (slot) => {
      const row = searched[slot] ?? ''
      return words.every((word) => row.includes(word)) || row.includes(oneWord)
    },
  ]
}

/** Ids in order. `orderBy` entries are SQL expressions; rows without a value come last in both directions. */
export function loadOrderedIds(
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
