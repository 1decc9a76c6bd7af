// The selected rows. "All filtered rows" is stored as all except some ids, because most of them were never loaded.

export type Selection = { mode: 'some'; ids: ReadonlySet<string> } | { mode: 'all'; except: ReadonlySet<string> }

export const NOTHING: Selection = { mode: 'some', ids: new Set() }
export const EVERYTHING: Selection = { mode: 'all', except: new Set() }

export function isSelected(selection: Selection, id: string): boolean {
  return selection.mode === 'some' ? selection.ids.has(id) : !selection.except.has(id)
}

export function isEmpty(selection: Selection): boolean {
  return selection.mode === 'some' && selection.ids.size === 0
}

export function selectedCount(selection: Selection, total: number): number {
  return selection.mode === 'some' ? selection.ids.size : total - selection.except.size
}

export function createSelection(ids: Iterable<string>): Selection {
  return { mode: 'some', ids: new Set(ids) }
}

export function toggleRow(selection: Selection, id: string): Selection {
  const listed = new Set(selection.mode === 'some' ? selection.ids : selection.except)
  if (!listed.delete(id)) listed.add(id)
  return selection.mode === 'some' ? { mode: 'some', ids: listed } : { mode: 'all', except: listed }
}

export function addRange(selection: Selection, ids: readonly string[]): Selection {
  if (selection.mode === 'some') return { mode: 'some', ids: new Set([...selection.ids, ...ids]) }
  const except = new Set(selection.except)
  for (const id of ids) except.delete(id)
  return { mode: 'all', except }
}
