// Handlers for the calls about edits of records.
import type { Edit, EditField, EditState, EditTarget, EditValue } from '#contract/edits.ts'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import type { FieldTarget, FieldValue } from '#contract/fields.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { Failure } from '#contract/values.ts'
import type { DecidedRows } from '../mirror/decided-rows.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import { loadDefinitions } from '../mirror/fields/store.ts'
import { problemOf } from '../mirror/fields/value.ts'
import type { OutboxState } from '../outbox/states.ts'
import { advance } from '../outbox/store.ts'
import type { Outbox } from '../outbox/worker.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import type { Random } from '../outside/random.ts'
import { loadDisplayName, loadCurrentValue, loadRecord } from './current-value.ts'
import { type StoredEdit, changeEdit, loadEdit, openEdits, saveEdit } from '../mirror/edits/store.ts'
import { isCustom, isSame, isSameField } from '../mirror/edits/value.ts'

export type EditsDeps = DataDeps & {
  random: Random
  decided: DecidedRows
  /** Null without a key: saved edits wait. `withdraw`: cancels an edit that the office has; false if it is too late. */
  online: { outbox: Outbox; withdraw: (opId: string) => Promise<boolean> } | null
}

export function editHandlers(deps: EditsDeps): HandlersOf<'edits'> {
  return {
    'edits.list': ({ target }) => ({ rows: loadEdits(deps.db, target), ...getWaitCause(deps) }),
    'edits.saveLabels': ({ target, field, words, seen, insteadOf }) =>
      save(deps, { target, field, value: [...new Set(words)] }, { seen, insteadOf }),
    'edits.saveField': ({ target, slug, value, seen, insteadOf }) => {
      checkField(deps.db, target, slug, value)
      return save(deps, { target, field: { custom: slug }, value }, { seen, insteadOf })
    },
    'edits.saveLabel': ({ optionId, label }) =>
      save(deps, { target: { type: 'option', id: optionId }, field: 'label', value: label }),
    'edits.saveDocument': ({ documentId, field, value, seen, insteadOf }) =>
      save(deps, { target: { type: 'document', id: documentId }, field, value }, { seen, insteadOf }),
    'edits.setTracking': ({ shipmentId, isTracked }) =>
      save(deps, { target: { type: 'shipment', id: shipmentId }, field: 'tracking', value: isTracked }),
    'edits.undo': ({ id }) => undo(deps, id),
    'edits.resolve': ({ id, keep }) =>
      changeEditState(deps, id, (db, edit) =>
        keep === 'mine' ? sendAgain(deps, db, edit) : isDecidable(edit) && withdrawEdit(deps, db, edit),
      ),
  }
}

export function loadEdits(db: ReadableDb, target: EditTarget | null): Edit[] {
  return openEdits(db, target).map((edit) => toEdit(db, edit))
}

const editStates: Partial<Record<OutboxState, EditState>> = {
  PENDING: 'waiting',
  SENDING: 'sending',
  ACKED: 'sending',
  CONFLICT: 'conflict',
  REJECTED: 'refused',
}

function toEdit(
  db: ReadableDb,
  { id, target, field, value, base, theirs, state, isUnsure, savedAt, failure }: StoredEdit,
): Edit {
  const isConflict = state === 'CONFLICT'
  return {
    id,
    target,
    name: loadDisplayName(db, target),
    field,
    custom: findCustomField(db, target, field),
    value,
    base,
    theirs: isConflict ? theirs : null,
    state: editStates[state] ?? 'waiting',
    isUnsure,
    savedAt,
    failure,
  }
}

function findCustomField(db: ReadableDb, { type }: EditTarget, field: EditField): Edit['custom'] {
  const definition =
    isCustom(field) && type !== 'option' && type !== 'document'
      ? loadDefinitions(db, type).find(({ slug }) => slug === field.custom)
      : undefined
  return definition ? { name: definition.name, type: definition.type, options: definition.options } : null
}

function getWaitCause({ online, now }: EditsDeps): { waitsFor: Failure | null; nextTryAt: string | null } {
  if (!online) return { waitsFor: { code: 'api/no-key', details: {} }, nextTryAt: null }
  const block = online.outbox.block()
  const nextTryAt = block === null || block.forMs === null ? null : instantOf((instantMs(now()) ?? 0) + block.forMs)
  return { waitsFor: block?.failure ?? null, nextTryAt }
}

const unknownRecordCodes: Record<EditTarget['type'], ErrorCode> = {
  container: 'containers/unknown',
  shipment: 'shipments/unknown',
  tracking_request: 'tracking/unknown',
  option: 'fields/unknown',
  document: 'edits/unknown',
}

/** Throws before an edit is saved that the service would refuse later. */
function checkField(db: ReadableDb, target: FieldTarget, slug: string, value: FieldValue): void {
  if (!loadRecord(db, target)) throw new AppError(unknownRecordCodes[target.type], { id: target.id })
  const definition = loadDefinitions(db, target.type).find((candidate) => candidate.slug === slug)
  if (!definition) throw new AppError('fields/unknown', { field: slug })
  const problem = problemOf(definition, value)
  if (problem !== null) throw new AppError('fields/not-taken', { field: definition.name, reason: problem })
}

type RequestedEdit = { target: EditTarget; field: EditField; value: EditValue }

/**
 * `seen`: the value that the user saw at the beginning of the edit. `insteadOf`: the edit that this one must replace.
 */
type EditStart = { seen?: EditValue | undefined; insteadOf?: string | undefined }

