// The inbox as a list: its rows, their order, and the number of each kind. Its columns are held in memory and read
// again, in slices, once after data changed: one reading serves the list, its counts and Today. For 10,000 rows each of
// these queries took SQLite tens of milliseconds without a pause.
import type { DocumentFilter, DocumentSort, RecordLink } from '#contract/documents.ts'
import { type ColumnKind, type Columns, createColumns, idsAt, filterByTests, sortSlotsBy } from '../table/columns.ts'
import type { ReadableDb, SqlValue } from '../db/open.ts'
import { textCondition } from '../table/lists.ts'
import type { InSlices } from '../db/slices.ts'
import { momentsOf, rowsOf } from './rows.ts'
import { sightingIdOf } from '../outbox/sightings.ts'
import { IN_PROGRESS } from './state-words.ts'

export type DocumentCounts = { all: number; needsMe: number; underWay: number }

export type Inbox = {
  order(filter: DocumentFilter, sort: DocumentSort): Promise<string[]>
  counts(): Promise<DocumentCounts>
  /** How many rows are of each type. */
  types(): Promise<Map<string, number>>
}

export type InboxDeps = { db: ReadableDb; lists: { version: () => number }; inSlices: InSlices; now: () => string }

type SortColumn = DocumentSort[number]['column']

const firstLink = `(SELECT coalesce(c.number, s.master_bill, l.record_id) FROM mirror.document_link l LEFT JOIN mirror.container_row c ON l.type = 'container' AND c.id = l.record_id
  LEFT JOIN mirror.shipment_row s ON l.type = 'shipment' AND s.id = l.record_id WHERE l.document_id = documentId ORDER BY l.type DESC LIMIT 1)`

/** Column → its kind, and its SQL expression. Sort columns have their names in the contract. */
const columnSources = {
  state: ['text', 'state'],
  file: ['caseless', 'fileName'],
  type: ['caseless', `coalesce(nullif(typeLabel, ''), type)`],
  source: ['text', 'source'],
  link: ['text', firstLink],
  key: ['caseless', 'keyNumber'],
  party: ['caseless', 'party'],
  amount: ['number', 'amountNumber'],
  received: ['instant', 'receivedAt'],
  size: ['number', 'sizeBytes'],
  code: ['text', 'type'],
  documentId: ['text', 'documentId'],
  needsMe: ['number', 'needsMe'],
  underWay: ['number', IN_PROGRESS],
} satisfies Record<SortColumn | 'code' | 'documentId' | 'needsMe' | 'underWay', [ColumnKind, string]>

type Column = keyof typeof columnSources
const definitions = Object.entries<[ColumnKind, string]>(columnSources)
const COLUMNS = definitions.map(([name, [, sql]]) => `${sql} AS "${name}"`).join(', ')

/** Reading this many rows takes about 1 ms. */
const ROWS_PER_STEP = 128

export function createInbox(deps: InboxDeps): Inbox {
  const { inSlices } = deps
  const inbox = createInboxColumns(deps)
  let counted: { version: number; counts: DocumentCounts; types: Map<string, number> } | null = null
  const count = async () => {
    await inbox.current()
    const version = inbox.version()
    if (counted?.version === version) return counted
    counted = { version, ...countRows(inbox.columns, inbox.slots()) }
    return counted
  }
  return {
    order: async (filter, sort) => {
      await inbox.current()
      return inSlices(orderRows(deps, inbox, filter, sort))
    },
    counts: async () => (await count()).counts,
    types: async () => (await count()).types,
  }
}

type InboxColumns = {
  columns: Columns<Column>
  /** Resolves when everything written before the call is included. */
  current(): Promise<void>
  /** The version of the data that was read. */
  version(): number
  /** Slots of present rows: a row can disappear, for example when a record turns out to be a local file. */
  slots(): Uint32Array<ArrayBuffer>
}

function createInboxColumns({ db, lists, inSlices, now }: InboxDeps): InboxColumns {
  const columns = createColumns<Column>(
    Object.fromEntries(definitions.map(([name, [kind]]) => [name, kind])) as Record<Column, ColumnKind>,
  )
  let isPresent = new Uint8Array(0)
  let readVersion = -1
  let reading: Promise<void> | null = null
  function* read(): Generator<void> {
    const version = lists.version()
    const moments = momentsOf(db, now())
    const slots: number[] = []
    for (const { ids, from } of stepsOf(db)) {
      for (const { id, ...values } of db.all<{ id: string } & Record<Column, SqlValue>>(
        `SELECT id, ${COLUMNS} FROM ${from}`,
        ...moments,
        ids,
      )) {
        columns.put(id, values)
        slots.push(columns.slotOf(id) ?? 0)
      }
      yield
    }
    yield* columns.sortTexts()
    isPresent = new Uint8Array(columns.ids.length)
    for (const slot of slots) isPresent[slot] = 1
    readVersion = version
  }
  return {
    columns,
    current: async () => {
      const targetVersion = lists.version()
      // A read that began earlier may miss the latest changes.
      while (readVersion < targetVersion) {
        reading ??= inSlices(read()).finally(() => {
          reading = null
        })
        await reading
      }
    },
    version: () => readVersion,
    slots: () => filterByTests(columns.slots(), [(slot) => isPresent[slot] === 1]),
  }
}

