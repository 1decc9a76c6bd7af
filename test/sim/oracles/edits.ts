// Every edit the screen called saved is at the service, or visible: waiting, in conflict, refused. A colleague may have
// changed the same thing after it.
import { isSameWords } from '../editor.ts'
import { type Check, isToldBroken, rowsOf } from './oracle.ts'

export const nothingEditedIsLost: Check = (scene) => {
  if (isToldBroken(scene, 'state')) return []
  const { saved, colleague } = scene.world.user.editor
  const open = rowsOf<{ target: string; payload: string }>(
    scene.raw,
    `SELECT target, payload FROM main.outbox WHERE target IS NOT NULL AND state IN ('PENDING', 'SENDING', 'ACKED', 'CONFLICT', 'REJECTED')`,
  ).map(({ target, payload }) => ({ ...(JSON.parse(payload) as { field: string; value: string[] }), target }))
  const records = [...scene.containers, ...scene.shipments]
  return [...saved].flatMap(([name, { target, field, words, atMs }]) => {
    const record = records.find(({ type, id }) => type === target.type && id === target.id)
    // Over weeks journeys end and leave the lists.
    if (!record) return []
    const held = record.attributes?.[field === 'refs' ? 'ref_numbers' : 'tags']
    const isVisible = open.some((edit) => edit.target === `${target.type} ${target.id}` && edit.field === field && isSameWords(edit.value, words))
    const later = colleague.get(name)
    const isOvertaken = later !== undefined && later.atMs >= atMs && isSameWords(later.words, held)
    return isVisible || isSameWords(words, held) || isOvertaken ? [] : [`${name} was saved as ${words.join(' ') || 'nothing'}, and the service has ${JSON.stringify(held)}`]
  })
}
