// Which changes of shipments, tracking requests and documents raise alerts, and when missing updates raise one.
import { describe, expect, test } from 'vitest'
import { type Episode } from '#engine/alerts/episode.ts'
import {
  type Document,
  type Request,
  type Shipment,
  compareArrival,
  compareDocument,
  compareRequest,
  compareReading,
} from '#engine/alerts/outcomes.ts'

const SINCE = '2026-11-20T00:00:00.000Z'
const [OLD, NEW] = ['2026-11-19T00:00:00.000Z', '2026-11-21T00:00:00.000Z']

type Verdict = { episodes: Episode[]; news: { key: string }[]; withdrawUnshown: string[]; withdraw: string[] }

/** Evaluates the states in order. Returns the alerts with the index of their state; a minus marks a withdrawn alert. */
function alertsOf<State>(
  evaluate: (state: State, episode: Episode | undefined) => Verdict,
  states: readonly State[],
): string[] {
  let episode: Episode | undefined
  return states.flatMap((state, i) => {
    const result = evaluate(state, episode)
    episode = result.episodes[0] ?? episode
    return [
      ...[...result.withdrawUnshown, ...result.withdraw].map((key) => `${i} -${key}`),
      ...result.news.map(({ key }) => `${i} ${key}`),
    ]
  })
}

describe('the arrival of a shipment', () => {
  const shipment = (etaAt: string | null, hasArrived = false): Shipment => ({
    id: 's1',
    etaAt,
    hasArrived,
    vessel: 'EVER GIVEN',
    voyage: '123E',
    port: 'Los Angeles',
    containerCount: 9,
  })
  const on = (hours: number, hasArrived = false) =>
    shipment(new Date(Date.parse('2026-12-01T00:00:00Z') + hours * 3_600_000).toISOString(), hasArrived)
  test.each<[string, Shipment[], string[]]>([
    ['that becomes known raises no alert', [shipment(null), on(0)], []],
    ['that changes by a day raises an alert', [on(0), on(24)], ['1 eta:s1:1']],
    ['that changes by less raises no alert until the sum is a day', [on(0), on(20), on(40), on(41)], ['2 eta:s1:1']],
    ['that changes and changes back raises two alerts', [on(0), on(30), on(0)], ['1 eta:s1:1', '2 eta:s1:2']],
    ['that is unknown for a while raises no alert', [on(0), shipment(null), on(3)], []],
    ['raises no alert after the arrival', [on(0), on(48, true)], []],
  ])('%s', (_, states, news) => expect(alertsOf(compareArrival, states)).toEqual(news))
})

describe('a tracking request', () => {
  const request = (status: string, createdAt = NEW): Request => ({ id: 'r1', status, reason: 'not_found', createdAt })
  test.each<[string, Request[], string[]]>([
    ['that fails raises one alert', [request('pending'), request('failed'), request('failed')], ['1 req:r1:1']],
    ['that failed before the first start raises no alert', [request('failed', OLD)], []],
    ['that is newer and failed at the first reading raises an alert', [request('failed')], ['0 req:r1:1']],
    [
      'that fails again after a retry raises another alert',
      [request('failed'), request('pending'), request('failed')],
      ['0 req:r1:1', '1 -req:r1:1', '2 req:r1:2'],
    ],
  ])('%s', (_, states, news) =>
    expect(alertsOf((state, episode) => compareRequest(state, episode, SINCE), states)).toEqual(news),
  )
})

describe('a document', () => {
  const document = (state: string, receivedAt = NEW, isSent = false): Document => ({
    id: 'd1',
    state,
    type: 'Invoice',
    receivedAt,
    isSent,
  })
  test.each<[string, Document[], string[]]>([
    [
      'raises an alert when it is read',
      [document('processing'), document('extracted'), document('extracted')],
      ['1 doc:d1:document-read:1'],
    ],
    ['that was read before the first start raises no alert', [document('extracted', OLD)], []],
    [
      'that this program had sent and that failed raises one alert',
      [document('failed', OLD, true), document('failed', OLD, true)],
      ['0 doc:d1:document-failed:1'],
    ],
    [
      'that was being read at the first start raises an alert',
      [document('processing', OLD), document('needs-link')],
      ['1 doc:d1:document-unlinked:1'],
    ],
    [
      'that failed raises an alert, which is withdrawn when it is read after all',
      [document('failed'), document('extracted')],
      ['0 doc:d1:document-failed:1', '1 -doc:d1:document-failed:1', '1 doc:d1:document-read:2'],
    ],
    [
      'that the user links to a shipment raises no alert',
      [document('needs-link'), document('extracted')],
      ['0 doc:d1:document-unlinked:1', '1 -doc:d1:document-unlinked:1'],
    ],
  ])('%s', (_, states, news) =>
    expect(alertsOf((state, episode) => compareDocument(state, episode, SINCE), states)).toEqual(news),
  )
})

describe('the alert about missing updates', () => {
  const at = (minutes: number) => new Date(Date.parse('2026-11-20T17:00:00Z') + minutes * 60_000).toISOString()
  const createReading = (minute: number, readMinute: number | null, silentMinutes: number) => ({
    now: at(minute),
    readAt: readMinute === null ? null : at(readMinute),
    silentMs: silentMinutes * 60_000,
  })
  test('is raised once after an hour, ends with the next complete reading, and can be raised again', () => {
    const states = [
      createReading(59, 0, 59),
      createReading(60, 0, 60),
      createReading(61, 0, 61),
      createReading(70, 69, 1),
      createReading(140, 69, 71),
    ]
    expect(alertsOf(compareReading, states)).toEqual(['1 stale:1', '4 stale:2'])
    const episode = compareReading(states[1]!).episodes[0]!
    expect([compareReading(states[2]!, episode).isOver, compareReading(states[3]!, episode).isOver]).toEqual([
      false,
      true,
    ])
  })
  test('is raised if nothing was ever read', () =>
    expect(alertsOf(compareReading, [createReading(60, null, 60)])).toEqual(['0 stale:1']))
})
