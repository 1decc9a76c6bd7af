// What is news about a container, as courses of reads: each line is what one read said, and what was told of it.
import { describe, expect, test } from 'vitest'
import { type Container, type Episode, baselineOf, isKnown, compareContainer } from '#engine/alerts/episodes.ts'

const START = Date.parse('2026-11-20T17:00:00Z')
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString()

type Says = {
  date?: string | null
  rule?: 'line' | 'terminal'
  line?: string
  manual?: string
  holds?: string[]
  fees?: Record<string, number>
  isReady?: boolean | null
}
/**
 * `checked`: the terminal was asked again, so many minutes after the start. `changed`: when the fields of an episode
 * last changed.
 */
type Read = Says & { minute: number; checked?: number; now?: number; changed?: Record<string, number> }

function boxOf({ date = '2026-11-25', line, rule, manual, holds = [], fees = {}, isReady = null }: Says): Container {
  const sources: Container['lastFreeDay']['sources'] = [
    ...(date === null ? [] : [{ source: 'terminal' as const, date, isRelevant: true }]),
    ...(line === undefined ? [] : [{ source: 'line' as const, date: line, isRelevant: true }]),
  ]
  const reported =
    rule === 'line' && line !== undefined
      ? { date: line, source: 'line' as const }
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
    holds: holds.map((hold) => ({
      member: hold.replace(/^\?/, ''),
      name: hold.replace(/^\?|#.*/g, ''),
      isActive: !hold.startsWith('?'),
      since: null,
    })),
    fees: Object.entries(fees).map(([member, amount]) => ({
      member,
      amount,
      currency: 'USD',
      isCounted: member !== 'total' || Object.keys(fees).length === 1,
    })),
    isReady,
  }
}

/** The first says what there was when it was first read. */
function told(...reads: Read[]): string[] {
  return course(...reads).filter((line) => !line.includes(' -'))
}

/** With a minus before what is to be taken back where nobody was told, and two where it is whoever was. */
function course(...reads: Read[]): string[] {
  const episodes = new Map<string, Episode>()
  const lines: string[] = []
  for (const { minute, now = minute, checked = 0, changed = {}, ...says } of reads) {
    const box = boxOf(says)
    if (!isKnown(episodes)) {
      for (const episode of baselineOf(box)) episodes.set(episode.name, episode)
      continue
    }
    const reading = {
      now: at(now),
      readAt: at(minute),
      checkedAt: at(checked),
      changedAt: new Map(Object.entries(changed).map(([name, when]) => [name, at(when)])),
    }
    const turn = compareContainer(box, episodes, reading)
    // As after a crash: what was not written is found again, and comes out the same.
    expect(compareContainer(box, episodes, reading)).toEqual(turn)
    for (const episode of turn.episodes) episodes.set(episode.name, episode)
    const back = (sign: string, keys: string[]) => keys.map((key) => `${minute} ${sign}${key.replace(':c1', '')}`)
    lines.push(
      ...back('-', turn.untrue),
      ...back('--', turn.over),
      ...turn.news.map(({ key }) => `${minute} ${key.replace(':c1', '')}`),
    )
  }
  return lines
}

