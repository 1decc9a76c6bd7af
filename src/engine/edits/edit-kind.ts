// Sends an edit: reads the value at the service, sends the edit if no other user has changed the value since, and reads
// until the service shows the new value. An edit contains the whole value, so sending it twice does no harm.
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
import { loadCurrentValue, loadRecord } from './current-value.ts'
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
  /** Called when the service was asked to process a document. */
  onProcessingRequested: (documentId: string) => void
}

type Context = { signal: AbortSignal; beforeSend: () => void }

/**
 * The most reads after the answer. If they still show the old value, the service ignored the edit, or another user
 * changed the value back.
 */
const MAX_READS_AFTER = 2

/** What the steps of an edit change on the screens. */
export function createEditSteps({ decided }: Pick<EditDeps, 'decided'>): Pick<OutboxKind, 'announce' | 'onStep'> {
  return {
    announce: (announce) => {
      announce('edits')
      announce('fields')
    },
    onStep: (entry) => decided.update(editOfEntry(entry).target),
  }
}

export function createEditKind(deps: EditDeps): OutboxKind {
  return {
    ...createEditSteps(deps),
    send: (entry, context) => send(deps, entry, context),
    findResult: async (entry, signal) => {
      const edit = editOfEntry(entry)
      if (edit.field === 'ask') return { remoteId: null }
      for (let read = 0; read < MAX_READS_AFTER; read++) {
        const currentValue = loadCurrentValue(deps.db, edit.target, edit.field)
        if (currentValue === undefined || isSame(currentValue, edit.value)) break
        await readValue(deps, edit, signal)
      }
      return { remoteId: null }
    },
  }
}

/** The part of an edit that says what to change. */
type Change = Pick<StoredEdit, 'target' | 'field' | 'value'>

async function send(deps: EditDeps, entry: OutboxEntry, context: Context): Promise<Acknowledgement> {
  const { base, ...change } = editOfEntry(entry)
  const { target, field, value } = change
  if (field === 'ask') return requestAct(deps, change, entry.maybeSent === 1, context)
  await readValue(deps, change, context.signal)
  const theirs = loadCurrentValue(deps.db, target, field)
  if (theirs === undefined) return acknowledgeWithoutField(deps.db, change)
  if (isSame(theirs, value)) {
    // The program ended after the service took the correction.
    if (isExtracted(field) && entry.maybeSent === 1)
      deps.write((db) => saveCorrection(db, target.id, field.extracted, value))
    return { remoteId: null }
  }
  if (!isSame(theirs, base)) throw new Conflict({ theirs })
  const request = createEditRequest(target, field, value, loadContext(deps.db, target))
  if (target.type === 'document') return changeDocument(deps, change, request, context)
  return request.method === 'DELETE'
    ? clearValue(deps, change, request, context)
    : changeRecord(deps, target, request, context)
}

/**
 * A field that the account no longer has counts as cleared, but cannot get a value. If the definitions are not read
 * yet, or the answer lacks a part of the record, the failure is temporary.
 */
function acknowledgeWithoutField(db: ReadableDb, { field, value }: Change): Acknowledgement {
  const areFieldsKnown = lastSweep(db, 'custom_field_definitions')?.state === 'COMPLETE'
  if (!isCustom(field) || !areFieldsKnown) throw new AppError('api/malformed', { reason: 'not the record asked for' })
  if (value === null) return { remoteId: null }
  throw new AppError('fields/unknown', { field: field.custom })
}

function loadContext(db: ReadableDb, target: EditTarget): EditContext {
  return {
    definitionId: findDefinitionId(db, target),
    corrections: target.type === 'document' ? loadAllCorrections(db, target) : {},
  }
}

/** The service replaces corrections as a whole, so those of other users are sent too. */
function loadAllCorrections(db: ReadableDb, target: EditTarget): Record<string, unknown> {
  const record = loadRecord(db, target)
  return (record && manualDataOf(record)) ?? loadCorrections(db, target.id)
}

/**
 * Asks the service for an action on a document, such as a rotation. An action that must not run twice is not repeated
 * if it may have run. Only the user can check that.
 */
