// A start fails, or a repair is interrupted, because of a lock of another program, a full disk or a damaged file.
// Healthy files stay in place, no file is left open, and a repair is reported exactly once.
import { existsSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createFiles } from '#engine/outside/files.ts'
import { damageFile, sleepThroughDays, getErrorCode, failStatements, withDatabase } from '#support/broken-files.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { type TestEngine, startTestEngine } from '#support/test-engine.ts'

const settings = {
  governingRule: 'line-first',
  bandDays: { tomorrow: 2, soon: 4, week: 9 },
  budgetShare: 100,
  homeZone: 'Asia/Tokyo',
  retention: { historyMonths: null, copiesDays: 7 },
} as const
const WITHOUT_KEY = { apiKey: null }
const loadSettings = ({ client }: TestEngine) => client.call('settings.get', {})
const loadNotices = async ({ client }: TestEngine) => (await client.call('sync.status', {})).notices
const readFiles = (dir: string) => ['state.db', 'mirror.db'].map((name) => readFileSync(join(dir, name)))
/** Returns the data folder of a stopped engine, with settings of the user and a backup of them. */
const createFilledFolder = async () => {
  const engine = await startTestEngine(WITHOUT_KEY)
  await engine.client.call('settings.set', settings)
  await sleepThroughDays(engine, 1)
  await engine.stop()
  return engine.dir
}

describe.each([
  ['SQLITE_FULL', 'db/no-room'],
  ['SQLITE_IOERR_SHMSIZE', 'db/no-room'],
  ['SQLITE_BUSY', 'db/in-use'],
  ['SQLITE_BUSY_SNAPSHOT', 'db/in-use'],
  ['SQLITE_IOERR_WRITE', 'db/disk-error'],
  ['SQLITE_CANTOPEN', 'db/disk-error'],
  ['SQLITE_READONLY', 'db/read-only'],
  ['SQLITE_READONLY_CANTINIT', 'db/read-only'],
])('%s', (code, errorOfStart) => {
  test('prevents the start of the engine and changes no file', async () => {
    const dir = await createFilledFolder()
    const [names, bytes] = [readdirSync(dir), readFiles(dir)]
    const endRefusal = failStatements(code)
    expect(await getErrorCode(startTestEngine({ ...WITHOUT_KEY, dir }))).toBe(errorOfStart)
    expect(readdirSync(dir)).toEqual(names)
    expect(readFiles(dir)).toEqual(bytes)
    endRefusal()
    const engine = await startTestEngine({ ...WITHOUT_KEY, dir })
    expect([await loadSettings(engine), await loadNotices(engine)]).toEqual([settings, []])
  })

  test('during a repair leaves the broken file to the next start, which repairs it and reports it once', async () => {
    const dir = await createFilledFolder()
    damageFile(join(dir, 'state.db'))
    const [names, bytes] = [readdirSync(dir), readFiles(dir)]
    const endRefusal = failStatements(code)
    expect(await getErrorCode(startTestEngine({ ...WITHOUT_KEY, dir }))).toBe(errorOfStart)
    expect(readdirSync(dir)).toEqual(names)
    expect(readFiles(dir)).toEqual(bytes)
    endRefusal()
    const engine = await startTestEngine({ ...WITHOUT_KEY, dir })
    expect(await loadSettings(engine)).toEqual(settings)
    expect(await loadNotices(engine)).toMatchObject([
      { code: 'db/state-broken', details: { restoredFrom: '2026-11-21' } },
    ])
    engine.errors.splice(0)
  })
})

test('a state.db that another program writes to is reported as in use, not as broken', async () => {
  const dir = await createFilledFolder()
  const other = new Database(join(dir, 'state.db'))
  try {
    other.exec('BEGIN IMMEDIATE')
    expect(await getErrorCode(startTestEngine({ ...WITHOUT_KEY, dir }))).toBe('db/in-use')
  } finally {
    other.close()
  }
  const engine = await startTestEngine({ ...WITHOUT_KEY, dir })
  expect([await loadSettings(engine), await loadNotices(engine)]).toEqual([settings, []])
})

