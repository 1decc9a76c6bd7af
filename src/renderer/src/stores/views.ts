// The views the user saved, of every list and account, and which one each list shows. How a view is chosen, changed and
// saved is composables/useViews.ts.
import { defineStore } from 'pinia'
import { NO_LAYOUT, type ColumnLayout, type SortLevel } from '../components/grid/columns.ts'
import type { Density } from '../components/grid/density.ts'
import { isRecord, stored } from './stored.ts'

/** What a list looks like; the one object a view consists of. */
export type ViewState = { filter: object; sort: readonly SortLevel[]; layout: ColumnLayout; density: Density }

export type SavedView = ViewState & {
  id: string
  name: string
  /** Name of the list's screen. */
  screen: string
  /** A filter names customers and places of one account; another account has others. */
  account: string
}

type Arrangement = Pick<ViewState, 'layout' | 'density'>
export const NOT_ARRANGED: Arrangement = { layout: NO_LAYOUT, density: 'auto' }

export const useViewStore = defineStore('views', () => ({
  saved: stored<SavedView[]>('views', [], (value) => Array.isArray(value) && value.every(isSavedView)),
  /** Screen and account → id of its view. */
  current: stored<Record<string, string>>('views.current', {}, isRecord),
  /** Columns and row height of the views nobody can save, by screen and id. */
  arranged: stored<Record<string, Arrangement>>('views.arranged', {}, isRecord),
}))

function isSavedView(value: unknown): boolean {
  return isRecord(value) && [value.id, value.name, value.screen, value.account, value.density].every((text) => typeof text === 'string') && isRecord(value.filter) && Array.isArray(value.sort) && isRecord(value.layout)
}
