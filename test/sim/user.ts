// The user at the screen: asks, saves, undoes, reads and leaves. Records what the screen confirmed, because the program
// must keep that.
import type { EngineContract } from '#contract/index.ts'
import type { Input } from '#contract/rpc.ts'
import { appendCheckDigit } from '#service/world/container-number.ts'
import type { Chance } from './chance.ts'
import { type Desktop, type View, codeOf } from './desktop.ts'
import { type Editor, type EditorDeps, edit, newEditor } from './editor.ts'
import type { Timeline } from './timeline.ts'

/**
 * A request of the user. `saved`: the screen confirmed it. `cancelled`: it was cancelled, and the screen confirmed
 * that.
 */
export type Order = { id: string | null; number: string; isSaved: boolean; isCancelled: boolean; savedAtMs: number }

export type User = {
  orders: Order[]
  /** The newest read mark that the screen confirmed, and manual dates by container. */
  seenThrough: number
  manual: Map<string, string | null>
  editor: Editor
  stop(): void
}

export type UserDeps = {
  timeline: Timeline
  chance: Chance
  desktop: Desktop
  /** Time between two actions of the user. */
  everyMs: number
  /** The share of new tracking requests. */
  orderShare: number
  isStormy: boolean
  changeAtService: EditorDeps['changeAtService']
  account: EditorDeps['account']
  note: (what: string) => void
}

type State = UserDeps & { orders: Order[]; user: User; isDone: boolean; marks: number }

export function startUser(deps: UserDeps): User {
  const user: User = {
    orders: [],
    seenThrough: 0,
    manual: new Map(),
    editor: newEditor(),
    stop: () => {
      state.isDone = true
    },
  }
  const state: State = { ...deps, orders: user.orders, user, isDone: false, marks: 0 }
  const act = () => {
    if (state.isDone) return
    const view = deps.desktop.view()
    if (view) doSomething(state, view)
    deps.timeline.after(deps.chance.spread(deps.everyMs / 5, deps.everyMs * 2), act)
  }
  deps.timeline.after(deps.chance.between(0, deps.everyMs), act)
  return user
}

function doSomething(state: State, view: View): void {
  const { chance } = state
  if (state.isStormy && chance.happens(0.15)) {
    storm(state, view)
    return
  }
  if (chance.happens(state.orderShare)) {
    const roll = chance.next()
    if (roll < 0.65 || state.orders.length === 0) order(state, view)
    else if (roll < 0.85) cancel(state, view)
    else dismiss(state, view)
    return
  }
  const acts = [reread, look, list, list, today, setDate, refresh, undoLook, editRecord, editRecord, editRecord]
  chance.pick(acts)(state, view)
}

type OnFailure = (what: string) => void

/** The result of the call, as the screen gets it; a closed connection gives none. */
function ask<T>(
  { note }: State,
  name: string,
  call: Promise<T>,
  then: (value: T) => void = () => undefined,
  failed: OnFailure = () => undefined,
): void {
  call.then(
    (value) => {
      note(`user ${name} ok`)
      then(value)
    },
    (error: unknown) => {
      note(`user ${name} ${codeOf(error)}`)
      failed(codeOf(error))
    },
  )
}

const LINES = ['MSCU', 'CMDU', 'ONEY', 'OOLU', 'EGLV', 'YMLU', 'HDMU']
const OWNERS = ['MSKU', 'CMAU', 'OOLU', 'EGHU', 'YMLU', 'HLXU']

function newOrder({ chance, orders }: State): Omit<Input<EngineContract, 'tracking.create'>, 'replaces'> {
  const refs = chance.happens(0.3) ? [`PO-${chance.whole(1, 999)}`] : []
  const old = orders.length > 0 && chance.happens(0.15) ? chance.pick(orders) : null
  const scac = chance.pick(LINES)
  const digits = String(chance.whole(0, 999_999)).padStart(6, '0')
  const isContainer = old ? /^[A-Z]{3}U\d{7}$/.test(old.number) : chance.happens(0.4)
  const number =
    old?.number ??
    (isContainer ? appendCheckDigit(chance.pick(OWNERS) + digits) : `${scac}${digits}${chance.whole(1000, 9999)}`)
  return {
    number,
    type: isContainer ? 'container' : 'bill_of_lading',
    scac: chance.happens(0.4) ? null : isContainer ? chance.pick(LINES) : number.slice(0, 4),
    refs,
  }
}

