import { expect, test } from 'vitest'
import type { Document } from '#engine/api/decode.ts'
import { applyRecords } from '#engine/mirror/apply.ts'
import { type CachedPage, createPageCache, factsOf, markPageRead } from '#engine/mirror/page-cache.ts'
import { markGone } from '#engine/mirror/records.ts'
import { container, shipment, startMirror } from '#support/mirror.ts'

const PATH = '/containers?page[number]=1'
const BYTES = new TextEncoder().encode('{"data":[]}')
const PAGE: Document = {
  data: [container('c1', 'MSCU1234566', 's1'), container('c2', 'MSCU7654321', 's1')],
  included: [shipment('s1')],
  unreadable: [],
  next: '/containers?page[number]=2',
  total: 150,
}
const reading = (requestSeq: number, sweepId: number | null = 7) => ({
  requestSeq,
  readAt: `2026-11-20T17:00:0${requestSeq}.000Z`,
  sweepId,
})

/** A mirror that has read the page once, as request 1 of sweep 7, and caches it. */
function createCachedPage() {
  const mirror = startMirror()
  const cache = createPageCache()
  const { cached: known, store } = cache.lookup(PATH, BYTES)
  mirror.write((db, announce) => store(factsOf(PAGE), applyRecords(db, announce, PAGE, reading(1))))
  const loadSeen = () =>
    mirror.db.all(
      'SELECT id, req_seq AS seq, sweep_id AS sweep, verified_at AS at, missing_count AS missing FROM seen JOIN res USING (key) ORDER BY id',
    )
  const markRead = (page: CachedPage, at = reading(3, 8)) => mirror.write((db) => markPageRead(db, page, at))
  return { ...mirror, cache, first: known, page: cache.lookup(PATH, BYTES).cached!, loadSeen, markRead }
}

test('a page is recognized by its path and all of its bytes', () => {
  const { cache, first, page } = createCachedPage()
  expect(first).toBeNull()
  expect(page).toMatchObject({ rows: 2, next: PAGE.next, total: 150 })
  expect(cache.lookup('/containers?page[number]=2', BYTES).cached).toBeNull()
  expect(cache.lookup(PATH, new TextEncoder().encode('{"data": []}')).cached).toBeNull()
})

test('a page is not cached if a later request already updated one of its records', () => {
  const mirror = createCachedPage()
  const { cache } = mirror
  mirror.read(shipment('s1', { customer_name: 'later' }))
  mirror.write((db, announce) =>
    cache.lookup(PATH, BYTES).store(factsOf(PAGE), applyRecords(db, announce, PAGE, reading(0))),
  )
  expect(cache.lookup(PATH, BYTES).cached).toBeNull()
})

test('a page that is read again marks its records as seen, the listed ones by the new sweep', () => {
  const { page, markRead, loadSeen } = createCachedPage()
  expect(markRead(page)).toBe(true)
  expect(loadSeen()).toEqual([
    { id: 'c1', seq: 3, sweep: 8, at: '2026-11-20T17:00:03.000Z', missing: 0 },
    { id: 'c2', seq: 3, sweep: 8, at: '2026-11-20T17:00:03.000Z', missing: 0 },
    { id: 's1', seq: 3, sweep: null, at: '2026-11-20T17:00:03.000Z', missing: 0 },
  ])
})

const stalingChanges: [what: string, change: (mirror: ReturnType<typeof createCachedPage>) => void][] = [
  [
    'a listed record has changed',
    (mirror) => mirror.read(container('c2', 'MSCU7654321', 's1', { ref_numbers: ['PO-1'] })),
  ],
  ['an included record has changed', (mirror) => mirror.read(shipment('s1', { customer_name: 'other' }))],
  [
    'a listed record is marked as gone',
    ({ write }) => write((db) => markGone(db, 'container', 'c1', '2026-11-20T17:00:02.000Z')),
  ],
  [
    'an included record was deleted',
    ({ write }) =>
      write((db) => {
        db.run(`DELETE FROM res WHERE id = 's1'`)
      }),
  ],
  [
    'a later answer was already stored',
    ({ write }) =>
      write((db) => {
        db.run('UPDATE seen SET req_seq = 4 WHERE key = (SELECT key FROM res WHERE id = ?)', 'c2')
      }),
  ],
]

test.each(stalingChanges)('a cached page is not used if %s', (_what, change) => {
  const mirror = createCachedPage()
  change(mirror)
  const seenBefore = mirror.loadSeen()
  expect(mirror.markRead(mirror.page)).toBe(false)
  expect(mirror.loadSeen()).toEqual(seenBefore)
})

test('the service’s clock can decide which of two answers is later', () => {
  const { page, write, loadSeen } = createCachedPage()
  write((db) => {
    db.run('UPDATE seen SET req_seq = 4')
  })
  expect(write((db) => markPageRead(db, page, { ...reading(3, 8), isOlderThan: () => false }))).toBe(true)
  expect(loadSeen()).toMatchObject([{ seq: 3 }, { seq: 3 }, { seq: 3 }])
})

test('a full cache evicts the page that was stored the longest time ago', () => {
  const cache = createPageCache()
  const store = (n: number) =>
    cache.lookup(`/tracking_requests?page=${n}`, BYTES).store(factsOf(PAGE), { included: [], data: [] })
  const isCached = (n: number) => cache.lookup(`/tracking_requests?page=${n}`, BYTES).cached !== null
  for (let n = 0; n < 5_000; n++) store(n)
  store(7)
  expect([isCached(0), isCached(4_999)]).toEqual([true, true])
  store(5_000)
  expect([isCached(0), isCached(1), isCached(7), isCached(5_000)]).toEqual([false, true, true, true])
})
