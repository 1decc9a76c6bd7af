// What the user chose on a list screen: filter, order, columns, row height, selection. Never rows.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ContainerFilter, ContainerSort } from '#contract/containers.ts'
import { NO_LAYOUT, type ColumnLayout } from '../components/grid/columns.ts'
import type { Density } from '../components/grid/density.ts'
import { NOTHING, type Selection } from '../components/grid/selection.ts'
import { isRecord, stored } from './stored.ts'

export type ListScreenName = 'lfd' | 'containers'

type Defaults = { filter: ContainerFilter; sort: ContainerSort }

const listDefaults: Record<ListScreenName, Defaults> = {
  lfd: {
    filter: { scope: 'board' },
    sort: [
      { column: 'band', direction: 'asc' },
      { column: 'daysLeft', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ],
  },
  containers: {
    filter: { scope: 'open' },
    sort: [
      { column: 'eta', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ],
  },
}

function define(name: ListScreenName) {
  return defineStore(`list ${name}`, () => {
    const defaults = listDefaults[name]
    const filter = stored<ContainerFilter>(`${name}.filter`, defaults.filter, (value) => isRecord(value) && typeof value.scope === 'string')
    const sort = stored<ContainerSort>(`${name}.sort`, defaults.sort, (value) => Array.isArray(value) && value.length > 0)
    return {
      filter,
      sort,
      /** Back to what the screen began with: for a choice kept by another version that this engine does not take. */
      forgetOrder: () => {
        filter.value = defaults.filter
        sort.value = defaults.sort
      },
      layout: stored<ColumnLayout>(`${name}.columns`, NO_LAYOUT, (value) => isRecord(value) && Array.isArray(value.order) && Array.isArray(value.hidden) && isRecord(value.widths)),
      density: stored<Density>(`${name}.density`, 'auto', (value) => typeof value === 'string'),
      selection: shallowRef<Selection>(NOTHING),
    }
  })
}

const stores = { lfd: define('lfd'), containers: define('containers') }

export function useListScreen(name: ListScreenName) {
  return stores[name]()
}
