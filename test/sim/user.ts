// A simulated user who calls the engine through the view at random. Records each result that the view confirmed,
// because the program must not lose it.
import type { EngineContract } from '#contract/index.ts'
import type { Input } from '#contract/rpc.ts'
import { appendCheckDigit } from '#service/world/container-number.ts'
import type { Random } from './random.ts'
import { type Desktop, type View, getErrorCode } from './desktop.ts'
import { type EditHistory, type RecordEditDeps, editRandomRecord, createEditHistory } from './record-edits.ts'
import type { Timeline } from './timeline.ts'

/** A tracking request of the user. `isSaved` and `isCancelled`: the view confirmed that it was saved or cancelled. */
export type TrackingOrder = {
  id: string | null
  number: string
  isSaved: boolean
  isCancelled: boolean
  savedAtMs: number
}

export type User = {
  orders: TrackingOrder[]
  /** The newest read mark that the view confirmed, and the manual last free days by container. */
  seenThrough: number
  manualDates: Map<string, string | null>
  editHistory: EditHistory
  stop(): void
}

export type UserDeps = {
  timeline: Timeline
  random: Random
  desktop: Desktop
  /** The average time between two actions of the user. */
  intervalMs: number
  /** The share of actions on tracking requests, from 0 to 1. */
  orderShare: number
  hasRereadStorms: boolean
  /** Whether the user sets last free days. They are on this desktop only, so its rows differ from those of others. */
  setsDates: boolean
  changeAtService: RecordEditDeps['changeAtService']
  account: RecordEditDeps['account']
  logEvent: (what: string) => void
}

type State = UserDeps & { orders: TrackingOrder[]; user: User; isStopped: boolean }

export function startUser(deps: UserDeps): User {
  const user: User = {
    orders: [],
    seenThrough: 0,
    manualDates: new Map(),
    editHistory: createEditHistory(),
    stop: () => {
      state.isStopped = true
    },
  }
  const state: State = { ...deps, orders: user.orders, user, isStopped: false }
  const runNextAction = () => {
    if (state.isStopped) return
    const view = deps.desktop.getView()
    if (view) runAction(state, view)
    deps.timeline.after(deps.random.drawLogUniform(deps.intervalMs / 5, deps.intervalMs * 2), runNextAction)
  }
  deps.timeline.after(deps.random.drawBetween(0, deps.intervalMs), runNextAction)
  return user
}

function runAction(state: State, view: View): void {
  const { random } = state
  if (state.hasRereadStorms && random.drawBoolean(0.15)) {
    rereadManyTimes(state, view)
    return
  }
  if (random.drawBoolean(state.orderShare)) {
    const roll = random.drawUnit()
    if (roll < 0.65 || state.orders.length === 0) createOrder(state, view)
    else if (roll < 0.85) cancelOrder(state, view)
    else dismissOrder(state, view)
    return
  }
  const actions = [
    rereadContainer,
    markChangesSeen,
    openLists,
    openLists,
    openToday,
    state.setsDates ? setDate : openToday,
    refresh,
    undoMarkSeen,
    editRecord,
    editRecord,
    editRecord,
  ]
  random.pick(actions)(state, view)
}

type OnFailure = (what: string) => void

/** Logs the result of a call. A call on a connection that was closed never settles. */
function trackCall<T>(
  { logEvent }: State,
  name: string,
  call: Promise<T>,
  onValue: (value: T) => void = () => undefined,
  onFailure: OnFailure = () => undefined,
): void {
  call.then(
    (value) => {
      logEvent(`user ${name} ok`)
      onValue(value)
    },
    (error: unknown) => {
      logEvent(`user ${name} ${getErrorCode(error)}`)
      onFailure(getErrorCode(error))
    },
  )
}

const LINES = ['MSCU', 'CMDU', 'ONEY', 'OOLU', 'EGLV', 'YMLU', 'HDMU']
const OWNERS = ['MSKU', 'CMAU', 'OOLU', 'EGHU', 'YMLU', 'HLXU']

function drawOrder({ random, orders }: State): Omit<Input<EngineContract, 'tracking.create'>, 'replaces'> {
  const refs = random.drawBoolean(0.3) ? [`PO-${random.drawInteger(1, 999)}`] : []
  const earlierOrder = orders.length > 0 && random.drawBoolean(0.15) ? random.pick(orders) : null
  const scac = random.pick(LINES)
  const digits = String(random.drawInteger(0, 999_999)).padStart(6, '0')
  const isContainer = earlierOrder ? /^[A-Z]{3}U\d{7}$/.test(earlierOrder.number) : random.drawBoolean(0.4)
  const number =
    earlierOrder?.number ??
    (isContainer ? appendCheckDigit(random.pick(OWNERS) + digits) : `${scac}${digits}${random.drawInteger(1000, 9999)}`)
  return {
    number,
    type: isContainer ? 'container' : 'bill_of_lading',
    scac: random.drawBoolean(0.4) ? null : isContainer ? random.pick(LINES) : number.slice(0, 4),
    refs,
  }
}

