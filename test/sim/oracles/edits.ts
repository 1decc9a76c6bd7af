// Every edit that the screen confirmed as saved is at the service or visible as waiting, in conflict or refused. A
// colleague may have changed the same value after it.
import type { EditField, EditTarget, EditValue } from '#contract/edits.ts'
import { isSameValue, nameOf } from '../editor.ts'
import { type Check, type Scene, isReportedDamaged, rowsOf } from './oracle.ts'

export const nothingEditedIsLost: Check = (scene) => {
  if (isReportedDamaged(scene, 'state')) return []
  const { saved, colleague } = scene.world.user.editor
  const open = rowsOf<{ payload: string }>(
    scene.raw,
    `SELECT payload FROM main.outbox WHERE target IS NOT NULL AND state IN ('PENDING', 'SENDING', 'ACKED', 'CONFLICT', 'REJECTED')`,
  ).map(({ payload }) => JSON.parse(payload) as { target: EditTarget; field: EditField; value: EditValue })
  return [...saved].flatMap(([name, { target, field, value, atMs }]) => {
    const held = heldOf(scene, target, field)
    // Over weeks, journeys end and leave the lists.
    if (held === 'no record') return []
    const isVisible = open.some((edit) => nameOf(edit.target, edit.field) === name && isSameValue(edit.value, value))
    const later = colleague.get(name)
    const isOvertaken = later !== undefined && later.atMs >= atMs && isSameValue(later.value, held.value)
    return isVisible || isSameValue(value, held.value) || isOvertaken
      ? []
      : [`${name} was saved as ${JSON.stringify(value)}, and the service has ${JSON.stringify(held.value)}`]
  })
}

function heldOf(
  { containers, shipments, values }: Scene,
  target: EditTarget,
  field: EditField,
): { value: unknown } | 'no record' {
  const record = [...containers, ...shipments].find(({ type, id }) => type === target.type && id === target.id)
  if (!record) return 'no record'
  if (typeof field !== 'object') return { value: record.attributes?.[field === 'refs' ? 'ref_numbers' : 'tags'] }
  const slug = 'custom' in field ? field.custom : null
  const isOwn = (entity: unknown) => JSON.stringify(entity) === JSON.stringify({ type: target.type, id: target.id })
  const stored = values.find(
    ({ attributes, relationships }) => attributes?.['api_slug'] === slug && isOwn(relationships?.['entity']?.data),
  )
  return { value: stored?.attributes?.['value'] ?? null }
}
