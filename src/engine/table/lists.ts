// Lists keep their order while the user reads: a list is sorted once, then rows keep their places and only their values
// change. The differences from a new sort are counted, so that the screen can offer a new sort. Also the conditions and
// text searches that lists share, in SQL and in memory.
import type { Columns } from './columns.ts'
import type { ReadableDb, SqlValue } from '../db/open.ts'
import type { Random } from '../outside/random.ts'

type ListRequest = {
  listId?: string | undefined
  window: { offset: number; limit: number; startId?: string | undefined }
}
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
   * Returns the order named by `listId`, if it is still cached and belongs to the same query; else a new one.
   * `computeOrder` returns the ids in their current order. It is called only for a new list, or if the data changed
   * since the last call. `listGroups` returns the groups of an order.
   */
  open(request: ListRequest, query: unknown, computeOrder: () => string[], listGroups?: ListGroups): OpenList
  open(request: ListRequest, query: unknown, computeOrder: () => Promise<string[]>): Promise<OpenList>
  /** Data changed, or a day began: cached orders may differ from a new sort. */
  touch(): void
  /** Rises with every touch. */
  version(): number
}

/** A group of rows, stored with its order. `end`: the index after its last row. */
export type OrderGroup = { key: string; label: string; end: number }
type ListGroups = (ids: readonly string[]) => OrderGroup[]
/** `queryText`: the query as JSON. `reordered`: the number of rows that a new sort would move. */
type Entry = { ids: string[]; groups: OrderGroup[]; queryText: string; version: number; reordered: number }

/** Enough for screens, panels and some earlier lists, among them a board of eight columns. */
const MAX_ENTRIES = 24
/** The limit for the ids of all lists together: 8 MB, enough for ten orders of 100,000 rows. */
const MAX_IDS = 1_000_000

