// The version of the projections is the digest of the rows they make of a fixed world: whoever changes what a row has
// changes it, and every installation makes its rows anew at the next start.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyPrepared } from '#support/prepared.ts'

const SOURCE = new URL('../../src/engine/mirror/projection-version.ts', import.meta.url)
const TABLES = ['charge_row', 'container_row', 'request_row', 'shipment_row']
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quaywatch-projection-'))
  await copyPrepared({ containers: 60, seed: 7 }, folder)
})
afterAll(() => { rmSync(folder, { recursive: true }) })

/** Every row a projection writes, without the number of its record, which is the order of reading. */
function digest(): string {
  const db = new Database(join(folder, 'mirror.db'), { readonly: true })
  const rows = TABLES.map((table) => db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY id`).all().map((row) => ({ ...row, key: 0 })))
  db.close()
  expect(rows.every((each) => each.length > 0)).toBe(true)
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 12)
}

test('the version of the projections is that of the rows they make', () => {
  const text = `// Written by test/migrations/projection-version.test.ts; never edit it.\nexport const PROJECTION_VERSION = '${digest()}'\n`
  // In CI a forgotten version is an error; at home it is written, and the diff shows the change.
  if (process.env['CI'] === undefined) writeFileSync(SOURCE, text)
  expect(readFileSync(SOURCE, 'utf8')).toBe(text)
})
