// When the loop of the feeds runs: at a notification, at a mark, and without them every 15 s. A full disk stops neither
// side for longer than it is full.
import { expect, test, vi } from 'vitest'
import { startFeeds } from '#engine/office/feeds.ts'
import { loadCursor } from '#engine/mirror/feed/cursor.ts'
import { migrations } from '#engine/office/migrations/index.ts'
import { createClock } from '#engine/outside/clock.ts'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { createRandom } from '#engine/outside/random.ts'
import { compareDumps } from '#support/dumps.ts'
import { getErrorCode } from '#support/error-code.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { MIRROR_NOW, container } from '#support/mirror.ts'
import { MAIN, readValue } from '#support/office-calls.ts'
import { type Desktop, dumpMirror } from '#support/office-desktop.ts'
import { openDesktops } from '#support/three-desktops.ts'

const at = (minutes: number) => new Date(Date.parse(MIRROR_NOW) + minutes * 60_000).toISOString()
const makeContainer = (id: string, attributes: Record<string, unknown> = {}) =>
  container(id, `MSCU${id}`, 's1', attributes)
const countMarks = ({ db }: Desktop) =>
  db.value<number>('SELECT (SELECT count(*) FROM office_out) + (SELECT count(*) FROM office_change_out)')

/** The loop itself, for a desktop whose turns a test does not take. */
function startLoop(
  desktop: Desktop,
  connection: Awaited<ReturnType<typeof openDesktops>>['connections'][number],
  parts: Partial<Parameters<typeof startFeeds>[0]>,
) {
  const logged: string[] = []
  const feeds = startFeeds({
    db: desktop.db,
    write: desktop.write,
    clock: createClock(),
    walGuard: null,
    random: createRandom(),
    query: (sql, values) => connection.query(sql, values),
    listen: (channel, onNotify) => void connection.listen(channel, onNotify),
    log: (_level, event) => void logged.push(event),
    now: () => MIRROR_NOW,
    space: MAIN,
    client: migrations.length,
    officeVersion: () => migrations.length,
    ownActs: desktop.ownActs,
    seedTarget: null,
    fence: () => null,
    onUpToDate: () => undefined,
    onReady: () => undefined,
    onRefused: () => undefined,
    ...parts,
  })
  return { feeds, logged }
}

test('a notification wakes a follower', async () => {
  const { lea, rita, connections } = await openDesktops()
  const { feeds } = startLoop(rita, connections[2]!, {})
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  await vi.waitFor(() => expect(rita.db.column('SELECT id FROM res')).toEqual(['1']), 10_000)
  await feeds.stop()
})

test('a mark wakes the leader', async () => {
  const { lea, owner, connections } = await openDesktops()
  const { fence } = lea
  const { feeds } = startLoop(lea, connections[0]!, { fence: () => fence })
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  await vi.waitFor(async () => expect(await readValue(owner, '(SELECT count(*) FROM office.record)')).toBe(1), 10_000)
  await feeds.stop()
  lea.read([makeContainer('2')], { requestSeq: 2, readAt: at(0) })
  expect(countMarks(lea), 'nothing is marked without feeds').toBe(0)
})

test('a follower without notifications, or after a lost connection, reads the feed within 15 s', async () => {
  const { lea, rita, connections } = await openDesktops()
  const clock = createFakeClock(Date.parse(MIRROR_NOW))
  let isAway = true
  const { feeds, logged } = startLoop(rita, connections[2]!, {
    clock,
    listen: () => undefined,
    query: (sql, values) =>
      isAway ? Promise.reject(new PostgresFailure('unreachable', null, null)) : connections[2]!.query(sql, values),
  })
  await clock.flush()
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  isAway = false
  await clock.advance(14_900)
  expect(rita.db.column('SELECT id FROM res')).toEqual([])
  await clock.advanceUntil(() => rita.db.column('SELECT id FROM res').length === 1)
  await clock.advanceUntilSettled(feeds.stop())
  expect(logged).toEqual([])
})

test('while the database is full, what the leader read waits, and is sent when there is room', async () => {
  const { lea, owner, connections } = await openDesktops()
  const { fence } = lea
  await owner.runScript(`CREATE FUNCTION public.refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON office.record FOR EACH ROW EXECUTE FUNCTION public.refuse_row()`)
  const clock = createFakeClock(Date.parse(MIRROR_NOW))
  const refused: unknown[] = []
  const { feeds, logged } = startLoop(lea, connections[0]!, {
    clock,
    listen: () => undefined,
    fence: () => fence,
    query: (sql, values) =>
      connections[0]!.query<never>(sql, values).catch((error: unknown) => {
        refused.push((error as PostgresFailure).sqlState)
        throw error
      }),
  })
  lea.read([makeContainer('1'), makeContainer('2')], { requestSeq: 1, readAt: at(0) })
  await clock.advanceUntil(() => refused.length === 2)
  expect([refused, countMarks(lea)]).toEqual([['53100', '53100'], 2])
  await owner.runScript('DROP TRIGGER full_disk ON office.record')
  await clock.advanceUntil(() => countMarks(lea) === 0)
  expect(await readValue(owner, '(SELECT count(*) FROM office.record)')).toBe(2)
  await clock.advanceUntilSettled(feeds.stop())
  expect(logged).toEqual([])
})

test('a follower whose disk is full keeps what it stored, and goes on from there when there is room', async () => {
  const { lea, rita } = await openDesktops()
  const containers = Array.from({ length: 400 }, (_, n) => makeContainer(String(1_000_000 + n)))
  lea.read(containers, { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  const limitPages = (more: number) =>
    rita.db.value(`PRAGMA mirror.max_page_count = ${rita.db.value<number>('PRAGMA mirror.page_count')! + more}`)
  limitPages(60)
  expect(await getErrorCode(rita.runUntilIdle())).toBe('db/disk-full')
  const stored = rita.db.value<number>(`SELECT count(*) FROM res WHERE type = 'container'`)
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(400)
  expect(loadCursor(rita.db, 'feed')).toBe(stored)
  limitPages(100_000)
  await rita.runUntilIdle()
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(rita.db))).toEqual([])
})

test('feeds that fail log it, and mark nothing after they were stopped', async () => {
  const { lea, connections } = await openDesktops()
  const { feeds, logged } = startLoop(lea, connections[0]!, { query: () => Promise.reject(new Error('a bug')) })
  await vi.waitFor(() => expect(logged).toEqual(['office feeds failed']))
  await feeds.stop()
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  expect(countMarks(lea)).toBe(0)
})
