// Everything the engine needs to write a view without a page: the query, the columns with their titles, and all texts.
import { isCellKey } from '#words/container-cells.ts'
import type { ContainerFilter, ContainerSort } from '#contract/containers.ts'
import type { SnapshotPlan } from '#contract/snapshots.ts'
import type { SavedView } from '#contract/views.ts'
import { placeColumns, SELECT, splitIntoParts, type ColumnLayout } from '../../ui/grid/columns.ts'
import { createFileLayout, listExportedColumns } from '../lists/table.ts'
import { createCellWords } from '../lists/cell-words.ts'
import { useListScreen, type ContainerScreenName } from '../lists/list-screen.ts'
import { t } from '../../words/words.ts'
import { createColumns } from '../containers/container-columns.ts'
import { containerScreens } from '../containers/screen-columns.ts'
import { listBuiltInViews } from '../lists/built-in-views.ts'

export const snapshotScreens = Object.keys(containerScreens) as ContainerScreenName[]

/** A view to choose from. */
export type ChosenView = {
  id: string
  name: string
  filter: ContainerFilter
  sort: ContainerSort
  layout: ColumnLayout | null
}

/** The default view, then the built-in views, then the user's. */
export function listViews(screen: ContainerScreenName, savedViews: readonly SavedView[]): ChosenView[] {
  const { filter, sort } = useListScreen(screen).defaults
  return [
    { id: 'standard', name: t('view.standard'), filter, sort, layout: null },
    ...listBuiltInViews(screen).map((view) => ({
      id: view.id,
      name: t(view.name),
      filter: view.filter,
      sort: view.sort ?? sort,
      layout: null,
    })),
    // The engine refuses to save a view that it cannot read.
    ...savedViews
      .filter((view) => view.screen === screen)
      .map((view) => ({
        id: view.id,
        name: view.name,
        filter: view.filter as ContainerFilter,
        sort: view.sort as ContainerSort,
        layout: toColumnLayout(view),
      })),
  ]
}

function toColumnLayout({ layout: { pinned, ...rest } }: SavedView): ColumnLayout {
  return { ...rest, ...(pinned === undefined ? {} : { pinned }) }
}

/** Creates the part of a plan that the view determines. */
export function createViewPlan(
  screen: ContainerScreenName,
  view: ChosenView,
): Pick<SnapshotPlan, 'screen' | 'view' | 'filter' | 'sort' | 'title' | 'columns' | 'words'> {
  const { title, columns: columnKeys, fixed } = containerScreens[screen]
  const allColumns = createColumns(columnKeys)
  const shownColumns = view.layout
    ? placeColumns(allColumns, createFileLayout(allColumns, view.layout)).map(({ column }) => column)
    : allColumns
  const columns = splitIntoParts(
    listExportedColumns(shownColumns.filter(({ key }) => key !== SELECT && isCellKey(key))),
  )
  return {
    screen,
    view: view.name,
    filter: { ...view.filter, ...fixed },
    sort: view.sort,
    title: t(title),
    columns: columns.map(({ key, title: columnTitle, copyTitle, width, align }) => ({
      key,
      title: copyTitle ?? columnTitle,
      width: view.layout?.widths[key] ?? width,
      isNumber: align === 'end',
    })),
    words: {
      ...createCellWords(),
      'column asOf': t('snapshot.asOf'),
      'day summary': t('dayFile.summary', { number: '{number}' }),
      'day at': t('dayFile.at', { number: '{number}', place: '{place}' }),
      'day asOf': t('dayFile.asOf', { time: '{time}' }),
      'day held': t('dayFile.held', { holds: '{holds}' }),
    },
  }
}

/** Returns the base of file names for the name of a view, for example `quaywatch-my-lfd-this-week`. */
export function toBaseName(name: string): string {
  return `quaywatch-${name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')}`.slice(0, 80)
}