export function createLists(random: Random): Lists {
  const entries = new Map<string, Entry>()
  let version = 0
  const store = (listId: string, entry: Entry) => {
    entries.delete(listId)
    entries.set(listId, entry)
    let idCount = 0
    for (const { ids } of entries.values()) idCount += ids.length
    for (const [oldestId, oldest] of entries) {
      if (oldestId === listId || (entries.size <= MAX_ENTRIES && idCount <= MAX_IDS)) break
      entries.delete(oldestId)
      idCount -= oldest.ids.length
    }
  }
  function open(request: ListRequest, query: unknown, computeOrder: () => string[], listGroups?: ListGroups): OpenList
  function open(request: ListRequest, query: unknown, computeOrder: () => Promise<string[]>): Promise<OpenList>
  function open(
    request: ListRequest,
    query: unknown,
    computeOrder: () => string[] | Promise<string[]>,
    listGroups: ListGroups = () => [],
  ) {
    const queryText = JSON.stringify(query)
    const { listId = '', window } = request
    const named = entries.get(listId)
    const cached = named?.queryText === queryText ? named : null
    // Changes during the sort are counted the next time.
    const startVersion = version
    const answer = (ids: string[]): OpenList => {
      const id = cached ? listId : random.id()
      const entry = cached ?? { ids, groups: listGroups(ids), queryText, version: startVersion, reordered: 0 }
      if (entry.version !== startVersion) {
        // A row at the edge of a group can change its group and keep its place.
        const isRegrouped = JSON.stringify(listGroups(ids)) !== JSON.stringify(entry.groups)
        entry.reordered = countReordered(entry.ids, ids) || Number(isRegrouped)
        entry.version = startVersion
      }
      store(id, entry)
      const startIndex = window.startId === undefined ? -1 : entry.ids.indexOf(window.startId)
      const offset = startIndex < 0 ? window.offset : startIndex
      const page = { listId: id, offset, total: entry.ids.length, reordered: entry.reordered }
      const windowIds = entry.ids.slice(offset, offset + window.limit)
      return { page, ids: windowIds, order: entry.ids, groups: entry.groups }
    }
    const ids = cached?.version === startVersion ? cached.ids : computeOrder()
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
  const addedCount = after.length - end - start - positions.length
  const removedCount = indexesBefore.size - positions.length
  return addedCount + removedCount + positions.length - countLongestIncreasing(positions)
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
const LIST_COLUMNS = ['refs', 'tags']

/** Joins the texts of a list that is stored as JSON; null if the list is empty. */
export function joinListWords(json: SqlValue): string | null {
  return json === null || json === '[]' ? null : (JSON.parse(String(json)) as string[]).join(' ')
}

/** The search text of a row: lower case, and for lists their words instead of their JSON. */
export function searchText(columns: Record<string, SqlValue>, names: readonly string[]): string {
  const textOf = (name: string) =>
    LIST_COLUMNS.includes(name) ? (joinListWords(columns[name] ?? null) ?? '') : (columns[name] ?? '')
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
 * Accepts rows whose search text contains every word. `findOther` returns another condition that a row may meet instead
 * of containing the word. Spaces and dashes inside a container number are ignored.
 */
export function textCondition(
  text: string | undefined,
  findOther: (word: string) => Condition | null = () => null,
): Condition[] {
  const { words, oneWord } = splitWords(text)
  if (words.length === 0) return []
  const toPattern = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`
  const parts = words.map((word) => {
    const other = findOther(word)
    return {
      sql: other ? `(search LIKE ? ESCAPE '\\' OR ${other.sql})` : `search LIKE ? ESCAPE '\\'`,
      values: [toPattern(word), ...(other?.values ?? [])],
    }
  })
  const allWords = parts.map(({ sql }) => sql).join(' AND ')
  return [
    {
      sql: `((${allWords}) OR search LIKE ? ESCAPE '\\')`,
      values: [...parts.flatMap(({ values }) => values), toPattern(oneWord)],
    },
  ]
}

/**
 * Returns the slots whose rows contain every word, as `textCondition` finds them in SQL. `names`: the columns that
 * `searchText` combines. A word has no space, so one column contains it, or no column does.
 */
export function filterByText<Name extends string>(
  columns: Columns<Name>,
  names: readonly Name[],
  text: string | undefined,
  slots: Uint32Array<ArrayBuffer>,
): Uint32Array<ArrayBuffer> {
  const { words, oneWord } = splitWords(text)
  if (words.length === 0) return slots
  const markMatches = (word: string, candidates: Uint32Array<ArrayBuffer>) => {
    const marks = new Uint8Array(candidates.length)
    for (const name of names) columns.markMatches(name, word, candidates, marks)
    return marks
  }
  let remaining = slots
  // If a text contains the joined words, it also contains the first word, unless a dash was removed from that word.
  let joinedCandidates = slots
  for (const [index, word] of words.entries()) {
    const marks = markMatches(word, remaining)
    remaining = remaining.filter((_, i) => marks[i] === 1)
    if (index === 0 && oneWord.startsWith(word)) joinedCandidates = remaining
  }
  if (words.length === 1 && joinedCandidates === remaining) return remaining
  const marks = markMatches(oneWord, joinedCandidates)
  // `remaining` is in the same order as the candidates, so one pass over both finds the slots that match either way.
  let nextIndex = 0
  return joinedCandidates.filter((slot, i) => {
    const hasAllWords = remaining[nextIndex] === slot
    if (hasAllWords) nextIndex++
    return hasAllWords || marks[i] === 1
  })
}

/** The tests of `textCondition` for search texts in memory, by slot. Empty if there is no text to search. */
export function createTextTest(
  searchTexts: readonly string[],
  text: string | undefined,
): ((slot: number) => boolean)[] {
  const { words, oneWord } = splitWords(text)
  if (words.length === 0) return []
  return [
    (slot) => {
      const rowText = searchTexts[slot] ?? ''
      return words.every((word) => rowText.includes(word)) || rowText.includes(oneWord)
    },
  ]
}

/** Loads the sorted ids. `orderBy` entries are SQL expressions; rows without a value come last in both directions. */
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
