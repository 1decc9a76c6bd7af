// Takes one quiet file: checks it again, reads its end, and takes its content. Returns the result, and the caller
// stores it. Each failure concerns only this file.
import { MAX_FILE_BYTES } from '#contract/rules/files.ts'
import type { ErrorCode, ErrorDetails } from '#contract/errors.ts'
import type { Failure } from '#contract/values.ts'
import type { Content } from '../outbox/uploads.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import { codeOf, isDiskFull, isSameMark, isSameState, type Entry, type Mark, type Sums } from '../outside/user-files.ts'
import { isOnlineOnly, isRacy, type Waiting, verdict } from './gate.ts'
import { contentTypeOf, endingOf } from '#contract/rules/document-types.ts'
import type { Candidate } from './folder-index.ts'
import type { Spool } from './spool.ts'
import { failureOf } from './sighting-store.ts'

export type TakeDeps = { clock: Clock; files: Files; spool: Spool; isInCloud: boolean; signal: AbortSignal }

export type Outcome =
  | { is: 'taken'; content: Content; isRacy: boolean; isCut: boolean }
  /** The file differs from the known state: the quiet time starts again. */
  | { is: 'changed'; entry: Entry }
  | { is: 'gone' }
  /** Its end is missing. */
  | { is: 'cut'; waiting: Waiting; waitMs: number }
  | { is: 'refused'; error: Failure }
  | {
      is: 'delayed'
      step: 'delay' | 'hold' | 'offload'
      error: Failure
      waitMs: number
      /** The row shows the time of the next attempt, which costs a commit each time. */ isTimed: boolean
    }

const RECHECK_MS = 60_000
const CUT_AGAIN_MS = 15_000
const NO_ROOM_MS = 30_000
const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 60_000
/** Attempts during which a refusal may be a lock of another program. After these it counts as a missing permission. */
const LOCK_TRIES = 8

const LOCK_CODES = ['EBUSY', 'ETXTBSY', 'EAGAIN', 'EWOULDBLOCK']
/** On macOS the read and the cloud program would wait for each other (EDEADLK, for which Node has no name). */
const NOT_FETCHED = ['EDEADLK', 'Unknown system error -11']
/**
 * Windows has 20 errors for files that a cloud program cannot provide, for example when it is not running. Node names
 * none.
 */
const UNNAMED = 'UNKNOWN'
const FORBIDDEN = ['EACCES', 'EPERM']
const GONE = ['ENOENT', 'ENOTDIR']
/** Too many files are open in this program, which says nothing about this file. */
const SPENT = ['EMFILE', 'ENFILE']

/** Checks the file a second time, checks its end, and copies it. `isLoose`: the file was complete when it arrived. */
export async function copyIntoSpool(
  deps: TakeDeps,
  { path, waiting, tries, kind, isMissed }: Candidate,
  name: string,
  isLoose: boolean,
): Promise<Outcome> {
  const { clock, files, spool, signal } = deps
  try {
    const entry = await files.stat(path)
    // A scan finds a file whose name is not valid text, but no call can open it.
    if (!entry)
      return kind === 'unknown' && !isMissed
        ? delayedOutcome('delay', 'documents/not-readable', RECHECK_MS)
        : { is: 'gone' }
    if (entry.kind !== 'unknown' && !isSameMark(entry, waiting.mark)) return { is: 'changed', entry }
    const contentType = contentTypeOf(name)
    // A folder with an ordinary name has a row only while it cannot be read.
    if (entry.kind === 'folder' && contentType === null && !isLoose)
      return isMissed ? { is: 'gone' } : delayedOutcome('delay', 'folders/not-readable', RECHECK_MS)
    const hindrance = hindranceOf(entry, name, contentType, { isInCloud: deps.isInCloud, isLoose })
    if (hindrance) return hindrance
    const ending = isLoose || isWhole(name, await files.readTail(path, TAIL_BYTES))
    const judged = verdict(waiting, ending, clock.mono())
    if (judged.is === 'cut') return { ...judged, waitMs: CUT_AGAIN_MS }
    const sums = await spool.take(path, waiting.mark, signal)
    if (sums === 'no-room') return noRoom()
    if (sums === 'changed') {
      const now = await files.stat(path)
      return now ? { is: 'changed', entry: now } : { is: 'gone' }
    }
    const content = { ...sums, name, contentType: contentType ?? '' }
    return { is: 'taken', content, isCut: judged.isCut, isRacy: !isLoose && isRacy(waiting.mark, clock.wall()) }
  } catch (error) {
    if (signal.aborted) throw error
    return meaningOf(error, path, { files, tries, isInCloud: deps.isInCloud })
  }
}

