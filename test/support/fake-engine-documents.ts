// Documents behind the made-up engine: listed, opened, settled, tried again. What is dropped waits to be seen (`look`).
import type { ContainerRow } from '#contract/containers.ts'
import type { DocumentFilter, DocumentRow, DocumentSort } from '#contract/documents.ts'
import type { Edit, EditField, EditTarget, EditValue } from '#contract/edits.ts'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { SAME_CONTENT, fileOf, makeDocumentDetail, withEdits, type FakeFile } from './fake-engine-document-detail.ts'
import { documentTypes, makeDocuments } from './fake-engine-document-rows.ts'
import { NOW } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `documents.${string}`>
type Deps = { boxes: () => readonly ContainerRow[]; editsOf: (documentId: string) => readonly Edit[]; ask: (documentId: string, act: string) => { id: string }; announce: () => void }

export type FakeDocuments = {
  handlers: Pick<Handlers<EngineContract>, Names>
  rows: () => readonly DocumentRow[]
  change: (id: string, part: Partial<DocumentRow>) => void
  /** As the host's `PUT /drop` would leave it: seen with the next look. */
  drop: (name: string, bytes: Uint8Array) => void
  look: () => void
  /** What the list says of its frozen order. */
  moved: number
  /** By what `documents.open` called it. */
  file: (content: string) => FakeFile | undefined
  /** Puts another file behind a row. */
  setFile: (id: string, file: FakeFile) => void
  valueOf: (target: EditTarget, field: EditField) => EditValue
  nameOf: (documentId: string) => string
}

export function createFakeDocuments({ boxes, editsOf, ask, announce }: Deps, count: number): FakeDocuments {
  let rows: readonly DocumentRow[] = boxes().length === 0 ? [] : makeDocuments(boxes(), count)
  const settled = new Set<string>()
  const dropped: { name: string; bytes: Uint8Array }[] = []
  const files = new Map<string, FakeFile>()
  const given = new Map<string, FakeFile>()
  const find = (id: string) => {
    const row = rows.find((each) => each.id === id) ?? rows.find(({ documentId }) => documentId === id)
    if (!row) throw new AppError('documents/unknown')
    return row
  }
  const patch = (ids: readonly string[], part: (row: DocumentRow) => Partial<DocumentRow>) => {
    rows = rows.map((row) => (ids.includes(row.id) ? { ...row, ...part(row) } : row))
    announce()
  }
  const shown = (row: DocumentRow): DocumentRow => {
    const type = row.documentId === null ? undefined : editsOf(row.documentId).findLast(({ field, state }) => field === 'document-type' && state !== 'refused')
    const code = type?.value
    return typeof code === 'string' ? { ...row, type: { code, label: labelOf(code), isManual: true } } : row
  }
  const detailOf = (row: DocumentRow) => makeDocumentDetail(row, boxes())

  const fake: FakeDocuments = {
    moved: 0,
    rows: () => rows,
    change: (id, part) => { patch([id], () => part) },
    drop: (name, bytes) => { dropped.push({ name, bytes }) },
    look: () => {
      const fresh = dropped.splice(0).map(({ name, bytes }, place): DocumentRow => {
        const id = `dropped-${rows.length + place}`
        given.set(id, { bytes, contentType: 'application/pdf' })
        return { ...newest, id, fileName: name, sizeBytes: bytes.length }
      })
      if (fresh.length === 0) return
      rows = [...fresh, ...rows]
      announce()
    },
    file: (content) => files.get(content),
    setFile: (id, file) => { given.set(id, file) },
    valueOf: ({ id }, field) => {
      const row = find(id)
      if (field === 'document-type') return row.type?.code ?? null
      return typeof field === 'object' && 'extracted' in field ? (detailOf(row).fields.find(({ name }) => name === field.extracted)?.value ?? null) : null
    },
    nameOf: (id) => find(id).fileName,
    handlers: {
      'documents.list': ({ filter, sort, window }) => {
        const found = rows.map(shown).filter((row) => passes(row, filter)).toSorted(orderOf(sort))
        return { listId: 'documents', offset: window.offset, rows: found.slice(window.offset, window.offset + window.limit), total: found.length, outOf: rows.length, moved: fake.moved, asOf: NOW }
      },
      'documents.get': ({ id }) => {
        const row = shown(find(id))
        const detail = detailOf(row)
        const edits = row.documentId === null ? [] : [...editsOf(row.documentId)]
        return { ...row, ...detail, fields: withEdits(detail.fields, edits), edits, path: row.source === 'folder' ? `${row.sourceName ?? ''}\\${row.fileName}` : null, emailId: row.source === 'email' ? 'email-0' : null, sameContent: row.id === 'doc-0' ? SAME_CONTENT.filter(({ rowId }) => rows.some((each) => each.id === rowId)) : [], tries: row.failure ? 3 : 0 }
      },
      'documents.types': () => Object.entries(documentTypes).map(([code, label]) => ({ code, label, count: rows.filter(({ type }) => type?.code === code).length })),
      'documents.open': ({ id }) => {
        const row = find(id)
        const file = given.get(row.id) ?? fileOf(row)
        const content = Buffer.from(row.id).toString('hex').padStart(64, '0')
        files.set(content, file)
        return { file: content, name: row.fileName, contentType: file.contentType, sizeBytes: file.bytes.length }
      },
      'documents.retry': ({ ids }) => { patch(ids, () => ({ state: 'queued', failure: null, needsMe: false })) },
      'documents.uploadAgain': ({ id }) => {
        const { source, isGone } = find(id)
        if (source !== 'folder' && source !== 'drop') throw new AppError('documents/no-file')
        if (!isGone) throw new AppError('contract/invalid-input', { path: 'id' })
        patch([find(id).id], () => ({ state: 'queued', isGone: false, duplicateOf: null }))
      },
      'documents.settle': ({ ids, isSettled }) => {
        for (const id of ids) {
          if (isSettled) settled.add(id)
          else settled.delete(id)
        }
        patch(ids, (row) => ({ needsMe: !settled.has(row.id) && (['failed', 'no-result', 'needs-link'].includes(row.state) || row.flags > 0) }))
      },
      'documents.ask': ({ documentId, act }) => ask(documentId, act),
    },
  }
  return fake
}

