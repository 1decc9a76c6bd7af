// The views of one list: all of them, the shown one, and whether the user has changed it. A view consists of filter,
// order, groups, columns and row height. A switch to another view discards unsaved changes.
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import { renameInLayout } from '#contract/rules/renamed-columns.ts'
import type { SavedView, ViewState as SavedState } from '#contract/views.ts'
import type { ColumnLayout, SortLevel } from '../../ui/grid/columns.ts'
import type { Density } from '../../ui/grid/density.ts'
import { useLinks, type EngineLink, type Links } from '../../engine/engine.ts'
import type { ListScreen } from './list-screen.ts'
import { LANGUAGE, t } from '../../words/words.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { createChangeTrigger, useQuery } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'
import { useUndo } from '../../ui/useUndo.ts'
import { defineStore } from 'pinia'
import { isPlainObject, useStoredRef } from '../../ui/useStoredRef.ts'

/** The content of a view. */
type ViewState = {
  filter: object
  sort: readonly SortLevel[]
  grouping: ListScreen['grouping']
  layout: ColumnLayout
  density: Density
}

/** The program defines its filter and order; it has no groups. Its columns stay as the user arranged them. */
type BuiltInView = { id: string; name: string; filter: object; sort: ViewState['sort'] }
type AnyView = SavedView | BuiltInView
export type ListView = { id: string; name: string; isOwn: boolean }
export type Refusal = 'needs-name' | 'name-taken' | 'too-many'

/** The menu has no search, so its length is limited. */
export const MAX_VIEWS = 50
export const MAX_NAME_LENGTH = 60
const STANDARD = 'standard'

export type Views = {
  all: ComputedRef<readonly ListView[]>
  current: ComputedRef<ListView>
  isModified: ComputedRef<boolean>
  choose: (id: string) => void
  /** Stores the state of the screen in the user's current view. */
  save: () => void
  /** Returns null if the view was saved; it is then the current view. */
  saveAs: (name: string) => Refusal | null
  reset: () => void
  /** Removes one of the user's views; the user can undo it. */
  remove: (id: string) => void
}

export function useViews(
  screen: ListScreen,
  builtInList: readonly BuiltInView[],
  newId: () => string = () => crypto.randomUUID(),
): Views {
  const { offer } = useUndo()
  const { accountId, engine } = useLinks()
  const { savedViews, save, restore, remove: removeSaved } = useSavedViews(engine)
  const ownViews = computed(() => savedViews.value?.filter((view) => view.screen === screen.name) ?? null)
  const { filter, sort } = screen.defaults
  const standard: BuiltInView = { id: STANDARD, name: t('view.standard'), filter, sort }
  const builtInViews = [standard, ...builtInList] as const
  const { all, shownView, setCurrent, showView, choose } = useShownView(screen, builtInViews, ownViews, accountId)

  function saveAs(typedName: string): Refusal | null {
    const name = typedName.trim().slice(0, MAX_NAME_LENGTH)
    const refusal = findRefusal(
      name,
      all.value.map((view) => view.name),
      ownViews.value?.length ?? 0,
    )
    if (refusal !== null) return refusal
    const view = { id: newId(), name, screen: screen.name, ...pickState(screen) }
    save(view)
    setCurrent(view.id)
    return null
  }

  function remove(id: string) {
    const view = ownViews.value?.find((savedView) => savedView.id === id)
    if (!view) return
    if (shownView.value.id === id) choose(STANDARD)
    removeSaved(id, () => offer(t('view.removed', { name: view.name }), () => restore(view)))
  }

  return {
    all: computed(() => [
      ...builtInViews.map(toListView),
      ...(ownViews.value ?? []).map(toListView).toSorted(compareNames),
    ]),
    current: computed(() => toListView(shownView.value)),
    isModified: computed(() => isViewChanged(shownView.value, screen)),
    choose,
    save: () => {
      if (isSavedView(shownView.value)) save({ ...shownView.value, ...pickState(screen) })
    },
    saveAs,
    reset: () => showView(shownView.value),
    remove,
  }
}

/** Provides the view that the list shows, for each screen and account. `ownViews` is null until the engine answers. */
function useShownView(
  screen: ListScreen,
  builtInViews: readonly [BuiltInView, ...BuiltInView[]],
  ownViews: ComputedRef<readonly SavedView[] | null>,
  accountId: Links['accountId'],
) {
  const store = useViewStore()
  const getStoreKey = () => `${screen.name} ${accountId.value ?? ''}`
  const [standard] = builtInViews
  const getArrangementKey = (id: string) => `${screen.name} ${id}`
  const all = computed<readonly AnyView[]>(() => [...builtInViews, ...(ownViews.value ?? [])])
  const findView = (id: string) => all.value.find((view) => view.id === id)
  /**
   * Creates the view that replaces a saved one until the engine answers. It equals the screen, so nothing is changed.
   */
  const createPlaceholder = (id: string): SavedView => ({ id, name: '…', screen: screen.name, ...pickState(screen) })
  const shownView = computed<AnyView>(() => {
    const id = store.current[getStoreKey()] ?? STANDARD
    return findView(id) ?? (ownViews.value === null ? createPlaceholder(id) : standard)
  })
  const setCurrent = (id: string) => {
    store.current = { ...store.current, [getStoreKey()]: id }
  }

  function showView(view: AnyView) {
    screen.clearTemporaryFilter()
    const defaults: Arrangement = { layout: screen.defaults.layout, density: 'auto' }
    const arrangement = isSavedView(view) ? view : (store.arranged[getArrangementKey(view.id)] ?? defaults)
    // A copy: a change on the screen reaches the view only when the user saves it.
    Object.assign(
      screen,
      pickState({
        filter: view.filter,
        sort: view.sort,
        grouping: getGrouping(view),
        layout: arrangement.layout,
        density: arrangement.density as Density,
      }),
    )
    setCurrent(view.id)
  }

  function choose(id: string) {
    const previousView = shownView.value
    // The columns of a link are not the user's arrangement.
    screen.clearTemporaryFilter()
    const { layout, density } = pickState(screen)
    if (!isSavedView(previousView))
      store.arranged = { ...store.arranged, [getArrangementKey(previousView.id)]: { layout, density } }
    showView(findView(id) ?? standard)
  }

  return { all, shownView, setCurrent, showView, choose }
}

