// Folders that were watched where a file of own data came from. A file must not make this computer read and upload a
// folder: they are listed until the user picks them here, or says that they are not wanted.
import type { FolderOfFile } from '#contract/own-data.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { OwnData } from './file.ts'

const KEY = 'foldersOffered'

export function foldersOf(parts: OwnData['parts']): FolderOfFile[] {
  return (parts.folders ?? []).map((row) => ({
    path: String(row['path']),
    after: row['after'] === 'move' ? 'move' : 'leave',
    alwaysPolls: row['always_polls'] === 1,
    isRecursive: row['is_recursive'] === 1,
  }))
}

/** Without those that are watched by now. */
export function loadOffered(db: ReadableDb, watched: readonly string[]): FolderOfFile[] {
  const row = db.get<{ value: string }>('SELECT value FROM setting WHERE key = ?', KEY)
  const offered = row ? (JSON.parse(row.value) as FolderOfFile[]) : []
  return offered.filter(({ path }) => !watched.includes(path))
}

/** Beside those of an earlier file. */
export function saveOffered(db: WritableDb, folders: readonly FolderOfFile[], watched: readonly string[]): void {
  const others = loadOffered(db, watched).filter(({ path }) => !folders.some((folder) => folder.path === path))
  const offered = [...others, ...folders].filter(({ path }) => !watched.includes(path))
  if (offered.length === 0) db.run('DELETE FROM setting WHERE key = ?', KEY)
  else db.run('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)', KEY, JSON.stringify(offered))
}

export function forgetFolder(db: WritableDb, path: string): void {
  const left = loadOffered(db, []).filter((folder) => folder.path !== path)
  db.run('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)', KEY, JSON.stringify(left))
}
