import { expect, test } from 'vitest'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import { adoptSource, listEarlierKeys, matchSource } from '#engine/sync/source.ts'

test('a folder that was emptied forgets the earlier keys, because its next key may be of another account', () => {
  const connection = openConnection(':memory:', '')
  const write = createWrite(connection)
  const createSource = (keyHash: string) => ({ baseUrl: 'http://127.0.0.1/v2', keyHash })
  adoptSource(connection.db, write, createSource('first'))
  write((db) =>
    db.run(`INSERT INTO res (type, id, raw, hash, first_seen_at) VALUES ('container', '1', '{}', 'h', '2026-11-01')`),
  )
  adoptSource(connection.db, write, createSource('second'))
  expect(listEarlierKeys(connection.db)).toEqual(['first'])
  write((db) => db.run('DELETE FROM res'))
  expect(matchSource(connection.db, createSource('other'))).toBe('same')
  adoptSource(connection.db, write, createSource('other'))
  expect(listEarlierKeys(connection.db)).toEqual([])
})
