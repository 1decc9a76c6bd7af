// Handlers for the calls about calendars of terminals.
import type { HandlersOf } from '#contract/index.ts'
import type { WritableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import { deleteCalendar, loadCalendars, saveCalendar } from '../settings/terminals.ts'

export function terminalHandlers({ db, write, now }: DataDeps): HandlersOf<'terminals'> {
  /**
   * Rows of containers show when the gate closes. All are announced, because finding the affected ones is not worth a
   * search.
   */
  const writeAndAnnounce = (work: (db: WritableDb) => void) =>
    write((db, announce) => {
      work(db)
      announce('settings')
      announce('containers')
    })
  return {
    'terminals.list': () => loadCalendars(db),
    'terminals.set': (calendar) => writeAndAnnounce((db) => saveCalendar(db, calendar, now())),
    'terminals.remove': ({ place }) => writeAndAnnounce((db) => deleteCalendar(db, place, now())),
  }
}
