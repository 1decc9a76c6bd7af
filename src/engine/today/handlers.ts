// Handlers of the Today screen: what needs the user, what changed, and what is unknown.
import type { ContainerFilter } from '#contract/containers.ts'
import type { HandlersOf } from '#contract/index.ts'
import { lastFreeDayReasons } from '#contract/risk.ts'
import { DECISIONS_SHOWN, type Today, type TodayMoney, type TodayTile } from '#contract/today.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Board } from '../mirror/board/board.ts'
import { groupByDecision } from '../mirror/board/decisions.ts'
import { type AmountByCurrency, addCost, totalsOf } from '../mirror/board/exposure.ts'
import { filterSlots } from '../mirror/board/filter.ts'
import { READY, countMatching, countNotAssessed, feesDueOf } from '../mirror/board/list.ts'
import { BY_DEADLINE, UNDECIDED, WITH_FEES } from '../mirror/board/urgent-filters.ts'
import { loadMoment } from '../mirror/containers/moment.ts'
import { listsAsOf, loadRows } from '../mirror/containers/store.ts'
import { loadReadMark, loadSeenThrough } from '../mirror/history/read-marks.ts'
import { countListedChanges, loadChangeRows, listMostSevereChanges } from '../mirror/history/store.ts'
import { dateOfJulianDay } from '../outside/calendar.ts'
import { hasDemurrageRates } from '../settings/rates.ts'
import { loadGates } from '../settings/terminals.ts'

const MAX_CHANGES = 10

const notAssessedFilter: ContainerFilter = { scope: 'open', isNotAssessed: true }

/** Answers that are counted over the board. */
export type TodayAnswers = {
  'today.board': () => Promise<BoardPart>
  'today.tiles': () => Promise<Record<string, number>>
}
type BoardPart = Omit<Today, 'documents'>

export function todayAnswers({ db, board }: { db: ReadableDb; board: Board }): TodayAnswers {
  return {
    'today.board': () => board.read('open', () => loadToday(db, board)),
    'today.tiles': () =>
      board.read('open', () => Object.fromEntries(countTiles(board).map(({ tile, count }) => [tile, count]))),
  }
}

export type TodayDeps = { loadBoard: () => Promise<BoardPart>; countDocuments: () => Promise<Today['documents']> }

export function todayHandlers({ loadBoard, countDocuments }: TodayDeps): HandlersOf<'today'> {
  return {
    'today.get': async () => {
      const { needsMe, underWay } = await countDocuments()
      return { ...(await loadBoard()), documents: { needsMe, underWay } }
    },
  }
}

function loadToday(db: ReadableDb, board: Board): BoardPart {
  const lastReadMark = loadReadMark(db)
  const seenThrough = loadSeenThrough(db)
  return {
    tiles: countTiles(board).map((tile) => {
      const countThen = lastReadMark?.tiles[tile.tile]
      return { ...tile, delta: countThen === undefined ? null : tile.count - countThen }
    }),
    money: computeMoney(db, board),
    ...loadDecisions(db, board),
    changes: loadChangeRows(db, listMostSevereChanges(db, seenThrough, MAX_CHANGES)),
    changeCount: countListedChanges(db, seenThrough),
    notAssessed: { ...countNotAssessed(board), filter: notAssessedFilter },
    asOf: listsAsOf(db),
  }
}

const ARRIVING_DAYS = 3

const tileFilters: Record<TodayTile['tile'], ContainerFilter> = {
  ...BY_DEADLINE,
  'new-holds': { scope: 'open', hasNewHold: true },
  ready: { scope: 'board', verdicts: ['ready', 'ready-unverified'] },
  arriving: { scope: 'open', arrivingWithinDays: ARRIVING_DAYS },
}

const UNVERIFIED: ContainerFilter['verdicts'] = ['ready-unverified']

type CountedTile = Omit<TodayTile, 'delta'>

