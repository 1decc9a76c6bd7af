// Decides by their names which files of a folder get a row. Temporary files and folders of programs get none. Any other
// file that cannot be uploaded gets a row with the reason. Pure.
import { getContentType } from '#contract/rules/document-types.ts'
import type { Entry } from '../outside/user-files.ts'

/** Partial downloads and saves, and files of office and sync programs. */
const IGNORED_STARTS = ['~$', '.']
const IGNORED_ENDS = ['.tmp', '.part', '.partial', '.crdownload', '.download', '.opdownload', '.icloud']
const IGNORED_NAMES = ['thumbs.db', 'desktop.ini', '@eadir', '#recycle', '$recycle.bin']

export const UPLOADED = 'Uploaded'
/** Folders that Quaywatch creates. Their files were already sent. */
const OWN_FOLDERS = [UPLOADED.toLowerCase(), 'failed']

export function isIgnored(name: string, kind: Entry['kind']): boolean {
  const lowerName = name.toLowerCase()
  if (kind === 'folder' && OWN_FOLDERS.includes(lowerName)) return true
  return (
    IGNORED_STARTS.some((start) => lowerName.startsWith(start)) ||
    IGNORED_ENDS.some((end) => lowerName.endsWith(end)) ||
    IGNORED_NAMES.includes(lowerName)
  )
}

/**
 * Whether a file that cannot be uploaded gets a row with the reason. A folder gets one only if its name is that of a
 * document.
 */
export function needsRow(name: string, kind: Entry['kind']): boolean {
  return kind !== 'folder' || getContentType(name) !== null
}
