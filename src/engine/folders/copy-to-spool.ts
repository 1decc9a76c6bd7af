// Copies one quiet file into the spool: checks the file again, reads its end, and copies its content. Returns the
// result, which the caller stores. Each failure concerns only this file.
import { MAX_FILE_BYTES } from '#contract/rules/files.ts'
import type { ErrorCode, ErrorDetails } from '#contract/errors.ts'
import type { Failure } from '#contract/values.ts'
import type { Content } from '../outbox/uploads.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import {
  codeOf,
  isDiskFull,
  isSameMark,
  isSameState,
  type Entry,
  type Mark,
  type FileChecksums,
} from '../outside/user-files.ts'
import { isOnlineOnly, isRacy, type Stability, checkEnd } from './stability.ts'
import { getContentType, getExtension } from '#contract/rules/document-types.ts'
import type { Candidate } from './folder-index.ts'
import type { Spool } from './spool.ts'
import { createFailure } from './sighting-store.ts'

export type CopyDeps = { clock: Clock; files: Files; spool: Spool; isInCloud: boolean; signal: AbortSignal }

export type CopyResult =
  | { kind: 'copied'; content: Content; isRacy: boolean; isTruncated: boolean }
  /** The file differs from its last check, so its quiet time starts again. */
  | { kind: 'changed'; entry: Entry }
  | { kind: 'missing' }
  /** The end of the file is missing. */
  | { kind: 'truncated'; stability: Stability; waitMs: number }
  | { kind: 'refused'; error: Failure }
  | {
      kind: 'delayed'
      step: 'delay' | 'lock' | 'offload'
      error: Failure
      waitMs: number
      /** Whether the row shows the time of the next attempt. This costs a commit for each attempt. */
      isTimed: boolean
    }

const RECHECK_MS = 60_000
const TRUNCATED_RETRY_MS = 15_000
const NO_SPACE_RETRY_MS = 30_000
const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 60_000
/** Attempts during which a refusal may be a lock of another program. After these it counts as a missing permission. */
const LOCK_TRIES = 8

const LOCK_CODES = ['EBUSY', 'ETXTBSY', 'EAGAIN', 'EWOULDBLOCK']
/** On macOS the read and the cloud program would wait for each other (EDEADLK, for which Node has no name). */
const NOT_DOWNLOADED_CODES = ['EDEADLK', 'Unknown system error -11']
/**
 * Windows has 20 errors for files that a cloud program cannot provide, for example when it is not running. Node names
 * none.
 */
const UNNAMED_CODE = 'UNKNOWN'
const FORBIDDEN_CODES = ['EACCES', 'EPERM']
const MISSING_CODES = ['ENOENT', 'ENOTDIR']
/** Too many files are open in this program, which says nothing about this file. */
const TOO_MANY_OPEN_CODES = ['EMFILE', 'ENFILE']

/** `isDropped`: the file was dropped onto the window, so it was complete when it arrived. */
export async function copyIntoSpool(
  deps: CopyDeps,
  { path, stability, tries, kind, isMissing }: Candidate,
  name: string,
  isDropped: boolean,
): Promise<CopyResult> {
  const { clock, files, spool, signal } = deps
  try {
    const entry = await files.stat(path)
    // A scan finds a file whose name is not valid text, but no call can open it.
    if (!entry)
      return kind === 'unknown' && !isMissing
        ? createDelayedResult('delay', 'documents/not-readable', RECHECK_MS)
        : { kind: 'missing' }
    if (entry.kind !== 'unknown' && !isSameMark(entry, stability.mark)) return { kind: 'changed', entry }
    const contentType = getContentType(name)
    // A folder with an ordinary name has a row only while it cannot be read.
    if (entry.kind === 'folder' && contentType === null && !isDropped)
      return isMissing ? { kind: 'missing' } : createDelayedResult('delay', 'folders/not-readable', RECHECK_MS)
    const obstacle = findObstacle(entry, name, contentType, { isInCloud: deps.isInCloud, isDropped })
    if (obstacle) return obstacle
    const hasEnd = isDropped || isComplete(name, await files.readTail(path, TAIL_BYTES))
    const endCheck = checkEnd(stability, hasEnd, clock.mono())
    if (endCheck.kind === 'truncated') return { ...endCheck, waitMs: TRUNCATED_RETRY_MS }
    const checksums = await spool.add(path, stability.mark, signal)
    if (checksums === 'disk-full') return createNoSpaceResult()
    if (checksums === 'changed') {
      const changedEntry = await files.stat(path)
      return changedEntry ? { kind: 'changed', entry: changedEntry } : { kind: 'missing' }
    }
    const content = { ...checksums, name, contentType: contentType ?? '' }
    return {
      kind: 'copied',
      content,
      isTruncated: endCheck.isTruncated,
      isRacy: !isDropped && isRacy(stability.mark, clock.wall()),
    }
  } catch (error) {
    if (signal.aborted) throw error
    return createErrorResult(error, path, { files, tries, isInCloud: deps.isInCloud })
  }
}

