// Folders that were watched on the computer where a file of own data was made. A file must not make this computer read
// and upload a folder, so they are only listed until the user picks or dismisses them.
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

/** Without folders that are watched by now. */
export function loadOffered(db: ReadableDb, watched: readonly string[]): FolderOfFile[] {
  const row = db.get<{ value: string }>('SELECT value FROM setting WHERE key = ?', KEY)
  const offered = row ? (JSON.parse(row.value) as FolderOfFile[]) : []
  return offered.filter(({ path }) => !watched.includes(path))
}

/** Adds folders to those of an earlier file. */
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
