// How an edit is sent: reads the value at the service, sends the edit if no other user changed it since, and reads
// until the service shows it. A whole value is sent, so sending it twice does no harm.
import { AppError } from '#contract/errors.ts'
import type { EditTarget } from '#contract/edits.ts'
import type { ApiAnswer } from '../api/client.ts'
import { related } from '../api/attributes.ts'
import { type Document, type Resource, withFirstRecordOnly } from '../api/decode.ts'
import type { DecidedRows } from '../mirror/decided-rows.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Announce } from '../db/write.ts'
import { valuesOf } from '../mirror/fields/store.ts'
import type { OutboxEntry } from '../outbox/store.ts'
import { Conflict } from '../outbox/states.ts'
import type { Acknowledgement, OutboxKind } from '../outbox/worker.ts'
import { applyRecords } from '../mirror/apply.ts'
import { type RecordReaderDeps, readRecord, confirmByReading, storeRecords } from '../mirror/record-reader.ts'
import { lastSweep } from '../mirror/records.ts'
import { presentValue, recordOf } from './present-value.ts'
import { type StoredEdit, editOfEntry, loadCorrections, saveCorrection } from '../mirror/edits/store.ts'
import {
  type EditRequest,
  type EditContext,
  isCustom,
  isExtracted,
  isRepeatable,
  isSame,
  manualDataOf,
  createEditRequest,
} from '../mirror/edits/value.ts'

export type EditDeps = RecordReaderDeps & {
  decided: DecidedRows
  /** The service will process a document again. */
  onAsked: (documentId: string) => void
}

type Context = { signal: AbortSignal; beforeSend: () => void }

/** Reads after the answer. If they still show the old value, it was changed back at once, or ignored by the service. */
const READS_AFTER = 2

export function createEditKind(deps: EditDeps): OutboxKind {
  return {
    send: (entry, context) => send(deps, entry, context),
    findResult: async (entry, signal) => {
      const own = editOfEntry(entry)
      if (own.field === 'ask') return { remoteId: null }
      for (let read = 0; read < READS_AFTER; read++) {
        const present = presentValue(deps.db, own.target, own.field)
        if (present === undefined || isSame(present, own.value)) break
        await readPresent(deps, own, signal)
      }
      return { remoteId: null }
    },
    announce: (announce) => {
      announce('edits')
      announce('fields')
    },
    onStep: (entry) => deps.decided.update(editOfEntry(entry).target),
  }
}

/** The part of an edit that says what to change. */
type Own = Pick<StoredEdit, 'target' | 'field' | 'value'>

async function send(deps: EditDeps, entry: OutboxEntry, context: Context): Promise<Acknowledgement> {
  const { base, ...own } = editOfEntry(entry)
  if (own.field === 'ask') return askService(deps, own, entry.maybeSent === 1, context)
  await readPresent(deps, own, context.signal)
  const theirs = presentValue(deps.db, own.target, own.field)
  if (theirs === undefined) return acknowledgeWithoutField(deps.db, own)
  if (isSame(theirs, own.value)) return { remoteId: null }
  if (!isSame(theirs, base)) throw new Conflict({ theirs })
  const request = createEditRequest(own.target, own.field, own.value, loadContext(deps.db, own.target))
  if (own.target.type === 'document') return changeDocument(deps, own, request, context)
  return request.method === 'DELETE' ? remove(deps, own, request, context) : change(deps, own.target, request, context)
}

/**
 * A field that the account no longer has counts as cleared, but takes no value. If the definitions are not read yet, or
 * the answer lacks a part of the record, the failure is temporary.
 */
function acknowledgeWithoutField(db: ReadableDb, { field, value }: Own): Acknowledgement {
  const areFieldsKnown = lastSweep(db, 'custom_field_definitions')?.state === 'COMPLETE'
  if (!isCustom(field) || !areFieldsKnown) throw new AppError('api/malformed', { reason: 'not the record asked for' })
  if (value === null) return { remoteId: null }
  throw new AppError('fields/unknown', { field: field.custom })
}

function loadContext(db: ReadableDb, target: EditTarget): EditContext {
  return {
    definitionId: definitionOf(db, target),
    corrections: target.type === 'document' ? correctionsOf(db, target) : {},
  }
}

/** The service replaces corrections as a whole, so those of other users are sent too. */
function correctionsOf(db: ReadableDb, target: EditTarget): Record<string, unknown> {
  const record = recordOf(db, target)
  return (record && manualDataOf(record)) ?? loadCorrections(db, target.id)
}

/** An action that must not run twice is not repeated if it may have run. Only the user can check that. */
async function askService(
  deps: EditDeps,
  { target, field, value }: Own,
  isUnsure: boolean,
  context: Context,
): Promise<Acknowledgement> {
  if (isUnsure && !isRepeatable(value)) throw new AppError('documents/check-needed', { act: String(value) })
  const {
    method,
    paths: [path = ''],
    body,
    isPlainJson = false,
  } = createEditRequest(target, field, value, loadContext(deps.db, target))
  await deps.client.request({
    method,
    path,
    priority: 1,
    isPlainJson,
    ...(body === undefined ? {} : { body }),
    ...context,
  })
  deps.onAsked(target.id)
  return { remoteId: null }
}