/** Reasons that waiting does not change, or that only the user can change. */
function hindranceOf(
  { kind, size, blocks }: Entry,
  name: string,
  contentType: string | null,
  { isInCloud, isLoose }: { isInCloud: boolean; isLoose: boolean },
): Outcome | null {
  if (kind === 'unknown') return delayedOutcome('delay', 'documents/not-readable', RECHECK_MS)
  if (kind !== 'file') return refusedOutcome('documents/not-a-file')
  if (contentType === null) return refusedOutcome('documents/type-not-taken', { ending: endingOf(name) })
  if (size > MAX_FILE_BYTES) return refusedOutcome('documents/too-large', { sizeBytes: size })
  if (size === 0)
    return isLoose
      ? refusedOutcome('documents/empty')
      : { ...delayedOutcome('delay', 'documents/empty', RECHECK_MS), isTimed: false }
  if (isOnlineOnly({ size, blocks }, isInCloud)) return onlineOnlyOutcome()
  return null
}

async function meaningOf(
  error: unknown,
  path: string,
  { files, tries, isInCloud }: { files: Files; tries: number; isInCloud: boolean },
): Promise<Outcome> {
  const code = codeOf(error)
  const waitMs = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(tries, 10))
  if (GONE.includes(code) && !(await files.stat(path).catch(() => true))) return { is: 'gone' }
  if (isDiskFull(error)) return noRoom()
  if (NOT_FETCHED.includes(code) || (isInCloud && code === UNNAMED)) return onlineOnlyOutcome()
  if (LOCK_CODES.includes(code)) return delayedOutcome('hold', 'documents/locked', waitMs)
  if (SPENT.includes(code)) return delayedOutcome('delay', 'internal', waitMs)
  // Windows reports a lock and a missing permission by the same code, and `mayRead` is true in both cases.
  if (FORBIDDEN.includes(code) && tries < LOCK_TRIES && (await files.mayRead(path)))
    return delayedOutcome('hold', 'documents/locked', waitMs)
  // The file exists, so ENOENT may come from the target or a folder in between.
  return delayedOutcome('delay', 'documents/not-readable', Math.max(5_000, waitMs), code === '' ? {} : { reason: code })
}

/** Stored once: a commit for each attempt of each waiting file would fill the disk further. */
function noRoom(): Outcome {
  return { ...delayedOutcome('delay', 'db/disk-full', NO_ROOM_MS), isTimed: false }
}

/** Until the user downloads the file, or the cloud program runs again. Stored once. */
function onlineOnlyOutcome(): Outcome {
  return { ...delayedOutcome('offload', 'documents/online-only', RECHECK_MS), isTimed: false }
}

function refusedOutcome(code: ErrorCode, details: ErrorDetails = {}): Outcome {
  return { is: 'refused', error: failureOf(code, details) }
}

function delayedOutcome(
  step: 'delay' | 'hold' | 'offload',
  code: ErrorCode,
  waitMs: number,
  details: ErrorDetails = {},
): Extract<Outcome, { is: 'delayed' }> {
  return { is: 'delayed', step, error: failureOf(code, details), waitMs, isTimed: true }
}

/**
 * The present content of a taken file. Null: the file was replaced, and the scan handles the new one. Throws if it
 * cannot be read.
 */
export async function readAgain(
  { files, spool, signal }: Pick<TakeDeps, 'files' | 'spool' | 'signal'>,
  path: string,
  mark: Mark,
): Promise<Sums | null> {
  const entry = await files.stat(path)
  if (!entry || !isSameState(entry, mark)) return null
  const sums = await spool.take(path, entry, signal)
  if (sums === 'no-room') throw new Error('no room to read it again')
  return sums === 'changed' ? null : sums
}

// Checks whether a file of a known kind is complete by its last bytes. A copy to a share may have its full size from
// the beginning, so only the missing end shows that it is incomplete.

/** A zip may have a comment of 64 KB after its directory. Other types end within the last few KB, including padding. */
const TAIL_BYTES = 66 * 1024
const NEAR = 4 * 1024

const PDF = Buffer.from('%%EOF', 'latin1')
const PNG = Buffer.from('IEND', 'latin1')
const JPEG = Buffer.from([0xff, 0xd9])
const ZIP = Buffer.from('PK\x05\x06', 'latin1')

/** Text files contain no zero bytes, except where a copy program reserved the full size in advance. */
const TEXTS = ['txt', 'csv', 'tsv', 'xml', 'json', 'rtf', 'edi', 'eml']

/** True for types whose end proves nothing (TIFF, old Office files): for these only the quiet time counts. */
export function isWhole(name: string, tail: Uint8Array): boolean {
  const ending = endingOf(name)
  switch (ending) {
    case 'pdf':
      return hasBytes(tail.subarray(-NEAR), PDF)
    case 'png':
      return hasBytes(tail.subarray(-NEAR), PNG)
    case 'jpg':
    case 'jpeg':
    case 'jfif':
      return hasBytes(tail.subarray(-NEAR), JPEG)
    case 'xlsx':
    case 'xlsm':
    case 'ods':
    case 'docx':
    case 'odt':
      return hasBytes(tail, ZIP)
    default:
      // In UTF-16 one of two bytes is zero, but never four in a row.
      return !TEXTS.includes(ending) || tail.length < 4 || tail.subarray(-4).some((byte) => byte !== 0)
  }
}

function hasBytes(bytes: Uint8Array, sign: Buffer): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(sign)
}