/** Copies the content of a view. */
const pickState = ({ filter, sort, grouping, layout, density }: ViewState) =>
  deepCopy({ filter, sort, grouping, layout, density } as ViewState & SavedState)

/**
 * Returns null for built-in views and for views of earlier versions, which have no groups. The engine checked the name.
 */
const getGrouping = (view: AnyView) => (isSavedView(view) ? ((view.grouping ?? null) as ListScreen['grouping']) : null)

const compareNames = (a: ListView, b: ListView) => a.name.localeCompare(b.name, LANGUAGE)

const toListView = (view: AnyView): ListView => ({ id: view.id, name: view.name, isOwn: isSavedView(view) })

/** Provides the saved views of all lists. A local change is shown at once, until the engine's answer replaces it. */
function useSavedViews(engine: EngineLink) {
  const toast = useToast()
  const list = useQuery(engine, 'views.list', () => ({}), createChangeTrigger(['views']))
  const saveCommand = useCommand(engine, 'views.save')
  const removeCommand = useCommand(engine, 'views.remove')
  const localChanges = shallowRef<ReadonlyMap<string, SavedView | null>>(new Map())
  watch(list.data, () => {
    localChanges.value = new Map()
  })
  const changeView = async (id: string, view: SavedView | null, onSuccess: () => void) => {
    localChanges.value = new Map(localChanges.value).set(id, view)
    const outcome = view === null ? await removeCommand.run({ id }) : await saveCommand.run(view)
    if (outcome.ok) {
      onSuccess()
      return
    }
    toast.fail(outcome.error)
    localChanges.value = new Map([...localChanges.value].filter(([otherId]) => otherId !== id))
  }
  return {
    /** Null until the engine answers. */
    savedViews: computed(() =>
      list.data.value === null
        ? null
        : [
            ...list.data.value.filter(({ id }) => !localChanges.value.has(id)),
            ...[...localChanges.value.values()].filter((view) => view !== null),
          ],
    ),
    save: (view: SavedView) => void changeView(view.id, view, () => toast.say(t('view.saved', { name: view.name }))),
    restore: (view: SavedView) => void changeView(view.id, view, () => undefined),
    remove: (id: string, onSuccess: () => void) => void changeView(id, null, onSuccess),
  }
}

const isSavedView = (view: AnyView): view is SavedView => 'screen' in view

function findRefusal(name: string, otherNames: readonly string[], ownCount: number): Refusal | null {
  if (name === '') return 'needs-name'
  if (otherNames.some((otherName) => otherName.localeCompare(name, LANGUAGE, { sensitivity: 'accent' }) === 0))
    return 'name-taken'
  return ownCount >= MAX_VIEWS ? 'too-many' : null
}

/** Whether the user changed the view. In a built-in view, other columns or another row height are not a change. */
function isViewChanged(view: AnyView, state: ViewState): boolean {
  if (getGrouping(view) !== state.grouping) return true
  const parts = ['filter', 'sort', ...(isSavedView(view) ? (['layout', 'density'] as const) : [])] as const
  return parts.some((part) => writeCanonicalJson((view as ViewState)[part]) !== writeCanonicalJson(state[part]))
}

/** Writes the same text for the same content, in any order of its keys. */
function writeCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  )
}

function deepCopy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

/** The user's columns and row height in a built-in view. */
type Arrangement = { layout: ColumnLayout; density: Density }

/** The current view of each list, and the arrangements. The engine stores the saved views. */
const useViewStore = defineStore('views', () => ({
  /** Screen and account → id of its view. */
  current: useStoredRef<Record<string, string>>('views.current', {}, isPlainObject),
  /** Columns and row height of the built-in views, by screen and id. */
  arranged: useStoredRef<Record<string, Arrangement>>('views.arranged', {}, isPlainObject, upgradeArrangements),
}))

/** Sets the current names of columns. The first word of a key is the screen. */
function upgradeArrangements(arranged: Record<string, Arrangement>): Record<string, Arrangement> {
  return Object.fromEntries(
    Object.entries(arranged).map(([key, arrangement]) => [
      key,
      { ...arrangement, layout: renameInLayout(key.split(' ')[0] ?? '', arrangement.layout) },
    ]),
  )
}
