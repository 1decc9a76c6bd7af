// The account's files through everything that happens to files: nothing the user made is lost, and what happened is told.
import { appendFileSync, existsSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { damage, daysPass, errorCode } from '#support/broken-files.ts'
import { startTestEngine, tempDir } from '#support/test-engine.ts'

const settings = { governingRule: 'line-first', bandDays: { tomorrow: 2, soon: 4, week: 9 }, homeZone: 'Asia/Tokyo' } as const

test('settings survive a restart', async () => {
  const engine = await startTestEngine({ apiKey: null })
  await engine.client.call('settings.set', settings)
  await engine.restart()
  expect(await engine.client.call('settings.get', {})).toEqual(settings)
})

test('a second engine on the same folder is refused, and a crash would have freed it', async () => {
  const engine = await startTestEngine({ apiKey: null })
  expect(await errorCode(startTestEngine({ apiKey: null, dir: engine.dir }))).toBe('db/in-use')
  await engine.stop()
  const next = await startTestEngine({ apiKey: null, dir: engine.dir })
  expect(await next.client.call('settings.get', {})).toMatchObject({ governingRule: 'earliest' })
})

describe.each(['state', 'mirror'] as const)('%s.db', (file) => {
  test('from a newer version is refused and not touched', async () => {
    const engine = await startTestEngine({ apiKey: null })
    await engine.stop()
    const path = join(engine.dir, `${file}.db`)
    const db = new Database(path)
    db.pragma('user_version = 99')
    db.pragma('journal_mode = DELETE')
    db.close()
    const before = readFileSync(path)
    expect(await errorCode(startTestEngine({ apiKey: null, dir: engine.dir }))).toBe('db/from-the-future')
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test.each<[string, (path: string) => void]>([
    ['damaged in the middle', damage],
    ['no database at all', (path) => { writeFileSync(path, 'Sorry, the disk was full.'.repeat(500)) }],
    ['cut off', (path) => { truncateSync(path, 5_000) }],
  ])('%s is set aside, and the program starts and says so', async (_name, harm) => {
    const engine = await startTestEngine({ apiKey: null })
    await engine.stop()
    const path = join(engine.dir, `${file}.db`)
    harm(path)
    const harmed = readFileSync(path)
    await engine.restart()
    const { notices } = await engine.client.call('sync.status', {})
    const code = file === 'state' ? 'db/state-broken' : 'db/mirror-rebuilt'
    expect(notices.map((notice) => notice.code)).toEqual([code])
    const kept = String(notices[0]?.details['kept'])
    expect(readFileSync(join(engine.dir, kept, `${file}.db`)).equals(harmed)).toBe(true)
    expect(engine.errors.splice(0).length).toBeGreaterThan(0)

    await engine.restart()
    expect((await engine.client.call('sync.status', {})).notices, 'stays until it was read').toHaveLength(1)
    await engine.client.call('sync.dismissNotices', {})
    expect((await engine.client.call('sync.status', {})).notices).toEqual([])
  })

  test('created but never filled is no damage', async () => {
    const dir = tempDir()
    writeFileSync(join(dir, `${file}.db`), '')
    const engine = await startTestEngine({ apiKey: null, dir })
    expect((await engine.client.call('sync.status', {})).notices).toEqual([])
  })
})

test('a broken state.db comes back from the newest backup that is sound', async () => {
  const engine = await startTestEngine({ apiKey: null })
  await engine.client.call('settings.set', settings)
  await daysPass(engine, 2)
  await engine.stop()
  const backups = readdirSync(join(engine.dir, 'backups'))
  expect(backups).toEqual(['changes-2026-11-22.db', 'state-2026-11-20.db', 'state-2026-11-21.db', 'state-2026-11-22.db'])
  appendFileSync(join(engine.dir, 'backups', 'state-2026-11-22.db'), 'x')
  writeFileSync(join(engine.dir, 'backups', 'state-2026-11-22.db'), 'not a database')
  damage(join(engine.dir, 'state.db'))
  await engine.restart()
  expect(await engine.client.call('settings.get', {})).toEqual(settings)
  const { notices } = await engine.client.call('sync.status', {})
  expect(notices).toMatchObject([{ code: 'db/state-broken', details: { restoredFrom: '2026-11-21' } }])
  engine.errors.splice(0)
})

test('of the daily copies five are kept', async () => {
  const engine = await startTestEngine({ apiKey: null })
  await daysPass(engine, 8)
  await engine.stop()
  const backups = readdirSync(join(engine.dir, 'backups'))
  expect(backups.filter((name) => name.startsWith('state-'))).toHaveLength(5)
  expect(backups).toHaveLength(6)
})

test('history is saved out of a broken mirror before it is rebuilt', async () => {
  const engine = await startTestEngine({ apiKey: null })
  await engine.stop()
  const path = join(engine.dir, 'mirror.db')
  const db = new Database(path)
  const insert = db.prepare(`INSERT INTO change (type, rid, field, before, after, req_seq, seen_at) VALUES ('container', ?, 'current_status', NULL, '"new"', 1, '2026-11-19T00:00:00.000Z')`)
  for (let i = 0; i < 300; i++) insert.run(`c${i}`)
  // An index that disagrees with its table is found by the check, and leaves the table readable.
  const root = db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'container_row_shipment'`).pluck().get() as number
  const pageSize = db.pragma('page_size', { simple: true }) as number
  db.prepare(`DELETE FROM meta WHERE key = 'closed_clean'`).run()
  db.pragma('journal_mode = DELETE')
  db.close()
  const bytes = readFileSync(path)
  bytes.fill(0xff, (root - 1) * pageSize, root * pageSize)
  writeFileSync(path, bytes)

  await engine.restart()
  const { notices } = await engine.client.call('sync.status', {})
  expect(notices).toMatchObject([{ code: 'db/mirror-rebuilt', details: { changesSaved: 300 } }])
  await engine.stop()
  const after = new Database(path, { readonly: true })
  expect(after.prepare('SELECT count(*) FROM change').pluck().get()).toBe(300)
  after.close()
  expect(existsSync(join(engine.dir, 'broken-2026-11-20', 'mirror.db'))).toBe(true)
  engine.errors.splice(0)
})
