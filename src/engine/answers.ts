// All answers that use the board in memory: lists, counts, past boards, routes, costs, handovers. They only read,
// through the connection that they are given: that of the engine, or that of the reader thread.
import type { ContainerFilter, ContainerRow, ContainerSort } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { EngineStatus } from '#contract/status.ts'
import { type ChangesAnswers, type RecordFinder, changesAnswers } from './changes/answers.ts'
import { type ContainerAnswers, containerAnswers } from './containers/answers.ts'
import { loadPast, loadRowsAt } from './containers/as-of.ts'
import { type Board, type BoardDeps, createBoard } from './mirror/board/board.ts'
import { groupByDecision } from './mirror/board/decisions.ts'
import { findContainersByText, orderContainers } from './mirror/board/list.ts'
import { loadRows } from './mirror/containers/store.ts'
import type { ReadableDb } from './db/open.ts'
import { loadAllQuieted } from './alerts/store.ts'
import { type HandoverAnswers, handoverAnswers } from './handover/handlers.ts'
import { createLists } from './table/lists.ts'
import type { Clock } from './outside/clock.ts'
import type { Random } from './outside/random.ts'
import { type RateAnswers, rateAnswers } from './rates/answers.ts'
import { type ShipmentAnswers, shipmentAnswers } from './shipments/handlers.ts'
import { type ShipmentList, createShipmentList } from './shipments/list.ts'
import { loadAges } from './status/store.ts'
import { type TodayAnswers, todayAnswers } from './today/handlers.ts'
import type { Answerer, Reader } from './reader/reader.ts'

export type AnswerDeps = BoardDeps & { clock: Clock; random: Random; stopped: AbortSignal; now: () => string }

/** Questions that the engine asks. Clients cannot call them. */
type EngineAnswers = {
  'status.ages': (question: { nowMs: number }) => Promise<EngineStatus['ages']>
  'snapshots.order': (question: { filter: ContainerFilter; sort: ContainerSort }) => Promise<string[]>
  'snapshots.rows': (question: { ids: string[] }) => ContainerRow[]
  'disputes.rowAt': (question: { at: string; id: string }) => ContainerRow | null
  /** The containers that need a decision, in the order of Today. */
  'board.decisions': () => Promise<string[]>
  /** Reads rows into memory before the first question: the open containers first, then all others and shipments. */
  'board.readAhead': () => Promise<void>
}

export type Answers = ContainerAnswers &
  ShipmentAnswers &
  ChangesAnswers &
  HandoverAnswers &
  RateAnswers &
  TodayAnswers &
  EngineAnswers

export type BoardReader = Reader<Answers>

export function createAnswerer(answerDeps: AnswerDeps): Answerer<Answers> {
  const { db, clock, random, inSlices, stopped, now } = answerDeps
  const board = createBoard(answerDeps)
  const shipments = createShipmentList(answerDeps, board)
  const lists = createLists(random)
  const deps = { db, board, shipments, lists, inSlices, now, sleep: (ms: number) => clock.sleep(ms, stopped) }
  return {
    answers: {
      ...containerAnswers(deps),
      ...shipmentAnswers(deps),
      ...changesAnswers({ ...deps, finder: createFinder(board, shipments) }),
      ...handoverAnswers({ ...deps, loadQuieted: () => loadAllQuieted(db, now()) }),
      ...rateAnswers(deps),
      ...todayAnswers(deps),
      ...engineAnswers(deps),
    },
    update: (changes) => {
      board.touch(changes.containers)
      shipments.touch(changes.shipments)
      if (changes.isOrderStale) lists.touch()
    },
  }
}

type EngineAnswerDeps = { db: ReadableDb; board: Board; shipments: ShipmentList }

function engineAnswers({ db, board, shipments }: EngineAnswerDeps): EngineAnswers {
  return {
    'status.ages': ({ nowMs }) => board.read('open', () => loadAges(db, board, nowMs)),
    'snapshots.order': ({ filter, sort }) => board.read(filter.scope, () => orderContainers(board, filter, sort)),
    'snapshots.rows': ({ ids }) => loadRows(db, ids),
    'disputes.rowAt': ({ at, id }) => loadRowsAt(db, loadPast(db, at), [id])[0] ?? null,
    'board.decisions': () => board.read('open', () => groupByDecision(board).flatMap(({ ids }) => ids)),
    'board.readAhead': async () => {
      await board.loadPart('first')
      await shipments.loadAll()
    },
  }
}

function createFinder(board: Board, shipments: ShipmentList): RecordFinder {
  return {
    findRecords: (text) =>
      shipments.read(() => ({ container: findContainersByText(board, text), shipment: shipments.findByText(text) })),
  }
}

type ReaderCall = keyof Answers & keyof Handlers<EngineContract>

/** Calls of the contract that go to the reader unchanged. */
const readerCalls: Record<ReaderCall, true> = {
  'containers.list': true,
  'containers.facets': true,
  'containers.bands': true,
  'containers.calendar': true,
  'containers.routes': true,
  'containers.asOf': true,
  'containers.summary': true,
  'shipments.list': true,
  'shipments.facets': true,
  'shipments.get': true,
  'changes.list': true,
  'changes.groups': true,
  'handover.get': true,
  'rates.exposure': true,
  'rates.plan': true,
  'rates.fit': true,
}

export function readerHandlers(reader: BoardReader): Pick<Handlers<EngineContract>, ReaderCall> {
  const handlers = Object.keys(readerCalls).map((name) => [
    name,
    (input: never) => reader.ask(name as ReaderCall, input),
  ])
  return Object.fromEntries(handlers) as Pick<Handlers<EngineContract>, ReaderCall>
}
