// The current view of each list, and how the user arranged the built-in views. The engine stores the saved views;
// useViews.ts selects, changes and saves them.
import { defineStore } from 'pinia'
import { NO_LAYOUT, type ColumnLayout } from '../../ui/grid/columns.ts'
import type { Density } from '../../ui/grid/density.ts'
import { isRecord, stored } from '../../ui/stored.ts'

type Arrangement = { layout: ColumnLayout; density: Density }
export const NOT_ARRANGED: Arrangement = { layout: NO_LAYOUT, density: 'auto' }

export const useViewStore = defineStore('views', () => ({
  /** Screen and account → id of its view. */
  current: stored<Record<string, string>>('views.current', {}, isRecord),
  /** Columns and row height of the built-in views, by screen and id. */
  arranged: stored<Record<string, Arrangement>>('views.arranged', {}, isRecord),
}))
