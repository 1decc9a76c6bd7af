// Counts the files of folders in steps.
import { expect, test } from 'vitest'
import { openConnection } from '#engine/db/open.ts'
import { countSightings } from '#engine/folders/store.ts'

test('files are counted by folder and state, in steps', () => {
  const connection = openConnection(':memory:', 'SELECT 1')
  connection.raw.pragma('query_only = OFF')
  const { db } = connection
  const states = ['WAITING', 'IGNORED', 'SPOOLED', 'VANISHED']
  db.run(
    `INSERT INTO upload (sha256, gen, md5, size, content_type, name, state, created_at, updated_at) VALUES ('x', 1, '', 1, '', '', 'QUEUED', '', '')`,
  )
  for (let n = 0; n < 5_000; n++) {
    const state = states[n % 4] ?? ''
    db.run(
      `INSERT INTO sighting (folder_id, path, ident, size, mtime_ns, first_seen_at, state, sha256, gen) VALUES (?, ?, '', 1, '', ?, ?, ?, 1)`,
      n % 5 === 0 ? 'a' : 'b',
      `/${n}`,
      `2026-11-20T${String(n % 24).padStart(2, '0')}:00:00.000Z`,
      state,
      state === 'SPOOLED' ? 'x' : null,
    )
  }
  const steps = countSightings(db)
  let stepCount = 0
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) stepCount++
  connection.close()
  expect([stepCount, Object.fromEntries(step.value)]).toEqual([
    3,
    {
      a: { settling: 250, failed: 250, underWay: 250, done: 0, unmoved: 0, lastFileAt: '2026-11-20T22:00:00.000Z' },
      b: { settling: 1000, failed: 1000, underWay: 1000, done: 0, unmoved: 0, lastFileAt: '2026-11-20T22:00:00.000Z' },
    },
  ])
})
