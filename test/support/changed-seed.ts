// A leader with another program, or a damaged one, makes a seed that arrives as it was sent.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import type { PostgresConnection } from '#engine/outside/postgres.ts'

export const OWN_TRIGGER = 'CREATE TRIGGER own AFTER INSERT ON res BEGIN DELETE FROM event; END'

/** Replaces the seed by one whose sum is right and whose file was changed by this SQL. */
export async function changeSeed(owner: Pick<PostgresConnection, 'query'>, folder: string, sql: string): Promise<void> {
  const parts = await owner.query<{ body: string }>('SELECT body FROM office.seed WHERE n > 0 ORDER BY n')
  const path = join(folder, 'changed.db')
  writeFileSync(path, gunzipSync(Buffer.concat(parts.map(({ body }) => Buffer.from(body, 'base64')))))
  const file = new Database(path)
  file.exec(sql)
  file.close()
  const bytes = gzipSync(readFileSync(path))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await owner.query('DELETE FROM office.seed WHERE n > 1')
  await owner.query('UPDATE office.seed SET body = $1 WHERE n = 1', [bytes.toString('base64')])
  const [facts] = await owner.query<{ body: string }>('SELECT body FROM office.seed WHERE n = 0')
  const changed = { ...(JSON.parse(facts?.body ?? '') as object), parts: 1, sha256 }
  await owner.query('UPDATE office.seed SET body = $1 WHERE n = 0', [JSON.stringify(changed)])
}
