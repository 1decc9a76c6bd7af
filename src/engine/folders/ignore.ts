// Decides by their names which files of a folder get a row. Temporary files and folders of programs get none. Any other
// file that cannot be uploaded gets a row with the reason. Pure.
import { getContentType } from '#contract/rules/document-types.ts'
import type { Entry } from '../outside/user-files.ts'

/** Partial downloads and saves, and files of office and sync programs. */
const BY_START = ['~$', '.']
const BY_END = ['.tmp', '.part', '.partial', '.crdownload', '.download', '.opdownload', '.icloud']
const BY_NAME = ['thumbs.db', 'desktop.ini', '@eadir', '#recycle', '$recycle.bin']

export const UPLOADED = 'Uploaded'
/** Folders that this program creates: their files were already sent. */
const OWN_FOLDERS = [UPLOADED.toLowerCase(), 'failed']

export function isIgnored(name: string, kind: Entry['kind']): boolean {
  const lower = name.toLowerCase()
  if (kind === 'folder' && OWN_FOLDERS.includes(lower)) return true
  return (
    BY_START.some((start) => lower.startsWith(start)) ||
    BY_END.some((end) => lower.endsWith(end)) ||
    BY_NAME.includes(lower)
  )
}

/**
 * Whether a file that cannot be uploaded gets a row with the reason. A folder gets one only if its name is that of a
 * document.
 */
export function getsRow(name: string, kind: Entry['kind']): boolean {
  return kind !== 'folder' || getContentType(name) !== null
}
