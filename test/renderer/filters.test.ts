// Texts around a list: its filter, the summary tiles, the sync chip, and the message of an empty list.
import { beforeEach, describe, expect, test } from 'vitest'
import type { ContainerFilter, ContainerSummary } from '#contract/containers.ts'
import { NOW, instantFromNow, createLiveStatus } from '#support/row-factories.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import {
  createTileFilter,
  isPressed,
  createTiles,
} from '../../src/renderer/src/features/containers/cells/summary-tiles.ts'
import {
  createChips,
  listChoices,
  mergeFacets,
  setValues,
  removePart,
  type Facets,
} from '../../src/renderer/src/features/containers/filter-parts.ts'
import { getSyncTone, formatSyncState } from '../../src/renderer/src/features/status/sync.ts'
import { describeEmptyList, describeSimpleList } from '../../src/renderer/src/features/lists/empty-state.ts'
import { AppError } from '#contract/errors.ts'

const nowMs = Date.parse(NOW)
const describeFilter = (filter: Omit<ContainerFilter, 'scope'>) =>
  createChips({ scope: 'all', ...filter }, null).map(({ text }) => text)

const createFee = (currency: string | null, amount: number, containers: number, isPending: boolean) => ({
  currency,
  amount,
  isPending,
  containers,
})
const noFacets: Facets = {
  bands: [],
  verdicts: [],
  statuses: [],
  places: [],
  lines: [],
  customers: [],
  vessels: [],
  dischargePorts: [],
  equipment: [],
  holds: [],
  assignedTo: [],
  ownTags: [],
  priorities: [],
}

describe('a filter', () => {
  test('reads as a sentence', () => {
    expect(
      describeFilter({
        bands: ['past'],
        places: ['Pier 400', 'Bayport'],
        holds: ['customs'],
        withinDays: 3,
        hasFees: true,
        isDisputed: true,
      }),
    ).toEqual([
      'Past LFD',
      'Pickup location is any of Pier 400, Bayport',
      'Hold includes Customs',
      'LFD is within 3 days',
      'Fees are due',
      'Sources disagree',
    ])
    expect(describeFilter({ holds: ['customs', 'TMF'], withinDays: 1, lines: ['A', 'B', 'C', 'D', 'E'] })).toEqual([
      'Line is any of A, B, C +2',
      'Hold includes any of Customs, TMF',
      'LFD is within 1 day',
    ])
    expect(describeFilter({ withinDays: 0, hasFees: false, isDisputed: false, isNotAssessed: true })).toEqual([
      'LFD is today or past',
      'No fees are due',
      'Sources agree',
      'Risk unknown',
    ])
    expect(describeFilter({ vessels: ['EVER GIVEN'], equipment: ['40/high_cube/dry', '20//reefer'] })).toEqual([
      'Vessel is EVER GIVEN',
      'Equipment is any of 40′ HC dry, 20′ reefer',
    ])
    expect(describeFilter({})).toEqual([])
  })

  test('shows values with the labels of the engine, and statuses with the terms of the trade', () => {
    const facets = {
      ...noFacets,
      statuses: [{ value: 'on_ship', label: 'on_ship', count: 4 }],
      lines: [{ value: 'OBLN', label: 'Oberon Line', count: 9 }],
    }
    expect(
      createChips({ scope: 'all', lines: ['OBLN'], statuses: ['on_ship'] }, facets).map(({ text }) => text),
    ).toEqual(['Status is On vessel', 'Line is Oberon Line'])
    expect(listChoices('statuses', facets)).toEqual([{ value: 'on_ship', label: 'On vessel', count: 4 }])
  })

  test('offers every band in order, also bands without rows', () => {
    const facets = { ...noFacets, bands: [{ value: 'today', label: 'today', count: 2 }] }
    expect(listChoices('bands', facets).slice(0, 3)).toMatchObject([
      { value: 'past', count: 0 },
      { value: 'today', count: 2 },
      { value: 'tomorrow', count: 0 },
    ])
    expect(listChoices('bands', null)[0]).toMatchObject({ value: 'past', count: null })
  })

  test('keeps the name of a value that has no rows because of the other parts of the filter', () => {
    const first = mergeFacets(null, { ...noFacets, places: [{ value: 'terminal-7', label: 'Pier 400', count: 4 }] })
    const merged = mergeFacets(first, { ...noFacets, places: [{ value: 'terminal-8', label: 'Bayport', count: 1 }] })
    expect(createChips({ scope: 'all', places: ['terminal-7', 'terminal-8'] }, merged).map(({ text }) => text)).toEqual(
      ['Pickup location is any of Pier 400, Bayport'],
    )
  })

  test('drops a part with its last value', () => {
    const filter = setValues({ scope: 'all', text: 'x' }, 'bands', ['past'])
    expect([filter, setValues(filter, 'bands', []), removePart(filter, 'text')]).toEqual([
      { scope: 'all', text: 'x', bands: ['past'] },
      { scope: 'all', text: 'x' },
      { scope: 'all', bands: ['past'] },
    ])
  })
})

