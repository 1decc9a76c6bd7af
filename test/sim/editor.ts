// What the person at the screen changes in records of the service, and what a colleague changes there meanwhile.
import type { EditTarget, EditValue } from '#contract/edits.ts'
import type { Chance } from './chance.ts'
import type { View } from './desktop.ts'

type Words = { target: EditTarget; field: 'refs' | 'tags'; words: string[]; atMs: number }

/** By record and field: what the screen said is saved, and the last a colleague made of it. */
export type Editor = { saved: Map<string, Words>; colleague: Map<string, Words> }

export type EditorDeps = {
  chance: Chance
  now: () => number
  /** The call's end, as the screen learns it. */
  ask: <T>(name: string, call: Promise<T>, then?: (value: T) => void) => void
  /** Past the program. */
  tell: (what: string) => void
  changeAtService: (target: EditTarget, attributes: Record<string, unknown>) => void
}

export const nameOf = ({ type, id }: EditTarget, field: string) => `${type} ${id} ${field}`

export function newEditor(): Editor {
  return { saved: new Map(), colleague: new Map() }
}

export function edit(editor: Editor, deps: EditorDeps, view: View): void {
  const { chance, ask } = deps
  const draws = [chance.next(), chance.next(), chance.next(), chance.next()] as const
  if (draws[0] < 0.15) {
    decide(editor, deps, view)
    return
  }
  const window = { offset: 0, limit: 50 }
  ask('list', view.call('containers.list', { filter: { scope: 'all' }, sort: [{ column: 'number', direction: 'asc' }], window }), ({ rows }) => {
    // The same few again and again: edits meet each other.
    const row = rows[Math.floor(draws[1] * Math.min(3, rows.length))]
    if (!row) return
    const isBox = draws[2] < 0.5 || row.shipmentId === null
    const target: EditTarget = isBox ? { type: 'container', id: row.id } : { type: 'shipment', id: row.shipmentId ?? '' }
    const field = isBox || draws[3] < 0.3 ? 'refs' : 'tags'
    const words = Array.from({ length: Math.floor(draws[3] * 10) % 3 }, (_, n) => `W${Math.floor(draws[3] * 1_000) + n}`)
    const made: Words = { target, field, words, atMs: deps.now() }
    const name = nameOf(target, field)
    if (draws[0] > 0.85) {
      deps.tell(`colleague changes ${name} to ${words.join(' ')}`)
      editor.colleague.set(name, made)
      deps.changeAtService(target, { [field === 'refs' ? 'ref_numbers' : 'tags']: words })
      return
    }
    deps.tell(`user edits ${name} to ${words.join(' ')}`)
    editor.saved.delete(name)
    ask('edit', view.call('edits.saveWords', { target, field, words }), ({ id }) => {
      // Where the screen showed the same, nothing was to be sent; what it showed may have been old.
      if (id !== null) editor.saved.set(name, made)
    })
  })
}

/** Takes one back, or settles a conflict one way or the other. */
function decide({ saved }: Editor, { chance, ask }: EditorDeps, view: View): void {
  const [which, how] = [chance.next(), chance.next()]
  ask('edits', view.call('edits.list', { target: null }), ({ rows }) => {
    const one = rows[Math.floor(which * rows.length)]
    if (!one) return
    const name = nameOf(one.target, typeof one.field === 'object' ? one.field.custom : one.field)
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

export function isSameWords(one: EditValue, other: unknown): boolean {
  const plain = (words: unknown) => JSON.stringify(Array.isArray(words) ? words.map(String).sort() : [])
  return plain(one) === plain(other)
}
