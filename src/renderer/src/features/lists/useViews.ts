// The views of one list: which there are, which one is shown, and whether the user has changed it since. A view is filter,
// order, columns and row height as one object; switching to another one lets go of what was changed and not saved.
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { SavedView, ViewState as KeptState } from '#contract/views.ts'
import type { ColumnLayout, SortLevel } from '../../ui/grid/columns.ts'
import type { Density } from '../../ui/grid/density.ts'
import { useLinks, type EngineLink } from '../../engine/engine.ts'
import type { ListScreen } from './list-screen.ts'
import { NOT_ARRANGED, useViewStore } from './views.ts'
import { LANGUAGE, t } from '../../words/words.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { changesOf, useQuery } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'
import { useUndo } from '../../ui/useUndo.ts'

/** What a list looks like; the one object a view consists of. */
type ViewState = { filter: object; sort: readonly SortLevel[]; layout: ColumnLayout; density: Density }

/** Comes with the program; its columns are kept as the user leaves them, its filter and order always begin the same. */
export type GivenView = { id: string; name: string; filter: object; sort: ViewState['sort'] }
export type ListView = { id: string; name: string; isOwn: boolean }
export type Refusal = 'needs-name' | 'name-taken' | 'too-many'

/** More than a menu can show without being searched. */
export const MOST_VIEWS = 50
export const LONGEST_NAME = 60
const STANDARD = 'standard'

export type Views = {
  all: ComputedRef<readonly ListView[]>
  current: ComputedRef<ListView>
  isModified: ComputedRef<boolean>
  choose: (id: string) => void
  /** What is on screen becomes what the user's current view is. */
  save: () => void
  /** Null: saved, and current from now on. */
  saveAs: (name: string) => Refusal | null
  reset: () => void
  /** Of the user's; can be taken back. */
  remove: (id: string) => void
}

export function useViews(screen: ListScreen, given: readonly GivenView[], newId: () => string = () => crypto.randomUUID()): Views {
  const store = useViewStore()
  const toast = useToast()
  const { offer } = useUndo()
  const { account, engine } = useLinks()
  const place = () => `${screen.name} ${account.value ?? ''}`
  const standard: GivenView = { id: STANDARD, name: t('view.standard'), ...screen.defaults }
  const fixed = [standard, ...given]
  const { own: kept, put, drop } = useKeptViews(engine)
  const own = computed(() => (kept.value ?? []).filter((view) => view.screen === screen.name))
  const now = (): ViewState => ({ filter: screen.filter, sort: screen.sort, layout: screen.layout, density: screen.density })
  /** One of the user's that the engine has not told of yet: until then nothing is said to differ from it. */
  const awaited = (id: string): SavedView => ({ id, name: '…', screen: screen.name, ...copied(now() as KeptState) })
  const shown = computed<SavedView | GivenView>(() => {
    const id = store.current[place()] ?? STANDARD
    return [...fixed, ...own.value].find((view) => view.id === id) ?? (kept.value === null ? awaited(id) : standard)
  })

  function show(view: SavedView | GivenView) {
    // A copy: what the user changes on screen is not the view until it is saved.
    const { filter, sort, layout, density } = copied({ filter: view.filter, sort: view.sort, ...(isSaved(view) ? view : (store.arranged[`${screen.name} ${view.id}`] ?? NOT_ARRANGED)) })
    Object.assign(screen, { filter, sort, layout, density })
    store.current = { ...store.current, [place()]: view.id }
  }

  function choose(id: string) {
    const before = shown.value
    if (!isSaved(before)) store.arranged = { ...store.arranged, [`${screen.name} ${before.id}`]: copied({ layout: screen.layout, density: screen.density }) }
    show([...fixed, ...own.value].find((view) => view.id === id) ?? standard)
  }

  return {
    all: computed(() => [...fixed.map(({ id, name }) => ({ id, name, isOwn: false })), ...own.value.map(({ id, name }) => ({ id, name, isOwn: true })).toSorted((a, b) => a.name.localeCompare(b.name, LANGUAGE))]),
    current: computed(() => ({ id: shown.value.id, name: shown.value.name, isOwn: isSaved(shown.value) })),
    isModified: computed(() => differs(shown.value, now())),
    choose,
    save: () => {
      const view = shown.value
      if (!isSaved(view)) return
      put({ ...view, ...copied(now() as KeptState) }, () => { toast.say(t('view.saved', { name: view.name })) })
    },
    saveAs: (typed) => {
      const name = typed.trim().slice(0, LONGEST_NAME)
      const refusal = refusalOf(name, [...fixed, ...own.value].map((view) => view.name), own.value.length)
      if (refusal !== null) return refusal
      const view = { id: newId(), name, screen: screen.name, ...copied(now() as KeptState) }
      put(view, () => { toast.say(t('view.saved', { name })) })
      store.current = { ...store.current, [place()]: view.id }
      return null
    },
    reset: () => { show(shown.value) },
    remove: (id) => {
      const view = own.value.find((each) => each.id === id)
      if (!view) return
      if (shown.value.id === id) choose(STANDARD)
      drop(id, () => { offer(t('view.removed', { name: view.name }), () => { put(view) }) })
    },
  }
}

/** Of every list. What was saved or removed here stands at once; the engine's word of it takes its place. */
function useKeptViews(engine: EngineLink) {
  const toast = useToast()
  const list = useQuery(engine, 'views.list', () => ({}), changesOf(['views']))
  const saveCommand = useCommand(engine, 'views.save')
  const removeCommand = useCommand(engine, 'views.remove')
  const mine = shallowRef<ReadonlyMap<string, SavedView | null>>(new Map())
  watch(list.data, () => { mine.value = new Map() })
  const change = async (id: string, view: SavedView | null, done: () => void) => {
    mine.value = new Map(mine.value).set(id, view)
    const outcome = view === null ? await removeCommand.run({ id }) : await saveCommand.run(view)
    if (outcome.ok) {
      done()
      return
    }
    toast.fail(outcome.error)
    mine.value = new Map([...mine.value].filter(([other]) => other !== id))
  }
  return {
    /** Null: not told yet. */
    own: computed(() => (list.data.value === null ? null : [...list.data.value.filter(({ id }) => !mine.value.has(id)), ...[...mine.value.values()].filter((view) => view !== null)])),
    put: (view: SavedView, done: () => void = () => undefined) => { void change(view.id, view, done) },
    drop: (id: string, done: () => void) => { void change(id, null, done) },
  }
}

const isSaved = (view: SavedView | GivenView): view is SavedView => 'screen' in view

function refusalOf(name: string, taken: readonly string[], count: number): Refusal | null {
  if (name === '') return 'needs-name'
  if (taken.some((other) => other.localeCompare(name, LANGUAGE, { sensitivity: 'accent' }) === 0)) return 'name-taken'
  return count >= MOST_VIEWS ? 'too-many' : null
}

/** Of a view that comes with the program, columns and row height are the user's anyway. */
function differs(view: SavedView | GivenView, now: ViewState): boolean {
  const parts = ['filter', 'sort', ...(isSaved(view) ? (['layout', 'density'] as const) : [])] as const
  return parts.some((part) => spelled((view as ViewState)[part]) !== spelled(now[part]))
}

/** The same text for the same content, in whatever order its parts were put there. */
function spelled(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part))
}

function copied<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}
