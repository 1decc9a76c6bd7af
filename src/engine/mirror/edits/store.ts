// Edits of records in the outbox, and their values, which hide those of the mirror until the service returns the same.
// Code that makes rows uses this file, so nothing else has to handle edits.
import { z } from 'zod'
import { EditField, EditTarget, EditValue } from '#contract/edits.ts'
import type { Failure } from '#contract/values.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import type { OutboxState } from '../../outbox/states.ts'
import { type OutboxEntry, insertEntry } from '../../outbox/store.ts'
import { CORRECTIONS, markRecord } from '../feed/marks.ts'
import type { LoadResource } from '../records.ts'
import { isCustom, isSameField, recordTypes, withValue } from './value.ts'

export { MANUAL_DATA } from './value.ts'

export const EDIT_RECORD = 'record.edit'
const PAYLOAD_VERSION = 1

const payloadSchema = z.object({ target: EditTarget, field: EditField, value: EditValue })
type Payload = z.infer<typeof payloadSchema>

/** How the leader of an office checks an edit of another member. */
export const editTask = {
  payloadVersion: PAYLOAD_VERSION,
  check: (payload: unknown, base: unknown): void => {
    payloadSchema.parse(payload)
    EditValue.parse(base)
  },
}

export type StoredEdit = Payload & {
  id: string
  base: EditValue
  theirs: EditValue
  state: OutboxState
  isUnsure: boolean
  /** The office has it as a task, and this computer has not claimed it. */
  isWithOffice: boolean
  savedAt: string
  failure: Failure | null
}

type Row = {
  id: string
  payload: string
  base: string
  answer: string | null
  state: OutboxState
  isUnsure: number
  isWithOffice: number
  savedAt: string
  error: string | null
}

/** Spelled like the partial index `outbox_target`, so that SQLite uses it. */
const IS_OPEN_EDIT = `target IS NOT NULL AND state IN ('PENDING', 'SENDING', 'ACKED', 'CONFLICT', 'REJECTED')`
const COLUMNS = `op_id AS id, payload, base, answer, state, maybe_sent AS isUnsure, with_office AS isWithOffice, created_at AS savedAt, error`

const toTargetText = ({ type, id }: { type: string; id: string }) => `${type} ${id}`

export function saveEdit(
  db: WritableDb,
  id: string,
  { target, field, value }: Payload,
  base: EditValue,
  savedAt: string,
): void {
  const payload: Payload = { target, field, value }
  // Edits of one record are sent one after the other, in the order in which they were saved.
  const name = toTargetText(target)
  insertEntry(db, {
    opId: id,
    lane: name,
    kind: EDIT_RECORD,
    payload: JSON.stringify(payload),
    payloadVersion: PAYLOAD_VERSION,
    createdAt: savedAt,
    target: name,
    base: JSON.stringify(base),
  })
}

/** Replaces the value of an edit that was not sent yet. */
export function changeEdit(db: WritableDb, id: string, { target, field, value }: Payload, base: EditValue): void {
  db.run(
    `UPDATE outbox SET payload = ?, base = ? WHERE op_id = ?`,
    JSON.stringify({ target, field, value } satisfies Payload),
    JSON.stringify(base),
    id,
  )
}

export function loadEdit(db: ReadableDb, id: string): StoredEdit | null {
  const row = db.get<Row>(`SELECT ${COLUMNS} FROM outbox WHERE op_id = ? AND kind = ?`, id, EDIT_RECORD)
  return row ? toEdit(row) : null
}

/** Loads the open edits of a record, or of all records, in the order in which they were saved. */
export function openEdits(db: ReadableDb, target: EditTarget | null): StoredEdit[] {
  if (target === null)
    return db.all<Row>(`SELECT ${COLUMNS} FROM outbox WHERE ${IS_OPEN_EDIT} ORDER BY seq`).map(toEdit)
  return db
    .all<Row>(`SELECT ${COLUMNS} FROM outbox WHERE ${IS_OPEN_EDIT} AND target = ? ORDER BY seq`, toTargetText(target))
    .map(toEdit)
}

function toEdit({ id, payload, base, answer, state, isUnsure, isWithOffice, savedAt, error }: Row): StoredEdit {
  const { theirs } = (answer === null ? {} : JSON.parse(answer)) as { theirs?: EditValue }
  return {
    ...(JSON.parse(payload) as Payload),
    id,
    base: JSON.parse(base) as EditValue,
    theirs: theirs ?? null,
    state,
    isUnsure: isUnsure === 1,
    isWithOffice: isWithOffice === 1,
    savedAt,
    failure: error === null ? null : (JSON.parse(error) as Failure),
  }
}

