// Formats an edit as text: the entered value, the service's value, and why it was refused.
import type { Edit, EditField, EditValue } from '#contract/edits.ts'
import type { FieldKind } from '#contract/fields.ts'
import type { PendingEdit } from './pending.ts'
import { describeError } from '../../engine/errors.ts'
import { joinSentences, addSpaces, t } from '../../words/words.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { formatRequestedStep, capitalize } from '../documents/documents.ts'
import { formatFieldValue } from './fields.ts'

/** `custom` is the definition of a custom field. Without it, the name is made from the field's name in the contract. */
export function formatFieldName(field: EditField, custom: FieldKind | null = null): string {
  if (typeof field === 'string') return t(`editField.${field}`)
  return 'custom' in field ? (custom?.name ?? field.custom) : capitalize(addSpaces(field.extracted))
}

export function formatValue(
  value: EditValue,
  { field, custom, nowMs = null }: { field: EditField; custom: FieldKind | null; nowMs?: number | null },
): string {
  if (field === 'ask') return formatRequestedStep(String(value ?? ''))
  if (field === 'document-type' && typeof value === 'string') return capitalize(addSpaces(value))
  if (field === 'tracking') return t(value === true ? 'edit.tracked' : 'edit.stopped')
  const text = custom
    ? formatFieldValue(value, custom, nowMs)
    : Array.isArray(value)
      ? value.join(', ')
      : String(value ?? '')
  return text === '' ? t('edit.none') : text
}

export function getRecordName({ target, name }: Pick<Edit, 'target' | 'name'>): string {
  return target.type === 'container' ? formatContainerNumber(name) : name
}

export function toPendingEdit(edit: Edit): PendingEdit {
  const { id, state, value, theirs, isUnsure } = edit
  return {
    id,
    state,
    mine: formatValue(value, edit),
    theirs: state === 'conflict' ? formatValue(theirs, edit) : null,
    isUnsure,
    refusal: state === 'refused' ? describeRefusal(edit) : null,
  }
}

function describeRefusal({ failure }: Edit): PendingEdit['refusal'] {
  const serviceReason = failure?.details['reason']
  const reason =
    typeof serviceReason === 'string' && serviceReason !== ''
      ? t('edit.refusedReason', { reason: serviceReason })
      : null
  if (failure === null || failure.code === 'api/refused')
    return { what: joinSentences(t('edit.refused'), reason), next: t('edit.refusedNext') }
  const { what, next } = describeError(failure)
  return { what: joinSentences(what, reason), next }
}

/**
 * Whether a form exists for the edit: for documents, and for shipments and containers with words or with fields of a
 * known kind.
 */
export function hasForm({ target, field, custom }: Pick<Edit, 'target' | 'field' | 'custom'>): boolean {
  if (target.type === 'document') return field !== 'ask'
  if (target.type !== 'container' && target.type !== 'shipment') return false
  return typeof field === 'object' ? custom !== null && custom.type !== 'other' : field === 'refs' || field === 'tags'
}

/** Whether the edit needs a decision of the user to continue. */
export function hasPendingDecision({ state }: Pick<Edit, 'state'>): boolean {
  return state === 'conflict' || state === 'refused'
}
