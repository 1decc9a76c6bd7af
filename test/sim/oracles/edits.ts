// Checks that every edit that the view confirmed as saved is at the service, or is shown as waiting, in conflict or
// refused. A colleague may have changed the same value later; that is accepted. So may another user of an office, and
// then the service once had the saved value: from this desktop, or from a colleague who saved the same one.
import type { EditField, EditTarget, EditValue } from '#contract/edits.ts'
import { type RecordEdit, isSameValue, formatFieldKey } from '../record-edits.ts'
import { type DesktopCheck, type DesktopState, type ServiceWrite, isReportedDamaged, readRows } from './oracle.ts'

export const savedEditsAreNotLost: DesktopCheck = (finalState) => {
  if (isReportedDamaged(finalState, 'state')) return []
  const { savedEdits, colleagueEdits } = finalState.world.user.editHistory
  const shownEdits = readRows<{ payload: string }>(
    finalState.raw,
    `SELECT payload FROM main.outbox WHERE target IS NOT NULL AND state IN ('PENDING', 'SENDING', 'ACKED', 'CONFLICT', 'REJECTED')`,
  ).map(({ payload }) => JSON.parse(payload) as { target: EditTarget; field: EditField; value: EditValue })
  return [...savedEdits].flatMap(([fieldKey, { target, field, value, atMs }]) => {
    const serviceValue = findServiceValue(finalState, target, field)
    // The journey has ended, and its records have left the lists.
    if (serviceValue === 'no record') return []
    const isShown = shownEdits.some(
      (edit) => formatFieldKey(edit.target, edit.field) === fieldKey && isSameValue(edit.value, value),
    )
    const colleagueEdit = colleagueEdits.get(fieldKey)
    const isReplacedByColleague =
      colleagueEdit !== undefined && colleagueEdit.atMs >= atMs && isSameValue(colleagueEdit.value, serviceValue.value)
    const isWrittenLater = (edit: RecordEdit) => finalState.serviceWrites.some((write) => isWriteOf(write, edit))
    // The service has the colleague's value from its edit until the next write.
    const isOfColleague = ({ atMs: colleagueMs, value: colleagueValue }: RecordEdit) =>
      isSameValue(colleagueValue, value) &&
      !finalState.serviceWrites.some(
        (write) => isWriteToField(write, target, field) && write.atMs > colleagueMs && write.atMs < atMs,
      )
    const wasAtService =
      isWrittenLater({ target, field, value, atMs }) ||
      (colleagueEdit !== undefined &&
        isOfColleague(colleagueEdit) &&
        isWrittenLater({ target, field, value: serviceValue.value as EditValue, atMs }))
    return isShown || wasAtService || isSameValue(value, serviceValue.value) || isReplacedByColleague
      ? []
      : [`${fieldKey} was saved as ${JSON.stringify(value)}, and the service has ${JSON.stringify(serviceValue.value)}`]
  })
}

const isWriteToField = ({ url, body }: ServiceWrite, target: EditTarget, field: RecordEdit['field']) =>
  url.includes(target.id) && (typeof field !== 'object' || `${url} ${body}`.includes(field.custom))

/** Several edits may have removed a value, so the time of a removal does not matter. */
function isWriteOf(write: ServiceWrite, { target, field, value, atMs }: RecordEdit) {
  const isOfField = isWriteToField(write, target, field)
  if (value === null) return isOfField && write.method === 'DELETE'
  const isRemoval = Array.isArray(value) && value.length === 0
  return isOfField && (isRemoval || write.atMs >= atMs) && write.body.includes(JSON.stringify(value))
}

function findServiceValue(
  { containers, shipments, fieldValues }: DesktopState,
  target: EditTarget,
  field: EditField,
): { value: unknown } | 'no record' {
  const record = [...containers, ...shipments].find(({ type, id }) => type === target.type && id === target.id)
  if (!record) return 'no record'
  if (typeof field !== 'object') return { value: record.attributes?.[field === 'refs' ? 'ref_numbers' : 'tags'] }
  const slug = 'custom' in field ? field.custom : null
  const isOfTarget = (entity: unknown) =>
    JSON.stringify(entity) === JSON.stringify({ type: target.type, id: target.id })
  const storedField = fieldValues.find(
    ({ attributes, relationships }) => attributes?.['api_slug'] === slug && isOfTarget(relationships?.['entity']?.data),
  )
  return { value: storedField?.attributes?.['value'] ?? null }
}