describe('a last free day', () => {
  const on = (minute: number, date: string | null, more: Partial<Read> = {}): Read => ({ minute, date, ...more })
  test.each<[string, Read[], string[]]>([
    ['that was there is no news (D4)', [on(0, '2026-11-25'), on(1, '2026-11-25')], []],
    ['that becomes known is no move', [on(0, null), on(1, '2026-11-25')], []],
    [
      'that goes there, back and there again is told each time, by a number of its own (D3, D14)',
      [on(0, '2026-11-25'), on(1, '2026-11-23'), on(2, '2026-11-25'), on(3, '2026-11-23')],
      ['1 lfdchg:1', '2 lfdchg:2', '3 lfdchg:3'],
    ],
    [
      'missing from one read is nothing',
      [on(0, '2026-11-25'), on(1, null), on(2, '2026-11-25'), on(30, '2026-11-25')],
      [],
    ],
    [
      'missing from one read and another in the next moved once',
      [on(0, '2026-11-25'), on(1, null), on(2, '2026-11-23')],
      ['2 lfdchg:1'],
    ],
    [
      'missing in a second read ten minutes later is withdrawn',
      [on(0, '2026-11-25'), on(1, null), on(5, null), on(11, null), on(30, null)],
      ['11 lfdchg:1'],
    ],
    [
      'missing after the terminal was asked again is withdrawn',
      [on(0, '2026-11-25'), on(1, null, { checked: 1 }), on(2, null, { checked: 2 })],
      ['2 lfdchg:1'],
    ],
    [
      'is not withdrawn by time that passes without a read',
      [on(0, '2026-11-25'), on(1, null), on(1, null, { now: 600 })],
      [],
    ],
    [
      'that was back while the program had ended is missing for the first time',
      [on(0, '2026-11-25'), on(1, null), on(12, null, { changed: { lfd: 8 } }), on(14, null, { changed: { lfd: 8 } })],
      [],
    ],
    [
      'set by hand is none, nor taken back',
      [on(0, '2026-11-25'), on(1, '2026-11-25', { manual: '2026-11-30' }), on(2, '2026-11-25')],
      [],
    ],
    [
      'set by hand hides what is reported meanwhile until it is taken back',
      [on(0, '2026-11-25'), on(1, '2026-11-23', { manual: '2026-11-30' }), on(2, '2026-11-23')],
      ['2 lfdchg:1'],
    ],
    [
      'that governs because the user says so is none',
      [on(0, '2026-11-25', { line: '2026-11-27' }), on(1, '2026-11-25', { line: '2026-11-27', rule: 'line' })],
      [],
    ],
    [
      'earlier by another source than before is one (D10)',
      [
        on(0, '2026-11-25', { line: '2026-11-27', rule: 'line' }),
        on(1, '2026-11-25', { line: '2026-11-24', rule: 'line' }),
      ],
      ['1 lfdchg:1'],
    ],
  ])('%s', (_, reads, news) => {
    expect(told(...reads)).toEqual(news)
  })

  test('that is back where it was needs no telling of the way there', () => {
    expect(course(on(0, '2026-11-25'), on(1, '2026-11-23'), on(2, '2026-11-25'))).toEqual([
      '1 lfdchg:1',
      '2 -lfdchg:1',
      '2 lfdchg:2',
    ])
    expect(course(on(0, '2026-11-25'), on(1, null), on(12, null), on(20, '2026-11-25'))).toEqual([
      '12 lfdchg:1',
      '20 -lfdchg:1',
    ])
    expect(course(on(0, '2026-11-25'), on(1, null), on(12, null), on(20, '2026-11-26')), 'another date').toEqual([
      '12 lfdchg:1',
    ])
  })

  test('says how many days it was and is, and which way it went', () => {
    const episodes = new Map(baselineOf(boxOf({ date: '2026-11-25' })).map((episode) => [episode.name, episode]))
    const read = { now: at(1), readAt: at(1), checkedAt: null, changedAt: new Map<string, string>() }
    expect(compareContainer(boxOf({ date: '2026-11-22' }), episodes, read).news).toMatchObject([
      {
        kind: 'lfd-earlier',
        severity: 2,
        facts: { before: '2026-11-25', after: '2026-11-22', daysBefore: 5, daysAfter: 2, source: 'terminal' },
      },
    ])
    expect(compareContainer(boxOf({ date: '2026-11-28' }), episodes, read).news).toMatchObject([
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
    ['is told at once', [on(0, []), on(1, ['customs'])], ['1 hold+:customs:1']],
    [
      'that was there is no news, and is when it goes',
      [on(0, ['customs']), on(1, []), on(11, [])],
      ['11 hold-:customs:0'],
    ],
    [
      'is gone once the terminal was asked again (D11)',
      [on(0, ['customs'], 1), on(1, [], 2), on(2, [], 2), on(3, [], 3)],
      ['3 hold-:customs:0'],
    ],
    [
      'that flickers is told once (D11)',
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
      'placed again after it went is a second one (D3)',
      [on(0, []), on(1, ['customs']), on(2, []), on(12, []), on(20, ['customs'])],
      ['1 hold+:customs:1', '12 hold-:customs:1', '20 hold+:customs:2'],
    ],
    [
      'away at the last read before a sleep and there at the first one after it is a second one',
      [on(0, []), on(1, ['customs']), on(2, []), on(3, []), on(200, ['customs']), on(201, ['customs'])],
      ['1 hold+:customs:1', '200 hold+:customs:2'],
    ],
    [
      'eased to one expected before a sleep and active after it is a second one',
      [on(0, ['customs']), on(1, ['?customs']), on(200, ['customs'])],
      ['200 hold+:customs:1'],
    ],
    ['there before and after a sleep is no news', [on(0, ['customs']), on(1, ['customs']), on(200, ['customs'])], []],
    [
      'of the same name is told by its occurrence (D12)',
      [on(0, ['customs']), on(1, ['customs', 'customs#2'])],
      ['1 hold+:customs#2:1'],
    ],
    [
      'that was back while the program had ended is gone after two more reads',
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
      'is gone though a clock that was ahead noted a change',
      [{ minute: 0, holds: ['customs'] }, { minute: 1 }, { minute: 11, changed: { 'hold/customs': 9_000 } }],
      ['11 hold-:customs:0'],
    ],
    [
      'expected is told as such, and again when it is one',
      [on(0, []), on(1, ['?freight']), on(2, ['freight'])],
      ['1 holdp:freight:1', '2 hold+:freight:2'],
    ],
    ['expected that does not come is no news', [on(0, ['?freight']), on(1, []), on(11, [])], []],
    [
      'that is no more than expected for one read is none',
      [on(0, ['freight']), on(1, ['?freight']), on(2, ['freight'])],
      [],
    ],
  ])('%s', (_, reads, news) => {
    expect(told(...reads)).toEqual(news)
  })
})

describe('what was told and is over', () => {
  test('is taken back: a hold that went, also by way of one expected, and a box that is not ready any more', () => {
    const on = (minute: number, holds: string[], isReady: boolean): Read => ({ minute, holds, isReady })
    expect(course(on(0, [], false), on(1, ['customs'], true), on(2, [], false), on(13, [], false))).toEqual([
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
      course(
        { minute: 0 },
        { minute: 1, holds: ['usda'] },
        { minute: 2, holds: ['?usda'] },
        { minute: 13, holds: ['?usda'] },
        { minute: 20, holds: [] },
        { minute: 31, holds: [] },
      ).slice(2),
    ).toEqual(['1 hold+:usda:1', '13 -hold+:usda:1', '31 -holdp:usda:1', '31 --hold+:usda:1', '31 hold-:usda:1'])
  })
})

describe('ready for pickup', () => {
  const on = (minute: number, isReady: boolean | null, checked?: number): Read => ({
    minute,
    isReady,
    ...(checked === undefined ? {} : { checked }),
  })
  test.each<[string, Read[], string[]]>([
    ['is told once it was known not to be', [on(0, false), on(1, true)], ['1 avail:1']],
    ['is not told of a box of which nothing was known (D13)', [on(0, null), on(1, true)], []],
    [
      'is not known while the terminal does not say (D13)',
      [on(0, false), on(1, null), on(2, null), on(3, true)],
      ['3 avail:1'],
    ],
    [
      'again after one read that said otherwise is not',
      [on(0, false), on(1, true), on(2, false), on(3, true)],
      ['1 avail:1'],
    ],
    [
      'again after two is',
      [on(0, false), on(1, true), on(2, false), on(12, false), on(13, true)],
      ['1 avail:1', '13 avail:2'],
    ],
  ])('%s', (_, reads, news) => {
    expect(told(...reads)).toEqual(news)
  })

  test('no more is taken back where nobody was told, and given back when it was a flicker', () => {
    const episodes = new Map(
      baselineOf(boxOf({ isReady: true })).map((episode) => [episode.name, { ...episode, n: 3 }]),
    )
    const read = { now: at(1), readAt: at(1), checkedAt: null, changedAt: new Map<string, string>() }
    const away = compareContainer(boxOf({ isReady: false }), episodes, read)
    expect(away).toMatchObject({ news: [], untrue: ['avail:c1:3'] })
    for (const episode of away.episodes) episodes.set(episode.name, episode)
    expect(compareContainer(boxOf({ isReady: true }), episodes, read)).toMatchObject({
      news: [],
      trueAgain: ['avail:c1:3'],
    })
  })
})

describe('a fee', () => {
  const on = (minute: number, fees: Record<string, number>): Read => ({ minute, fees })
  test.each<[string, Read[], string[]]>([
    [
      'is told when it is posted, and when it rises',
      [on(0, {}), on(1, { demurrage: 275 }), on(2, { demurrage: 275 }), on(3, { demurrage: 550 })],
      ['1 fee:demurrage:USD:1', '3 fee:demurrage:USD:2'],
    ],
    [
      'that was there is no news until it rises',
      [on(0, { exam: 100 }), on(1, { exam: 100 }), on(2, { exam: 150 })],
      ['2 fee:exam:USD:1'],
    ],
    [
      'that falls is no news, and its rise from there is',
      [on(0, { exam: 100 }), on(1, { exam: 50 }), on(2, { exam: 80 })],
      ['2 fee:exam:USD:1'],
    ],
    [
      'posted without a price is told, and its price',
      [on(0, {}), on(1, { exam: 0 }), on(2, { exam: 80 })],
      ['1 fee:exam:USD:1', '2 fee:exam:USD:2'],
    ],
    [
      'missing from one read is the same one',
      [on(0, {}), on(1, { exam: 80 }), on(2, {}), on(3, { exam: 80 })],
      ['1 fee:exam:USD:1'],
    ],
    [
      'posted again after it was gone is told again',
      [on(0, {}), on(1, { exam: 80 }), on(2, {}), on(12, {}), on(13, { exam: 80 })],
      ['1 fee:exam:USD:1', '13 fee:exam:USD:2'],
    ],
    ['total beside its lines says nothing new', [on(0, {}), on(1, { exam: 80, total: 80 })], ['1 fee:exam:USD:1']],
    ['total by itself is one', [on(0, {}), on(1, { total: 80 })], ['1 fee:total:USD:1']],
    [
      'total whose lines come later is the same money',
      [on(0, {}), on(1, { total: 80 }), on(2, { exam: 80, total: 80 })],
      ['1 fee:total:USD:1'],
    ],
  ])('%s', (_, reads, news) => {
    expect(told(...reads)).toEqual(news)
  })
})
