// The mirror migration 0004 adds rows of requests. The program computes them at its start for requests read before.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { requests } from '#engine/db/migrations/mirror/0004-requests.ts'
import { migrate, migrations } from '#engine/db/open.ts'
import { startTestEngine, tempDir } from '#support/test-engine.ts'

/** Writes a mirror of the version before the migration, with a request and its shipment. */
function writeOldMirror(dir: string): void {
  const db = new Database(':memory:')
  db.prepare('ATTACH DATABASE ? AS mirror').run(join(dir, 'mirror.db'))
  migrate(db, 'mirror', migrations.mirror.slice(0, migrations.mirror.indexOf(requests)))
  const at = '2026-11-18T10:00:00.000Z'
  const store = (type: string, id: string, attributes: object, relationships: object) => {
    const key = db
      .prepare('INSERT INTO mirror.res (type, id, raw, hash, first_seen_at) VALUES (?, ?, ?, ?, ?)')
      .run(type, id, JSON.stringify({ attributes, relationships }), 'hash', at).lastInsertRowid
    db.prepare('INSERT INTO mirror.seen (key, req_seq, verified_at) VALUES (?, 1, ?)').run(key, at)
  }
  store(
    'shipment',
    's1',
    { bill_of_lading_number: 'MEDU7788', shipping_line_scac: 'MSCU', shipping_line_short_name: 'Mediterranean' },
    {},
  )
  store(
    'tracking_request',
    'r1',
    { request_number: 'MEDU7788', request_type: 'bill_of_lading', scac: 'MSCU', status: 'created' },
    { tracked_object: { type: 'shipment', id: 's1' } },
  )
  db.prepare(`INSERT INTO mirror.meta (key, value) VALUES ('projected_with', '3 of an older build')`).run()
  db.close()
}

test('requests read before the migration are listed, with the names of their lines, without a network', async () => {
  const dir = tempDir()
  writeOldMirror(dir)
  const { client } = await startTestEngine({ dir, apiKey: null })
  const { rows } = await client.call('tracking.list', {
    filter: { scope: 'all' },
    sort: [],
    window: { offset: 0, limit: 10 },
  })
  expect(rows).toMatchObject([
    {
      id: 'r1',
      number: 'MEDU7788',
      state: 'created',
      lineName: 'Mediterranean',
      shipmentId: 's1',
      containerCount: 0,
      createdAt: '2026-11-18T10:00:00.000Z',
    },
  ])
  expect(await client.call('tracking.lines', {})).toContainEqual({ scac: 'MSCU', name: 'Mediterranean' })
})
