// Which changes of a container raise alerts. Each case is a sequence of reads and the alerts that they raise.
import { describe, expect, test } from 'vitest'
import type { Episode } from '#engine/alerts/episode.ts'
import { type Container, createBaseline, hasBaseline, compareContainer } from '#engine/alerts/episodes.ts'

const START = Date.parse('2026-11-20T17:00:00Z')
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString()

type Facts = {
  date?: string | null
  isLineFirst?: boolean
  line?: string
  manual?: string
  /** The container left the port by rail: the port's date does not apply, and `line` names the date of the ramp. */
  hasLeft?: boolean
  holds?: string[]
  fees?: Record<string, number>
  isReady?: boolean | null
}
/** In minutes since START. `checked`: last check at the terminal. `changed`: last change of each episode's field. */
type Read = Facts & { minute: number; checked?: number; now?: number; changed?: Record<string, number> }

function createContainer(facts: Facts): Container {
  const { date = '2026-11-25', line, manual, hasLeft = false, holds = [], fees = {}, isReady = null } = facts
  const sources: Container['lastFreeDay']['sources'] = [
    ...(date === null ? [] : [{ source: 'terminal' as const, date, isRelevant: !hasLeft }]),
    ...(line === undefined ? [] : [{ source: 'line' as const, date: line, isRelevant: true }]),
  ]
  const reported =
    facts.isLineFirst === true && line !== undefined
      ? { date: line, source: 'line' as const }
      : hasLeft
        ? { date: line ?? null, source: line === undefined ? null : ('line' as const) }
        : { date, source: date === null ? null : ('terminal' as const) }
  return {
    id: 'c1',
    lastFreeDay:
      manual === undefined
        ? { ...reported, sources }
        : {
            date: manual,
            source: 'manual',
            sources: [{ source: 'manual', date: manual, isRelevant: true }, ...sources],
          },
    today: '2026-11-20',
    holds: holds.map((hold) => {
      const [member, name] = [hold.replace(/^\?/, ''), hold.replace(/^\?|#.*/g, '')]
      return { member, name, isActive: !hold.startsWith('?'), since: null }
    }),
    fees: Object.entries(fees).map(([member, amount]) => ({
      member,
      amount,
      currency: 'USD',
      isCounted: member !== 'total' || Object.keys(fees).length === 1,
    })),
    isReady,
  }
}

/** The alerts of a sequence of reads, without those that it withdraws. The first read is the baseline. */
function listAlerts(...reads: Read[]): string[] {
  return listEffects(...reads).filter((effect) => !effect.includes(' -'))
}

/** As `listAlerts`, with withdrawals: `-` withdraws an alert that was not shown yet, `--` withdraws it in any case. */
function listEffects(...reads: Read[]): string[] {
  const episodes = new Map<string, Episode>()
  const effects: string[] = []
  for (const { minute, now = minute, checked = 0, changed = {}, ...facts } of reads) {
    const container = createContainer(facts)
    if (!hasBaseline(episodes)) {
      for (const episode of createBaseline(container)) episodes.set(episode.name, episode)
      continue
    }
    const reading = {
      now: at(now),
      readAt: at(minute),
      checkedAt: at(checked),
      changedAt: new Map(Object.entries(changed).map(([name, when]) => [name, at(when)])),
    }
    const result = compareContainer(container, episodes, reading)
    // A crash can lose what was not written: the same read gives the same result again.
    expect(compareContainer(container, episodes, reading)).toEqual(result)
    for (const episode of result.episodes) episodes.set(episode.name, episode)
    const formatKeys = (sign: string, keys: string[]) => keys.map((key) => `${minute} ${sign}${key.replace(':c1', '')}`)
    effects.push(
      ...formatKeys('-', result.withdrawUnshown),
      ...formatKeys('--', result.withdraw),
      ...result.news.map(({ key }) => `${minute} ${key.replace(':c1', '')}`),
    )
  }
  return effects
}

describe('a last free day', () => {
  const on = (minute: number, date: string | null, more: Partial<Read> = {}): Read => ({ minute, date, ...more })
  const left = (minute: number, more: Partial<Read> = {}) => on(minute, '2026-11-20', { hasLeft: true, ...more })
  test.each<[string, Read[], string[]]>([
    ['of the first read raises no alert', [on(0, '2026-11-25'), on(1, '2026-11-25')], []],
    ['that becomes known raises no alert', [on(0, null), on(1, '2026-11-25')], []],
    [
      'that changes, changes back and changes again raises an alert each time, with a number of its own',
      [on(0, '2026-11-25'), on(1, '2026-11-23'), on(2, '2026-11-25'), on(3, '2026-11-23')],
      ['1 lfdchg:1', '2 lfdchg:2', '3 lfdchg:3'],
    ],
    [
      'that is missing from one read raises no alert',
      [on(0, '2026-11-25'), on(1, null), on(2, '2026-11-25'), on(30, '2026-11-25')],
      [],
    ],
    [
      'that is missing from one read and different in the next raises one alert',
      [on(0, '2026-11-25'), on(1, null), on(2, '2026-11-23')],
      ['2 lfdchg:1'],
    ],
    [
      'that is still missing ten minutes later raises an alert that it was withdrawn',
      [on(0, '2026-11-25'), on(1, null), on(5, null), on(11, null), on(30, null)],
      ['11 lfdchg:1'],
    ],
    [
      'that is missing after another check at the terminal raises an alert that it was withdrawn',
      [on(0, '2026-11-25'), on(1, null, { checked: 1 }), on(2, null, { checked: 2 })],
      ['2 lfdchg:1'],
    ],
    ['of the port that ceases to apply on rail raises no alert', [on(0, '2026-11-20'), left(1), left(30)], []],
    [
      'of the ramp that is withdrawn raises an alert, also if the date of the port is still listed',
      [left(0, { line: '2026-12-02' }), left(1), left(12)],
      ['12 lfdchg:1'],
    ],
    [
      'that is missing from the last read raises no alert while no further read is made',
      [on(0, '2026-11-25'), on(1, null), on(1, null, { now: 600 })],
      [],
    ],
    [
      'that returned while the program was not running counts as missing for the first time',
      [on(0, '2026-11-25'), on(1, null), on(12, null, { changed: { lfd: 8 } }), on(14, null, { changed: { lfd: 8 } })],
      [],
    ],
    [
      'that the user sets and removes raises no alert',
      [on(0, '2026-11-25'), on(1, '2026-11-25', { manual: '2026-11-30' }), on(2, '2026-11-25')],
      [],
    ],
    [
      'that the user set hides a reported change until the user removes it',
      [on(0, '2026-11-25'), on(1, '2026-11-23', { manual: '2026-11-30' }), on(2, '2026-11-23')],
      ['2 lfdchg:1'],
    ],
    [
      'that applies because the user chose another source raises no alert',
      [on(0, '2026-11-25', { line: '2026-11-27' }), on(1, '2026-11-25', { line: '2026-11-27', isLineFirst: true })],
      [],
    ],
    [
      'that is earlier because another source now applies raises an alert',
      [
        on(0, '2026-11-25', { line: '2026-11-27', isLineFirst: true }),
        on(1, '2026-11-25', { line: '2026-11-24', isLineFirst: true }),
      ],
      ['1 lfdchg:1'],
    ],
  ])('%s', (_, reads, news) => expect(listAlerts(...reads)).toEqual(news))

  test('that returns to its old value withdraws the first alert', () => {
    expect(listEffects(on(0, '2026-11-25'), on(1, '2026-11-23'), on(2, '2026-11-25'))).toEqual([
      '1 lfdchg:1',
      '2 -lfdchg:1',
      '2 lfdchg:2',
    ])
    expect(listEffects(on(0, '2026-11-25'), on(1, null), on(12, null), on(20, '2026-11-25'))).toEqual([
      '12 lfdchg:1',
      '20 -lfdchg:1',
    ])
    expect(listEffects(on(0, '2026-11-25'), on(1, null), on(12, null), on(20, '2026-11-26')), 'another date').toEqual([
      '12 lfdchg:1',
    ])
  })

  test('raises an alert with the days left before and after, and whether it is earlier or later', () => {
    const episodes = new Map(
      createBaseline(createContainer({ date: '2026-11-25' })).map((episode) => [episode.name, episode]),
    )
    const read = { now: at(1), readAt: at(1), checkedAt: null, changedAt: new Map<string, string>() }
    expect(compareContainer(createContainer({ date: '2026-11-22' }), episodes, read).news).toMatchObject([
      {
        kind: 'lfd-earlier',
        severity: 2,
        facts: { before: '2026-11-25', after: '2026-11-22', daysBefore: 5, daysAfter: 2, source: 'terminal' },
      },
    ])
    expect(compareContainer(createContainer({ date: '2026-11-28' }), episodes, read).news).toMatchObject([
      { kind: 'lfd-later', severity: 4 },
    ])
  })
})

describe('a hold', () => {
  const on = (minute: number, holds: string[], checked?: number): Read => ({
    minute,
    holds,
    ...(checked === undefined ? {} : { checked }),
  })
  test.each<[string, Read[], string[]]>([
    ['raises an alert at once', [on(0, []), on(1, ['customs'])], ['1 hold+:customs:1']],
    [
      'of the first read raises no alert, and its removal does',
      [on(0, ['customs']), on(1, []), on(11, [])],
      ['11 hold-:customs:0'],
    ],
    [
      'is cleared after another check at the terminal',
      [on(0, ['customs'], 1), on(1, [], 2), on(2, [], 2), on(3, [], 3)],
      ['3 hold-:customs:0'],
    ],
    [
      'that appears and disappears repeatedly raises one alert',
      [
        on(0, []),
        on(1, ['customs']),
        on(2, []),
        on(3, ['customs']),
        on(4, []),
        on(5, ['customs']),
        on(30, ['customs']),
      ],
      ['1 hold+:customs:1'],
    ],
    [
      'that is placed again after it was cleared raises a second alert',
      [on(0, []), on(1, ['customs']), on(2, []), on(12, []), on(20, ['customs'])],
      ['1 hold+:customs:1', '12 hold-:customs:1', '20 hold+:customs:2'],
    ],
    [
      'that is missing before a sleep and present after it raises a second alert',
      [on(0, []), on(1, ['customs']), on(2, []), on(3, []), on(200, ['customs']), on(201, ['customs'])],
      ['1 hold+:customs:1', '200 hold+:customs:2'],
    ],
    [
      'that is only expected before a sleep and active after it raises an alert',
      [on(0, ['customs']), on(1, ['?customs']), on(200, ['customs'])],
      ['200 hold+:customs:1'],
    ],
    [
      'that is active before and after a sleep raises no alert',
      [on(0, ['customs']), on(1, ['customs']), on(200, ['customs'])],
      [],
    ],
    [
      'with the name of another hold raises its own alert',
      [on(0, ['customs']), on(1, ['customs', 'customs#2'])],
      ['1 hold+:customs#2:1'],
    ],
    [
      'that returned while the program was not running is cleared after two more reads',
      [
        { minute: 0, holds: ['customs'] },
        { minute: 1 },
        { minute: 12, changed: { 'hold/customs': 12 } },
        { minute: 13 },
        { minute: 22, changed: { 'hold/customs': 12 } },
      ],
      ['22 hold-:customs:0'],
    ],
    [
      'is cleared although a change has a time in the future',
      [{ minute: 0, holds: ['customs'] }, { minute: 1 }, { minute: 11, changed: { 'hold/customs': 9_000 } }],
      ['11 hold-:customs:0'],
    ],
    [
      'raises an alert when it is expected and another when it is active',
      [on(0, []), on(1, ['?freight']), on(2, ['freight'])],
      ['1 holdp:freight:1', '2 hold+:freight:2'],
    ],
    ['that was expected and is not placed raises no alert', [on(0, ['?freight']), on(1, []), on(11, [])], []],
    [
      'that is only expected for one read raises no alert',
      [on(0, ['freight']), on(1, ['?freight']), on(2, ['freight'])],
      [],
    ],
  ])('%s', (_, reads, news) => expect(listAlerts(...reads)).toEqual(news))
})

describe('an alert that is no longer true', () =>
  test('is withdrawn when a hold is cleared, also after it was only expected, or when a container is no longer ready', () => {
    const on = (minute: number, holds: string[], isReady: boolean): Read => ({ minute, holds, isReady })
    expect(listEffects(on(0, [], false), on(1, ['customs'], true), on(2, [], false), on(13, [], false))).toEqual([
      '1 -hold-:customs:0',
      '1 -holdp:customs:0',
      '1 hold+:customs:1',
      '1 avail:1',
      '2 -avail:1',
      '13 -holdp:customs:1',
      '13 -avail:1',
      '13 --hold+:customs:1',
      '13 --avail:1',
      '13 hold-:customs:1',
    ])
    expect(
      listEffects(
        { minute: 0 },
        { minute: 1, holds: ['usda'] },
        { minute: 2, holds: ['?usda'] },
        { minute: 13, holds: ['?usda'] },
        { minute: 20, holds: [] },
        { minute: 31, holds: [] },
        // The first two effects withdraw older alerts of this hold.
      ).slice(2),
    ).toEqual(['1 hold+:usda:1', '13 -hold+:usda:1', '31 -holdp:usda:1', '31 --hold+:usda:1', '31 hold-:usda:1'])
  }))

describe('readiness for pickup', () => {
  const on = (minute: number, isReady: boolean | null, checked?: number): Read => ({
    minute,
    isReady,
    ...(checked === undefined ? {} : { checked }),
  })
  test.each<[string, Read[], string[]]>([
    ['raises an alert if the container was known not to be ready', [on(0, false), on(1, true)], ['1 avail:1']],
    ['raises no alert if the earlier state was unknown', [on(0, null), on(1, true)], []],
    [
      'does not change while the terminal reports nothing',
      [on(0, false), on(1, null), on(2, null), on(3, true)],
      ['3 avail:1'],
    ],
    [
      'raises no second alert after one read that said otherwise',
      [on(0, false), on(1, true), on(2, false), on(3, true)],
      ['1 avail:1'],
    ],
    [
      'raises a second alert after two reads that said otherwise',
      [on(0, false), on(1, true), on(2, false), on(12, false), on(13, true)],
      ['1 avail:1', '13 avail:2'],
    ],
  ])('%s', (_, reads, news) => expect(listAlerts(...reads)).toEqual(news))

  test('withdraws its alert when it ends, and restores the alert if the next read reports ready', () => {
    const episodes = new Map(
      createBaseline(createContainer({ isReady: true })).map((episode) => [episode.name, { ...episode, incident: 3 }]),
    )
    const read = { now: at(1), readAt: at(1), checkedAt: null, changedAt: new Map<string, string>() }
    const notReady = compareContainer(createContainer({ isReady: false }), episodes, read)
    expect(notReady).toMatchObject({ news: [], withdrawUnshown: ['avail:c1:3'] })
    for (const episode of notReady.episodes) episodes.set(episode.name, episode)
    expect(compareContainer(createContainer({ isReady: true }), episodes, read)).toMatchObject({
      news: [],
      trueAgain: ['avail:c1:3'],
    })
  })
})

describe('a fee', () => {
  const on = (minute: number, fees: Record<string, number>): Read => ({ minute, fees })
  test.each<[string, Read[], string[]]>([
    [
      'raises an alert when it is posted and when it rises',
      [on(0, {}), on(1, { demurrage: 275 }), on(2, { demurrage: 275 }), on(3, { demurrage: 550 })],
      ['1 fee:demurrage:USD:1', '3 fee:demurrage:USD:2'],
    ],
    [
      'of the first read raises no alert until it rises',
      [on(0, { exam: 100 }), on(1, { exam: 100 }), on(2, { exam: 150 })],
      ['2 fee:exam:USD:1'],
    ],
    [
      'raises no alert when it falls, and one when it rises again',
      [on(0, { exam: 100 }), on(1, { exam: 50 }), on(2, { exam: 80 })],
      ['2 fee:exam:USD:1'],
    ],
    [
      'without an amount raises an alert, and its amount another',
      [on(0, {}), on(1, { exam: 0 }), on(2, { exam: 80 })],
      ['1 fee:exam:USD:1', '2 fee:exam:USD:2'],
    ],
    [
      'that is missing from one read raises no second alert',
      [on(0, {}), on(1, { exam: 80 }), on(2, {}), on(3, { exam: 80 })],
      ['1 fee:exam:USD:1'],
    ],
    [
      'that is posted again after its removal raises a second alert',
      [on(0, {}), on(1, { exam: 80 }), on(2, {}), on(12, {}), on(13, { exam: 80 })],
      ['1 fee:exam:USD:1', '13 fee:exam:USD:2'],
    ],
    [
      'that is the total of other fees raises no alert of its own',
      [on(0, {}), on(1, { exam: 80, total: 80 })],
      ['1 fee:exam:USD:1'],
    ],
    ['that is only a total raises an alert', [on(0, {}), on(1, { total: 80 })], ['1 fee:total:USD:1']],
    [
      'whose parts are reported after the total raises no second alert',
      [on(0, {}), on(1, { total: 80 }), on(2, { exam: 80, total: 80 })],
      ['1 fee:total:USD:1'],
    ],
  ])('%s', (_, reads, news) => expect(listAlerts(...reads)).toEqual(news))
})
