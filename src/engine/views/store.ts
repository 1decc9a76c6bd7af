// Saved views, in state.db.
import type { SavedView, ViewState } from '#contract/views.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'

export function loadViews(db: ReadableDb): SavedView[] {
  return db
    .all<{ id: string; name: string; screen: string; state: string }>(
      'SELECT id, name, screen, state FROM saved_view ORDER BY saved_at, id',
    )
    .map(({ state, ...view }) => ({ ...view, ...(JSON.parse(state) as ViewState) }))
}

export function saveView(
  db: WritableDb,
  { id, name, screen, filter, sort, layout, density }: SavedView,
  at: string,
): void {
  const state: ViewState = { filter, sort, layout, density }
  db.run(
    'INSERT OR REPLACE INTO saved_view (id, name, screen, state, saved_at) VALUES (?, ?, ?, ?, ?)',
    id,
    name,
    screen,
    JSON.stringify(state),
    at,
  )
}

export function deleteView(db: WritableDb, id: string): void {
  db.run('DELETE FROM saved_view WHERE id = ?', id)
}
