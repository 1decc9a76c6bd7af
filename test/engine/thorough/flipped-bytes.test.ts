// The checksums of the last close find changed bytes that SQLite does not notice, and no data of the user is lost.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { advanceUntilWritten, getErrorCode, failStatements } from '#support/broken-files.ts'
import { loadAllRows, listStableRows, waitForFirstSweep, startSyncedEngine } from '#support/synced-engine.ts'
import { type TestEngine, startTestEngine } from '#support/test-engine.ts'

const settings = {
  governingRule: 'line-first',
  bandDays: { tomorrow: 2, soon: 4, week: 9 },
  budgetShare: 100,
  homeZone: 'Asia/Tokyo',
  retention: { historyMonths: null, copiesDays: 7 },
} as const
const loadSettings = ({ client }: TestEngine) => client.call('settings.get', {})
const loadNoticeCodes = async ({ client }: TestEngine) =>
  (await client.call('sync.status', {})).notices.map(({ code }) => code)

/** Changes one letter of a text. The structure of the page remains valid. */
function changeLetter(path: string, text: string): Buffer {
  const bytes = readFileSync(path)
  const offset = bytes.lastIndexOf(text)
  expect(offset).toBeGreaterThan(0)
  bytes[offset] = (bytes[offset] ?? 0) ^ 1
  writeFileSync(path, bytes)
  return bytes
}

function passesIntegrityCheck(path: string): boolean {
  const db = new Database(path, { readonly: true })
  try {
    return db.pragma('integrity_check(1)', { simple: true }) === 'ok'
  } finally {
    db.close()
  }
}

describe('after the program was closed', () => {
  test('a changed letter in state.db is found, and the data of the last close is restored', async () => {
    const engine = await startTestEngine({ apiKey: null })
    await engine.client.call('settings.set', settings)
    await engine.stop()
    const path = join(engine.dir, 'state.db')
    const damagedBytes = changeLetter(path, 'line-first')
    expect(passesIntegrityCheck(path)).toBe(true)
    await engine.restart()
    expect([await loadSettings(engine), await loadNoticeCodes(engine)]).toEqual([settings, ['db/state-broken']])
    const brokenFolder = readdirSync(engine.dir).find((name) => name.startsWith('broken-')) ?? ''
    expect(readFileSync(join(engine.dir, brokenFolder, 'state.db')).equals(damagedBytes)).toBe(true)
    engine.errors.splice(0)
  })

  test('a changed letter in mirror.db is found, and the board is read again', async () => {
    const engine = await startSyncedEngine()
    const [row] = await loadAllRows(engine)
    await engine.stop()
    changeLetter(join(engine.dir, 'mirror.db'), row?.number ?? '')
    await engine.restart()
    await waitForFirstSweep(engine)
    expect(await loadNoticeCodes(engine)).toEqual(['db/mirror-rebuilt'])
    expect((await loadAllRows(engine)).map(({ number }) => number)).toContain(row?.number)
    engine.errors.splice(0)
  })

  // Offsets in SQLite's file header: the format of the schema (47), and the number of our own layout (63).
  test.each([
    ['the format of its schema', 47, 200],
    ['the number of its layout, to that of a newer version', 63, 99],
    ['the number of its layout, to that of an empty file', 63, 0],
  ])('a changed header is found as damage: %s', async (_name, offset, value) => {
    const engine = await startTestEngine({ apiKey: null })
    await engine.client.call('settings.set', settings)
    await engine.stop()
    const path = join(engine.dir, 'state.db')
    const bytes = readFileSync(path)
    bytes[offset] = value
    writeFileSync(path, bytes)
    await engine.restart()
    expect([await loadSettings(engine), await loadNoticeCodes(engine)]).toEqual([settings, ['db/state-broken']])
    engine.errors.splice(0)
  })

  test('a mirror with an unreadable list of tables is moved to another folder and rebuilt', async () => {
    const engine = await startSyncedEngine({ containers: 12 })
    await engine.stop()
    const path = join(engine.dir, 'mirror.db')
    const bytes = readFileSync(path)
    bytes[47] = 200
    writeFileSync(path, bytes)
    await engine.restart()
    await waitForFirstSweep(engine)
    expect([await loadNoticeCodes(engine), (await loadAllRows(engine)).length]).toEqual([['db/mirror-rebuilt'], 12])
    engine.errors.splice(0)
  })

  test('an older copy of state.db that the user restored is not damage', async () => {
    const engine = await startTestEngine({ apiKey: null })
    await engine.client.call('settings.set', settings)
    await engine.stop()
    const path = join(engine.dir, 'state.db')
    const earlierBytes = readFileSync(path)
    await engine.restart()
    await engine.client.call('settings.set', { ...settings, homeZone: 'Asia/Seoul' })
    await engine.stop()
    writeFileSync(path, earlierBytes)
    await engine.restart()
    expect([await loadSettings(engine), await loadNoticeCodes(engine)]).toEqual([settings, []])
  })

  test.each(['not JSON', '{}', ''])('invalid checksums (%j) do not make the files count as damaged', async (text) => {
    const engine = await startTestEngine({ apiKey: null })
    await engine.client.call('settings.set', settings)
    await engine.stop()
    writeFileSync(join(engine.dir, 'sums.json'), text)
    await engine.restart()
    expect([await loadSettings(engine), await loadNoticeCodes(engine)]).toEqual([settings, []])
  })
})

