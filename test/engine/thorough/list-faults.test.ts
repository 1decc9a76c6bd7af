// Faulty lists have broken records, page links that form a loop, or invented pages.
import { describe, expect, test } from 'vitest'
import { type Fault, alterJson } from '#support/network.ts'
import { startSyncedEngine } from '#support/synced-engine.ts'
import { describeError } from '../../../src/renderer/src/engine/errors.ts'
import {
  createPageFault,
  getPageNumber,
  isContainerList,
  createPageLink,
  createInventedPage,
  SECOND_MS,
  sampleStates,
} from '#support/list-faults.ts'

type ListRecord = { id?: string; type: string; attributes: object }
const createBrokenRecordFault = (index: number, breakRecord: (record: ListRecord) => unknown) =>
  createPageFault(
    2,
    alterJson((body) => ({
      ...body,
      data: (body['data'] as ListRecord[]).map((record, n) => (n === index ? breakRecord(record) : record)),
    })),
  )
const DEEP = '@@deep@@'

/** `JSON.stringify` overflows on a value this deep, so the text replaces a placeholder. */
function insertDeepValue(fault: Fault | null): Fault | null {
  if (fault?.kind !== 'alter') return fault
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  return {
    kind: 'alter',
    alter: (response) => {
      const altered = fault.alter(response)
      return {
        ...altered,
        bytes: new TextEncoder().encode(new TextDecoder().decode(altered.bytes).replace(`"${DEEP}"`, deep)),
      }
    },
  }
}

describe.each<[string, (record: ListRecord) => unknown, string | null, string]>([
  ['without an id', (record) => ({ ...record, id: undefined }), null, 'no-id'],
  ['that is null', () => null, null, 'no-id'],
  [
    'whose attribute nests 10,000 deep',
    (record) => ({ ...record, attributes: { ...record.attributes, odd: DEEP } }),
    'its own',
    'too-deep',
  ],
  [
    'of two megabytes',
    (record) => ({ ...record, attributes: { ...record.attributes, odd: 'x'.repeat(2_000_000) } }),
    'its own',
    'too-large',
  ],
])('one record %s', (_name, breakRecord, id, why) =>
  test('is the only omitted record: the rest of the list is read, and the board is current', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    await engine.clock.advance(60 * SECOND_MS)
    const rows = (await engine.client.call('status.get', {})).rows
    let broken = ''
    engine.network.fault(({ url }) =>
      insertDeepValue(
        createBrokenRecordFault(16, (record) => {
          broken = record.id ?? ''
          return breakRecord(record)
        })(url),
      ),
    )
    const samples = await sampleStates(engine, 60 * SECOND_MS)
    expect(new Set(samples.map(({ state }) => state))).toEqual(new Set(['live']))
    const status = await engine.client.call('status.get', {})
    expect(status.leftOut).toEqual([
      { kind: 'containers', count: 1, records: [{ id: id === null ? null : broken, place: 117, why }] },
    ])
    expect(
      status.errors
        .filter(({ failure }) => failure.code === 'api/records-left-out')
        .map(({ failure }) => describeError(failure).what),
    ).toEqual(['Quaywatch could not read some records of a list and skipped them (1). All others synced.'])
    expect(status.errors.filter(({ failure }) => failure.code === 'internal')).toEqual([])
    // The record is not treated as deleted, and the engine does not request it repeatedly.
    expect(status.rows.containers).toBe(rows.containers)
    const goneRows = (
      await engine.client.call('containers.list', {
        filter: { scope: 'all' },
        sort: [],
        window: { offset: 0, limit: 500 },
      })
    ).rows.filter(({ goneSince }) => goneSince !== null)
    expect(goneRows).toEqual([])
    expect(
      engine.network.sent.slice(-30).filter(({ url }) => url.includes(`/containers/${broken}`)).length,
    ).toBeLessThan(5)

    engine.network.fault(null)
    await engine.clock.advance(40 * SECOND_MS)
    expect((await engine.client.call('status.get', {})).leftOut).toEqual([])
  }),
)

test('a list whose last page links to an earlier page is complete, and the Status page reports the loop', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(60 * SECOND_MS)
  engine.network.fault(({ url }) =>
    createPageFault(
      3,
      alterJson((body) => ({ ...body, links: { next: createPageLink(2) } })),
    )(url),
  )
  const samples = await sampleStates(engine, 60 * SECOND_MS)
  expect(new Set(samples.map(({ state }) => state))).toEqual(new Set(['live']))
  const { errors } = await engine.client.call('status.get', {})
  expect(errors.map(({ failure, path }) => `${failure.code} ${path}`)).toEqual(['api/list-endless /v2/containers'])
  const sentBefore = engine.network.sent.length
  await engine.clock.advance(60 * SECOND_MS)
  // Each sweep reads three pages, and one more that shows the loop.
  expect(engine.network.sent.slice(sentBefore).filter(({ url }) => isContainerList(url)).length).toBeLessThanOrEqual(
    5 * 4,
  )
})

test.each([4, 6])(
  'invented pages that end before page %i complete no sweep, and a sweep of the real list completes',
  async (firstRealPage) => {
    const engine = await startSyncedEngine({ containers: 300 })
    await engine.clock.advance(60 * SECOND_MS)
    const { lastCompleteAt } = await engine.client.call('sync.status', {})
    const pages: (number | null)[] = []
    let isOver = false
    engine.network.fault(({ url }) => {
      if (!isContainerList(url)) return null
      const page = getPageNumber(url) ?? 1
      isOver ||= page === firstRealPage
      if (isOver) pages.push(page)
      return isOver ? null : createInventedPage(url)
    })
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('sync.status', {})).lastCompleteAt !== lastCompleteAt,
      120 * SECOND_MS,
    )
    // The sweep of the invented pages ends at the first real page. The next sweep reads the three real pages.
    expect(pages).toEqual([firstRealPage, 1, 2, 3])
  },
)

test('event pages whose links form a loop are read once, and the engine reports the loop', async () => {
  const engine = await startSyncedEngine({
    containers: 12,
    beforeStart: (network) =>
      network.fault(({ url }) =>
        url.includes('/transport_events')
          ? alterJson((body) => ({
              ...body,
              links: { next: `${url.split('?')[0] ?? ''}?page[number]=${url.includes('=2') ? 3 : 2}` },
            }))
          : null,
      ),
  })
  await engine.clock.advance(5 * 60 * SECOND_MS)
  const countReads = () => engine.network.sent.filter(({ url }) => url.includes('/transport_events')).length
  const readsBefore = countReads()
  expect(readsBefore).toBeLessThanOrEqual(4 * 12)
  await engine.clock.advance(60 * SECOND_MS)
  expect(countReads()).toBe(readsBefore)
  expect((await engine.client.call('status.get', {})).errors.map(({ failure }) => failure.code)).toContain(
    'api/list-endless',
  )
})