describe('the summary strip', () => {
  let summary: ContainerSummary
  beforeEach(async () => {
    summary = await (await startScreenEngine()).ask('containers.summary', {})
  })
  const days = { tomorrow: 1, soon: 3, week: 7 }

  test('has eight tiles, the most expensive problem first', () =>
    expect(createTiles(summary, days).map(({ label }) => label)).toEqual([
      'Past LFD',
      'Today',
      'Tomorrow',
      'Soon (2–3 days)',
      'Ready',
      'Held',
      'Fees due',
      'Risk unknown',
    ]))

  test('names its bands by the user’s own thresholds', () =>
    expect(
      createTiles(summary, { tomorrow: 2, soon: 5, week: 7 })
        .map(({ label }) => label)
        .slice(2, 4),
    ).toEqual(['Tomorrow (1–2 days)', 'Soon (3–5 days)']))

  test('shows fees per currency, and says if none are due', () => {
    const makeTile = (feesDue: typeof summary.feesDue) => createTiles({ ...summary, feesDue, feesDueCount: 2 }, days)[6]
    expect(makeTile([createFee('USD', 850, 1, false)])).toMatchObject({ value: '$850', note: 'on 2 containers' })
    expect(makeTile([createFee('USD', 850, 2, true), createFee('CAD', 90, 1, false)])).toMatchObject({
      value: 'at least $850',
      more: '+ CA$90',
      note: 'on 2 containers',
      hint: 'at least $850 + CA$90, on 2 containers: $850 on 2 containers, CA$90 on 1 container. Show only these',
    })
    const threeFees = ['USD', 'CAD', 'EUR'].map((currency) => createFee(currency, 90, 1, false))
    expect(makeTile(threeFees)).toMatchObject({
      value: '$90',
      more: '+ 2 more currencies',
      note: 'on 2 containers',
      hint: expect.stringContaining('on 2 containers: $90 on 1 container, CA$90 on 1 container, €90') as string,
    })
    const withoutCurrency = createFee(null, 8346, 1, false)
    expect(makeTile([...threeFees, withoutCurrency])?.more).toBe('+ 2 more currencies, 8,346 (?)')
    expect(makeTile([...threeFees.slice(0, 2), withoutCurrency])?.more).toBe('+ CA$90, 8,346 (?)')
    expect(makeTile([createFee('USD', 850, 1, false)])?.more).toBe('')
    expect(makeTile([])).toMatchObject({ value: 'none', note: '', isZero: true })
  })

  test.each([
    ['in the same currency', [createFee('USD', 850, 2, true)], 'at least $850', 'on 2 containers', 'on 2 containers'],
    [
      'in another currency without a known amount',
      [createFee('USD', 850, 2, false), createFee('EUR', 0, 3, true)],
      'at least $850',
      'on 5 containers',
      'on 5 containers, 3 without an amount yet',
    ],
    ['without other fees', [createFee('USD', 0, 2, true)], 'Pending', 'on 2 containers', 'on 2 containers'],
  ])('counts the containers of a fee without an amount %s', (_, feesDue, value, note, count) =>
    expect(createTiles({ ...summary, feesDue, feesDueCount: Number.parseInt(note.slice(3)) }, days)[6]).toMatchObject({
      value,
      more: '',
      note,
      hint: expect.stringContaining(`, ${count}. `) as string,
    }),
  )

  test('filters the list by a tile, and drops the previous filter', () => {
    const past = createTiles(summary, days)[0]!
    const filter = createTileFilter(past, { scope: 'board', text: 'MSCU', holds: ['customs'] })
    expect([filter, isPressed(past, filter), isPressed(past, { ...filter, text: 'MSCU' })]).toEqual([
      { scope: 'board', bands: ['past'] },
      true,
      false,
    ])
  })
})

