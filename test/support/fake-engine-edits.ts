// Edits behind the made-up engine: saved, shown, taken back, decided. Nothing leaves here.
import type { Edit, EditTarget, EditValue } from '#contract/edits.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Failure } from '#contract/values.ts'
import type { FakeDocuments } from './fake-engine-documents.ts'
import { FAKE_FIELDS, fakeFieldHandlers } from './fake-engine-fields.ts'
import { NOW } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `edits.${string}` | `fields.${string}`>
type Rows = {
  rows: () => readonly ContainerRow[]
  change: (patch: (row: ContainerRow) => Partial<ContainerRow> | null) => void
  announce: () => void
  documents: () => Pick<FakeDocuments, 'valueOf' | 'nameOf'>
}

export type FakeEdits = {
  handlers: Pick<Handlers<EngineContract>, Names>
  all: () => readonly Edit[]
  /** What holds everything back. */
  hold: (failure: Failure | null) => void
  /** Moves one on, as the service's answer would. */
  turn: (id: string, part: Partial<Edit>) => void
  /** Asks the service to do its part with a document once more. */
  ask: (documentId: string, act: string) => { id: string }
}

const isOf = (target: EditTarget) => (edit: Edit) => edit.target.type === target.type && edit.target.id === target.id

export function createFakeEdits({ rows, change, announce, documents }: Rows): FakeEdits {
  let edits: Edit[] = []
  let saved = 0
  let waitsFor: Failure | null = null
  const boxOf = ({ type, id }: EditTarget) => rows().find((row) => (type === 'container' ? row.id : row.shipmentId) === id)
  const valueOf = (target: EditTarget, field: Edit['field']): EditValue => {
    if (target.type === 'document') return documents().valueOf(target, field)
    const row = boxOf(target)
    if (typeof field === 'object') return 'custom' in field ? (FAKE_FIELDS.find(({ slug }) => slug === field.custom)?.value ?? null) : null
    if (field === 'label' || field === 'ask' || field === 'document-type') return ''
    return field === 'tracking' ? row?.trackingStoppedAt === null : (row?.[field] ?? [])
  }
  const show = (target: EditTarget, field: Edit['field'], value: EditValue) => {
    if (typeof field === 'object' || field === 'label' || target.type === 'document') return
    const part: Partial<ContainerRow> = field === 'tracking' ? { trackingStoppedAt: value === true ? null : NOW, trackingStoppedReason: null } : { [field]: value }
    change((row) => ((target.type === 'container' ? row.id : row.shipmentId) === target.id ? part : null))
  }
  const save = (target: EditTarget, field: Edit['field'], value: EditValue, { seen, insteadOf }: { seen?: EditValue | undefined; insteadOf?: string | undefined } = {}) => {
    const before = edits.find((edit) => isOf(target)(edit) && JSON.stringify(edit.field) === JSON.stringify(field))
    if (insteadOf !== undefined && (before?.id !== insteadOf || before.state !== 'waiting')) throw new AppError('edits/already-sent', { id: insteadOf })
    const base = (before?.state === 'sending' ? before.value : before?.base) ?? (seen === undefined ? valueOf(target, field) : seen)
    const id = before?.state === 'waiting' ? before.id : `edit-${++saved}`
    const others = edits.filter((edit) => edit !== before)
    const row = boxOf(target)
    const name = target.type === 'document' ? documents().nameOf(target.id) : ((target.type === 'container' ? row?.number : row?.masterBill) ?? target.id)
    const custom = typeof field === 'object' && 'custom' in field ? FAKE_FIELDS.find(({ slug }) => slug === field.custom) : undefined
    const isSame = JSON.stringify(value) === JSON.stringify(base)
    edits = isSame ? others : [...others, { id, target, name, field, custom: custom ?? null, value, base, theirs: null, state: 'waiting', savedAt: NOW, failure: null, isUnsure: false }]
    show(target, field, value)
    announce()
    return { id: isSame ? null : id }
  }
  const find = (id: string) => {
    const edit = edits.find((each) => each.id === id)
    if (!edit) throw new AppError('edits/unknown', { id })
    return edit
  }
  const drop = (id: string) => {
    const edit = find(id)
    if (edit.state === 'sending') throw new AppError('edits/already-sent', { id })
    edits = edits.filter((each) => each !== edit)
    show(edit.target, edit.field, edit.theirs ?? edit.base)
    announce()
  }
  const turn = (id: string, part: Partial<Edit>) => {
    find(id)
    edits = edits.map((edit) => (edit.id === id ? { ...edit, ...part } : edit))
    announce()
  }
  const isField = (edit: Edit, slug: string) => typeof edit.field === 'object' && 'custom' in edit.field && edit.field.custom === slug
  return {
    all: () => edits,
    turn,
    ask: (documentId, act) => ({ id: save({ type: 'document', id: documentId }, 'ask', act).id ?? '' }),
    hold: (failure) => {
      waitsFor = failure
      announce()
    },
    handlers: {
      ...fakeFieldHandlers((target, slug) => edits.filter(isOf(target)).find((edit) => isField(edit, slug) && edit.state !== 'refused')?.value),
      'edits.list': ({ target }) => ({ rows: target ? edits.filter(isOf(target)) : edits, waitsFor, nextTryAt: null }),
      'edits.saveWords': ({ target, field, words, seen, insteadOf }) => save(target, field, words, { seen, insteadOf }),
      'edits.saveField': ({ target, slug, value, seen, insteadOf }) => save(target, { custom: slug }, value, { seen, insteadOf }),
      'edits.saveLabel': ({ optionId, label }) => save({ type: 'option', id: optionId }, 'label', label),
      'edits.saveDocument': ({ documentId, field, value, seen, insteadOf }) => save({ type: 'document', id: documentId }, field, value, { seen, insteadOf }),
      'edits.setTracking': ({ shipmentId, isTracked }) => save({ type: 'shipment', id: shipmentId }, 'tracking', isTracked),
      'edits.undo': ({ id }) => {
        drop(id)
      },
      'edits.resolve': ({ id, keep }) => {
        if (keep === 'theirs') drop(id)
        else turn(id, { state: 'waiting', failure: null, theirs: null })
      },
    },
  }
}