/** Finds a reason not to copy the file that does not end by itself. */
function findObstacle(
  { kind, size, blocks }: Entry,
  name: string,
  contentType: string | null,
  { isInCloud, isDropped }: { isInCloud: boolean; isDropped: boolean },
): CopyResult | null {
  if (kind === 'unknown') return createDelayedResult('delay', 'documents/not-readable', RECHECK_MS)
  if (kind !== 'file') return createRefusedResult('documents/not-a-file')
  if (contentType === null) return createRefusedResult('documents/type-not-taken', { ending: getExtension(name) })
  if (size > MAX_FILE_BYTES) return createRefusedResult('documents/too-large', { sizeBytes: size })
  if (size === 0)
    return isDropped
      ? createRefusedResult('documents/empty')
      : { ...createDelayedResult('delay', 'documents/empty', RECHECK_MS), isTimed: false }
  if (isOnlineOnly({ size, blocks }, isInCloud)) return createOnlineOnlyResult()
  return null
}

async function createErrorResult(
  error: unknown,
  path: string,
  { files, tries, isInCloud }: { files: Files; tries: number; isInCloud: boolean },
): Promise<CopyResult> {
  const code = codeOf(error)
  const waitMs = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(tries, 10))
  if (MISSING_CODES.includes(code) && !(await files.stat(path).catch(() => true))) return { kind: 'missing' }
  if (isDiskFull(error)) return createNoSpaceResult()
  if (NOT_DOWNLOADED_CODES.includes(code) || (isInCloud && code === UNNAMED_CODE)) return createOnlineOnlyResult()
  if (LOCK_CODES.includes(code)) return createDelayedResult('lock', 'documents/locked', waitMs)
  if (TOO_MANY_OPEN_CODES.includes(code)) return createDelayedResult('delay', 'internal', waitMs)
  // Windows reports a lock and a missing permission by the same code, and `mayRead` is true in both cases.
  if (FORBIDDEN_CODES.includes(code) && tries < LOCK_TRIES && (await files.mayRead(path)))
    return createDelayedResult('lock', 'documents/locked', waitMs)
  // The file exists, so ENOENT may come from the target or a folder in between.
  return createDelayedResult(
    'delay',
    'documents/not-readable',
    Math.max(5_000, waitMs),
    code === '' ? {} : { reason: code },
  )
}

/**
 * The row does not show the next attempt: a commit for each attempt of each waiting file would fill the disk further.
 */
function createNoSpaceResult(): CopyResult {
  return { ...createDelayedResult('delay', 'db/disk-full', NO_SPACE_RETRY_MS), isTimed: false }
}

/** Lasts until the user downloads the file or the cloud program runs again. The row does not show the next attempt. */
function createOnlineOnlyResult(): CopyResult {
  return { ...createDelayedResult('offload', 'documents/online-only', RECHECK_MS), isTimed: false }
}

function createRefusedResult(code: ErrorCode, details: ErrorDetails = {}): CopyResult {
  return { kind: 'refused', error: createFailure(code, details) }
}

function createDelayedResult(
  step: 'delay' | 'lock' | 'offload',
  code: ErrorCode,
  waitMs: number,
  details: ErrorDetails = {},
): Extract<CopyResult, { kind: 'delayed' }> {
  return { kind: 'delayed', step, error: createFailure(code, details), waitMs, isTimed: true }
}

/**
 * Copies the current content of a file that was copied before. Returns null if the file was replaced: the next scan
 * finds the new file. Throws if the file cannot be read.
 */
export async function copyAgain(
  { files, spool, signal }: Pick<CopyDeps, 'files' | 'spool' | 'signal'>,
  path: string,
  mark: Mark,
): Promise<FileChecksums | null> {
  const entry = await files.stat(path)
  if (!entry || !isSameState(entry, mark)) return null
  const checksums = await spool.add(path, entry, signal)
  if (checksums === 'disk-full') throw new Error('the disk is too full to read the file again')
  return checksums === 'changed' ? null : checksums
}

// Checks by the last bytes of a file whether the file is complete. A copy to a share may have its full size from
// the beginning, so only the missing end shows that it is incomplete.

/** A zip may have a comment of 64 KB after its directory. Other types end within the last few KB, including padding. */
const TAIL_BYTES = 66 * 1024
const END_BYTES = 4 * 1024

const PDF_END = Buffer.from('%%EOF', 'latin1')
const PNG_END = Buffer.from('IEND', 'latin1')
const JPEG_END = Buffer.from([0xff, 0xd9])
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')

/** Text files contain no zero bytes, except where a copy program reserved the full size in advance. */
const TEXT_EXTENSIONS = ['txt', 'csv', 'tsv', 'xml', 'json', 'rtf', 'edi', 'eml']

/** True for types whose end proves nothing (TIFF, old Office files): for these only the quiet time counts. */
export function isComplete(name: string, tail: Uint8Array): boolean {
  const extension = getExtension(name)
  switch (extension) {
    case 'pdf':
      return hasBytes(tail.subarray(-END_BYTES), PDF_END)
    case 'png':
      return hasBytes(tail.subarray(-END_BYTES), PNG_END)
    case 'jpg':
    case 'jpeg':
    case 'jfif':
      return hasBytes(tail.subarray(-END_BYTES), JPEG_END)
    case 'xlsx':
    case 'xlsm':
    case 'ods':
    case 'docx':
    case 'odt':
      return hasBytes(tail, ZIP_END)
    default:
      // In UTF-16 one of two bytes is zero, but never four in a row.
      return !TEXT_EXTENSIONS.includes(extension) || tail.length < 4 || tail.subarray(-4).some((byte) => byte !== 0)
  }
}

function hasBytes(bytes: Uint8Array, searched: Buffer): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(searched)
}
