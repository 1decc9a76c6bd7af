// The built-in views of container lists, for common questions of import operators. Each view has a filter and an order.
// The columns stay as the user has them.
import type { ContainerFilter, ContainerSort } from '#contract/containers.ts'
import type { ContainerScreenName } from './list-screen.ts'
import type { PlainWord } from '../../words/words.ts'

export type BuiltInView = {
  id: string
  name: PlainWord
  filter: ContainerFilter
  /** Absent if the view has the screen's default order. */
  sort?: ContainerSort
}

const viewsByScreen: Partial<Record<ContainerScreenName, readonly BuiltInView[]>> = {
  lfd: [
    { id: 'lfd-week', name: 'builtInView.lfd-week', filter: { scope: 'board', withinDays: 7 } },
    { id: 'my-lfd-week', name: 'builtInView.my-lfd-week', filter: { scope: 'board', withinDays: 7, isMine: true } },
    {
      id: 'ready-unbooked',
      name: 'builtInView.ready-unbooked',
      filter: { scope: 'open', verdicts: ['ready', 'ready-unverified'], hasAppointment: false },
    },
    // Only customs holds that have lasted too long.
    {
      id: 'customs-holds',
      name: 'builtInView.customs-holds',
      filter: { scope: 'open', holds: ['customs'], risks: ['hold-ageing'] },
    },
    { id: 'no-lfd', name: 'builtInView.no-lfd', filter: { scope: 'open', bands: ['none'] } },
    { id: 'disputed', name: 'builtInView.disputed', filter: { scope: 'board', isDisputed: true } },
    { id: 'unchecked', name: 'builtInView.unchecked', filter: { scope: 'board', isUnchecked: true } },
  ],
  empties: [{ id: 'empties-long', name: 'builtInView.empties-long', filter: { scope: 'open', daysOutOver: 5 } }],
  containers: [
    { id: 'arriving', name: 'builtInView.arriving', filter: { scope: 'open', arrivingWithinDays: 7 } },
    {
      id: 'changed-today',
      name: 'builtInView.changed-today',
      filter: { scope: 'all', changedWithinDays: 0 },
      sort: [{ column: 'lastChange', direction: 'desc' }],
    },
    { id: 'stopped', name: 'builtInView.stopped', filter: { scope: 'open', risks: ['tracking-stopped'] } },
  ],
}

export function listBuiltInViews(screen: string): readonly BuiltInView[] {
  return viewsByScreen[screen as ContainerScreenName] ?? []
}
