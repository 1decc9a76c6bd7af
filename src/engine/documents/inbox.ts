// The inbox as a list: its rows, their order, and the number of each kind. Its columns are kept in memory. After data
// changed, they are read again once, in slices, for the list, its counts and the screen Today. For 10,000 rows each
// query of SQLite would block the engine for tens of milliseconds.
import type { DocumentFilter, DocumentSort, RecordLink } from '#contract/documents.ts'
import { type ColumnKind, type Columns, createColumns, idsAt, filterByTests, sortSlotsBy } from '../table/columns.ts'
import type { ReadableDb, SqlValue } from '../db/open.ts'
import { textCondition } from '../table/lists.ts'
import type { InSlices } from '../db/slices.ts'
import { loadTimeParameters, rowsSql } from './rows.ts'
import { sightingIdOf } from '../outbox/sightings.ts'
import { IN_PROGRESS_SQL } from './state-words.ts'

export type DocumentCounts = { all: number; needsMe: number; underWay: number; dropped: number }

export type Inbox = {
  order(filter: DocumentFilter, sort: DocumentSort): Promise<string[]>
  counts(): Promise<DocumentCounts>
  /** How many rows are of each type. */
  types(): Promise<Map<string, number>>
}

export type InboxDeps = { db: ReadableDb; lists: { version: () => number }; inSlices: InSlices; now: () => string }

type SortColumn = DocumentSort[number]['column']

const firstLinkSql = `(SELECT coalesce(container.number, shipment.master_bill, link.record_id) FROM mirror.document_link link LEFT JOIN mirror.container_row container ON link.type = 'container' AND container.id = link.record_id
  LEFT JOIN mirror.shipment_row shipment ON link.type = 'shipment' AND shipment.id = link.record_id WHERE link.document_id = documentId ORDER BY link.type DESC LIMIT 1)`

/** Column → its kind, and its SQL expression. Sort columns have their names in the contract. */
const columnSources = {
  state: ['text', 'state'],
  file: ['case-insensitive', 'fileName'],
  type: ['case-insensitive', `coalesce(nullif(typeLabel, ''), type)`],
  source: ['text', 'source'],
  link: ['text', firstLinkSql],
  key: ['case-insensitive', 'keyNumber'],
  party: ['case-insensitive', 'party'],
  amount: ['number', 'amountNumber'],
  received: ['instant', 'receivedAt'],
  size: ['number', 'sizeBytes'],
  code: ['text', 'type'],
  documentId: ['text', 'documentId'],
  needsMe: ['number', 'needsMe'],
  underWay: ['number', IN_PROGRESS_SQL],
} satisfies Record<SortColumn | 'code' | 'documentId' | 'needsMe' | 'underWay', [ColumnKind, string]>

type Column = keyof typeof columnSources
const definitions = Object.entries<[ColumnKind, string]>(columnSources)
const COLUMNS = definitions.map(([name, [, sql]]) => `${sql} AS "${name}"`).join(', ')

/** Reading this many rows takes about 1 ms. */
const ROWS_PER_STEP = 128

