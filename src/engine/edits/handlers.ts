// Answers to the calls about edits of records.
import type { Edit, EditField, EditState, EditTarget, EditValue } from '#contract/edits.ts'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Failure } from '#contract/values.ts'
import { text } from '../api/attributes.ts'
import type { Resource } from '../api/decode.ts'
import type { DecidedRows } from '../containers/decided-rows.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { OutboxState } from '../outbox/states.ts'
import { advance } from '../outbox/store.ts'
import type { Outbox } from '../outbox/worker.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import type { Random } from '../outside/random.ts'
import { loadResource } from '../sync/store.ts'
import { type StoredEdit, changeEdit, loadEdit, openEdits, saveEdit } from './store.ts'
import { isSame, valueIn } from './value.ts'

type Names = Extract<keyof Handlers<EngineContract>, `edits.${string}`>

export type EditsDeps = {
  db: ReadableDb
  write: Write
  random: Random
  now: () => string
  decided: DecidedRows
  /** Null without a key: what is saved waits. */
  online: { outbox: Outbox } | null
}

export function editHandlers(deps: EditsDeps): Pick<Handlers<EngineContract>, Names> {
  return {
    'edits.list': ({ target }) => ({ rows: openEdits(deps.db, target).map((edit) => shown(deps.db, edit)), ...heldBy(deps) }),
    'edits.saveWords': ({ target, field, words }) => save(deps, target, field, [...new Set(words)]),
    'edits.setTracking': ({ shipmentId, isTracked }) => save(deps, { type: 'shipment', id: shipmentId }, 'tracking', isTracked),
    'edits.undo': ({ id }) => {
      change(deps, id, (db, edit) => giveUp(deps, db, edit))
    },
    'edits.resolve': ({ id, keep }) => {
      change(deps, id, (db, edit) => (keep === 'mine' ? sendAgain(deps, db, edit) : isDecidable(edit) && giveUp(deps, db, edit)))
    },
  }
}

const states: Partial<Record<OutboxState, EditState>> = { PENDING: 'waiting', SENDING: 'sending', ACKED: 'sending', CONFLICT: 'conflict', REJECTED: 'refused' }

function shown(db: ReadableDb, { id, target, field, value, base, theirs, state, isUnsure, savedAt, failure }: StoredEdit): Edit {
  const record = loadResource(db, target.type, target.id)
  const isConflict = state === 'CONFLICT'
  return { id, target, name: record ? nameOf(record) : target.id, field, value, base, theirs: isConflict ? theirs : null, state: states[state] ?? 'waiting', isUnsure, savedAt, failure }
}

function nameOf({ type, id, attributes }: Resource): string {
  return text(attributes, type === 'container' ? 'number' : 'bill_of_lading_number') ?? id
}

function heldBy({ online, now }: EditsDeps): { waitsFor: Failure | null; nextTryAt: string | null } {
  if (!online) return { waitsFor: { code: 'api/no-key', details: {} }, nextTryAt: null }
  const block = online.outbox.block()
  const at = block === null || block.forMs === null ? null : instantOf((instantMs(now()) ?? 0) + block.forMs)
  return { waitsFor: block?.failure ?? null, nextTryAt: at }
}

function save(deps: EditsDeps, target: EditTarget, field: EditField, value: EditValue): { id: string | null } {
  const record = loadResource(deps.db, target.type, target.id)
  if (!record) throw new AppError(target.type === 'container' ? 'containers/unknown' : 'shipments/unknown', { id: target.id })
  const wanted = { target, field, value }
  const id = deps.write((db, announce) => {
    announce('edits')
    const before = openEdits(db, target).findLast((edit) => edit.field === field)
    // What has not left is changed where it stands; what may have left is followed by another.
    if (before && isUnsent(before)) {
      if (isSame(value, before.base)) advance(db, before.id, 'cancel', { at: deps.now() })
      else changeEdit(db, before.id, wanted, before.base)
      return isSame(value, before.base) ? null : before.id
    }
    if (before && isDecidable(before)) advance(db, before.id, 'withdraw', { at: deps.now() })
    const base = before && !isDecidable(before) ? before.value : valueIn(record, field)
    if (isSame(value, base)) return null
    const made = deps.random.id()
    saveEdit(db, made, wanted, base, deps.now())
    return made
  })
  deps.decided.of(target)
  deps.online?.outbox.wake()
  return { id }
}

const isUnsent = ({ state, isUnsure }: StoredEdit) => state === 'PENDING' && !isUnsure
const isDecidable = ({ state }: StoredEdit) => state === 'CONFLICT' || state === 'REJECTED'

function giveUp({ now }: EditsDeps, db: WritableDb, edit: StoredEdit): boolean {
  if (isUnsent(edit)) return advance(db, edit.id, 'cancel', { at: now() })
  return isDecidable(edit) && advance(db, edit.id, 'withdraw', { at: now() })
}

/** Over what the service has now, which the user has seen. */
function sendAgain({ now }: EditsDeps, db: WritableDb, edit: StoredEdit): boolean {
  const record = loadResource(db, edit.target.type, edit.target.id)
  const base = edit.theirs ?? (record ? valueIn(record, edit.field) : edit.base)
  if (!advance(db, edit.id, 'resend', { at: now(), maybeSent: false })) return false
  changeEdit(db, edit.id, edit, base)
  return true
}

function change(deps: EditsDeps, id: string, work: (db: WritableDb, edit: StoredEdit) => boolean): void {
  const target = deps.write((db, announce) => {
    const edit = loadEdit(db, id)
    if (!edit) throw new AppError('edits/unknown', { id })
    if (!work(db, edit)) throw new AppError('edits/already-sent', { id })
    announce('edits')
    return edit.target
  })
  deps.decided.of(target)
  deps.online?.outbox.wake()
}
