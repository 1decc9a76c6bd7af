// The *query* figures: scrolling, a new sort or filter, and Today, with ten times as many old containers.
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
import { FULL_SIZE, ROWS_PER_ACTIVE, openDesk, measureReferenceSort } from './desk.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { createRandom } from './history.ts'
import { computeLatency, measureLoopDelay, waitForNextTurn, measureMs } from './latency.ts'
import { printNote } from './notes.ts'
import { median, spread } from './statistics.ts'

const WINDOW_ROWS = 100
const WINDOWS = 60
const REPEATS = 40
const ROUNDS = 5
/** A ratio of shorter times measures only the resolution of the clock. */
const MIN_REFERENCE_MS = 0.5

const WINDOW_MS = 10
const QUERY_MS = 150
const LOOP_MS = 40

type Ask = (window: { offset: number; limit: number }, listId?: string) => Promise<{ listId: string; total: number }>
type Question = { name: string; ask: Ask }

export const measureQuery: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers) figures.push(...(await measureSize(size)))
  return figures
}

async function measureSize(containers: number): Promise<Figure[]> {
  const active = containers / ROWS_PER_ACTIVE
  const desk = await openDesk(active)
  try {
    const createFigure = createFigureFactory('query', containers)
    const bound = (atMost: number) => (active >= FULL_SIZE ? { atMost } : null)
    const first = await measureMs(() =>
      createContainerQuestion(desk.client, 'first', { scope: 'open' }, []).ask({ offset: 0, limit: WINDOW_ROWS }),
    )
    const firstAll = await measureMs(() =>
      createContainerQuestion(desk.client, 'first', { scope: 'all' }, []).ask({ offset: 0, limit: WINDOW_ROWS }),
    )
    const figures = [
      createFigure('first list after start', first, 'ms', null),
      createFigure('first list of everything', firstAll, 'ms', null, { isWhole: true }),
    ]
    for (const screen of createScreenQuestions(desk.client)) {
      figures.push(
        createFigure(
          `window of ${WINDOW_ROWS}, ${screen.name}, p95`,
          await measureScroll(screen),
          'ms',
          bound(WINDOW_MS),
        ),
      )
    }
    const reference = await measureReferenceSort(containers)
    figures.push(createFigure('reference: as many numbers sorted', reference, 'ms', null, { isWhole: true }))
    for (const [group, questions] of Object.entries(createNewQuestions(desk.client))) {
      const { worst, cold, loop } = await measureQuestions(questions)
      figures.push(
        createFigure(`${group}, slowest`, worst.ms, 'ms', bound(QUERY_MS), { of: worst.name }),
        createFigure(`${group}, slowest at its first time`, cold.ms, 'ms', null, { of: cold.name, isWhole: true }),
        ...(reference < MIN_REFERENCE_MS
          ? []
          : [createFigure(`${group}, slowest to the reference`, worst.ms / reference, 'x', null)]),
        createFigure(`${group}, event loop p99`, loop.p99, 'ms', bound(LOOP_MS), { isWhole: true }),
      )
    }
    for (const [call, ask] of Object.entries(createPageCalls(desk.client)))
      figures.push(createFigure(`${call}, p95`, await measureRepeatedly(ask), 'ms', null))
    return figures
  } finally {
    await desk.close()
  }
}

function createContainerQuestion(
  client: Client<EngineContract>,
  name: string,
  filter: ContainerFilter,
  sort: ContainerSort,
  grouping?: ContainerGrouping,
): Question {
  return {
    name,
    ask: (window, listId) =>
      client.call('containers.list', {
        filter,
        sort,
        window,
        ...(grouping === undefined ? {} : { grouping }),
        ...(listId === undefined ? {} : { listId }),
      }),
  }
}

