// The database files of an account survive crashes, damage and updates: no data of the user is lost, and each event is
// reported.
import { hash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { migrate, migrations } from '#engine/db/open.ts'
import { damageFile, sleepThroughDays, getErrorCode } from '#support/broken-files.ts'
import { startStillEngine } from '#support/still-engine.ts'
import { listStableRows, waitForFirstSweep } from '#support/synced-engine.ts'
import { startTestEngine, tempDir } from '#support/test-engine.ts'

const settings = {
  governingRule: 'line-first',
  bandDays: { tomorrow: 2, soon: 4, week: 9 },
  budgetShare: 100,
  homeZone: 'Asia/Tokyo',
  retention: { historyMonths: null, copiesDays: 7 },
} as const

/** Damages one index and closes the file. The check of the file finds it, and the tables remain readable. */
const damageIndex = (db: Database.Database, path: string) => {
  const root = db
    .prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'container_row_shipment'`)
    .pluck()
    .get() as number
  const pageSize = db.pragma('page_size', { simple: true }) as number
  db.prepare(`DELETE FROM meta WHERE key = 'closed_clean'`).run()
  db.pragma('journal_mode = DELETE')
  db.close()
  const bytes = readFileSync(path)
  bytes.fill(0xff, (root - 1) * pageSize, root * pageSize)
  writeFileSync(path, bytes)
}

test('settings survive a restart', async () => {
  const engine = await startTestEngine({ apiKey: null })
  await engine.client.call('settings.set', settings)
  await engine.restart()
  expect(await engine.client.call('settings.get', {})).toEqual(settings)
})

test('a second engine on the same folder is refused until the first has stopped', async () => {
  const engine = await startTestEngine({ apiKey: null })
  expect(await getErrorCode(startTestEngine({ apiKey: null, dir: engine.dir }))).toBe('db/in-use')
  await engine.stop()
  const secondEngine = await startTestEngine({ apiKey: null, dir: engine.dir })
  expect(await secondEngine.client.call('settings.get', {})).toMatchObject({ governingRule: 'earliest' })
})

describe.each(['state', 'mirror'] as const)('%s.db', (file) => {
  test('from a newer version is refused, and neither file is touched', async () => {
    const engine = await startTestEngine({ apiKey: null })
    await engine.stop()
    const path = join(engine.dir, `${file}.db`)
    // A newer version writes its own checksums.
    rmSync(join(engine.dir, 'sums.json'))
    const db = new Database(path)
    db.pragma('user_version = 99')
    db.pragma('journal_mode = DELETE')
    db.close()
    const hashFiles = () =>
      ['state.db', 'mirror.db'].map((name) => hash('sha256', readFileSync(join(engine.dir, name))))
    const hashesBefore = hashFiles()
    expect(await getErrorCode(engine.restart())).toBe('db/from-the-future')
    expect(hashFiles()).toEqual(hashesBefore)
    expect(engine.records).toContain(
      `warn engine not started {"code":"db/from-the-future","file":"${file}","version":99}`,
    )
  })

  test.each<[string, (path: string) => void]>([
    ['damaged in the middle', damageFile],
    ['no database at all', (path) => writeFileSync(path, 'Sorry, the disk was full.'.repeat(500))],
    ['cut off', (path) => truncateSync(path, 5_000)],
  ])('%s is moved to another folder, and the engine starts and reports it', async (_name, damageFile) => {
    const engine = await startTestEngine({ apiKey: null })
    await engine.stop()
    const path = join(engine.dir, `${file}.db`)
    damageFile(path)
    const damagedBytes = readFileSync(path)
    await engine.restart()
    const { notices } = await engine.client.call('sync.status', {})
    const code = file === 'state' ? 'db/state-broken' : 'db/mirror-rebuilt'
    expect(notices.map((notice) => notice.code)).toEqual([code])
    const brokenFolder = String(notices[0]?.details['kept'])
    expect(readFileSync(join(engine.dir, brokenFolder, `${file}.db`)).equals(damagedBytes)).toBe(true)
    expect(engine.errors.splice(0).length).toBeGreaterThan(0)

    await engine.restart()
    expect((await engine.client.call('sync.status', {})).notices, 'remains until the user dismisses it').toHaveLength(1)
    await engine.client.call('sync.dismissNotice', { id: notices[0]!.id, at: notices[0]!.at })
    expect((await engine.client.call('sync.status', {})).notices).toEqual([])
  })

  test('without content is not reported as damaged', async () => {
    const dir = tempDir()
    writeFileSync(join(dir, `${file}.db`), '')
    const engine = await startTestEngine({ apiKey: null, dir })
    expect((await engine.client.call('sync.status', {})).notices).toEqual([])
  })
})

test('a dismissed notice is removed, and the other remains after a restart', async () => {
  const engine = await startTestEngine({ apiKey: null })
  await engine.stop()
  for (const name of ['state.db', 'mirror.db']) writeFileSync(join(engine.dir, name), 'no database at all')
  await engine.restart()
  const loadNotices = async () => (await engine.client.call('sync.status', {})).notices
  const [first, second] = await loadNotices()
  expect([first?.code, second?.code].toSorted()).toEqual(['db/mirror-rebuilt', 'db/state-broken'])
  await engine.client.call('sync.dismissNotice', { id: first!.id, at: '2026-11-20T00:00:00.000Z' })
  expect(
    (await engine.client.call('sync.status', {})).notices,
    'the time differs, so it is another notice with the same id',
  ).toHaveLength(2)
  await engine.client.call('sync.dismissNotice', { id: first!.id, at: first!.at })
  expect(await loadNotices()).toEqual([second])
  await engine.restart()
  expect(await loadNotices()).toEqual([second])
  engine.errors.splice(0)
})

test('a broken state.db is restored from the newest undamaged backup', async () => {
  const engine = await startTestEngine({ apiKey: null })
  await engine.client.call('settings.set', settings)
  await sleepThroughDays(engine, 2)
  await engine.stop()
  const backups = readdirSync(join(engine.dir, 'backups'))
  expect(backups).toEqual([
    'changes-2026-11-22.db',
    'state-2026-11-20.db',
    'state-2026-11-21.db',
    'state-2026-11-22.db',
  ])
  appendFileSync(join(engine.dir, 'backups', 'state-2026-11-22.db'), 'x')
  writeFileSync(join(engine.dir, 'backups', 'state-2026-11-22.db'), 'not a database')
  damageFile(join(engine.dir, 'state.db'))
  await engine.restart()
  expect(await engine.client.call('settings.get', {})).toEqual(settings)
  const { notices } = await engine.client.call('sync.status', {})
  expect(notices).toMatchObject([{ code: 'db/state-broken', details: { restoredFrom: '2026-11-21' } }])
  engine.errors.splice(0)
})

test('five daily backups are stored', async () => {
  const engine = await startTestEngine({ apiKey: null })
  await sleepThroughDays(engine, 8)
  await engine.stop()
  const backups = readdirSync(join(engine.dir, 'backups'))
  expect(backups.filter((name) => name.startsWith('state-'))).toHaveLength(5)
  expect(backups).toHaveLength(6)
})

test('history is saved from a broken mirror before the rebuild', async () => {
  const engine = await startTestEngine({ apiKey: null })
  await engine.stop()
  const path = join(engine.dir, 'mirror.db')
  const db = new Database(path)
  const insert = db.prepare(
    `INSERT INTO change (type, rid, field, before, after, req_seq, seen_at) VALUES ('container', ?, 'current_status', NULL, '"new"', 1, '2026-11-19T00:00:00.000Z')`,
  )
  for (let i = 0; i < 300; i++) insert.run(`c${i}`)
  damageIndex(db, path)

  await engine.restart()
  const { notices } = await engine.client.call('sync.status', {})
  expect(notices).toMatchObject([{ code: 'db/mirror-rebuilt', details: { changesSaved: 300 } }])
  await engine.stop()
  const rebuilt = new Database(path, { readonly: true })
  expect(rebuilt.prepare('SELECT count(*) FROM change').pluck().get()).toBe(300)
  rebuilt.close()
  expect(existsSync(join(engine.dir, 'broken-2026-11-20', 'mirror.db'))).toBe(true)
  engine.errors.splice(0)
})

test('history of a broken mirror with an older layout is saved and migrated', async () => {
  const dir = tempDir()
  const path = join(dir, 'mirror.db')
  const oldDb = new Database(':memory:')
  oldDb.prepare('ATTACH DATABASE ? AS mirror').run(path)
  migrate(oldDb, 'mirror', migrations.mirror.slice(0, 1))
  oldDb.exec(
    `INSERT INTO mirror.change (type, rid, field, before, after, req_seq, seen_at) VALUES ('container', 'c1', 'holds_at_pod_terminal/customs', NULL, '{}', 1, '2026-11-19T00:00:00.000Z')`,
  )
  oldDb.close()
  damageIndex(new Database(path), path)

  const engine = await startTestEngine({ apiKey: null, dir })
  expect((await engine.client.call('sync.status', {})).notices).toMatchObject([{ details: { changesSaved: 1 } }])
  const { rows } = await engine.client.call('changes.list', {
    filter: { scope: 'all' },
    window: { offset: 0, limit: 10 },
  })
  // Nothing is new before a complete sync.
  expect(rows).toMatchObject([{ id: 1, kind: 'hold', severity: 2, sourceAt: null, number: 'c1', isNew: false }])
  engine.errors.splice(0)
})

test('changes after the loss of the mirror and its history are new, although the user had seen all before', async () => {
  const engine = await startStillEngine({ containers: 10, isUnread: true })
  const id = (
    await engine.client.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } })
  ).rows[0]!.id
  for (const spot of ['A 1', 'B 2', 'C 3']) await engine.patch({ [id]: { location_at_pod_terminal: spot } })
  const { newestId } = await engine.client.call('changes.seenMark', {})
  await engine.client.call('changes.markSeen', { throughId: newestId })
  await engine.stop()
  for (const ending of ['', '-wal', '-shm']) rmSync(join(engine.dir, `mirror.db${ending}`), { force: true })
  // Deletes the backup of the history too. With it the history is restored.
  for (const name of readdirSync(join(engine.dir, 'backups')).filter((name) => name.startsWith('changes-')))
    rmSync(join(engine.dir, 'backups', name))
  await engine.restart()
  await waitForFirstSweep(engine)
  expect(await engine.client.call('changes.seenMark', {})).toMatchObject({ newestId, unseen: 0 })
  await engine.patch({ [id]: { location_at_pod_terminal: 'D 4' } })
  const { rows } = await engine.client.call('changes.list', {
    filter: { scope: 'unseen' },
    window: { offset: 0, limit: 10 },
  })
  expect(rows).toMatchObject([{ id: newestId + 1, after: '"D 4"' }])
})

test('rows of an older projection are computed again at the start', async () => {
  const engine = await startStillEngine({ containers: 40 })
  const loadRows = async () => listStableRows(engine)
  const rowsBefore = await loadRows()
  await engine.stop()
  // Another version wrote the file. Without its checksums this is no damage.
  rmSync(join(engine.dir, 'sums.json'))
  const db = new Database(join(engine.dir, 'mirror.db'))
  db.exec(
    `UPDATE container_row SET is_open = 1, has_running_fee = 0, official_hold_since = NULL, discharge_date = NULL, appointment_date = NULL, arrival_date = NULL`,
  )
  db.exec(`UPDATE meta SET value = '1' || substr(value, instr(value, ' ')) WHERE key = 'projected_with'`)
  db.close()
  engine.network.unplug()
  await engine.restart()
  expect(await loadRows()).toEqual(rowsBefore)
})
