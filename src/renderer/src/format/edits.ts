// An edit in words: what was entered, what the service has, and why it was not taken.
import type { Edit, EditField, EditValue } from '#contract/edits.ts'
import type { PendingEdit } from '../components/edit/pending.ts'
import { describeError } from '../errors.ts'
import { joined, t } from '../words.ts'
import { formatContainerNumber } from './cargo.ts'

export function fieldWord(field: EditField): string {
  return t(`editField.${field}`)
}

export function valueWord(value: EditValue): string {
  if (typeof value === 'boolean') return t(value ? 'edit.tracked' : 'edit.stopped')
  return value.length === 0 ? t('edit.none') : value.join(', ')
}

export function recordName({ target, name }: Pick<Edit, 'target' | 'name'>): string {
  return target.type === 'container' ? formatContainerNumber(name) : name
}

export function pendingEdit(edit: Edit): PendingEdit {
  const { id, state, value, theirs, isUnsure } = edit
  return { id, state, mine: valueWord(value), theirs: theirs === null ? null : valueWord(theirs), isUnsure, why: state === 'refused' ? refusal(edit) : null }
}

function refusal({ failure }: Edit): PendingEdit['why'] {
  const said = failure?.details['reason']
  const reason = typeof said === 'string' && said !== '' ? t('edit.refusedReason', { reason: said }) : null
  if (failure === null || failure.code === 'api/refused') return { what: joined(' ', t('edit.refused'), reason), next: t('edit.refusedNext') }
  const { what, next } = describeError(failure)
  return { what: joined(' ', what, reason), next }
}

/** It does not go on without the user. */
export function needsDecision({ state }: Pick<Edit, 'state'>): boolean {
  return state === 'conflict' || state === 'refused'
}
