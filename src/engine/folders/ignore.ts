// Which files in a folder are documents by their names. Files on the first list get no row: programs create and delete
// them. Any other file that is not taken gets a row that says so. Pure.
import type { Entry } from '../outside/user-files.ts'

/** Partial downloads and saves, and files of office and sync programs. */
const BY_START = ['~$', '.']
const BY_END = ['.tmp', '.part', '.partial', '.crdownload', '.download', '.opdownload', '.icloud']
const BY_NAME = ['thumbs.db', 'desktop.ini', '@eadir', '#recycle', '$recycle.bin']

export const UPLOADED = 'Uploaded'
/** Our own folders: their files were already sent. */
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
 * Documents, images of documents, and data files. No archives: the service reads one document per file, and nothing
 * from a zip.
 */
const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
  heic: 'image/heic',
  txt: 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xml: 'application/xml',
  json: 'application/json',
  rtf: 'application/rtf',
  edi: 'application/edifact',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
}

/** In lower case, without the dot; empty if the name has none. */
export function endingOf(name: string): string {
  return /[^.]\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Null: not a document. */
export function contentTypeOf(name: string): string | null {
  const ending = endingOf(name)
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? null) : null
}

/**
 * Whether a file that is not taken gets a row with the reason. A folder gets one only if its name is that of a
 * document.
 */
export function getsRow(name: string, kind: Entry['kind']): boolean {
  return kind !== 'folder' || contentTypeOf(name) !== null
}