function* orderRows(
  deps: InboxDeps,
  inbox: InboxColumns,
  filter: DocumentFilter,
  sort: DocumentSort,
): Generator<void, string[]> {
  const { columns } = inbox
  const passed = filterByTests(inbox.slots(), createTests(deps.db, columns, filter))
  const slots = yield* filterByText(deps, columns, passed, filter.text)
  const keys = [...sort, { column: 'received', direction: 'desc' } as const].map(({ column, direction }) =>
    columns.keys(column, direction, slots),
  )
  return idsAt(columns.ids, sortSlotsBy(slots, keys))
}

function createTests(
  db: ReadableDb,
  columns: Columns<Column>,
  { scope, states, types, sources, containerId, shipmentId }: DocumentFilter,
): ((slot: number) => boolean)[] {
  const anyOf = (name: 'state' | 'code' | 'source' | 'documentId', values: readonly string[]) => {
    const codes = columns.codes(name)
    const wantedCodes = new Set(values.flatMap((text) => columns.codeOf(name, text) ?? []))
    return (slot: number) => wantedCodes.has(codes[slot] ?? 0)
  }
  const needs = columns.numbers('needsMe')
  return [
    ...(scope === 'needs-me' ? [(slot: number) => needs[slot] === 1] : []),
    ...(states?.length ? [anyOf('state', states)] : []),
    ...(types?.length ? [anyOf('code', types)] : []),
    ...(sources?.length ? [anyOf('source', sources)] : []),
    ...(containerId === undefined ? [] : [anyOf('documentId', listLinkedDocuments(db, 'container', containerId))]),
    ...(shipmentId === undefined ? [] : [anyOf('documentId', listLinkedDocuments(db, 'shipment', shipmentId))]),
  ]
}

/** The searched texts are too large to be in memory, so SQLite searches them. */
function* filterByText(
  { db, now }: InboxDeps,
  columns: Columns<Column>,
  slots: Uint32Array<ArrayBuffer>,
  text: string | undefined,
): Generator<void, Uint32Array<ArrayBuffer>> {
  const [condition] = textCondition(text)
  if (!condition) return slots
  const moments = momentsOf(db, now())
  const found = new Set<string>()
  for (const { ids, from } of stepsAmong(idsAt(columns.ids, slots))) {
    for (const { id } of db.all<{ id: string }>(
      `SELECT id FROM ${from} WHERE ${condition.sql}`,
      ...moments,
      ids,
      ...condition.values,
    ))
      found.add(id)
    yield
  }
  return slots.filter((slot) => found.has(columns.ids[slot] ?? ''))
}

function countRows(
  columns: Columns<Column>,
  slots: Uint32Array,
): { counts: DocumentCounts; types: Map<string, number> } {
  const [needs, underWay, codes, names] = [
    columns.numbers('needsMe'),
    columns.numbers('underWay'),
    columns.codes('code'),
    columns.texts('code'),
  ]
  const counts = { all: slots.length, needsMe: 0, underWay: 0 }
  const types = new Map<string, number>()
  for (const slot of slots) {
    counts.needsMe += needs[slot] === 1 ? 1 : 0
    counts.underWay += underWay[slot] === 1 ? 1 : 0
    const name = names[codes[slot] ?? 0] ?? ''
    if (name !== '') types.set(name, (types.get(name) ?? 0) + 1)
  }
  return { counts, types }
}

type Step = { ids: string; from: string }

/** The ids of all possible rows as JSON, a few at a time. */
function* stepsOf(db: ReadableDb): Generator<Step> {
  const sightings = db.column<number>('SELECT id FROM main.sighting')
  yield* splitIds(sightings, rowsOf.files)
  yield* splitIds(db.column<string>('SELECT id FROM mirror.document_row'), rowsOf.records)
}

function* stepsAmong(rowIds: readonly string[]): Generator<Step> {
  const isFile = (id: string) => sightingIdOf(id) !== null
  yield* splitIds(
    rowIds.flatMap((id) => sightingIdOf(id) ?? []),
    rowsOf.files,
  )
  yield* splitIds(
    rowIds.filter((id) => !isFile(id)),
    rowsOf.records,
  )
}

function* splitIds(ids: readonly (string | number)[], from: string): Generator<Step> {
  for (let start = 0; start < ids.length; start += ROWS_PER_STEP)
    yield { ids: JSON.stringify(ids.slice(start, start + ROWS_PER_STEP)), from }
}

/** Documents linked to a record. For a shipment this includes documents of its containers. */
function listLinkedDocuments(db: ReadableDb, type: RecordLink['type'], id: string): string[] {
  const own = `SELECT document_id AS id FROM mirror.document_link WHERE type = '${type}' AND record_id = ?`
  const ofContainers = `SELECT l.document_id FROM mirror.container_row c CROSS JOIN mirror.document_link l ON l.type = 'container' AND l.record_id = c.id WHERE c.shipment_id = ?`
  const rows =
    type === 'container'
      ? db.all<{ id: string }>(own, id)
      : db.all<{ id: string }>(`${own} UNION ${ofContainers}`, id, id)
  return rows.map((row) => row.id)
}