describe.each(['state', 'mirror'] as const)('the repair of %s.db', (file) => {
  const noticeCode = { state: 'db/state-broken', mirror: 'db/mirror-rebuilt' }[file]
  const createBrokenFolder = async () => {
    const dir = await createFilledFolder()
    damageFile(join(dir, `${file}.db`))
    return { dir, broken: readFileSync(join(dir, `${file}.db`)) }
  }

  test.each([
    ['first', 1],
    ['second', 2],
    ['third', 3],
  ])(
    'that ends before its %s move continues at the next start, keeps the broken file and is reported once',
    async (_name, failingMove) => {
      const { dir, broken } = await createBrokenFolder()
      let moves = 0
      const files = createFiles()
      const failingFiles = {
        ...files,
        move: (from: string, to: string) =>
          ++moves === failingMove ? Promise.reject(new Error('power cut')) : files.move(from, to),
      }
      expect(await getErrorCode(startTestEngine({ ...WITHOUT_KEY, dir, files: failingFiles }))).toMatchObject({
        message: 'power cut',
      })
      const engine = await startTestEngine({ ...WITHOUT_KEY, dir })
      expect(await loadSettings(engine)).toEqual(settings)
      const notices = await loadNotices(engine)
      expect(notices.map(({ code }) => code)).toEqual([noticeCode])
      expect(readFileSync(join(dir, String(notices[0]?.details['kept']), `${file}.db`)).equals(broken)).toBe(true)
      expect(readdirSync(dir).filter((name) => /part|repaired/.test(name))).toEqual([])
      engine.errors.splice(0)
    },
  )

  test.each([['INSERT INTO notice'], [`DELETE FROM ${file === 'state' ? 'main' : 'mirror'}.meta`]])(
    'is reported once by the next start if this start fails at %s',
    async (sql) => {
      const { dir } = await createBrokenFolder()
      const endRefusal = failStatements('SQLITE_FULL', new RegExp(`^${sql}`))
      expect(await getErrorCode(startTestEngine({ ...WITHOUT_KEY, dir }))).toBe('db/no-room')
      endRefusal()
      const engine = await startTestEngine({ ...WITHOUT_KEY, dir })
      const notices = await loadNotices(engine)
      expect(notices.map(({ code }) => code)).toEqual([noticeCode])
      await engine.client.call('sync.dismissNotice', { id: notices[0]!.id, at: notices[0]!.at })
      await engine.restart()
      expect(await loadNotices(engine)).toEqual([])
    },
  )
})

test.each(['ENOSPC', 'EDQUOT'])(
  'a disk too full for the copy of a backup is reported (%s), and the partial copy is deleted',
  async (code) => {
    const dir = await createFilledFolder()
    damageFile(join(dir, 'state.db'))
    const names = readdirSync(dir)
    const copy = (_from: string, to: string) => {
      writeFileSync(to, 'half')
      return Promise.reject(Object.assign(new Error('no space left on device'), { code }))
    }
    expect(await getErrorCode(startTestEngine({ ...WITHOUT_KEY, dir, files: { ...createFiles(), copy } }))).toBe(
      'db/no-room',
    )
    expect(readdirSync(dir)).toEqual(names)
  },
)

test.each<[string, (path: string) => void, string | null]>([
  ['missing', (path) => rmSync(path), null],
  ['empty', (path) => truncateSync(path, 0), 'broken-2026-11-20'],
])(
  'a state.db that is %s is restored from the newest backup, and this is reported',
  async (_name, damageFile, folder) => {
    const dir = await createFilledFolder()
    damageFile(join(dir, 'state.db'))
    const engine = await startTestEngine({ ...WITHOUT_KEY, dir })
    expect(await loadSettings(engine)).toEqual(settings)
    expect(await loadNotices(engine)).toMatchObject([
      { code: 'db/state-broken', details: { restoredFrom: '2026-11-21', kept: folder } },
    ])
    engine.errors.splice(0)
  },
)

test('a backup can be read where nothing can be written', async () => {
  const dir = await createFilledFolder()
  const names = readdirSync(join(dir, 'backups'))
  // Bytes 18 and 19 of a database: 1 means that it is read without a write-ahead log, 2 that it needs one.
  for (const name of names) expect([...readFileSync(join(dir, 'backups', name)).subarray(18, 20)], name).toEqual([1, 1])
  damageFile(join(dir, 'state.db'))
  failStatements('SQLITE_FULL')
  expect(await getErrorCode(startTestEngine({ ...WITHOUT_KEY, dir }))).toBe('db/no-room')
  expect(readdirSync(join(dir, 'backups'))).toEqual(names)
})

test('an engine on a full disk can stop, and unlocks its folder', async () => {
  const engine = await startTestEngine(WITHOUT_KEY)
  await engine.client.call('settings.set', settings)
  await sleepThroughDays(engine, 1)
  const endRefusal = failStatements('SQLITE_FULL')
  await engine.stop()
  endRefusal()
  expect(existsSync(join(engine.dir, 'state.db-wal')), 'the databases are closed').toBe(false)
  const nextEngine = await startTestEngine({ ...WITHOUT_KEY, dir: engine.dir })
  expect(await loadSettings(nextEngine)).toEqual(settings)
})

test('a start that fails after opening leaves no file open and no timer running', async () => {
  const dir = await createFilledFolder()
  withDatabase(join(dir, 'mirror.db'), (db) => {
    db.exec(
      `INSERT INTO res (type, id, raw, hash, first_seen_at) VALUES ('container', 'c1', '{"attributes":{"number":"ABCU1234567"},"relationships":{}}', '', ''); DELETE FROM meta WHERE key = 'projected_with'`,
    )
    db.exec(`INSERT INTO seen (key, req_seq, verified_at) SELECT key, 1, '2026-11-20T00:00:00.000Z' FROM res`)
  })
  const clock = createFakeClock(Date.parse('2026-11-22T17:00:00Z'))
  failStatements('SQLITE_FULL', /INTO (mirror\.)?container_row/)
  expect(await getErrorCode(startTestEngine({ ...WITHOUT_KEY, dir, clock }))).toBe('db/no-room')
  expect(clock.countTimers()).toBe(0)
  expect(readdirSync(dir).filter((name) => name.endsWith('-wal'))).toEqual([])
})