test('a start after a crash rebuilds the mirror if a record is not valid JSON', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.stop()
  // A crash leaves no checksums.
  rmSync(join(engine.dir, 'sums.json'))
  const path = join(engine.dir, 'mirror.db')
  const db = new Database(path)
  // The start then computes all rows again and reads every record.
  db.exec(`UPDATE meta SET value = 'older' WHERE key = 'projected_with'`)
  db.exec(`UPDATE res SET raw = replace(raw, '"number":', '"number"?') WHERE type = 'container'`)
  db.close()
  expect(passesIntegrityCheck(path)).toBe(true)
  await engine.restart()
  await waitForFirstSweep(engine)
  expect([await loadNoticeCodes(engine), (await loadAllRows(engine)).length]).toEqual([['db/mirror-rebuilt'], 12])
  expect(engine.damageCount(), 'the start repaired it, so the host does not restart the engine').toBe(0)
  engine.errors.splice(0)
})

test('a call that reads a record with invalid JSON makes the host restart the engine', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  const [row] = await loadAllRows(engine)
  const db = new Database(join(engine.dir, 'mirror.db'))
  db.exec(`UPDATE res SET raw = replace(raw, '"number":', '"number"?') WHERE type = 'container'`)
  db.close()
  expect(await getErrorCode(engine.client.call('containers.get', { id: row?.id ?? '' }))).toBe('internal')
  await advanceUntilWritten(engine.clock, () => engine.damageCount() > 0)
  expect(engine.damageCount()).toBe(1)
  engine.errors.splice(0)
})

test('damage found at runtime is reported to the host once, and the next start rebuilds the mirror', async () => {
  const engine = await startSyncedEngine()
  const before = await listStableRows(engine)
  const endRefusal = failStatements('SQLITE_CORRUPT', /INSERT OR REPLACE INTO manual_last_free_day/)
  const [row] = await loadAllRows(engine)
  for (let tries = 0; tries < 2; tries++) {
    const manual = { date: '2026-12-01', reason: 'said so' }
    expect(
      await getErrorCode(engine.client.call('containers.setManualLastFreeDay', { id: row?.id ?? '', manual })),
    ).toBe('internal')
  }
  endRefusal()
  await advanceUntilWritten(engine.clock, () => engine.damageCount() > 0)
  expect(engine.damageCount()).toBe(1)
  engine.errors.splice(0)
  await engine.restart()
  await waitForFirstSweep(engine)
  expect([await loadNoticeCodes(engine), await listStableRows(engine)]).toEqual([['db/mirror-rebuilt'], before])
  engine.errors.splice(0)
})
