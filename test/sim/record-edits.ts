// The user's edits of records, and a colleague's changes to the same records at the service. Both are recorded, so that
// oracles/edits.ts can check them.
import type { EditField, EditTarget, EditValue } from '#contract/edits.ts'
import type { Account } from '#support/account.ts'
import type { Random } from './random.ts'
import type { View } from './desktop.ts'

type Target = EditTarget & { type: 'container' | 'shipment' }
export type RecordEdit = { target: Target; field: 'refs' | 'tags' | { custom: string }; value: EditValue; atMs: number }

/**
 * All maps are by record and field (`formatFieldKey`): the edits that the view confirmed as saved, the colleague's last
 * edit, and the value with which the form was last opened.
 */
export type EditHistory = {
  savedEdits: Map<string, RecordEdit>
  colleagueEdits: Map<string, RecordEdit>
  openedValues: Map<string, EditValue>
}

export type RecordEditDeps = {
  random: Random
  now: () => number
  /** Logs the result of a call of the view, and passes the value to `then`. */
  trackCall: <T>(name: string, call: Promise<T>, then?: (value: T) => void) => void
  logEvent: (what: string) => void
  changeAtService: (target: EditTarget, attributes: Record<string, unknown>) => void
  account: Account
}

/** The account's custom fields. `drawValue` creates a valid value from a number between 0 and 1. */
export const CUSTOM_FIELDS = [
  {
    entity: 'Container',
    slug: 'note',
    type: 'short_text',
    options: [],
    drawValue: (draw: number): EditValue => `N${Math.floor(draw * 1_000)}`,
  },
  {
    entity: 'Container',
    slug: 'desk',
    type: 'enum',
    options: ['north', 'south'],
    drawValue: (draw: number): EditValue => (draw < 0.5 ? 'north' : 'south'),
  },
  {
    entity: 'Shipment',
    slug: 'pallets',
    type: 'number',
    options: [],
    drawValue: (draw: number): EditValue => Math.floor(draw * 40) / 4,
  },
]

export const formatFieldKey = ({ type, id }: EditTarget, field: EditField) =>
  `${type} ${id} ${typeof field === 'object' ? Object.values(field).join() : field}`

export function createEditHistory(): EditHistory {
  return { savedEdits: new Map(), colleagueEdits: new Map(), openedValues: new Map() }
}

export function editRandomRecord(editHistory: EditHistory, deps: RecordEditDeps, view: View): void {
  const { random, trackCall } = deps
  const draws = [random.drawUnit(), random.drawUnit(), random.drawUnit(), random.drawUnit(), random.drawUnit()] as const
  if (draws[0] < 0.15) {
    undoOrResolveEdit(editHistory, deps, view)
    return
  }
  const window = { offset: 0, limit: 50 }
  trackCall(
    'list',
    view.call('containers.list', { filter: { scope: 'all' }, sort: [{ column: 'number', direction: 'asc' }], window }),
    ({ rows }) => {
      // Chooses from three records, so that edits of user and colleague conflict.
      const row = rows[Math.floor(draws[1] * Math.min(3, rows.length))]
      if (!row) return
      const isContainer = draws[2] < 0.5 || row.shipmentId === null
      const target: Target = isContainer
        ? { type: 'container', id: row.id }
        : { type: 'shipment', id: row.shipmentId ?? '' }
      const recordEdit = {
        target,
        ...(draws[4] < 0.4 ? drawCustomField(isContainer, draws[3]) : drawLabels(isContainer, draws[3])),
        atMs: deps.now(),
      }
      if (draws[0] > 0.85) editAsColleague(editHistory, deps, recordEdit)
      else openForm(editHistory, deps, view, recordEdit, row.refs)
    },
  )
}

function drawLabels(isContainer: boolean, draw: number): Pick<RecordEdit, 'field' | 'value'> {
  const value = Array.from({ length: Math.floor(draw * 10) % 3 }, (_, index) => `W${Math.floor(draw * 1_000) + index}`)
  return { field: isContainer || draw < 0.3 ? 'refs' : 'tags', value }
}

/** Draws a custom field and its new value, which is null in a quarter of the cases. */
function drawCustomField(isContainer: boolean, draw: number): Pick<RecordEdit, 'field' | 'value'> {
  const entityFields = CUSTOM_FIELDS.filter(({ entity }) => (entity === 'Container') === isContainer)
  const field = entityFields[Math.floor(draw * 97) % entityFields.length]
  return {
    field: { custom: field?.slug ?? '' },
    value: Math.floor(draw * 89) % 4 === 0 ? null : (field?.drawValue(draw) ?? null),
  }
}

