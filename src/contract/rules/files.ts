// How bytes go between the view and its host, on the view's own origin: files dropped onto the window go in by
// `PUT /drop?name=…`, previews come out by `GET /file/<content>`. The same in both hosts; pure, and
// without zod, because the view needs its values.

/** Larger ones are not taken, from nowhere. */
export const MOST_FILE_BYTES = 500 * 1024 * 1024

export const DROP_PATH = '/drop'
/** Own data to be looked at and restored, by `PUT /restore?name=…`; it is no document and never leaves. */
export const RESTORE_PATH = '/restore'
/**
 * The browser host wants the secret of the tab with both, as with its sockets: a cookie is seen by every local server.
 */
export const SECRET_HEADER = 'x-quaywatch-secret'
/** A list the view has written into a file, by `PUT /export?name=…`, to be saved where the user says. */
export const EXPORT_PATH = '/export'
const CONTENT = /^[0-9a-f]{64}$/
const FILE_PATH = /^\/file\/([0-9a-f]{64})$/

/** Of `documents.open`: SHA-256 of the content, in hexadecimal. */
export const filePath = (content: string) => `/file/${content}`

export const isContent = (text: string) => CONTENT.test(text)

/** Below the account's folder. Content stands under its own hash. */
export const SPOOL_FOLDER = 'spool'
/**
 * Each drop is a folder of its own with the file in it under its own name; whole once its name has no ending `.part`.
 */
export const DROPS_FOLDER = 'drops'
export const RESTORE_FOLDER = 'restore'
export const EXPORTS_FOLDER = 'exports'

/** Below the account's folder; null: nothing is put there. */
export function putFolderOf(pathname: string): string | null {
  if (pathname === DROP_PATH) return DROPS_FOLDER
  if (pathname === EXPORT_PATH) return EXPORTS_FOLDER
  return pathname === RESTORE_PATH ? RESTORE_FOLDER : null
}

/** Null: this is no address of a file. */
export function contentOf(pathname: string): string | null {
  return FILE_PATH.exec(pathname)?.[1] ?? null
}

const LONGEST_NAME_BYTES = 255

/**
 * The name a dropped file gets on the disk. Only what would lead out of its folder, or cannot be a name, is replaced;
 * what is too long is cut.
 */
export function dropName(given: string): string {
  const name = given.replaceAll(/[/\\\0]/g, '_')
  const isName = name !== '' && name !== '.' && name !== '..'
  if (!isName) return 'file'
  return utf8Bytes(name) <= LONGEST_NAME_BYTES ? name : cutName(name)
}

/**
 * Other systems count letters, not bytes: a name of ninety Chinese ones is none too long there. Its beginning says
 * which paper it is, its ending of what kind.
 */
function cutName(name: string): string {
  const end = `…${endingOf(name)}`
  const letters = Array.from(name)
  let room = LONGEST_NAME_BYTES - utf8Bytes(end)
  const cut = letters.findIndex((letter) => {
    room -= utf8Bytes(letter)
    return room < 0
  })
  return `${letters.slice(0, cut).join('').trimEnd()}${end}`
}

function utf8Bytes(text: string): number {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 0).reduce(
    (sum, code) => sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4),
    0,
  )
}

function endingOf(name: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
}

/**
 * Nothing in a user's file may run or look like a page of ours, whatever it claims to be: the view fetches it and draws
 * it itself.
 */
export function fileHeaders(sizeBytes: number): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    'content-length': String(sizeBytes),
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // Its name is what is in it, and it is nobody's but this user's.
    'cache-control': 'private, max-age=3600, immutable',
  }
}

/**
 * What a host answers to a drop: 201 taken, 413 larger than a file may be, 507 no room on the disk, 400 without a name.
 */
export const dropStatus = { taken: 201, tooLarge: 413, diskFull: 507, nameless: 400, failed: 500 } as const

/** Ends with an error as soon as more comes than a file may hold. */
export async function* upToMost(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > MOST_FILE_BYTES) throw new TooLarge()
    yield chunk
  }
}

export class TooLarge extends Error {}

export function dropStatusOf(error: unknown): number {
  if (error instanceof TooLarge) return dropStatus.tooLarge
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    ? dropStatus.diskFull
    : dropStatus.failed
}