describe('the sync chip', () => {
  const formatState = (part: Partial<ReturnType<typeof createLiveStatus>>) =>
    formatSyncState({ ...createLiveStatus(), ...part }, nowMs)

  test('shows the state of the data', () => {
    expect([
      formatState({}),
      formatState({ progress: { done: 34, total: 51 } }),
      formatState({ state: 'checking', progress: { done: 34, total: 51 } }),
      formatState({ state: 'checking', progress: { done: 1_200, total: null } }),
      formatState({ state: 'checking', progress: { done: 1_200, total: 300 } }),
      formatState({ state: 'checking', progress: { done: 0, total: null } }),
      formatState({ state: 'checking', progress: null }),
      formatState({ state: 'incomplete', incomplete: { done: 100, total: 300 } }),
      formatState({ state: 'incomplete', incomplete: { done: 1_200, total: null } }),
      formatState({ state: 'incomplete', incomplete: { done: 1_200, total: 300 } }),
      formatState({ state: 'rate-limited', nextTryAt: instantFromNow(41_000) }),
      formatState({ state: 'rate-limited', nextTryAt: instantFromNow(-5_000) }),
      formatState({ state: 'starting' }),
    ]).toEqual([
      'Live · checked 4 min ago',
      'Live · checked 4 min ago',
      'Syncing 34 of 51',
      'Syncing, 1,200 so far',
      'Syncing, 1,200 so far',
      'Sync just started',
      'Sync just started',
      'Incomplete: 100 of 300 containers synced',
      'Incomplete: 1,200 containers synced',
      'Incomplete: 1,200 containers synced',
      'Rate limit: next try 0:41',
      'Rate limit: next try soon',
      'Connecting',
    ])
    expect(formatState({ state: 'offline' })).toMatch(/^Offline since \d\d:\d\d: showing saved data$/)
    expect(formatState({ state: 'offline', lastSuccessAt: null })).toMatch(/^Offline since \d\d:\d\d$/)
    expect(formatState({ state: 'trouble', lastSuccessAt: null })).toMatch(/^Service trouble since \d\d:\d\d$/)
  })

  test('shows the time of the data if nothing can be read', () => {
    const lastCompleteAt = instantFromNow(-2 * 86_400_000)
    const texts = (['no-key', 'key-rejected', 'other-account', 'rate-limited'] as const).map((state) =>
      formatState({ state, lastCompleteAt }).replace(/\w{3} \d{1,2} \w{3} \d\d:\d\d$/, 'DAY'),
    )
    expect(texts).toEqual(
      ['No key', 'Key rejected', 'Key for another account', 'Rate limit: next try soon'].map(
        (state) => `${state} · data from DAY`,
      ),
    )
    expect(formatState({ state: 'no-key', lastCompleteAt: null })).toBe('No key')
  })

  test('shows the day of the data if the program started long after the last complete sync', () => {
    const startedLate = {
      since: instantFromNow(-60_000),
      lastSuccessAt: instantFromNow(-120_000),
      lastCompleteAt: instantFromNow(-2 * 86_400_000),
    }
    expect(formatState({ ...startedLate, state: 'offline' })).toMatch(
      /^Offline since \d\d:\d\d: showing data from \w{3} \d{1,2} \w{3} \d\d:\d\d$/,
    )
    expect(formatState({ ...startedLate, state: 'trouble' })).toMatch(
      /^Service trouble since \d\d:\d\d: showing data from \w{3} \d{1,2} \w{3} \d\d:\d\d$/,
    )
    expect(formatState({ ...startedLate, lastCompleteAt: instantFromNow(-120_000), state: 'offline' })).toMatch(
      /^Offline since \d\d:\d\d: showing saved data$/,
    )
  })

  test('is green only if all containers were read recently', () => {
    const getTone = (part: Partial<ReturnType<typeof createLiveStatus>>) =>
      getSyncTone({ ...createLiveStatus(), ...part }, nowMs)
    expect([
      getTone({}),
      getTone({ lastCompleteAt: instantFromNow(-20 * 60_000) }),
      getTone({ lastCompleteAt: instantFromNow(-61 * 60_000) }),
      getTone({ lastCompleteAt: null }),
    ]).toEqual(['clear', 'later', 'soon', 'soon'])
    expect(
      (
        ['checking', 'incomplete', 'rate-limited', 'offline', 'trouble', 'key-rejected', 'no-key', 'starting'] as const
      ).map((state) => getTone({ state })),
    ).not.toContain('clear')
  })
})

