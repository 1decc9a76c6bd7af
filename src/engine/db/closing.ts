// The end of a run. In good order it leaves a copy of what the user made, the mark of a clean end and sums of both
// files; after damage it leaves word of that instead, and the next start looks thoroughly. Nothing of it may keep the
// files held.
import type { Log } from '../outside/log.ts'
import { type BackupDeps, backUpState } from './backup.ts'
import { isDamage } from './failures.ts'
import type { Connection } from './open.ts'
import { markClosedClean, unmarkRunning } from './repair.ts'
import { newMark, saveSums, saveSuspicion } from './sums.ts'

export type DamageWatch = {
  /** SQLite came upon a page that cannot be. */
  met(): void
  isMet(): boolean
}

/** `onMet` is called once, and not within the transaction that met it. */
export function createDamageWatch(files: BackupDeps, onMet: () => void): DamageWatch {
  let isMet = false
  return {
    isMet: () => isMet,
    met: () => {
      if (isMet) return
      isMet = true
      files.log('error', 'damage in a database file')
      // At once, for the program may not come to its end.
      void leaveWord(files).then(onMet)
    },
  }
}

async function leaveWord(files: BackupDeps): Promise<void> {
  await tried(files.log, 'damage not written down', () => saveSuspicion(files))
}

export type Closing = { connection: Connection; files: BackupDeps; damage: DamageWatch; id: string; unlock: () => void }

export async function closeInOrder({ connection, files, damage, id, unlock }: Closing): Promise<void> {
  const mark = newMark(id)
  try {
    const end = damage.isMet() ? 'damaged' : await finish(connection, files, mark)
    connection.close()
    await unmarkRunning(files)
    if (end === 'clean') await tried(files.log, 'no sums at the end', () => saveSums(files, mark))
    if (end === 'damaged') await leaveWord(files)
  } finally {
    unlock()
  }
}

/** Both need room on the disk. Without the mark, the next start checks the files; that is all it loses. */
async function finish(
  connection: Connection,
  files: BackupDeps,
  mark: string,
): Promise<'clean' | 'unmarked' | 'damaged'> {
  // Should a file be found broken at the next start, this is how it stood: nothing of the user's is lost then.
  const copied = await tried(files.log, 'no copy at the end', () => backUpState(connection.raw, files))
  if (copied === false) return 'damaged'
  const marked = await tried(files.log, 'not marked as closed clean', () => {
    markClosedClean(connection, mark)
    return true
  })
  if (marked === false) return 'damaged'
  return marked === null ? 'unmarked' : 'clean'
}

/** False: what was touched is damaged. Null: it could not be done. */
async function tried(log: Log, failed: string, work: () => Promise<unknown> | boolean): Promise<boolean | null> {
  try {
    return (await work()) !== false
  } catch (error) {
    log('warn', failed, { error: String(error) })
    return isDamage(error) ? false : null
  }
}
