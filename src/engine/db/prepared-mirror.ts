// A mirror that was prepared while the engine ran. The next start puts it in the place of an empty mirror.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import { getPartPath } from '../outside/packed-file.ts'
import type { BackupDeps } from './backup.ts'
import { isDamage, isUnreadable } from './failures.ts'
import { migrate, migrations } from './open.ts'

/** The file must be complete when it gets this name. */
export const preparedMirrorPath = (folder: string) => join(folder, 'mirror.db.prepared')

/** Returns whether there was one, and it is in place. The mirror must not be open. */
export async function installPreparedMirror({ folder, files, log }: BackupDeps): Promise<boolean> {
  const path = preparedMirrorPath(folder)
  // A download that was killed left it. It does no harm if it cannot be removed now.
  await files.remove(getPartPath(path)).catch((error: unknown) => {
    log('warn', 'partial download not removed', { error: String(error) })
  })
  if (!(await files.exists(path))) return false
  const mirrorPath = join(folder, 'mirror.db')
  if (!isNewMirror(path) || ((await files.exists(mirrorPath)) && !isEmpty(mirrorPath))) {
    await files.remove(path)
    return false
  }
  for (const ending of ['', '-wal', '-shm']) await files.remove(`${mirrorPath}${ending}`)
  await files.move(path, mirrorPath)
  log('info', 'prepared mirror in place')
  return true
}

/**
 * Whether the file has the schema of a new mirror of this version. Another computer made it, so it must have the tables
 * and indexes of a new mirror, and no trigger or view.
 */
export const isNewMirror = (path: string): boolean =>
  withFile(
    path,
    (db) =>
      db.pragma('user_version', { simple: true }) === migrations.mirror.length &&
      isDeepStrictEqual(listSchema(db, 'main'), listNewSchema()),
  )

function listNewSchema(): unknown[] {
  const db = new Database(':memory:')
  try {
    db.exec(`ATTACH DATABASE ':memory:' AS mirror`)
    migrate(db, 'mirror', migrations.mirror)
    return listSchema(db, 'mirror')
  } finally {
    db.close()
  }
}

const listSchema = (db: Database.Database, schema: 'main' | 'mirror') =>
  db.prepare(`SELECT type, name, tbl_name, sql FROM ${schema}.sqlite_schema ORDER BY type, name`).all()

const isEmpty = (path: string) =>
  withFile(path, (db) => db.prepare('SELECT 1 FROM res UNION ALL SELECT 1 FROM change LIMIT 1').get() === undefined)

/** False for a file that cannot be read, or was never migrated. */
function withFile(path: string, test: (db: Database.Database) => boolean): boolean {
  let db: Database.Database | null = null
  try {
    db = new Database(path, { fileMustExist: true })
    return (db.pragma('user_version', { simple: true }) as number) > 0 && test(db)
  } catch (error) {
    if (!isDamage(error) && !isUnreadable(error)) throw error
    return false
  } finally {
    db?.close()
  }
}