describe('an empty list', () => {
  const head = { listId: 'l', total: 0, outOf: 1_048, reordered: 0, asOf: NOW }
  const describeEmpty = (part: Partial<Parameters<typeof describeEmptyList>[0]>) =>
    describeEmptyList({ head, error: null, filter: { scope: 'board' }, status: createLiveStatus(), nowMs, ...part })

  test('has its own title for no data yet, no match, all clear and a failed read', () =>
    expect([
      describeEmpty({ head: { ...head, outOf: 0 } })?.title,
      describeEmpty({ filter: { scope: 'board', text: 'TGHU' } })?.title,
      describeEmpty({ filter: { scope: 'board', bands: ['past'] } })?.title,
      describeEmpty({ filter: { scope: 'board', withinDays: 3 } })?.title,
      describeEmpty({})?.title,
      describeEmpty({ filter: { scope: 'open' } })?.title,
      describeEmpty({ head: null, error: new AppError('db/in-use') })?.title,
    ]).toEqual([
      'No containers yet.',
      'No match for “TGHU” in 1,048 saved records.',
      'No containers match this filter.',
      'No last free days in the next 3 days.',
      'No containers have free time running or a known last free day.',
      'All containers have been returned empty.',
      'Another copy of Quaywatch has this data open.',
    ]))

  test('names the other filter beside a text that matches nothing', () => {
    const filter = { scope: 'open' as const, text: 'TGHU', bands: ['past' as const], hasFees: true }
    const chips = createChips(filter, null).map(({ text }) => text)
    expect(describeEmpty({ filter, chips })?.title).toBe(
      'No match for “TGHU” with this filter: Not returned empty, Past LFD, Fees are due.',
    )
    expect(describeEmpty({ filter: { scope: 'open', text: 'TGHU' } })?.title).toBe(
      'No match for “TGHU” with this filter: Not returned empty.',
    )
    expect(describeEmpty({ filter, chips, only: 'ready' })?.title, 'a screen with its own scope').toBe(
      'No match for “TGHU” with this filter: Past LFD, Fees are due.',
    )
  })

  test('does not say that all is clear before the first sweep is complete', () =>
    expect(describeEmpty({ status: { ...createLiveStatus(), isFirstSweep: true } })).toMatchObject({
      title: 'None so far.',
      text: expect.stringContaining('1,048 containers so far') as string,
    }))

  test('says why there is no data yet', () => {
    const headWithoutData = { ...head, outOf: 0 }
    const explain = (part: Partial<ReturnType<typeof createLiveStatus>>) =>
      describeEmpty({ head: headWithoutData, status: { ...createLiveStatus(), ...part } })?.text
    expect([explain({ isFirstSweep: true }), explain({}), explain({ state: 'checking' })]).toEqual([
      'First sync in progress. Containers appear here as they arrive.',
      'They appear here once the service lists them for this key. To begin, add a master B/L, booking or container number.',
      'They appear here once the service lists them for this key. To begin, add a master B/L, booking or container number.',
    ])
    expect(
      describeEmpty({
        head: headWithoutData,
        status: {
          ...createLiveStatus(),
          isFirstSweep: true,
          state: 'key-rejected',
          error: { code: 'api/unauthorized', details: {} },
        },
      }),
    ).toEqual({
      title: 'No data yet.',
      text: expect.stringMatching(/^The service refuses this key\..*Since \d\d:\d\d\.$/) as string,
      step: null,
    })
    expect(explain({ state: 'offline', error: { code: 'api/offline', details: {} } })).toMatch(
      /^The tracking service cannot be reached\..*Since \d\d:\d\d\.$/,
    )
  })

  test('says what is known of a past time after the first sweep, also while a later sweep runs or fails', () => {
    const emptyText = { title: 'No history yet for that time.', text: 'Since then.' }
    const describeList = (part: Partial<ReturnType<typeof createLiveStatus>>, isPast = true) =>
      describeSimpleList({
        head: { ...head, outOf: 0 },
        error: null,
        status: { ...createLiveStatus(), ...part },
        nowMs,
        isNarrowed: false,
        noMatch: emptyText,
        clear: emptyText,
        nothingYet: emptyText,
        isPast,
      })
    const offline = { state: 'offline', error: { code: 'api/offline', details: {} } } as const
    expect([describeList({}), describeList({ state: 'checking' }), describeList(offline)]).toEqual([
      { ...emptyText, step: null },
      { ...emptyText, step: null },
      { ...emptyText, step: null },
    ])
    expect(describeList({ state: 'checking' }, false)).toEqual({ ...emptyText, step: null })
    expect(describeList(offline, false)?.text).toMatch(/^The tracking service cannot be reached\./)
    expect(describeList({ state: 'checking', isFirstSweep: true })).toMatchObject({
      title: 'None so far.',
      text: expect.stringContaining('First sync') as string,
    })
  })

  test('shows no message while rows load, and reports a lost engine', () => {
    expect(describeEmpty({ head: null, error: new AppError('engine/disconnected') })).toEqual({
      title: 'The part of the app that holds your data is not responding.',
      text: 'If that part is still running, the window reconnects automatically. If not, start the app again.',
      step: null,
    })
    expect([describeEmpty({ head: null }), describeEmpty({ head: { ...head, total: 3 } })]).toEqual([null, null])
  })
})