/** Opens a form and saves it. In a quarter of the cases the form shows an outdated value, because it was left open. */
function openForm(
  editHistory: EditHistory,
  deps: RecordEditDeps,
  view: View,
  recordEdit: RecordEdit,
  refsOfContainer: string[],
): void {
  const name = formatFieldKey(recordEdit.target, recordEdit.field)
  deps.trackCall('open form', readShownValue(view, recordEdit, refsOfContainer), (currentValue) => {
    const wasLeftOpen = recordEdit.atMs % 4 === 0
    const shownValue = wasLeftOpen ? (editHistory.openedValues.get(name) ?? currentValue) : currentValue
    editHistory.openedValues.set(name, currentValue)
    saveEdit(editHistory, deps, view, recordEdit, shownValue)
  })
}

async function readShownValue(
  view: View,
  { target: { type, id }, field }: RecordEdit,
  refsOfContainer: string[],
): Promise<EditValue> {
  if (typeof field === 'object')
    return (
      (await view.call('fields.list', { target: { type, id } })).rows.find(({ slug }) => slug === field.custom)
        ?.value ?? null
    )
  return type === 'shipment'
    ? (await view.call('shipments.get', { id })).row[field === 'tags' ? 'tags' : 'refs']
    : refsOfContainer
}

function saveEdit(
  editHistory: EditHistory,
  { logEvent, trackCall }: RecordEditDeps,
  view: View,
  recordEdit: RecordEdit,
  previousValue: EditValue,
): void {
  const { target, field, value } = recordEdit
  const name = formatFieldKey(target, field)
  logEvent(`user edits ${name} to ${JSON.stringify(value)}`)
  editHistory.savedEdits.delete(name)
  const savedCall = callSave(view, recordEdit, previousValue)
  trackCall('edit', savedCall, ({ id }) => {
    // The id is null if the value equals the shown one, so nothing is sent. The shown value may be outdated.
    if (id !== null) editHistory.savedEdits.set(name, recordEdit)
  })
}

function callSave(
  view: View,
  { target, field, value }: RecordEdit,
  previousValue: EditValue,
): Promise<{ id: string | null }> {
  if (typeof field === 'object')
    return view.call('edits.saveField', {
      target: { type: target.type, id: target.id },
      slug: field.custom,
      value,
      seen: previousValue,
    })
  return view.call('edits.saveLabels', {
    target,
    field: field === 'tags' ? 'tags' : 'refs',
    words: Array.isArray(value) ? value : [],
    seen: Array.isArray(previousValue) ? previousValue : [],
  })
}

function editAsColleague(
  editHistory: EditHistory,
  { logEvent, account, changeAtService }: RecordEditDeps,
  recordEdit: RecordEdit,
): void {
  const { target, field, value } = recordEdit
  const name = formatFieldKey(target, field)
  logEvent(`colleague changes ${name} to ${JSON.stringify(value)}`)
  editHistory.colleagueEdits.set(name, recordEdit)
  if (typeof field !== 'object') {
    changeAtService(target, { [field === 'refs' ? 'ref_numbers' : 'tags']: value })
    return
  }
  const path = `/${target.type}s/${target.id}`
  const isSet = account.list(`${path}/custom_fields`).some(({ attributes }) => attributes['api_slug'] === field.custom)
  if (value !== null) account.setField(path, field.custom, value)
  else if (isSet) account.send('DELETE', `${path}/custom_fields/${field.custom}`)
}

/** Undoes an edit, or resolves a conflict. */
function undoOrResolveEdit({ savedEdits }: EditHistory, { random, trackCall }: RecordEditDeps, view: View): void {
  const [rowDraw, actionDraw] = [random.drawUnit(), random.drawUnit()]
  trackCall('edits', view.call('edits.list', { target: null }), ({ rows }) => {
    const pendingEdit = rows[Math.floor(rowDraw * rows.length)]
    if (!pendingEdit) return
    const name = formatFieldKey(pendingEdit.target, pendingEdit.field)
    const forgetSaved = () => savedEdits.delete(name)
    if (pendingEdit.state === 'conflict' || pendingEdit.state === 'refused') {
      const keep = actionDraw < 0.6 ? 'mine' : 'theirs'
      const savedEdit = savedEdits.get(name)
      forgetSaved()
      trackCall(`keep ${keep}`, view.call('edits.resolve', { id: pendingEdit.id, keep }), () => {
        if (keep === 'mine' && savedEdit) savedEdits.set(name, savedEdit)
      })
    } else if (actionDraw < 0.5) {
      forgetSaved()
      trackCall('undo edit', view.call('edits.undo', { id: pendingEdit.id }))
    }
  })
}

/** Compares lists in any order. Absent, null and an empty list are equal. */
export function isSameValue(one: EditValue, other: unknown): boolean {
  const normalize = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.map(String).sort() : (value ?? null))
  return normalize(one) === normalize(other) || (normalize(one) === '[]' && (other ?? null) === null)
}
