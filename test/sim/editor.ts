// The user's edits to records of the service, and a colleague's changes to the same records.
import type { EditField, EditTarget, EditValue } from '#contract/edits.ts'
import type { Account } from '#support/account.ts'
import type { Chance } from './chance.ts'
import type { View } from './desktop.ts'

/** Documents are edited by the clerk (clerk.ts). */
type Target = EditTarget & { type: 'container' | 'shipment' }
type Made = { target: Target; field: 'refs' | 'tags' | { custom: string }; value: EditValue; atMs: number }

/**
 * By record and field: the values that the screen confirmed as saved, the colleague's last value, and the values that
 * forms were opened with.
 */
export type Editor = { saved: Map<string, Made>; colleague: Map<string, Made>; opened: Map<string, EditValue> }

export type EditorDeps = {
  chance: Chance
  now: () => number
  /** The result of the call, as the screen gets it. */
  ask: <T>(name: string, call: Promise<T>, then?: (value: T) => void) => void
  /** Applied directly at the service. */
  note: (what: string) => void
  changeAtService: (target: EditTarget, attributes: Record<string, unknown>) => void
  account: Account
}

/** The account's custom fields, and values for them. */
export const CUSTOM_FIELDS = [
  {
    entity: 'Container',
    slug: 'note',
    type: 'short_text',
    options: [],
    of: (draw: number): EditValue => `N${Math.floor(draw * 1_000)}`,
  },
  {
    entity: 'Container',
    slug: 'desk',
    type: 'enum',
    options: ['north', 'south'],
    of: (draw: number): EditValue => (draw < 0.5 ? 'north' : 'south'),
  },
  {
    entity: 'Shipment',
    slug: 'pallets',
    type: 'number',
    options: [],
    of: (draw: number): EditValue => Math.floor(draw * 40) / 4,
  },
]

export const nameOf = ({ type, id }: EditTarget, field: EditField) =>
  `${type} ${id} ${typeof field === 'object' ? Object.values(field).join() : field}`

export function newEditor(): Editor {
  return { saved: new Map(), colleague: new Map(), opened: new Map() }
}

export function edit(editor: Editor, deps: EditorDeps, view: View): void {
  const { chance, ask } = deps
  const draws = [chance.next(), chance.next(), chance.next(), chance.next(), chance.next()] as const
  if (draws[0] < 0.15) {
    decide(editor, deps, view)
    return
  }
  const window = { offset: 0, limit: 50 }
  ask(
    'list',
    view.call('containers.list', { filter: { scope: 'all' }, sort: [{ column: 'number', direction: 'asc' }], window }),
    ({ rows }) => {
      // Chooses from a few records, so that edits meet.
      const row = rows[Math.floor(draws[1] * Math.min(3, rows.length))]
      if (!row) return
      const isContainer = draws[2] < 0.5 || row.shipmentId === null
      const target: Target = isContainer
        ? { type: 'container', id: row.id }
        : { type: 'shipment', id: row.shipmentId ?? '' }
      const made = {
        target,
        ...(draws[4] < 0.4 ? fieldOf(isContainer, draws[3]) : wordsOf(isContainer, draws[3])),
        atMs: deps.now(),
      }
      if (draws[0] > 0.85) asColleague(editor, deps, made)
      else openForm(editor, deps, view, made, row.refs)
    },
  )
}

function wordsOf(isContainer: boolean, draw: number): Pick<Made, 'field' | 'value'> {
  const value = Array.from({ length: Math.floor(draw * 10) % 3 }, (_, n) => `W${Math.floor(draw * 1_000) + n}`)
  return { field: isContainer || draw < 0.3 ? 'refs' : 'tags', value }
}

/** Clears the value in some cases. */
function fieldOf(isContainer: boolean, draw: number): Pick<Made, 'field' | 'value'> {
  const own = CUSTOM_FIELDS.filter(({ entity }) => (entity === 'Container') === isContainer)
  const field = own[Math.floor(draw * 97) % own.length]
  return {
    field: { custom: field?.slug ?? '' },
    value: Math.floor(draw * 89) % 4 === 0 ? null : (field?.of(draw) ?? null),
  }
}

/** In some cases the form was opened long ago, with the value of that time. */
function openForm(editor: Editor, deps: EditorDeps, view: View, made: Made, refsOfContainer: string[]): void {
  const name = nameOf(made.target, made.field)
  deps.ask('open form', shown(view, made, refsOfContainer), (now) => {
    const wasLeftOpen = made.atMs % 4 === 0
    const seen = wasLeftOpen ? (editor.opened.get(name) ?? now) : now
    editor.opened.set(name, now)
    save(editor, deps, view, made, seen)
  })
}

async function shown(view: View, { target: { type, id }, field }: Made, refsOfContainer: string[]): Promise<EditValue> {
  if (typeof field === 'object')
    return (
      (await view.call('fields.list', { target: { type, id } })).rows.find(({ slug }) => slug === field.custom)
        ?.value ?? null
    )
  return type === 'shipment'
    ? (await view.call('shipments.get', { id })).row[field === 'tags' ? 'tags' : 'refs']
    : refsOfContainer
}

function save(editor: Editor, { note, ask }: EditorDeps, view: View, made: Made, seen: EditValue): void {
  const { target, field, value } = made
  const name = nameOf(target, field)
  note(`user edits ${name} to ${JSON.stringify(value)}`)
  editor.saved.delete(name)
  const saving = callFor(view, made, seen)
  ask('edit', saving, ({ id }) => {
    // If the screen showed the same value there was nothing to send, but that value may have been outdated.
    if (id !== null) editor.saved.set(name, made)
  })
}

function callFor(view: View, { target, field, value }: Made, seen: EditValue): Promise<{ id: string | null }> {
  if (typeof field === 'object')
    return view.call('edits.saveField', {
      target: { type: target.type, id: target.id },
      slug: field.custom,
      value,
      seen,
    })
  return view.call('edits.saveLabels', {
    target,
    field: field === 'tags' ? 'tags' : 'refs',
    words: Array.isArray(value) ? value : [],
    seen: Array.isArray(seen) ? seen : [],
  })
}

function asColleague(editor: Editor, { note, account, changeAtService }: EditorDeps, made: Made): void {
  const { target, field, value } = made
  const name = nameOf(target, field)
  note(`colleague changes ${name} to ${JSON.stringify(value)}`)
  editor.colleague.set(name, made)
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
function decide({ saved }: Editor, { chance, ask }: EditorDeps, view: View): void {
  const [which, how] = [chance.next(), chance.next()]
  ask('edits', view.call('edits.list', { target: null }), ({ rows }) => {
    const one = rows[Math.floor(which * rows.length)]
    if (!one) return
    const name = nameOf(one.target, one.field)
    const forget = () => saved.delete(name)
    if (one.state === 'conflict' || one.state === 'refused') {
      const keep = how < 0.6 ? 'mine' : 'theirs'
      const before = saved.get(name)
      forget()
      ask(`keep ${keep}`, view.call('edits.resolve', { id: one.id, keep }), () => {
        if (keep === 'mine' && before) saved.set(name, before)
      })
    } else if (how < 0.5) {
      forget()
      ask('undo edit', view.call('edits.undo', { id: one.id }))
    }
  })
}

/** Compares words in any order; absent, null and an empty list are equal. */
export function isSameValue(one: EditValue, other: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.map(String).sort() : (value ?? null))
  return plain(one) === plain(other) || (plain(one) === '[]' && (other ?? null) === null)
}
