// This computer stores history and backups for as long as the settings allow. A rebuild deletes only the mirror.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { sleepThroughDays, withDatabase } from '#support/broken-files.ts'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'
import { type TestEngine, startTestEngine } from '#support/test-engine.ts'

const LONG_AGO = '2026-01-10T00:00:00.000Z'
const RECENT = '2026-11-01T00:00:00.000Z'

/**
 * Starts an engine without a key. Three containers were finished long ago, one recently, and the others are open. Each
 * has ten changes.
 */
async function startWithHistory(): Promise<{ engine: TestEngine; ids: string[] }> {
  const first = await startSyncedEngine({ containers: 30 })
  const { dir } = first
  const ids = (await loadAllRows(first)).filter(({ status }) => status !== 'empty_returned').map(({ id }) => id)
  await first.stop()
  withDatabase(join(dir, 'mirror.db'), (db) => {
    const end = db.prepare('UPDATE container_row SET is_open = 0, empty_returned_at = ?, gone_since = ? WHERE id = ?')
    end.run(LONG_AGO, null, ids[0])
    end.run(null, LONG_AGO, ids[1])
    end.run(LONG_AGO, RECENT, ids[2])
    end.run(RECENT, null, ids[3])
    insertChanges(db, ids)
  })
  const engine = await startTestEngine({ dir, apiKey: null })
  await sleepThroughDays(engine, 1)
  return { engine, ids }
}

function insertChanges(db: Database.Database, ids: readonly string[]): void {
  db.exec('DELETE FROM change')
  const insert = db.prepare(
    `INSERT INTO change (type, rid, field, before, after, req_seq, seen_at) VALUES (?, ?, 'pickup_lfd', NULL, '"x"', 1, '${RECENT}')`,
  )
  for (let round = 0; round < 10; round++) for (const id of ids) insert.run('container', id)
  insert.run('shipment', ids[0])
}

const loadHistory = (path: string) =>
  withDatabase(
    path,
    (db) => new Set(db.prepare(`SELECT DISTINCT rid FROM change WHERE type = 'container'`).pluck().all() as string[]),
  )
const findBackup = (dir: string) =>
  join(
    dir,
    'backups',
    readdirSync(join(dir, 'backups'))
      .filter((name) => name.startsWith('changes-'))
      .at(-1)!,
  )

async function setHistoryMonths({ client }: TestEngine, historyMonths: number | null) {
  const settings = await client.call('settings.get', {})
  await client.call('settings.set', { ...settings, retention: { ...settings.retention, historyMonths } })
}

describe('history of finished containers', () => {
  test('is not deleted by default', async () => {
    const { engine, ids } = await startWithHistory()
    await sleepThroughDays(engine, 3)
    expect((await engine.client.call('settings.get', {})).retention).toEqual({ historyMonths: null, copiesDays: 7 })
    await engine.stop()
    expect(loadHistory(join(engine.dir, 'mirror.db'))).toEqual(new Set(ids))
  })

  test('is deleted after the months that the user chose, also from the backup, and nothing else is', async () => {
    const { engine, ids } = await startWithHistory()
    const countChanges = async () => (await engine.client.call('status.get', {})).rows.changes
    expect([
      await engine.client.call('storage.preview', { historyMonths: 6 }),
      await engine.client.call('storage.preview', { historyMonths: null }),
    ]).toEqual([
      { containers: 3, changes: 30 },
      { containers: 0, changes: 0 },
    ])
    expect(await countChanges()).toBe(ids.length * 10 + 1)
    await setHistoryMonths(engine, 6)
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('storage.preview', { historyMonths: 6 })).containers === 0,
    )
    await engine.clock.advanceUntil(() =>
      Promise.resolve(engine.records.some((record) => record.includes('old history deleted'))),
    )
    expect(await countChanges()).toBe(ids.length * 10 + 1 - 30)
    // The gap is reported also after a later change of the setting, because the history of a dispute is not complete.
    await setHistoryMonths(engine, null)
    const loadGaps = async (id: string) =>
      (await engine.client.call('disputes.evidence', { id, charge: 'demurrage', invoiceDate: null, at: null })).gaps
    expect(await loadGaps(ids[0]!)).toContainEqual({ kind: 'history-deleted', months: 6 })
    expect((await loadGaps(ids[3]!)).map(({ kind }) => kind)).not.toContain('history-deleted')
    const copy = findBackup(engine.dir)
    await engine.stop()
    const remaining = new Set(ids.slice(3))
    expect([loadHistory(join(engine.dir, 'mirror.db')), loadHistory(copy)]).toEqual([remaining, remaining])
    expect(
      withDatabase(join(engine.dir, 'mirror.db'), (db) =>
        db.prepare(`SELECT count(*) FROM change WHERE type = 'shipment'`).pluck().get(),
      ),
    ).toBe(1)
  })
})

describe('a rebuild of the mirror', () => {
  test('deletes the records of the service at the next start, reports it once, and keeps history and own data', async () => {
    const { engine, ids } = await startWithHistory()
    await engine.client.call('views.save', {
      id: '1',
      name: 'Mine',
      screen: 'lfd',
      filter: {},
      sort: [],
      layout: { order: [], widths: {}, hidden: [] },
      density: 'auto',
    })
    await engine.client.call('storage.rebuildMirror', {})
    expect(await loadAllRows(engine)).toHaveLength(30)
    await engine.restart()
    expect(await loadAllRows(engine)).toEqual([])
    expect((await engine.client.call('sync.status', {})).notices).toMatchObject([
      { code: 'db/mirror-renewed', details: { changesSaved: ids.length * 10 + 1 } },
    ])
    expect((await engine.client.call('views.list', {})).length).toBe(1)
    expect(readdirSync(engine.dir).filter((name) => name.startsWith('broken') || name.startsWith('rebuild'))).toEqual(
      [],
    )
    await engine.restart()
    await engine.stop()
    expect(loadHistory(join(engine.dir, 'mirror.db'))).toEqual(new Set(ids))
  })

  test('without a filled mirror does not prevent the start', async () => {
    const engine = await startTestEngine({ apiKey: null })
    await engine.client.call('storage.rebuildMirror', {})
    await engine.restart()
    await engine.restart()
    expect(existsSync(join(engine.dir, 'rebuild-mirror'))).toBe(false)
  })
})

test('the status has the disk space of each part of the data folder', async () => {
  const engine = await startTestEngine({ apiKey: null })
  await sleepThroughDays(engine, 1)
  const { file } = await engine.client.call('ownData.export', {
    computer: {
      theme: 'dark',
      metered: 'no',
      sparesBattery: null,
      keys: { custom: {}, hasSingleKeys: true },
      looks: { dateStyle: 'iso', contrast: 'more' },
    },
    about: [],
  })
  const { files } = await engine.client.call('status.get', {})
  const bytes = Object.fromEntries(files.map((part) => [part.name, part.bytes]))
  expect(bytes).toMatchObject({
    spool: statSync(join(engine.dir, 'spool', file)).size,
    'mirror.db': statSync(join(engine.dir, 'mirror.db')).size,
  })
  expect(bytes['backups']).toBeGreaterThan(10_000)
})