/** A correction is stored after it succeeded, so that the next one includes it. */
async function changeDocument(
  deps: EditDeps,
  { target, field, value }: Own,
  request: EditRequest,
  context: Context,
): Promise<Acknowledgement> {
  const changed = await change(deps, target, request, context)
  if (isExtracted(field)) {
    deps.write((db) => saveCorrection(db, target.id, field.extracted, value))
  }
  deps.onAsked(target.id)
  return changed
}

/** The service addresses an option by its definition. */
function definitionOf(db: ReadableDb, target: EditTarget): string | null {
  const option = target.type === 'option' ? recordOf(db, target) : null
  return option && (related(option, 'definition')?.id ?? null)
}

async function change(
  deps: EditDeps,
  target: EditTarget,
  request: EditRequest,
  context: Context,
): Promise<Acknowledgement> {
  const answer = await sendRequest(deps, request, context)
  return { remoteId: null, store: (db, announce) => store(deps, db, announce, target, answer) }
}

/** Sends the request to its first path, and to the second one if the service does not know the first. */
async function sendRequest(
  { client }: EditDeps,
  { method, paths, body, isPlainJson = false, type }: EditRequest,
  context: Context,
): Promise<ApiAnswer & { document: Document }> {
  const sendTo = (path: string) => client.read({ method, path, priority: 1, body, isPlainJson, ...context }, type)
  const [first = '', second] = paths
  try {
    return await sendTo(first)
  } catch (error) {
    // The record existed a moment ago, so the path may have another spelling.
    const isSpelling = error instanceof AppError && (error.details['status'] === 404 || error.details['status'] === 405)
    if (!isSpelling || second === undefined) throw error
    return sendTo(second)
  }
}

/** A 404 means that the value is cleared. The answer is empty, which a proxy could send too, so a read confirms it. */
async function remove(
  deps: EditDeps,
  own: Own,
  { paths: [path = ''] }: EditRequest,
  context: Context,
): Promise<Acknowledgement> {
  try {
    await deps.client.request({ method: 'DELETE', path, priority: 1, ...context })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'api/not-found') throw error
  }
  await readPresent(deps, own, context.signal)
  // Undefined: the field itself was deleted meanwhile.
  if ((presentValue(deps.db, own.target, own.field) ?? null) !== null)
    throw new AppError('api/malformed', { reason: 'not cleared' })
  return { remoteId: null }
}

function idsOfField(db: ReadableDb, target: EditTarget, field: Own['field']): string[] {
  if (!isCustom(field) || target.type === 'option' || target.type === 'document') return []
  return valuesOf(db, target.type, target.id)
    .filter(({ slug }) => slug === field.custom)
    .map(({ id }) => id)
}

/** Reads the present value at the service. A value that the list lacks is read alone, because the list may be cut. */
async function readPresent(deps: EditDeps, { target, field }: Own, signal: AbortSignal): Promise<void> {
  const options = { priority: 1, signal } as const
  if (target.type === 'document') {
    await readRecord(deps, target, options)
  } else if (isCustom(field)) {
    const { missed } = await readRecord(deps, { type: `fields_of_${target.type}`, id: target.id }, options)
    const own = idsOfField(deps.db, target, field)
    for (const id of missed.filter((value) => own.includes(value)))
      await confirmByReading(deps, { type: 'custom_field', id }, options)
  } else if (target.type === 'option') {
    const definitionId = definitionOf(deps.db, target)
    if (definitionId !== null) await readRecord(deps, { type: 'options_of', id: definitionId }, options)
  } else if (target.type === 'tracking_request') {
    await readRecord(deps, target, options)
  } else {
    const { type, id } = target
    const { document, ...answer } = await deps.client.read(
      { path: `/${type}s/${encodeURIComponent(id)}`, ...options },
      type,
    )
    await storeRecords(
      deps,
      { ...document, data: document.data.map((record) => withOwner(record, target)) },
      answer,
      signal,
    )
  }
}

function store(
  { now }: EditDeps,
  db: WritableDb,
  announce: Announce,
  target: EditTarget,
  { requestSeq, isOlderThan, document }: ApiAnswer & { document: Document },
): void {
  const { data, included } = withFirstRecordOnly(document)
  applyRecords(
    db,
    announce,
    { data: data.map((record) => withOwner(record, target)), included },
    { requestSeq, isOlderThan, readAt: now(), sweepId: null },
  )
}

/** The service does not always name the record of a field value. Options keep their known owner. */
function withOwner(record: Resource, { type, id }: EditTarget): Resource {
  return record.type === 'custom_field'
    ? { ...record, relationships: { ...record.relationships, entity: { type, id } } }
    : record
}