export function editOfEntry({ payload, base }: Pick<OutboxEntry, 'payload' | 'base'>): Payload & { base: EditValue } {
  return { ...(JSON.parse(payload) as Payload), base: JSON.parse(base ?? 'null') as EditValue }
}

/** Whether rows show the value of an open edit. They do not show a refused one, about which the user must decide. */
const isApplied = ({ state }: StoredEdit) => state !== 'REJECTED'

/** The value that an edit in progress gives to this field; undefined if there is none. */
export function findEditedValue(db: ReadableDb, target: EditTarget, field: EditField): EditValue | undefined {
  return openEdits(db, target)
    .filter(isApplied)
    .findLast((edit) => isSameField(edit.field, field))?.value
}

/** Wraps `load`: returns records with their edits applied. */
export function withEdits(db: ReadableDb, load: LoadResource): LoadResource {
  const edits = openEdits(db, null).filter(isApplied)
  if (edits.length === 0) return load
  const byTarget = Map.groupBy(edits, ({ target: { type, id } }) => toTargetText({ type: recordTypes[type], id }))
  // Containers share their shipment, and computed values are cached by the record object.
  const cache = new Map<string, ReturnType<LoadResource>>()
  return (type, id) => {
    const name = `${type} ${id}`
    const recordEdits = byTarget.get(name)
    if (!recordEdits) return load(type, id)
    const cached = cache.get(name)
    if (cached !== undefined) return cached
    const record = load(type, id)
    const edited =
      record &&
      recordEdits.reduce((before, { field, value, savedAt }) => withValue(before, field, value, savedAt), record)
    cache.set(name, edited)
    return edited
  }
}

/** A text of everything in the edits that rows depend on. It changes when a part changes. */
export function computeEditsFingerprint(db: ReadableDb): string {
  const appliedEdits = openEdits(db, null).filter((edit) => isApplied(edit) && !isCustom(edit.field))
  return appliedEdits.length === 0 ? '' : ` ${JSON.stringify(appliedEdits.map(({ id, value }) => [id, value]))}`
}

/**
 * Whether this program asked the service to rotate this picture, and the service did or may have: then its file differs
 * from the one that was sent.
 */
export function mayBeChanged(db: ReadableDb, documentId: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM outbox WHERE lane = ? AND kind = ? AND (state IN ('ACKED', 'SETTLED') OR maybe_sent = 1)
       AND payload ->> 'field' = 'ask' AND payload ->> 'value' LIKE 'rotate-%'`,
      toTargetText({ type: 'document', id: documentId }),
      EDIT_RECORD,
    ) !== undefined
  )
}

/**
 * Manual corrections of a document that were made with this program, in an office on any desktop. The service takes
 * them as one object and does not have to return them separately from extracted values, so they are stored here and
 * sent together.
 */
export function loadCorrections(db: ReadableDb, documentId: string): Record<string, EditValue> {
  const rows = db.all<{ field: string; value: string }>(
    'SELECT field, value FROM correction WHERE document_id = ?',
    documentId,
  )
  return Object.fromEntries(rows.map(({ field, value }) => [field, JSON.parse(value) as EditValue]))
}

/** Null removes the correction. */
export function saveCorrection(db: WritableDb, documentId: string, field: string, value: EditValue): void {
  if (value === null) db.run('DELETE FROM correction WHERE document_id = ? AND field = ?', documentId, field)
  else
    db.run(
      'INSERT OR REPLACE INTO correction (document_id, field, value) VALUES (?, ?, ?)',
      documentId,
      field,
      JSON.stringify(value),
    )
  markRecord(db, CORRECTIONS, documentId)
}

/** Those of the office's feed. */
export function replaceCorrections(db: WritableDb, documentId: string, corrections: Record<string, EditValue>): void {
  db.run('DELETE FROM correction WHERE document_id = ?', documentId)
  for (const [field, value] of Object.entries(corrections))
    db.run(
      'INSERT INTO correction (document_id, field, value) VALUES (?, ?, ?)',
      documentId,
      field,
      JSON.stringify(value),
    )
}

/** Those of every document, by its id. */
export function loadAllCorrections(db: ReadableDb): Record<string, Record<string, EditValue>> {
  const ids = db.column<string>('SELECT DISTINCT document_id FROM correction')
  return Object.fromEntries(ids.map((id) => [id, loadCorrections(db, id)]))
}
