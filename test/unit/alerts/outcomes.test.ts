// What is news about shipments, requests, documents and the reading itself, as courses of what was found.
import { describe, expect, test } from 'vitest'
import { type Episode } from '#engine/alerts/episodes.ts'
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

type Judged = { episodes: Episode[]; news: { key: string }[]; untrue: string[]; over: string[] }

/** News of each find in turn; what was taken back has a minus before it. */
function course<Found>(
  judge: (found: Found, episode: Episode | undefined) => Judged,
  finds: readonly Found[],
): string[] {
  let episode: Episode | undefined
  return finds.flatMap((found, i) => {
    const turn = judge(found, episode)
    episode = turn.episodes[0] ?? episode
    return [
      ...[...turn.untrue, ...turn.over].map((key) => `${i} -${key}`),
      ...turn.news.map(({ key }) => `${i} ${key}`),
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
    containers: 9,
  })
  const on = (hours: number, hasArrived = false) =>
    shipment(new Date(Date.parse('2026-12-01T00:00:00Z') + hours * 3_600_000).toISOString(), hasArrived)
  test.each<[string, Shipment[], string[]]>([
    ['first known is no news', [shipment(null), on(0)], []],
    ['that moved by a day is', [on(0), on(24)], ['1 eta:s1:1']],
    ['that moved by less is not, until it adds up', [on(0), on(20), on(40), on(41)], ['2 eta:s1:1']],
    ['that goes there and back is told both times', [on(0), on(30), on(0)], ['1 eta:s1:1', '2 eta:s1:2']],
    ['unknown for a while has not moved', [on(0), shipment(null), on(3)], []],
    ['is no news once it is there', [on(0), on(48, true)], []],
  ])('%s', (_, finds, news) => {
    expect(course(compareArrival, finds)).toEqual(news)
  })
})

describe('a tracking request', () => {
  const request = (status: string, createdAt = NEW): Request => ({ id: 'r1', status, reason: 'not_found', createdAt })
  test.each<[string, Request[], string[]]>([
    ['that failed is told once', [request('pending'), request('failed'), request('failed')], ['1 req:r1:1']],
    ['that had failed before anybody was there is not', [request('failed', OLD)], []],
    ['made since and met with as failed is', [request('failed')], ['0 req:r1:1']],
    [
      'that fails again after it was tried again is told again',
      [request('failed'), request('pending'), request('failed')],
      ['0 req:r1:1', '1 -req:r1:1', '2 req:r1:2'],
    ],
  ])('%s', (_, finds, news) => {
    expect(course((found, episode) => compareRequest(found, episode, SINCE), finds)).toEqual(news)
  })
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
      'is told of when it is read',
      [document('processing'), document('extracted'), document('extracted')],
      ['1 doc:d1:document-read:1'],
    ],
    ['that was read before anybody was there is not', [document('extracted', OLD)], []],
    [
      'that this program had sent by then and that failed at once is, and once',
      [document('failed', OLD, true), document('failed', OLD, true)],
      ['0 doc:d1:document-failed:1'],
    ],
    ['on its way then is', [document('processing', OLD), document('needs-link')], ['1 doc:d1:document-unlinked:1']],
    [
      'that failed is told, and withdrawn when it is read after all',
      [document('failed'), document('extracted')],
      ['0 doc:d1:document-failed:1', '1 -doc:d1:document-failed:1', '1 doc:d1:document-read:2'],
    ],
    [
      'that gets its shipment from the user is not news to him',
      [document('needs-link'), document('extracted')],
      ['0 doc:d1:document-unlinked:1', '1 -doc:d1:document-unlinked:1'],
    ],
  ])('%s', (_, finds, news) => {
    expect(course((found, episode) => compareDocument(found, episode, SINCE), finds)).toEqual(news)
  })
})

describe('not updating', () => {
  const at = (minutes: number) => new Date(Date.parse('2026-11-20T17:00:00Z') + minutes * 60_000).toISOString()
  const find = (minute: number, readMinute: number | null, silent: number) => ({
    now: at(minute),
    readAt: readMinute === null ? null : at(readMinute),
    silentMs: silent * 60_000,
  })
  test('is told once after an hour, is over with the next whole reading, and may come again', () => {
    const finds = [find(59, 0, 59), find(60, 0, 60), find(61, 0, 61), find(70, 69, 1), find(140, 69, 71)]
    expect(course(compareReading, finds)).toEqual(['1 stale:1', '4 stale:2'])
    const told = compareReading(finds[1]!).episodes[0]!
    expect([compareReading(finds[2]!, told).isOver, compareReading(finds[3]!, told).isOver]).toEqual([false, true])
  })
  test('is told where nothing was ever read', () => {
    expect(course(compareReading, [find(60, null, 60)])).toEqual(['0 stale:1'])
  })
})
