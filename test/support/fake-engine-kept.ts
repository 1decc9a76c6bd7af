// What the user keeps in the made-up engine: saved views, calendars of terminals, and what becomes of all of it.
import type { EngineContract, Topic } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { TerminalCalendar } from '#contract/terminals.ts'
import type { SavedView } from '#contract/views.ts'

type Names = Extract<keyof Handlers<EngineContract>, `views.${string}` | `terminals.${string}`>

export type FakeKept = { views: SavedView[]; calendars: TerminalCalendar[]; handlers: Pick<Handlers<EngineContract>, Names> }

export function createFakeKept(announce: (topic: Topic) => void): FakeKept {
  const kept: FakeKept = {
    views: [],
    calendars: [],
    handlers: {
      'views.list': () => kept.views,
      'views.save': (view) => {
        kept.views = [...kept.views.filter(({ id }) => id !== view.id), view]
        announce('views')
      },
      'views.remove': ({ id }) => {
        kept.views = kept.views.filter((view) => view.id !== id)
        announce('views')
      },
      'terminals.list': () => kept.calendars,
      'terminals.set': (calendar) => {
        kept.calendars = [...kept.calendars.filter(({ place }) => place !== calendar.place), calendar].toSorted((a, b) => a.place.localeCompare(b.place))
        announce('settings')
      },
      'terminals.remove': ({ place }) => {
        kept.calendars = kept.calendars.filter((calendar) => calendar.place !== place)
        announce('settings')
      },
    },
  }
  return kept
}
