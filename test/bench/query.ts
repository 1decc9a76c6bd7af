// *query*: the time of scrolling, of a new sort or filter, and of Today, with nine times as many returned containers.
import { ChargeSortColumn } from '#contract/charges.ts'
import {
  type ContainerFilter,
  ContainerGrouping,
  type ContainerSort,
  ContainerSortColumn,
} from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'
import { ShipmentSortColumn } from '#contract/shipments.ts'
import { FULL_SIZE, ROWS_PER_ACTIVE, startDataSetEngine, measureReferenceSort } from './data-set-engine.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { createRandom } from './history.ts'
import { computeLatency, measureLoopDelay, waitForNextTurn, measureMs } from './latency.ts'
import { printNote } from './print-note.ts'
import { median, spread } from './statistics.ts'

const WINDOW_ROWS = 100
const WINDOW_COUNT = 60
const REPEATS = 40
const ROUNDS = 5
/** A ratio of shorter times measures only the resolution of the clock. */
const MIN_REFERENCE_MS = 0.5

const WINDOW_MS = 10
const QUERY_MS = 150
const LOOP_MS = 40

type RequestWindow = (
  window: { offset: number; limit: number },
  listId?: string,
) => Promise<{ listId: string; total: number }>
type ListQuery = { name: string; request: RequestWindow }

export const measureQuery: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers) figures.push(...(await measureSize(size)))
  return figures
}

async function measureSize(containers: number): Promise<Figure[]> {
  const active = containers / ROWS_PER_ACTIVE
  const engine = await startDataSetEngine(active)
  try {
    const createFigure = createFigureFactory('query', containers)
    const createBound = (atMost: number) => (active >= FULL_SIZE ? { atMost } : null)
    const firstMs = await measureMs(() =>
      createContainerQuery(engine.client, 'first', { scope: 'open' }, []).request({ offset: 0, limit: WINDOW_ROWS }),
    )
    const firstAllMs = await measureMs(() =>
      createContainerQuery(engine.client, 'first', { scope: 'all' }, []).request({ offset: 0, limit: WINDOW_ROWS }),
    )
    const figures = [
      createFigure('first list after start', firstMs, 'ms', null),
      createFigure('first list of everything', firstAllMs, 'ms', null, { isWhole: true }),
    ]
    for (const screen of createScreenQueries(engine.client)) {
      figures.push(
        createFigure(
          `window of ${WINDOW_ROWS}, ${screen.name}, p95`,
          await measureScroll(screen),
          'ms',
          createBound(WINDOW_MS),
        ),
      )
    }
    const reference = await measureReferenceSort(containers)
    figures.push(createFigure('reference: as many numbers sorted', reference, 'ms', null, { isWhole: true }))
    for (const [group, queries] of Object.entries(createNewQueries(engine.client))) {
      const { worst, firstTime, loop } = await measureQueries(queries)
      figures.push(
        createFigure(`${group}, slowest`, worst.ms, 'ms', createBound(QUERY_MS), { item: worst.name }),
        createFigure(`${group}, slowest at its first time`, firstTime.ms, 'ms', null, {
          item: firstTime.name,
          isWhole: true,
        }),
        ...(reference < MIN_REFERENCE_MS
          ? []
          : [createFigure(`${group}, slowest to the reference`, worst.ms / reference, 'x', null)]),
        createFigure(`${group}, event loop p99`, loop.p99, 'ms', createBound(LOOP_MS), { isWhole: true }),
      )
    }
    for (const [call, request] of Object.entries(createPageCalls(engine.client)))
      figures.push(createFigure(`${call}, p95`, await measureRepeatedly(request), 'ms', null))
    return figures
  } finally {
    await engine.close()
  }
}

function createContainerQuery(
  client: Client<EngineContract>,
  name: string,
  filter: ContainerFilter,
  sort: ContainerSort,
  grouping?: ContainerGrouping,
): ListQuery {
  return {
    name,
    request: (window, listId) =>
      client.call('containers.list', {
        filter,
        sort,
        window,
        ...(grouping === undefined ? {} : { grouping }),
        ...(listId === undefined ? {} : { listId }),
      }),
  }
}