/** The lists with the filters and orders that their screens use first. */
function createScreenQuestions(client: Client<EngineContract>): Question[] {
  const known = (listId: string | undefined) => (listId === undefined ? {} : { listId })
  return [
    createContainerQuestion(client, 'containers', { scope: 'open' }, [
      { column: 'eta', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ]),
    createContainerQuestion(client, 'all containers', { scope: 'all' }, [
      { column: 'eta', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ]),
    createContainerQuestion(
      client,
      'all containers by vessel',
      { scope: 'all' },
      [
        { column: 'eta', direction: 'asc' },
        { column: 'number', direction: 'asc' },
      ],
      'vessel',
    ),
    createContainerQuestion(client, 'last free days', { scope: 'board' }, [
      { column: 'band', direction: 'asc' },
      { column: 'daysLeft', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ]),
    createContainerQuestion(client, 'ready', { scope: 'open', verdicts: ['ready', 'ready-unverified'] }, [
      { column: 'daysLeft', direction: 'asc' },
      { column: 'pickupPlace', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ]),
    {
      name: 'shipments',
      ask: (window, listId) =>
        client.call('shipments.list', {
          filter: { scope: 'open' },
          sort: [
            { column: 'eta', direction: 'asc' },
            { column: 'masterBill', direction: 'asc' },
          ],
          window,
          ...known(listId),
        }),
    },
    {
      name: 'holds and fees',
      ask: (window, listId) =>
        client.call('charges.list', {
          filter: {},
          sort: [
            { column: 'daysLeft', direction: 'asc' },
            { column: 'firstSeen', direction: 'asc' },
            { column: 'number', direction: 'asc' },
          ],
          window,
          ...known(listId),
        }),
    },
    {
      name: 'changes',
      ask: (window, listId) => client.call('changes.list', { filter: { scope: 'unseen' }, window, ...known(listId) }),
    },
  ]
}

/** Reads windows at random positions of an unchanged list, and returns the 95th percentile in milliseconds. */
async function measureScroll({ ask }: Question): Promise<number> {
  const random = createRandom(7)
  const { listId, total } = await ask({ offset: 0, limit: WINDOW_ROWS })
  const times: number[] = []
  for (let i = 0; i < WINDOWS; i++) {
    const offset = Math.floor(random() * Math.max(1, total - WINDOW_ROWS))
    times.push(await measureMs(() => ask({ offset, limit: WINDOW_ROWS }, listId)))
  }
  return computeLatency(times).p95
}

function createNewQuestions(client: Client<EngineContract>): Record<string, Question[]> {
  const directions = ['asc', 'desc'] as const
  const sorts = (scope: ContainerFilter['scope']) =>
    ContainerSortColumn.options.map((column, i) =>
      createContainerQuestion(client, column, { scope }, [{ column, direction: directions[i % 2]! }]),
    )
  const filters = (scope: ContainerFilter['scope']) =>
    containerFilters.map(([name, part]) =>
      createContainerQuestion(client, name, { scope, ...part }, [{ column: 'daysLeft', direction: 'asc' }]),
    )
  return {
    'new sort of open containers': sorts('open'),
    'new sort of all containers': sorts('all'),
    'new groups of all containers': ContainerGrouping.options.map((grouping) =>
      createContainerQuestion(client, grouping, { scope: 'all' }, [{ column: 'eta', direction: 'asc' }], grouping),
    ),
    'new filter of open containers': filters('open'),
    'new filter of all containers': filters('all'),
    'built-in views': createScreenQuestions(client),
    'choices of a filter': (['board', 'open', 'all'] as const).map((scope) => ({
      name: scope,
      ask: async () => ({
        listId: '',
        total: (await client.call('containers.facets', { filter: { scope } })).bands.length,
      }),
    })),
    'new sort or filter of shipments': [
      ...ShipmentSortColumn.options.flatMap((column, i) =>
        (['open', 'all'] as const).map((scope): Question => ({
          name: `${column}, ${scope}`,
          ask: (window) =>
            client.call('shipments.list', {
              filter: { scope },
              sort: [{ column, direction: directions[i % 2]! }],
              window,
            }),
        })),
      ),
      {
        name: 'text',
        ask: (window) => client.call('shipments.list', { filter: { scope: 'all', text: 'kestrel' }, sort: [], window }),
      },
    ],
    'new sort or filter of holds and fees': [
      ...ChargeSortColumn.options.map((column, i): Question => ({
        name: column,
        ask: (window) =>
          client.call('charges.list', { filter: {}, sort: [{ column, direction: directions[i % 2]! }], window }),
      })),
      { name: 'text', ask: (window) => client.call('charges.list', { filter: { text: 'customs' }, sort: [], window }) },
    ],
    'new filter of changes': [
      { name: 'unseen', ask: (window) => client.call('changes.list', { filter: { scope: 'unseen' }, window }) },
      { name: 'all', ask: (window) => client.call('changes.list', { filter: { scope: 'all' }, window }) },
      {
        name: 'kind',
        ask: (window) => client.call('changes.list', { filter: { scope: 'all', kinds: ['hold', 'fee'] }, window }),
      },
      ...['kestrel', 'm', 'nothing has this', 'mscu'].map((text): Question => ({
        name: `text ${text}`,
        ask: (window) => client.call('changes.list', { filter: { scope: 'all', text }, window }),
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
 * Asks each question several times. `worst`: the question with the longest median. `cold`: the question with the
 * longest first answer, before anything is cached.
 */
async function measureQuestions(questions: Question[]): Promise<{ worst: Worst; cold: Worst; loop: { p99: number } }> {
  const times = questions.map((): number[] => [])
  const loop = await measureLoopDelay(async () => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, { ask }] of questions.entries()) {
        times[index]!.push(await measureMs(() => ask({ offset: 0, limit: WINDOW_ROWS })))
        await waitForNextTurn()
      }
    }
  })
  const slowest = (msOf: (own: number[]) => number) =>
    questions.map(({ name }, index): Worst => ({ name, ms: msOf(times[index]!) })).toSorted((a, b) => b.ms - a.ms)[0]!
  const worst = slowest(median)
  printNote(
    `${worst.name}: ${spread(times[questions.findIndex(({ name }) => name === worst.name)]!, 1)} ms in ${ROUNDS} rounds`,
  )
  return { worst, cold: slowest((own) => own[0]!), loop }
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

async function measureRepeatedly(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < REPEATS; i++) {
    times.push(await measureMs(ask))
    await waitForNextTurn()
  }
  return computeLatency(times).p95
}
