// Decides by the name of a file whether it is a document. This file does not use zod, because the view refuses other
// files when the user drops them.

/**
 * Documents, images of documents, and data files. Archives are missing, because the service reads one document per file
 * and cannot read zip files.
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

/** The extension of a file name, in lower case and without the dot; empty if the name has none. */
export function getExtension(name: string): string {
  return /[^.]\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** The content type of a document, by its file name; null if the file is not a document. */
export function getContentType(name: string): string | null {
  const extension = getExtension(name)
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] ?? null) : null
}
