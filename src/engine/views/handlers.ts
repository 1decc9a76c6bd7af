// Handlers for the calls about saved views.
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { deleteView, loadViews, saveView } from './store.ts'

type Names = Extract<keyof Handlers<EngineContract>, `views.${string}`>

export function viewHandlers({
  db,
  write,
  now,
}: {
  db: ReadableDb
  write: Write
  now: () => string
}): Pick<Handlers<EngineContract>, Names> {
  return {
    'views.list': () => loadViews(db),
    'views.save': (view) => {
      write((w, announce) => {
        saveView(w, view, now())
        announce('views')
      })
    },
    'views.remove': ({ id }) => {
      write((w, announce) => {
        deleteView(w, id)
        announce('views')
      })
    },
  }
}
