// Handlers for the calls about saved views.
import type { HandlersOf } from '#contract/index.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import { renameInLayout, renameInSort } from '#contract/rules/renamed-columns.ts'
import type { SavedView, ViewState } from '#contract/views.ts'

export function viewHandlers({ db, write, now }: DataDeps): HandlersOf<'views'> {
  return {
    'views.list': () => loadViews(db),
    'views.save': (view) =>
      write((db, announce) => {
        saveView(db, view, now())
        announce('views')
      }),
    'views.remove': ({ id }) =>
      write((db, announce) => {
        deleteView(db, id)
        announce('views')
      }),
  }
}

function loadViews(db: ReadableDb): SavedView[] {
  return db
    .all<{ id: string; name: string; screen: string; state: string }>(
      'SELECT id, name, screen, state FROM saved_view ORDER BY saved_at, id',
    )
    .map(({ state, ...view }) => ({ ...view, ...readState(view.screen, JSON.parse(state) as ViewState) }))
}

/** The view of an earlier version may have earlier names of columns. */
function readState(screen: string, state: ViewState): ViewState {
  return { ...state, sort: renameInSort(screen, state.sort), layout: renameInLayout(screen, state.layout) }
}

function saveView(db: WritableDb, { id, name, screen, ...state }: SavedView, at: string): void {
  db.run(
    'INSERT OR REPLACE INTO saved_view (id, name, screen, state, saved_at) VALUES (?, ?, ?, ?, ?)',
    id,
    name,
    screen,
    JSON.stringify(state),
    at,
  )
}

function deleteView(db: WritableDb, id: string): void {
  db.run('DELETE FROM saved_view WHERE id = ?', id)
}