function save(deps: EditsDeps, requested: RequestedEdit, { seen, insteadOf }: EditStart = {}): { id: string | null } {
  const { target, field } = requested
  const currentValue = loadCurrentValue(deps.db, target, field)
  if (currentValue === undefined) throw new AppError(unknownRecordCodes[target.type], { id: target.id })
  const id = deps.write((db, announce) => {
    announce('edits')
    const previous = openEdits(db, target).findLast((edit) => isSameField(edit.field, field))
    if (insteadOf !== undefined && !(previous?.id === insteadOf && isUnsent(previous)))
      throw new AppError('edits/already-sent', { id: insteadOf })
    const { value, base } = mergeUnsentLabels(requested.value, previous, seen) ?? {
      value: requested.value,
      base: findBase(previous, currentValue, seen),
    }
    // An unsent edit is changed in place; one that may have been sent is followed by a new one.
    if (previous && isUnsent(previous)) {
      if (isSame(value, base)) advance(db, previous.id, 'cancel', { at: deps.now() })
      else changeEdit(db, previous.id, { ...requested, value }, base)
      return isSame(value, base) ? null : previous.id
    }
    if (previous && isDecidable(previous)) advance(db, previous.id, 'withdraw', { at: deps.now() })
    const expectedValue = previous && mayBeSent(previous) ? previous.value : currentValue
    if (isSame(value, base) || isSame(value, expectedValue)) return null
    const newId = deps.random.id()
    saveEdit(db, newId, { ...requested, value }, base, deps.now())
    return newId
  })
  deps.decided.update(target)
  deps.online?.outbox.wake()
  return { id }
}

/**
 * For a list of labels (references or tags) with an unsent edit from another window, which this form did not show:
 * keeps the labels of that edit, and applies only what this form added and removed. Null in all other cases.
 */
function mergeUnsentLabels(
  value: EditValue,
  previous: StoredEdit | undefined,
  seen: EditValue | undefined,
): { value: EditValue; base: EditValue } | null {
  if (!previous || !isUnsent(previous)) return null
  if (!Array.isArray(value) || !Array.isArray(seen) || !Array.isArray(previous.value)) return null
  if (isSame(seen, previous.value)) return null
  const kept = previous.value.filter((label) => value.includes(label) || !seen.includes(label))
  return {
    value: [...kept, ...value.filter((label) => !seen.includes(label) && !kept.includes(label))],
    base: previous.base,
  }
}

/**
 * Finds the value of the service that the new edit replaces. Without an earlier edit, this is the value that the user
 * saw. If the user saw the value of an earlier edit, this is that value if it may have been sent, and otherwise the
 * value that the earlier edit replaces.
 */
function findBase(previous: StoredEdit | undefined, currentValue: EditValue, seen: EditValue | undefined): EditValue {
  if (!previous) return seen === undefined ? currentValue : seen
  if (seen !== undefined && !isSame(seen, previous.value)) return seen
  if (mayBeSent(previous)) return previous.value
  return seen === undefined && isDecidable(previous) ? currentValue : previous.base
}

const isUnsent = ({ state, isUnsure, isWithOffice }: StoredEdit) => state === 'PENDING' && !isUnsure && !isWithOffice
const isDecidable = ({ state }: StoredEdit) => state === 'CONFLICT' || state === 'REJECTED'
const mayBeSent = (edit: StoredEdit) => !isUnsent(edit) && !isDecidable(edit)

async function undo(deps: EditsDeps, id: string): Promise<void> {
  const edit = loadEdit(deps.db, id)
  if (edit?.state !== 'PENDING' || !edit.isWithOffice || !deps.online) {
    changeEditState(deps, id, (db, stored) => withdrawEdit(deps, db, stored))
    return
  }
  if (!(await deps.online.withdraw(id))) throw new AppError('edits/already-sent', { id })
}

function withdrawEdit({ now }: EditsDeps, db: WritableDb, edit: StoredEdit): boolean {
  if (isUnsent(edit)) return advance(db, edit.id, 'cancel', { at: now() })
  return isDecidable(edit) && advance(db, edit.id, 'withdraw', { at: now() })
}

/**
 * Lets the edit replace the service's current value, which the user has seen. The office carries out a task once, so an
 * edit that it answered is sent again as a new one.
 */
function sendAgain({ now, random }: EditsDeps, db: WritableDb, edit: StoredEdit): boolean {
  const currentValue = edit.state === 'CONFLICT' ? edit.theirs : loadCurrentValue(db, edit.target, edit.field)
  const base = currentValue === undefined ? edit.base : currentValue
  if (edit.isWithOffice) {
    if (!advance(db, edit.id, 'withdraw', { at: now() })) return false
    saveEdit(db, random.id(), edit, base, now())
    return true
  }
  if (!advance(db, edit.id, 'resend', { at: now(), maybeSent: false })) return false
  changeEdit(db, edit.id, edit, base)
  return true
}

/** `advanceEdit` returns false if the edit was sent already. */
function changeEditState(
  deps: EditsDeps,
  id: string,
  advanceEdit: (db: WritableDb, edit: StoredEdit) => boolean,
): void {
  const target = deps.write((db, announce) => {
    const edit = loadEdit(db, id)
    if (!edit) throw new AppError('edits/unknown', { id })
    if (!advanceEdit(db, edit)) throw new AppError('edits/already-sent', { id })
    announce('edits')
    return edit.target
  })
  deps.decided.update(target)
  deps.online?.outbox.wake()
}