/** Settled at once: there is no disk here that anybody still writes to. */
const newest: DocumentRow = { id: '', state: 'queued', failure: null, nextTryAt: null, fileName: '', type: null, source: 'drop', sourceName: null, documentId: null, links: [], keyNumber: null, party: null, amount: null, receivedAt: NOW, processingSince: null, sizeBytes: 0, contentType: 'application/pdf', sentBytes: null, duplicateOf: null, needsMe: false, flags: 0, isGone: false }

function labelOf(code: string): string {
  return Object.entries(documentTypes).find(([known]) => known === code)?.[1] ?? code
}

function passes(row: DocumentRow, { scope, states, types, sources, text, shipmentId, containerId }: DocumentFilter): boolean {
  const sought = text?.toLowerCase()
  return (
    (scope === 'all' || row.needsMe) &&
    (states?.includes(row.state) ?? true) &&
    (types?.includes(row.type?.code ?? '') ?? true) &&
    (sources?.includes(row.source) ?? true) &&
    (sought === undefined || `${row.fileName} ${row.keyNumber ?? ''} ${row.party ?? ''}`.toLowerCase().includes(sought)) &&
    (shipmentId === undefined || row.links.some((link) => link.shipmentId === shipmentId)) &&
    (containerId === undefined || row.links.some((link) => link.id === containerId))
  )
}

const sortKeys: Record<DocumentSort[number]['column'], (row: DocumentRow) => string | number> = {
  state: ({ state }) => state,
  file: ({ fileName }) => fileName,
  type: ({ type }) => type?.label ?? '',
  source: ({ source }) => source,
  link: ({ links }) => links[0]?.number ?? '',
  key: ({ keyNumber }) => keyNumber ?? '',
  party: ({ party }) => party ?? '',
  amount: ({ amount }) => Number(amount?.value ?? 0),
  received: ({ receivedAt }) => receivedAt,
  size: ({ sizeBytes }) => sizeBytes ?? 0,
}

function orderOf(sort: DocumentSort): (a: DocumentRow, b: DocumentRow) => number {
  return (a, b) => {
    for (const { column, direction } of sort) {
      const [one, other] = [sortKeys[column](a), sortKeys[column](b)]
      if (one !== other) return (one < other ? -1 : 1) * (direction === 'asc' ? 1 : -1)
    }
    return 0
  }
}