function countTiles(board: Board): CountedTile[] {
  const names = Object.keys(tileFilters) as TodayTile['tile'][]
  return names.map((tile) => {
    const filter = tileFilters[tile]
    const unverified = tile === 'ready' ? countMatching(board, { ...filter, verdicts: UNVERIFIED }) : 0
    return { tile, filter, count: countMatching(board, filter), unverified }
  })
}

function loadDecisions(db: ReadableDb, board: Board): Pick<Today, 'decisions' | 'decisionCount' | 'decisionFilter'> {
  const decisions = groupByDecision(board).map(({ reason, isToConfirm, sort, ids }) => {
    // The LFD board has all containers with such a reason.
    const scope = lastFreeDayReasons.has(reason) ? 'board' : 'open'
    const bands: ContainerFilter['bands'] = [isToConfirm ? 'confirm' : 'past']
    const isPast = reason === 'past-last-free-day'
    const filter: ContainerFilter = { scope, leadingRisks: [reason], ...(isPast ? { bands } : {}) }
    const rows = loadRows(db, ids.slice(0, DECISIONS_SHOWN))
    return { reason, isToConfirm, count: ids.length, filter, sort, rows }
  })
  return { decisions, decisionCount: decisions.reduce((sum, { count }) => sum + count, 0), decisionFilter: UNDECIDED }
}

/** The containers whose money can be saved by a pickup today, without another step before it. */
const saveableReadyFilter: ContainerFilter = { scope: 'board', bands: ['today'], verdicts: [...READY] }
/** Without the band `confirm`: those containers were probably picked up already. */
const dueTodayFilter: ContainerFilter = { scope: 'board', bands: ['past', 'today'] }

function computeMoney(db: ReadableDb, board: Board): TodayMoney {
  const slots = filterSlots(board, WITH_FEES)
  return {
    due: feesDueOf(board, slots),
    dueCount: slots.length,
    dueFilter: WITH_FEES,
    ...computeDayCosts(board),
    saveableReady: countMatching(board, saveableReadyFilter),
    saveableUnverified: countMatching(board, { ...saveableReadyFilter, verdicts: UNVERIFIED }),
    saveableClosed: countClosedToday(db, board),
    hasRates: hasDemurrageRates(db),
  }
}

function countClosedToday(db: ReadableDb, board: Board): number {
  const { columns } = board
  const { findDay } = loadGates(db, loadMoment(db).ms)
  const days = columns.numbers('lfd_day')
  const readText = (name: 'pickup_place' | 'days_out_zone') => {
    const [codes, texts] = [columns.codes(name), columns.texts(name)]
    return (slot: number) => texts[codes[slot] ?? 0] ?? null
  }
  const [readPlace, readZone] = [readText('pickup_place'), readText('days_out_zone')]
  return filterSlots(board, BY_DEADLINE.today).filter(
    (slot) => findDay(readPlace(slot), readZone(slot), dateOfJulianDay(days[slot] ?? Number.NaN))?.isOver,
  ).length
}

/** What one more day costs: for containers past their last free day, and for those whose last free day is today. */
function computeDayCosts(
  board: Board,
): Pick<TodayMoney, 'accruing' | 'saveable' | 'accruingUncosted' | 'saveableUncosted'> {
  const [costs, daysLeft] = [board.costs(), board.daysLeft()]
  const accruing: AmountByCurrency = new Map()
  const saveable: AmountByCurrency = new Map()
  let [accruingUncosted, saveableUncosted] = [0, 0]
  for (const slot of filterSlots(board, dueTodayFilter)) {
    const today = costs.today(slot)
    const [costToday, costTomorrow] = [costs.demurrage(slot, today), costs.demurrage(slot, today + 1)]
    const isPast = daysLeft(slot) < 0
    if (typeof costToday === 'string' || typeof costTomorrow === 'string') {
      if (isPast) accruingUncosted++
      else saveableUncosted++
    } else if (costToday !== null && costTomorrow !== null)
      addCost(isPast ? accruing : saveable, { ...costTomorrow, minor: costTomorrow.minor - costToday.minor })
  }
  return { accruing: totalsOf(accruing), saveable: totalsOf(saveable), accruingUncosted, saveableUncosted }
}