function order(state: State, view: View): void {
  const { orders, note, timeline } = state
  const wanted = newOrder(state)
  const made: Order = { id: null, number: wanted.number, isSaved: false, isCancelled: false, savedAtMs: 0 }
  orders.push(made)
  note(`user orders ${wanted.number} ${wanted.scac ?? 'any'}`)
  ask(
    state,
    'order',
    view.call('tracking.create', { ...wanted, replaces: null }),
    ({ id }) => {
      Object.assign(made, { id, isSaved: true, savedAtMs: timeline.now() })
    },
    (code) => {
      if (code !== 'engine/disconnected') orders.splice(orders.indexOf(made), 1)
    },
  )
}

function cancel(state: State, view: View): void {
  const one = state.chance.pick(state.orders)
  if (one.id === null) return
  ask(state, 'cancel', view.call('tracking.cancel', { id: one.id }), () => {
    one.isCancelled = true
  })
}

function dismiss(state: State, view: View): void {
  const { id } = state.chance.pick(state.orders)
  if (id !== null) ask(state, 'dismiss', view.call('tracking.dismiss', { id, isDismissed: state.chance.happens(0.7) }))
}

function withContainer(state: State, view: View, then: (id: string) => void): void {
  const draw = state.chance.next()
  const window = { offset: 0, limit: 50 }
  ask(
    state,
    'list',
    view.call('containers.list', { filter: { scope: 'all' }, sort: [{ column: 'number', direction: 'asc' }], window }),
    ({ rows }) => {
      const row = rows[Math.floor(draw * rows.length)]
      if (row) then(row.id)
    },
  )
}

function reread(state: State, view: View): void {
  withContainer(state, view, (id) => ask(state, 'reread', view.call('containers.reread', { id })))
}

const STORM = 110

function storm(state: State, view: View): void {
  withContainer(state, view, (id) => {
    for (let i = 0; i < STORM; i++) ask(state, 'reread', view.call('containers.reread', { id }))
  })
}

/** The last value that the screen confirmed must be found; without a confirmation either is allowed. */
function setDate(state: State, view: View): void {
  const date = state.chance.happens(0.3) ? null : `2026-12-${state.chance.whole(10, 28)}`
  withContainer(state, view, (id) => {
    state.user.manual.delete(id)
    ask(
      state,
      'set date',
      view.call('containers.setManualLastFreeDay', {
        id,
        manual: date === null ? null : { date, reason: 'the terminal said so' },
      }),
      () => {
        state.user.manual.set(id, date)
      },
    )
  })
}

function editRecord(state: State, view: View): void {
  const { chance, timeline, changeAtService, account, note, user } = state
  edit(
    user.editor,
    {
      chance,
      changeAtService,
      account,
      note,
      now: () => timeline.now(),
      ask: (name, call, then) => ask(state, name, call, then),
    },
    view,
  )
}

function look(state: State, view: View): void {
  ask(state, 'look', view.call('changes.seenMark', {}), ({ newestId }) =>
    ask(state, 'mark', view.call('changes.markSeen', { throughId: newestId }), () => {
      state.user.seenThrough = Math.max(state.user.seenThrough, newestId)
    }),
  )
}

/** One step back: the earlier mark is unknown here, so nothing is expected. */
function undoLook(state: State, view: View): void {
  state.user.seenThrough = 0
  ask(state, 'undo look', view.call('changes.undoSeen', {}), () => {
    state.user.seenThrough = 0
  })
}

function list(state: State, view: View): void {
  const window = { offset: 0, limit: 100 }
  ask(state, 'changes', view.call('changes.list', { filter: { scope: 'all' }, window }))
  ask(state, 'requests', view.call('tracking.list', { filter: { scope: 'all' }, sort: [], window }))
}

function today(state: State, view: View): void {
  ask(state, 'today', view.call('today.get', {}))
}

function refresh(state: State, view: View): void {
  ask(state, 'refresh', view.call('sync.refresh', {}))
}