export function createInbox(deps: InboxDeps): Inbox {
  const { inSlices } = deps
  const inbox = createInboxColumns(deps)
  let lastCount: { version: number; counts: DocumentCounts; types: Map<string, number> } | null = null
  const count = async () => {
    await inbox.current()
    const version = inbox.version()
    if (lastCount?.version === version) return lastCount
    lastCount = { version, ...countRows(inbox.columns, inbox.slots()) }
    return lastCount
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
  /** Slots of rows that still exist. A row can disappear, for example when a record turns out to be a local file. */
  slots(): Uint32Array<ArrayBuffer>
}

function createInboxColumns({ db, lists, inSlices, now }: InboxDeps): InboxColumns {
  const columns = createColumns<Column>(
    Object.fromEntries(definitions.map(([name, [kind]]) => [name, kind])) as Record<Column, ColumnKind>,
  )
  let existsBySlot = new Uint8Array(0)
  let readVersion = -1
  let reading: Promise<void> | null = null
  function* read(): Generator<void> {
    const version = lists.version()
    const timeParameters = loadTimeParameters(db, now())
    const slots: number[] = []
    for (const { ids, from } of listAllSteps(db)) {
      for (const { id, ...values } of db.all<{ id: string } & Record<Column, SqlValue>>(
        `SELECT id, ${COLUMNS} FROM ${from}`,
        ...timeParameters,
        ids,
      )) {
        columns.put(id, values)
        slots.push(columns.slotOf(id) ?? 0)
      }
      yield
    }
    yield* columns.sortTexts()
    existsBySlot = new Uint8Array(columns.ids.length)
    for (const slot of slots) existsBySlot[slot] = 1
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
    slots: () => filterByTests(columns.slots(), [(slot) => existsBySlot[slot] === 1]),
  }
}

function* orderRows(
  deps: InboxDeps,
  inbox: InboxColumns,
  filter: DocumentFilter,
  sort: DocumentSort,
): Generator<void, string[]> {
  const { columns } = inbox
  const filteredSlots = filterByTests(inbox.slots(), createTests(deps.db, columns, filter))
  const slots = yield* filterByText(deps, columns, filteredSlots, filter.text)
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
  const needsMe = columns.numbers('needsMe')
  return [
    ...(scope === 'needs-me' ? [(slot: number) => needsMe[slot] === 1] : []),
    ...(states?.length ? [anyOf('state', states)] : []),
    ...(types?.length ? [anyOf('code', types)] : []),
    ...(sources?.length ? [anyOf('source', sources)] : []),
    ...(containerId === undefined ? [] : [anyOf('documentId', listLinkedDocuments(db, 'container', containerId))]),
    ...(shipmentId === undefined ? [] : [anyOf('documentId', listLinkedDocuments(db, 'shipment', shipmentId))]),
  ]
}

/**
 * Keeps the rows that contain the searched words. Their texts are too large to be in memory, so SQLite searches them.
 */
function* filterByText(
  { db, now }: InboxDeps,
  columns: Columns<Column>,
  slots: Uint32Array<ArrayBuffer>,
  text: string | undefined,
): Generator<void, Uint32Array<ArrayBuffer>> {
  const [condition] = textCondition(text)
  if (!condition) return slots
  const timeParameters = loadTimeParameters(db, now())
  const matchingIds = new Set<string>()
  for (const { ids, from } of listSteps(idsAt(columns.ids, slots))) {
    for (const { id } of db.all<{ id: string }>(
      `SELECT id FROM ${from} WHERE ${condition.sql}`,
      ...timeParameters,
      ids,
      ...condition.values,
    ))
      matchingIds.add(id)
    yield
  }
  return slots.filter((slot) => matchingIds.has(columns.ids[slot] ?? ''))
}

function countRows(
  columns: Columns<Column>,
  slots: Uint32Array,
): { counts: DocumentCounts; types: Map<string, number> } {
  const [needsMe, underWay, sources, codes, typeNames] = [
    columns.numbers('needsMe'),
    columns.numbers('underWay'),
    columns.codes('source'),
    columns.codes('code'),
    columns.texts('code'),
  ]
  const dropCode = columns.codeOf('source', 'drop')
  const counts = { all: slots.length, needsMe: 0, underWay: 0, dropped: 0 }
  const types = new Map<string, number>()
  for (const slot of slots) {
    counts.needsMe += needsMe[slot] === 1 ? 1 : 0
    counts.underWay += underWay[slot] === 1 ? 1 : 0
    counts.dropped += sources[slot] === dropCode ? 1 : 0
    const type = typeNames[codes[slot] ?? 0] ?? ''
    if (type !== '') types.set(type, (types.get(type) ?? 0) + 1)
  }
  return { counts, types }
}

/** `ids`: the ids of some rows as JSON. `from`: the SQL that loads rows by these ids. */
type Step = { ids: string; from: string }

/** Lists the steps in which all rows are read. */
function* listAllSteps(db: ReadableDb): Generator<Step> {
  const sightingIds = db.column<number>('SELECT id FROM main.sighting')
  yield* splitIds(sightingIds, rowsSql.files)
  yield* splitIds(db.column<string>('SELECT id FROM mirror.document_row'), rowsSql.records)
}

/** Lists the steps in which these rows are read. */
function* listSteps(rowIds: readonly string[]): Generator<Step> {
  const isFile = (id: string) => sightingIdOf(id) !== null
  yield* splitIds(
    rowIds.flatMap((id) => sightingIdOf(id) ?? []),
    rowsSql.files,
  )
  yield* splitIds(
    rowIds.filter((id) => !isFile(id)),
    rowsSql.records,
  )
}

function* splitIds(ids: readonly (string | number)[], from: string): Generator<Step> {
  for (let start = 0; start < ids.length; start += ROWS_PER_STEP)
    yield { ids: JSON.stringify(ids.slice(start, start + ROWS_PER_STEP)), from }
}

/** Documents linked to a record. For a shipment this includes documents of its containers. */
function listLinkedDocuments(db: ReadableDb, type: RecordLink['type'], id: string): string[] {
  const linkedSql = `SELECT document_id AS id FROM mirror.document_link WHERE type = '${type}' AND record_id = ?`
  const linkedToContainersSql = `SELECT link.document_id FROM mirror.container_row container CROSS JOIN mirror.document_link link ON link.type = 'container' AND link.record_id = container.id WHERE container.shipment_id = ?`
  const rows =
    type === 'container'
      ? db.all<{ id: string }>(linkedSql, id)
      : db.all<{ id: string }>(`${linkedSql} UNION ${linkedToContainersSql}`, id, id)
  return rows.map((row) => row.id)
}