function createOrder(state: State, view: View): void {
  const { orders, logEvent, timeline } = state
  const request = drawOrder(state)
  const newOrder: TrackingOrder = { id: null, number: request.number, isSaved: false, isCancelled: false, savedAtMs: 0 }
  orders.push(newOrder)
  logEvent(`user orders ${request.number} ${request.scac ?? 'any'}`)
  trackCall(
    state,
    'order',
    view.call('tracking.create', { ...request, replaces: null }),
    ({ id }) => {
      Object.assign(newOrder, { id, isSaved: true, savedAtMs: timeline.now() })
    },
    (code) => {
      if (code !== 'engine/disconnected') orders.splice(orders.indexOf(newOrder), 1)
    },
  )
}

function cancelOrder(state: State, view: View): void {
  const selectedOrder = state.random.pick(state.orders)
  if (selectedOrder.id === null) return
  trackCall(state, 'cancel', view.call('tracking.cancel', { id: selectedOrder.id }), () => {
    selectedOrder.isCancelled = true
  })
}

function dismissOrder(state: State, view: View): void {
  const { id } = state.random.pick(state.orders)
  if (id !== null)
    trackCall(state, 'dismiss', view.call('tracking.dismiss', { id, isDismissed: state.random.drawBoolean(0.7) }))
}

function withContainer(state: State, view: View, onValue: (id: string) => void): void {
  const draw = state.random.drawUnit()
  const window = { offset: 0, limit: 50 }
  trackCall(
    state,
    'list',
    view.call('containers.list', { filter: { scope: 'all' }, sort: [{ column: 'number', direction: 'asc' }], window }),
    ({ rows }) => {
      const row = rows[Math.floor(draw * rows.length)]
      if (row) onValue(row.id)
    },
  )
}

function rereadContainer(state: State, view: View): void {
  withContainer(state, view, (id) => trackCall(state, 'reread', view.call('containers.reread', { id })))
}

const STORM_REREADS = 110

function rereadManyTimes(state: State, view: View): void {
  withContainer(state, view, (id) => {
    for (let index = 0; index < STORM_REREADS; index++)
      trackCall(state, 'reread', view.call('containers.reread', { id }))
  })
}

/** The program must have the last date that the view confirmed. Until it confirms, the old and new date are allowed. */
function setDate(state: State, view: View): void {
  const date = state.random.drawBoolean(0.3) ? null : `2026-12-${state.random.drawInteger(10, 28)}`
  withContainer(state, view, (id) => {
    state.user.manualDates.delete(id)
    trackCall(
      state,
      'set date',
      view.call('containers.setManualLastFreeDay', {
        id,
        manual: date === null ? null : { date, reason: 'the terminal said so' },
      }),
      () => {
        state.user.manualDates.set(id, date)
      },
    )
  })
}

function editRecord(state: State, view: View): void {
  const { random, timeline, changeAtService, account, logEvent, user } = state
  editRandomRecord(
    user.editHistory,
    {
      random,
      changeAtService,
      account,
      logEvent,
      now: () => timeline.now(),
      trackCall: (name, call, onValue) => trackCall(state, name, call, onValue),
    },
    view,
  )
}

function markChangesSeen(state: State, view: View): void {
  trackCall(state, 'look', view.call('changes.seenMark', {}), ({ newestId }) =>
    trackCall(state, 'mark', view.call('changes.markSeen', { throughId: newestId }), () => {
      state.user.seenThrough = Math.max(state.user.seenThrough, newestId)
    }),
  )
}

/** Undoes the last mark. The earlier mark is unknown here, so the oracle expects none. */
function undoMarkSeen(state: State, view: View): void {
  state.user.seenThrough = 0
  trackCall(state, 'undo look', view.call('changes.undoSeen', {}), () => {
    state.user.seenThrough = 0
  })
}

function openLists(state: State, view: View): void {
  const window = { offset: 0, limit: 100 }
  trackCall(state, 'changes', view.call('changes.list', { filter: { scope: 'all' }, window }))
  trackCall(state, 'requests', view.call('tracking.list', { filter: { scope: 'all' }, sort: [], window }))
}

function openToday(state: State, view: View): void {
  trackCall(state, 'today', view.call('today.get', {}))
}

function refresh(state: State, view: View): void {
  trackCall(state, 'refresh', view.call('sync.refresh', {}))
}
