// Edits behind the made-up engine: saved, shown, taken back, decided. Nothing leaves here.
import type { Edit, EditTarget } from '#contract/edits.ts'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { fakeFieldHandlers } from './fake-engine-fields.ts'
import { NOW } from './fake-engine-rows.ts'

type Names = Extract<keyof Handlers<EngineContract>, `edits.${string}` | `fields.${string}`>

export function fakeEditHandlers(announce: () => void): Pick<Handlers<EngineContract>, Names> {
  let edits: Edit[] = []
  let saved = 0
  const isOf = (target: EditTarget) => (edit: Edit) => edit.target.type === target.type && edit.target.id === target.id
  const save = (target: EditTarget, field: Edit['field'], value: Edit['value'], base: Edit['value']) => {
    const id = `edit-${++saved}`
    const others = edits.filter((edit) => !(isOf(target)(edit) && JSON.stringify(edit.field) === JSON.stringify(field)))
    edits = [...others, { id, target, name: target.id, field, value, base, theirs: null, state: 'waiting', savedAt: NOW, failure: null, isUnsure: false }]
    announce()
    return { id }
  }
  const drop = (id: string) => {
    if (!edits.some((edit) => edit.id === id)) throw new AppError('edits/unknown', { id })
    edits = edits.filter((edit) => edit.id !== id)
    announce()
  }
  const isField = (edit: Edit, slug: string) => typeof edit.field === 'object' && edit.field.custom === slug
  return {
    ...fakeFieldHandlers((target, slug) => edits.filter(isOf(target)).find((edit) => isField(edit, slug))?.value),
    'edits.list': ({ target }) => ({ rows: target ? edits.filter(isOf(target)) : edits, waitsFor: null, nextTryAt: null }),
    'edits.saveWords': ({ target, field, words }) => save(target, field, words, []),
    'edits.saveField': ({ target, slug, value }) => save(target, { custom: slug }, value, null),
    'edits.saveLabel': ({ optionId, label }) => save({ type: 'option', id: optionId }, 'label', label, ''),
    'edits.setTracking': ({ shipmentId, isTracked }) => save({ type: 'shipment', id: shipmentId }, 'tracking', isTracked, !isTracked),
    'edits.undo': ({ id }) => {
      drop(id)
    },
    'edits.resolve': ({ id, keep }) => {
      if (keep === 'theirs') drop(id)
      else edits = edits.map((edit) => (edit.id === id ? { ...edit, state: 'waiting', failure: null, theirs: null } : edit))
    },
  }
}
