// Closes the files at the end of a run. After a normal run it stores a copy of the user's data, the mark of a clean end
// and checksums of both files. After damage it stores a note of the damage, and the next start checks thoroughly. No
// failure here may keep the files open.
import type { Log } from '../outside/log.ts'
import { type BackupDeps, backUpState } from './backup.ts'
import { isDamage } from './failures.ts'
import type { Connection } from './open.ts'
import { markClosedClean, unmarkRunning } from './repair.ts'
import { createMark, saveChecksums, saveSuspicion } from './checksums.ts'

export type DamageWatch = {
  /** SQLite found a damaged page. */
  onDamageFound: () => void
  isDamaged(): boolean
  /** Resolves when the note for the next start is saved; at once if no damage was found. */
  noteSaved(): Promise<void>
}

/** `onFirstDamage` is called once, outside the transaction that found the damage. */
export function createDamageWatch(files: BackupDeps, onFirstDamage: () => void): DamageWatch {
  let savedNote: Promise<void> | null = null
  return {
    isDamaged: () => savedNote !== null,
    noteSaved: () => savedNote ?? Promise.resolve(),
    onDamageFound: () => {
      if (savedNote) return
      files.log('error', 'damage in a database file')
      // The note is saved at once, because the program may crash before its end.
      savedNote = noteDamage(files)
      void savedNote.then(onFirstDamage)
    },
  }
}

async function noteDamage(files: BackupDeps): Promise<void> {
  await runOrLog(files.log, 'damage not written down', () => saveSuspicion(files))
}

export type Closing = { connection: Connection; files: BackupDeps; damage: DamageWatch; id: string; unlock: () => void }

/** Closes both files as described above, and releases the lock of the folder. */
export async function closeInOrder({ connection, files, damage, id, unlock }: Closing): Promise<void> {
  const mark = createMark(id)
  try {
    const end = damage.isDamaged() ? 'damaged' : await copyAndMark(connection, files, mark)
    await unmarkRunning(files)
    connection.close()
    if (end === 'clean') await runOrLog(files.log, 'no sums at the end', () => saveChecksums(files, mark))
    if (end === 'damaged') await noteDamage(files)
  } finally {
    unlock()
  }
}

/** Both need space on the disk. Without the mark, the next start checks the files; nothing else is lost. */
async function copyAndMark(
  connection: Connection,
  files: BackupDeps,
  mark: string,
): Promise<'clean' | 'unmarked' | 'damaged'> {
  // If a file is broken at the next start, this is its last state: none of the user's data is lost then.
  const isCopied = await runOrLog(files.log, 'no copy at the end', () => backUpState(connection.raw, files))
  if (isCopied === false) return 'damaged'
  const isMarked = await runOrLog(files.log, 'not marked as closed clean', () => {
    markClosedClean(connection, mark)
    return true
  })
  if (isMarked === false) return 'damaged'
  return isMarked === null ? 'unmarked' : 'clean'
}

/** Returns false if the work found damage or returned false, and null if it failed for another reason. */
async function runOrLog(
  log: Log,
  failureText: string,
  work: () => Promise<unknown> | boolean,
): Promise<boolean | null> {
  try {
    return (await work()) !== false
  } catch (error) {
    log('warn', failureText, { error: String(error) })
    return isDamage(error) ? false : null
  }
}
