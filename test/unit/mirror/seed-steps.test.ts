// A seed is made in short steps, between which the leader does its other work.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyFiles, openConnection } from '#engine/db/open.ts'
import { runAtOnce } from '#engine/db/slices.ts'
import { createWrite } from '#engine/db/write.ts'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { saveCursor } from '#engine/mirror/feed/cursor.ts'
import { hasOwnChanges, writeSeed } from '#engine/mirror/seed/write.ts'
import { MIRROR_NOW } from '#support/mirror.ts'
import { tempDir } from '#support/test-engine.ts'

/** A mirror with this many changes. */
function openMirror(changes: number, value: string) {
  const folder = tempDir()
  const connection = openConnection(folder, momentSetup)
  onTestFinished(() => connection.close())
  const write = createWrite(connection)
  write((db) =>
    db.run(
      `WITH RECURSIVE ids AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM ids WHERE n < ?)
       INSERT INTO change (id, type, rid, field, before, after, req_seq, seen_at, kind, severity, is_hidden, uid)
       SELECT n, 'container', 'c' || n, 'seal_number', NULL, ?, 1, ?, 'other', 3, 0, 'mirror:' || n FROM ids`,
      changes,
      value,
      MIRROR_NOW,
    ),
  )
  return { folder, write, db: connection.db }
}

test('the file of a seed grows with each step, so that the last step has little to write', () => {
  const { folder, db } = openMirror(12_000, JSON.stringify('x'.repeat(1_000)))
  const seedFolder = join(folder, 'seed')
  mkdirSync(seedFolder)
  runAtOnce(createEmptyFiles(seedFolder))
  const sizes: number[] = []
  const measure = () => sizes.push(statSync(join(seedFolder, 'mirror.db')).size)
  const steps = writeSeed(db, folder, seedFolder, Date.parse(MIRROR_NOW))
  while (steps.next().done !== true) measure()
  measure()
  const last = sizes.at(-1) ?? 0
  expect(last).toBeGreaterThan(12_000_000)
  expect(Math.max(...sizes.map((size, index) => size - (sizes[index - 1] ?? 0)))).toBeLessThan(last / 4)
})

test('the search for changes from before the office runs in steps', () => {
  const { write, db } = openMirror(50_000, '"x"')
  write((writable) => saveCursor(writable, 'own-changes', 50_000))
  expect([...hasOwnChanges(db)]).toHaveLength(3)
  write((writable) => writable.run('UPDATE change SET uid = NULL WHERE id = 49999'))
  const steps = hasOwnChanges(db)
  const found = [steps.next(), steps.next(), steps.next()]
  expect(found.map(({ done, value }) => done === true && value)).toEqual([false, false, true])
})