async function requestAct(
  deps: EditDeps,
  { target, field, value }: Change,
  maybeSent: boolean,
  context: Context,
): Promise<Acknowledgement> {
  if (maybeSent && !isRepeatable(value)) throw new AppError('documents/check-needed', { act: String(value) })
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
  deps.onProcessingRequested(target.id)
  return { remoteId: null }
}

/** A correction is stored after it succeeded, so that the next one includes it. */
async function changeDocument(
  deps: EditDeps,
  { target, field, value }: Change,
  request: EditRequest,
  context: Context,
): Promise<Acknowledgement> {
  const acknowledgement = await changeRecord(deps, target, request, context)
  if (isExtracted(field)) {
    deps.write((db) => saveCorrection(db, target.id, field.extracted, value))
  }
  deps.onProcessingRequested(target.id)
  return acknowledgement
}

/** The service addresses an option by its definition. */
function findDefinitionId(db: ReadableDb, target: EditTarget): string | null {
  const option = target.type === 'option' ? loadRecord(db, target) : null
  return option && (related(option, 'definition')?.id ?? null)
}

async function changeRecord(
  deps: EditDeps,
  target: EditTarget,
  request: EditRequest,
  context: Context,
): Promise<Acknowledgement> {
  const answer = await sendRequest(deps, request, context)
  return { remoteId: null, store: (db, announce) => storeAnswer(deps, db, announce, target, answer) }
}

/** Sends the request to its first path, and to the second one if the service does not know the first. */
async function sendRequest(
  { client }: EditDeps,
  { method, paths, body, isPlainJson = false, type }: EditRequest,
  context: Context,
): Promise<ApiAnswer & { document: Document }> {
  const sendTo = (path: string) => client.read({ method, path, priority: 1, body, isPlainJson, ...context }, type)
  const [path = '', alternativePath] = paths
  try {
    return await sendTo(path)
  } catch (error) {
    // The record existed a moment ago, so the service may know it under the other path.
    const isPathUnknown =
      error instanceof AppError && (error.details['status'] === 404 || error.details['status'] === 405)
    if (!isPathUnknown || alternativePath === undefined) throw error
    return sendTo(alternativePath)
  }
}

/** A 404 means that the value is cleared. A proxy could also send the empty answer, so a read confirms it. */
async function clearValue(
  deps: EditDeps,
  change: Change,
  { paths: [path = ''] }: EditRequest,
  context: Context,
): Promise<Acknowledgement> {
  try {
    await deps.client.request({ method: 'DELETE', path, priority: 1, ...context })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'api/not-found') throw error
  }
  await readValue(deps, change, context.signal)
  // The value is undefined if the field itself was deleted meanwhile.
  if ((loadCurrentValue(deps.db, change.target, change.field) ?? null) !== null)
    throw new AppError('api/malformed', { reason: 'not cleared' })
  return { remoteId: null }
}

function listValueIds(db: ReadableDb, target: EditTarget, field: Change['field']): string[] {
  if (!isCustom(field) || target.type === 'option' || target.type === 'document') return []
  return valuesOf(db, target.type, target.id)
    .filter(({ slug }) => slug === field.custom)
    .map(({ id }) => id)
}

/** Reads the current value at the service. A value that the list lacks is read alone, because the list may be cut. */
async function readValue(deps: EditDeps, { target, field }: Change, signal: AbortSignal): Promise<void> {
  const options = { priority: 1, signal } as const
  if (target.type === 'document') {
    await readRecord(deps, target, options)
  } else if (isCustom(field)) {
    const { missed } = await readRecord(deps, { type: `fields_of_${target.type}`, id: target.id }, options)
    const valueIds = listValueIds(deps.db, target, field)
    for (const id of missed.filter((missedId) => valueIds.includes(missedId)))
      await confirmByReading(deps, { type: 'custom_field', id }, options)
  } else if (target.type === 'option') {
    const definitionId = findDefinitionId(deps.db, target)
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

function storeAnswer(
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

/** The service does not always name the record that a value of a custom field belongs to, so this adds it. */
function withOwner(record: Resource, { type, id }: EditTarget): Resource {
  return record.type === 'custom_field'
    ? { ...record, relationships: { ...record.relationships, entity: { type, id } } }
    : record
}
