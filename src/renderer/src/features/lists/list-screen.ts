// The user's choices on a list screen: filter, order, groups, columns, row height, selection. It never holds rows.
import { defineStore } from 'pinia'
import { computed, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { AlertFilter } from '#contract/alerts.ts'
import type { ChangeFilter } from '#contract/changes.ts'
import type { ChargeFilter, ChargeSort } from '#contract/charges.ts'
import type { ContainerFilter, ContainerGrouping, ContainerSort, PastSort } from '#contract/containers.ts'
import type { DocumentFilter, DocumentSort } from '#contract/documents.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Input } from '#contract/rpc.ts'
import { listHiddenPlainKeys } from '#contract/rules/container-columns.ts'
import { renameInLayout, renameInSort } from '#contract/rules/renamed-columns.ts'
import type { ShipmentFilter, ShipmentSort } from '#contract/shipments.ts'
import type { RequestFilter, RequestSort } from '#contract/tracking.ts'
import { NO_LAYOUT, type ColumnLayout, type SortLevel } from '../../ui/grid/columns.ts'
import type { Density } from '../../ui/grid/density.ts'
import { NOTHING, type Selection } from '../../ui/grid/selection.ts'
import { isPlainObject, useStoredRef } from '../../ui/useStoredRef.ts'

/** What a list needs from its screen. */
export type ListScreen = {
  /** The name of the screen, as in its address. */
  name: string
  /** The initial values, which Clear restores. */
  defaults: { filter: object; sort: readonly SortLevel[]; layout: ColumnLayout }
  filter: object
  sort: readonly SortLevel[]
  layout: ColumnLayout
  density: Density
  /** The column whose value the rows of a group share; null without groups. */
  grouping: ContainerGrouping | null
  selection: Selection
  clearFilter: () => void
  clearTemporaryFilter: () => void
  forgetOrder: () => void
}

/** The screens that list containers. */
export type ContainerScreenName = 'lfd' | 'containers' | 'ready' | 'empties'

type Defaults<Filter, Sort> = { filter: Filter; sort: Sort; layout?: ColumnLayout }

/** Hides columns at first, so that the others fit 1,300 px. The user can show them. */
const createHiddenLayout = (keys: string, plainKeys: readonly string[] = []): ColumnLayout => ({
  ...NO_LAYOUT,
  hidden: [...keys.trim().split(/\s+/), ...plainKeys],
})

function defineScreen<Filter extends object, Sort extends readonly SortLevel[]>(
  name: string,
  { layout = NO_LAYOUT, ...initialValues }: Defaults<Filter, Sort>,
) {
  const isFilter = (value: unknown) =>
    isPlainObject(value) && (!('scope' in initialValues.filter) || isText(value.scope))
  return defineStore(`list ${name}`, () => {
    const { filter, sort, grouping, shownLayout, setTemporaryFilter, clearTemporary } = useTemporaryChoices({
      filter: useStoredRef<Filter>(`${name}.filter`, initialValues.filter, isFilter),
      sort: useStoredRef<Sort>(`${name}.sort`, initialValues.sort, isSortLike(initialValues.sort), (sort) =>
        renameInSort(name, sort),
      ),
      grouping: useStoredRef<ContainerGrouping | null>(`${name}.grouping`, null, isText),
      layout: useStoredRef<ColumnLayout>(`${name}.columns`, layout, isLayout, (stored) => renameInLayout(name, stored)),
    })
    const selection = shallowRef<Selection>(NOTHING)
    // Also while the list is not on screen: a link with a filter must not leave rows selected that the list hides.
    watch(
      () => JSON.stringify([filter.value, sort.value, grouping.value]),
      () => {
        selection.value = NOTHING
      },
    )
    /** The parts of the filter without the scope, which is no restriction and stays when the filter is cleared. */
    const narrowingParts = computed(() => Object.entries(filter.value).filter(([name]) => name !== 'scope'))
    const clearFilter = () => {
      for (const [name] of narrowingParts.value) filter.value = withPart(filter.value, name as keyof Filter, undefined)
    }
    return {
      name,
      defaults: { ...initialValues, layout },
      filter,
      setTemporaryFilter,
      clearTemporaryFilter: clearTemporary,
      sort,
      grouping,
      isNarrowed: computed(() => narrowingParts.value.length > 0),
      setPart: <Key extends keyof Filter>(key: Key, value: Filter[Key] | undefined) => {
        filter.value = withPart(filter.value, key, value)
      },
      clearFilter,
      /** Restores the initial filter and order. The engine refuses values that another version of the app stored. */
      forgetOrder: () => {
        filter.value = initialValues.filter
        sort.value = initialValues.sort
        grouping.value = null
      },
      /** Clears the filter and the selection, because the records of the previous account do not exist here. */
      forgetAccount: () => {
        clearTemporary()
        clearFilter()
        selection.value = NOTHING
      },
      layout: shownLayout,
      density: useStoredRef<Density>(`${name}.density`, 'auto', isText),
      selection,
    }
  })
}

type StoredChoices<Filter, Sort> = {
  filter: Ref<Filter>
  sort: Ref<Sort>
  grouping: Ref<ContainerGrouping | null>
  layout: Ref<ColumnLayout>
}

/**
 * Adds the temporary filter, order and columns that a link sets. They replace the stored ones until the user leaves the
 * screen or changes them. A temporary order has no groups. The link's scope and columns are never stored.
 */
function useTemporaryChoices<Filter extends object, Sort>(stored: StoredChoices<Filter, Sort>) {
  const filter: ShallowRef<Filter | null> = shallowRef(null)
  const sort: ShallowRef<Sort | null> = shallowRef(null)
  /** The keys of columns that the link shows, and of columns that it puts first. */
  const [shownKeys, leadingKeys] = [shallowRef<readonly string[]>([]), shallowRef<readonly string[]>([])]
  /** Sets or removes the temporary choices. The columns with these `keys` come first, even if they are hidden. */
  const setTemporaryFilter = (newFilter: Filter | null, newSort: Sort | null = null, keys: readonly string[] = []) => {
    ;[filter.value, sort.value, shownKeys.value, leadingKeys.value] = [newFilter, newSort, keys, keys]
  }
  return {
    filter: computed<Filter>({
      get: () => filter.value ?? stored.filter.value,
      set: (chosen) => {
        const [scope, ownScope] = [getScope(chosen), getScope(stored.filter.value)]
        const hasLinkScope = filter.value !== null && scope === getScope(filter.value) && scope !== ownScope
        filter.value = hasLinkScope ? chosen : null
        stored.filter.value = hasLinkScope ? { ...chosen, scope: ownScope } : chosen
      },
    }),
    sort: computed<Sort>({
      get: () => sort.value ?? stored.sort.value,
      set: (chosen) => {
        ;[sort.value, stored.sort.value] = [null, chosen]
      },
    }),
    grouping: computed<ContainerGrouping | null>({
      get: () => (sort.value === null ? stored.grouping.value : null),
      set: (chosen) => {
        ;[sort.value, stored.grouping.value] = [null, chosen]
      },
    }),
    shownLayout: computed<ColumnLayout>({
      get: () => ({
        ...stored.layout.value,
        order: [...leadingKeys.value, ...without(stored.layout.value.order, leadingKeys.value)],
        hidden: without(stored.layout.value.hidden, shownKeys.value),
      }),
      set: (chosen) => {
        const { order, hidden } = stored.layout.value
        const isLinkOrder =
          String(chosen.order) === String([...leadingKeys.value, ...without(order, leadingKeys.value)])
        const storedHiddenKeys = shownKeys.value.filter((key) => hidden.includes(key))
        if (!isLinkOrder) leadingKeys.value = []
        shownKeys.value = without(shownKeys.value, chosen.hidden)
        stored.layout.value = {
          ...chosen,
          order: isLinkOrder ? order : chosen.order,
          hidden: [...new Set([...chosen.hidden, ...storedHiddenKeys])],
        }
      },
    }),
    setTemporaryFilter,
    clearTemporary: () => {
      setTemporaryFilter(null)
    },
  }
}

const getScope = (filter: object) => ('scope' in filter ? filter.scope : undefined)

const without = (keys: readonly string[], others: readonly string[]) => keys.filter((key) => !others.includes(key))

/** Checks a stored sort. It has a level if the initial sort has one. */
const isSortLike = (initialSort: readonly SortLevel[]) => (value: unknown) =>
  Array.isArray(value) && value.length >= Math.min(1, initialSort.length)

const isText = (value: unknown) => typeof value === 'string'

/** Checks a stored layout. Earlier versions stored an empty layout, which must not replace the list's own one. */
function isLayout(value: unknown): boolean {
  return (
    isPlainObject(value) &&
    Array.isArray(value.order) &&
    Array.isArray(value.hidden) &&
    isPlainObject(value.widths) &&
    JSON.stringify(value) !== JSON.stringify(NO_LAYOUT)
  )
}

/** Sets a part of a filter, or removes it if it is empty. An absent part does not filter. */
function withPart<Filter extends object, Key extends keyof Filter>(
  filter: Filter,
  key: Key,
  value: Filter[Key] | undefined,
): Filter {
  const rest = Object.fromEntries(Object.entries(filter).filter(([name]) => name !== key)) as Filter
  const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
  return isEmpty ? rest : { ...rest, [key]: value }
}

const containerScreens = {
  lfd: defineScreen<ContainerFilter, ContainerSort>('lfd', {
    filter: { scope: 'board' },
    sort: [
      { column: 'band', direction: 'asc' },
      { column: 'lastFreeDay', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ],
    layout: createHiddenLayout(
      `band daysLeft sources holds nextAction placeTime status masterBill terminalChecked exposure lastChange note tags
       priority`,
      listHiddenPlainKeys('lfd'),
    ),
  }),
  containers: defineScreen<ContainerFilter, ContainerSort>('containers', {
    filter: { scope: 'open' },
    sort: [
      { column: 'eta', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ],
    layout: createHiddenLayout(
      `line verdict equipment masterBill portOfLading discharged daysLeft holds fees appointment fullOut emptyReturned
       destination inlandEta railCarrier weight tags lastChange lineChecked terminalChecked assignee note priority`,
      listHiddenPlainKeys('containers'),
    ),
  }),
  empties: defineScreen<ContainerFilter, ContainerSort>('empties', {
    filter: { scope: 'open' },
    sort: [
      { column: 'daysOut', direction: 'desc' },
      { column: 'number', direction: 'asc' },
    ],
    layout: createHiddenLayout('masterBill pickupPlace'),
  }),
  ready: defineScreen<ContainerFilter, ContainerSort>('ready', {
    filter: { scope: 'open' },
    sort: [
      { column: 'lastFreeDay', direction: 'asc' },
      { column: 'pickupPlace', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ],
    layout: createHiddenLayout('daysLeft refs weight readySince terminalChecked', listHiddenPlainKeys('ready')),
  }),
}

export function useListScreen(name: ContainerScreenName) {
  return containerScreens[name]()
}

export const useShipmentScreen = defineScreen<ShipmentFilter, ShipmentSort>('shipments', {
  filter: { scope: 'open' },
  sort: [
    { column: 'eta', direction: 'asc' },
    { column: 'masterBill', direction: 'asc' },
  ],
  layout: createHiddenLayout('line refs portOfLading destination etd worstBand tracking tags lineChecked lastChange'),
})

export const useChargeScreen = defineScreen<ChargeFilter, ChargeSort>('charges', {
  filter: {},
  sort: [
    { column: 'lastFreeDay', direction: 'asc' },
    { column: 'firstSeen', direction: 'asc' },
    { column: 'number', direction: 'asc' },
  ],
  layout: createHiddenLayout('daysLeft description masterBill note'),
})

/** The rows are always sorted with the newest first. */
export const useChangeScreen = defineScreen<ChangeFilter, []>('changes', {
  filter: { scope: 'unseen' },
  sort: [],
  layout: createHiddenLayout('sourceAt'),
})

/** Without a sort, the most urgent rows come first. */
export const usePastScreen = defineScreen<Input<EngineContract, 'containers.asOf'>['filter'], PastSort>('past', {
  filter: { scope: 'board' },
  sort: [{ column: 'lastFreeDay', direction: 'asc' }],
  layout: createHiddenLayout('band daysLeft sources holds status masterBill'),
})

/** The rows are always sorted with the newest first. */
export const useAlertScreen = defineScreen<AlertFilter, []>('alerts', {
  filter: { scope: 'open' },
  sort: [],
  layout: createHiddenLayout('kind'),
})

export const useRequestScreen = defineScreen<RequestFilter, RequestSort>('requests', {
  filter: { scope: 'open' },
  sort: [{ column: 'created', direction: 'desc' }],
  layout: createHiddenLayout('retries'),
})

export const useDocumentScreen = defineScreen<DocumentFilter, DocumentSort>('documents', {
  filter: { scope: 'all' },
  sort: [{ column: 'received', direction: 'desc' }],
  layout: createHiddenLayout('source key size'),
})

type EmailListInput = Input<EngineContract, 'emails.list'>
export const useEmailScreen = defineScreen<EmailListInput['filter'], EmailListInput['sort']>('emails', {
  filter: {},
  sort: [{ column: 'received', direction: 'desc' }],
})

/** Resets every list when another account opens. */
export function forgetAccountInLists(): void {
  const screens = [
    ...Object.values(containerScreens),
    useShipmentScreen,
    useChargeScreen,
    useChangeScreen,
    usePastScreen,
    useRequestScreen,
    useDocumentScreen,
    useEmailScreen,
    useAlertScreen,
  ]
  for (const useScreen of screens) useScreen().forgetAccount()
}
