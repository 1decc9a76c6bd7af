// The mirror migration 0003 adds the search index and charges. Records read before remain, and the program indexes them
// at its start.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate, migrations } from '#engine/db/open.ts'
import { searchAndCharges } from '#engine/db/migrations/mirror/0003-search-and-charges.ts'
import { startTestEngine, tempDir } from '#support/test-engine.ts'

/** Writes a mirror of the version before the migration, with a container, its shipment and a recorded change. */
function writeOldMirror(dir: string): void {
  const db = new Database(':memory:')
  db.prepare('ATTACH DATABASE ? AS mirror').run(join(dir, 'mirror.db'))
  migrate(db, 'mirror', migrations.mirror.slice(0, migrations.mirror.indexOf(searchAndCharges)))
  const insert = db.prepare('INSERT INTO mirror.res (type, id, raw, hash, first_seen_at) VALUES (?, ?, ?, ?, ?)')
  const insertSeen = db.prepare('INSERT INTO mirror.seen (key, req_seq, verified_at) VALUES (?, 1, ?)')
  const at = '2026-11-18T10:00:00.000Z'
  const store = (type: string, id: string, attributes: object, relationships: object) => {
    insertSeen.run(insert.run(type, id, JSON.stringify({ attributes, relationships }), 'hash', at).lastInsertRowid, at)
  }
  store('shipment', 's1', { bill_of_lading_number: 'MEDU7788', customer_name: 'Müller Imports' }, {})
  store(
    'container',
    'c1',
    {
      number: 'MSCU1234567',
      holds_at_pod_terminal: [{ name: 'customs', status: 'hold', description: null }],
      pod_timezone: 'America/Los_Angeles',
    },
    { shipment: { type: 'shipment', id: 's1' } },
  )
  db.prepare(
    `INSERT INTO mirror.change (type, rid, field, before, after, req_seq, seen_at) VALUES ('container', 'c1', 'holds_at_pod_terminal/customs', NULL, '{}', 1, ?)`,
  ).run(at)
  db.prepare(`INSERT INTO mirror.meta (key, value) VALUES ('projected_with', '1 of an older build')`).run()
  db.close()
}

test('records read before the migration are found, and their holds listed, without a network', async () => {
  const dir = tempDir()
  writeOldMirror(dir)
  const { client } = await startTestEngine({ dir, apiKey: null })
  const results = await client.call('search.find', { text: 'muller', limit: 10 })
  expect(results.hits.map(({ id }) => id).toSorted()).toEqual(['c1', 's1'])
  expect(await client.call('search.resolve', { q: 'mscu 123456-7' })).toEqual({
    step: 'container',
    shipmentId: 's1',
    containerId: 'c1',
  })
  const { rows } = await client.call('charges.list', { filter: {}, sort: [], window: { offset: 0, limit: 10 } })
  expect(rows).toMatchObject([
    { containerId: 'c1', kind: 'hold', name: 'customs', firstSeenAt: '2026-11-18T10:00:00.000Z', ageDays: 2 },
  ])
  expect((await client.call('containers.get', { id: 'c1' })).changes).toHaveLength(1)
})
