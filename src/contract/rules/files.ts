// Defines how the view and its host exchange files on the view's own origin. The view sends dropped files by
// `PUT /drop?name=…` and reads files by `GET /file/<content>`. Both hosts use this file. It is pure and does not use
// zod, because the view imports it.

/** The largest accepted file. The view, both hosts and the engine refuse larger files. */
export const MAX_FILE_BYTES = 500 * 1024 * 1024

export const DROP_PATH = '/drop'
/** Own data to restore, sent by `PUT /restore?name=…`; it is never uploaded. */
export const RESTORE_PATH = '/restore'
/**
 * The browser host requires the secret of the session with each `PUT`, as on its sockets: cookies are sent to every
 * local server.
 */
export const SECRET_HEADER = 'x-quaywatch-secret'
/** A file that the view created from a list, sent by `PUT /export?name=…`, for the user to save. */
export const EXPORT_PATH = '/export'
const CONTENT = /^[0-9a-f]{64}$/
const FILE_PATH = /^\/file\/([0-9a-f]{64})$/

/** The path of a file that `documents.open` prepared. `content`: the SHA-256 of the content, in hexadecimal. */
export const getFilePath = (content: string) => `/file/${content}`

export const isContent = (text: string) => CONTENT.test(text)

/** The folder of the spool below the account's folder. Each file there is named by the hash of its content. */
export const SPOOL_FOLDER = 'spool'
/**
 * The folder of dropped files below the account's folder. Each drop has its own folder with the file in it. The drop is
 * complete when the name of its folder does not end in `.part`.
 */
export const DROPS_FOLDER = 'drops'
export const RESTORE_FOLDER = 'restore'
export const EXPORTS_FOLDER = 'exports'

/** The folder below the account's folder for a `PUT` to this path; null if the path accepts no file. */
export function getPutFolder(pathname: string): string | null {
  if (pathname === DROP_PATH) return DROPS_FOLDER
  if (pathname === EXPORT_PATH) return EXPORTS_FOLDER
  return pathname === RESTORE_PATH ? RESTORE_FOLDER : null
}

/** The content hash in the path of a file; null for another path. */
export function parseContentHash(pathname: string): string | null {
  return FILE_PATH.exec(pathname)?.[1] ?? null
}

const MAX_NAME_BYTES = 255

/**
 * Converts the name of a user's file to a name that is valid on the disk. Replaces only separators and invalid names,
 * and shortens names that are too long.
 */
export function toSafeName(userFileName: string): string {
  const name = userFileName.replaceAll(/[/\\\0]/g, '_')
  const isName = name !== '' && name !== '.' && name !== '..'
  if (!isName) return 'file'
  return countUtf8Bytes(name) <= MAX_NAME_BYTES ? name : shortenName(name)
}

/**
 * Keeps the beginning and the extension. Linux limits the bytes of a name, and other systems limit its characters, so
 * 90 Chinese characters are a valid name only there.
 */
function shortenName(name: string): string {
  const suffix = `…${getDottedExtension(name)}`
  const letters = Array.from(name)
  let bytesLeft = MAX_NAME_BYTES - countUtf8Bytes(suffix)
  const cutIndex = letters.findIndex((letter) => {
    bytesLeft -= countUtf8Bytes(letter)
    return bytesLeft < 0
  })
  return `${letters.slice(0, cutIndex).join('').trimEnd()}${suffix}`
}

function countUtf8Bytes(text: string): number {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 0).reduce(
    (sum, code) => sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4),
    0,
  )
}

function getDottedExtension(name: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
}

/** The headers prevent that a user's file runs as a page of the app. The view fetches the file and draws it itself. */
export function createFileHeaders(sizeBytes: number): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    'content-length': String(sizeBytes),
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // The name is the hash of the content, so it never changes; only this user may cache it.
    'cache-control': 'private, max-age=3600, immutable',
  }
}

/** Status codes of the host for a drop: 201 stored, 413 too large, 507 disk full, 400 no name. */
export const dropStatus = { stored: 201, tooLarge: 413, diskFull: 507, noName: 400, failed: 500 } as const

/** Passes the chunks on, and throws `FileTooLargeError` if the file exceeds the limit. */
export async function* limitSize(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > MAX_FILE_BYTES) throw new FileTooLargeError()
    yield chunk
  }
}

export class FileTooLargeError extends Error {}

export function getDropStatus(error: unknown): number {
  if (error instanceof FileTooLargeError) return dropStatus.tooLarge
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    ? dropStatus.diskFull
    : dropStatus.failed
}