/** Creates the queries with the filters and orders that the screens use first. */
function createScreenQueries(client: Client<EngineContract>): ListQuery[] {
  const withListId = (listId: string | undefined) => (listId === undefined ? {} : { listId })
  return [
    createContainerQuery(client, 'containers', { scope: 'open' }, [
      { column: 'eta', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ]),
    createContainerQuery(client, 'all containers', { scope: 'all' }, [
      { column: 'eta', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ]),
    createContainerQuery(
      client,
      'all containers by vessel',
      { scope: 'all' },
      [
        { column: 'eta', direction: 'asc' },
        { column: 'number', direction: 'asc' },
      ],
      'vessel',
    ),
    createContainerQuery(client, 'last free days', { scope: 'board' }, [
      { column: 'band', direction: 'asc' },
      { column: 'daysLeft', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ]),
    createContainerQuery(client, 'ready', { scope: 'open', verdicts: ['ready', 'ready-unverified'] }, [
      { column: 'daysLeft', direction: 'asc' },
      { column: 'pickupPlace', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ]),
    {
      name: 'shipments',
      request: (window, listId) =>
        client.call('shipments.list', {
          filter: { scope: 'open' },
          sort: [
            { column: 'eta', direction: 'asc' },
            { column: 'masterBill', direction: 'asc' },
          ],
          window,
          ...withListId(listId),
        }),
    },
    {
      name: 'holds and fees',
      request: (window, listId) =>
        client.call('charges.list', {
          filter: {},
          sort: [
            { column: 'daysLeft', direction: 'asc' },
            { column: 'firstSeen', direction: 'asc' },
            { column: 'number', direction: 'asc' },
          ],
          window,
          ...withListId(listId),
        }),
    },
    {
      name: 'changes',
      request: (window, listId) =>
        client.call('changes.list', { filter: { scope: 'unseen' }, window, ...withListId(listId) }),
    },
  ]
}

/** Reads windows at random positions of an unchanged list, and returns the 95th percentile in milliseconds. */
async function measureScroll({ request }: ListQuery): Promise<number> {
  const random = createRandom(7)
  const { listId, total } = await request({ offset: 0, limit: WINDOW_ROWS })
  const times: number[] = []
  for (let i = 0; i < WINDOW_COUNT; i++) {
    const offset = Math.floor(random() * Math.max(1, total - WINDOW_ROWS))
    times.push(await measureMs(() => request({ offset, limit: WINDOW_ROWS }, listId)))
  }
  return computeLatency(times).p95
}

function createNewQueries(client: Client<EngineContract>): Record<string, ListQuery[]> {
  const directions = ['asc', 'desc'] as const
  const createSorts = (scope: ContainerFilter['scope']) =>
    ContainerSortColumn.options.map((column, i) =>
      createContainerQuery(client, column, { scope }, [{ column, direction: directions[i % 2]! }]),
    )
  const createFilters = (scope: ContainerFilter['scope']) =>
    containerFilters.map(([name, filterPart]) =>
      createContainerQuery(client, name, { scope, ...filterPart }, [{ column: 'daysLeft', direction: 'asc' }]),
    )
  return {
    'new sort of open containers': createSorts('open'),
    'new sort of all containers': createSorts('all'),
    'new groups of all containers': ContainerGrouping.options.map((grouping) =>
      createContainerQuery(client, grouping, { scope: 'all' }, [{ column: 'eta', direction: 'asc' }], grouping),
    ),
    'new filter of open containers': createFilters('open'),
    'new filter of all containers': createFilters('all'),
    'built-in views': createScreenQueries(client),
    'choices of a filter': (['board', 'open', 'all'] as const).map((scope) => ({
      name: scope,
      request: async () => ({
        listId: '',
        total: (await client.call('containers.facets', { filter: { scope } })).bands.length,
      }),
    })),
    'new sort or filter of shipments': [
      ...ShipmentSortColumn.options.flatMap((column, i) =>
        (['open', 'all'] as const).map((scope): ListQuery => ({
          name: `${column}, ${scope}`,
          request: (window) =>
            client.call('shipments.list', {
              filter: { scope },
              sort: [{ column, direction: directions[i % 2]! }],
              window,
            }),
        })),
      ),
      {
        name: 'text',
        request: (window) =>
          client.call('shipments.list', { filter: { scope: 'all', text: 'kestrel' }, sort: [], window }),
      },
    ],
    'new sort or filter of holds and fees': [
      ...ChargeSortColumn.options.map((column, i): ListQuery => ({
        name: column,
        request: (window) =>
          client.call('charges.list', { filter: {}, sort: [{ column, direction: directions[i % 2]! }], window }),
      })),
      {
        name: 'text',
        request: (window) => client.call('charges.list', { filter: { text: 'customs' }, sort: [], window }),
      },
    ],
    'new filter of changes': [
      { name: 'unseen', request: (window) => client.call('changes.list', { filter: { scope: 'unseen' }, window }) },
      { name: 'all', request: (window) => client.call('changes.list', { filter: { scope: 'all' }, window }) },
      {
        name: 'kind',
        request: (window) => client.call('changes.list', { filter: { scope: 'all', kinds: ['hold', 'fee'] }, window }),
      },
      ...['kestrel', 'm', 'nothing has this', 'mscu'].map((text): ListQuery => ({
        name: `text ${text}`,
        request: (window) => client.call('changes.list', { filter: { scope: 'all', text }, window }),
      })),
    ],
  }
}

const containerFilters: [string, Partial<ContainerFilter>][] = [
  ['text customer', { text: 'kestrel' }],
  ['text number', { text: 'mscu1' }],
  ['text letter', { text: 'e' }],
  ['text nothing', { text: 'nothing has this' }],
  ['bands', { bands: ['past', 'today'] }],
  ['verdicts', { verdicts: ['held', 'conflict'] }],
  ['statuses', { statuses: ['available', 'grounded'] }],
  ['lines', { lines: ['MSCU'] }],
  ['holds', { holds: ['customs'] }],
  ['within days', { withinDays: 3 }],
  ['fees', { hasFees: true }],
  ['disputed', { isDisputed: true }],
  ['not assessed', { isNotAssessed: true }],
  ['any risk', { risks: [] }],
  ['new hold', { hasNewHold: true }],
  ['arriving', { arrivingWithinDays: 3 }],
]

type Worst = { name: string; ms: number }

/**
 * Runs each query several times. `worst`: the query with the longest median. `firstTime`: the query with the longest
 * first run, before anything is cached.
 */
async function measureQueries(
  queries: ListQuery[],
): Promise<{ worst: Worst; firstTime: Worst; loop: { p99: number } }> {
  const times = queries.map((): number[] => [])
  const loop = await measureLoopDelay(async () => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, { request }] of queries.entries()) {
        times[index]!.push(await measureMs(() => request({ offset: 0, limit: WINDOW_ROWS })))
        await waitForNextTurn()
      }
    }
  })
  const slowest = (selectMs: (queryTimes: number[]) => number) =>
    queries.map(({ name }, index): Worst => ({ name, ms: selectMs(times[index]!) })).toSorted((a, b) => b.ms - a.ms)[0]!
  const worst = slowest(median)
  printNote(
    `${worst.name}: ${spread(times[queries.findIndex(({ name }) => name === worst.name)]!, 1)} ms in ${ROUNDS} rounds`,
  )
  return { worst, firstTime: slowest((queryTimes) => queryTimes[0]!), loop }
}

function createPageCalls(client: Client<EngineContract>): Record<string, () => Promise<unknown>> {
  return {
    'today.get': () => client.call('today.get', {}),
    'containers.summary': () => client.call('containers.summary', {}),
    'containers.bands': () => client.call('containers.bands', { filter: { scope: 'all' } }),
    'containers.calendar': () =>
      client.call('containers.calendar', { from: '2026-10-26', to: '2026-12-06', filter: { scope: 'all' }, first: 12 }),
    'changes.seenMark': () => client.call('changes.seenMark', {}),
  }
}

async function measureRepeatedly(request: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < REPEATS; i++) {
    times.push(await measureMs(request))
    await waitForNextTurn()
  }
  return computeLatency(times).p95
}
