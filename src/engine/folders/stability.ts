// Decides when a file is complete: two checks find the same file, the time between them was quiet, and the end of the
// file is present. A file that grows never times out. Times are process times (`mono`, in milliseconds), so a change of
// the computer's clock cannot shorten them. Pure.
import { type Entry, type Mark, isSameMark } from '../outside/user-files.ts'

export type Stability = {
  mark: Mark
  /** The time of the last known change. */
  quietSinceMono: number
  /** When the end of the file was first found missing since the last change; null if it was not. */
  truncatedSinceMono: number | null
}

export const QUIET_MS = 5_000
/** Shares and cloud folders report late, and in steps. */
export const QUIET_REMOTE_MS = 15_000
/** After this time without its end, the file is uploaded as it is, with a warning. */
export const MAX_TRUNCATED_MS = 10 * 60_000

export function startQuietTime(mark: Mark, mono: number): Stability {
  return { mark, quietSinceMono: mono, truncatedSinceMono: null }
}

/** Call this when the operating system reported a change of the file. */
export function restartQuietTime(stability: Stability, mono: number): Stability {
  return { ...stability, quietSinceMono: mono }
}

/** Starts the quiet time again if the file changed, and otherwise returns the same object. */
export function updateStability(stability: Stability, mark: Mark, mono: number): Stability {
  return isSameMark(stability.mark, mark) ? stability : startQuietTime(mark, mono)
}

/** Milliseconds until the second check; 0 or less: now. */
export function remainingQuietMs({ quietSinceMono }: Stability, mono: number, quietMs: number): number {
  return quietSinceMono + quietMs - mono
}

/**
 * The result of the second check. `truncated`: the end is missing, so the file must be checked again later.
 * `isTruncated`: the end has been missing for so long that the file counts as complete.
 */
export function checkEnd(
  stability: Stability,
  isComplete: boolean,
  mono: number,
): { kind: 'complete'; isTruncated: boolean } | { kind: 'truncated'; stability: Stability } {
  if (isComplete) return { kind: 'complete', isTruncated: false }
  const truncatedSinceMono = stability.truncatedSinceMono ?? mono
  if (mono - truncatedSinceMono >= MAX_TRUNCATED_MS) return { kind: 'complete', isTruncated: true }
  return { kind: 'truncated', stability: { ...stability, truncatedSinceMono } }
}

/** A file read this soon after its last write may have another write with the same time. */
const RACY_MS = 3_000

/**
 * Whether the file was written so shortly before it was read that another write could have the same time. Such a file
 * is read once more later. The clock of a share may differ from ours; a time in the future counts as recent.
 */
export function isRacy({ mtimeNs }: Mark, wallMs: number): boolean {
  return Number(BigInt(mtimeNs) / 1_000_000n) > wallMs - RACY_MS
}

/** The size of a disk page. A smaller file may be stored inside its directory entry, without blocks. */
const MIN_BLOCK_BYTES = 4_096

/**
 * Whether the content is only in the cloud: reading such a file would download it, or wait forever. Windows and macOS
 * mark these files (RECALL_ON_DATA_ACCESS, SF_DATALESS), but Node does not show the marks: only the missing blocks do.
 * Outside cloud folders a file without blocks is a sparse file.
 */
export function isOnlineOnly({ size, blocks }: Pick<Entry, 'size' | 'blocks'>, isInCloud: boolean): boolean {
  return isInCloud && blocks === 0 && size >= MIN_BLOCK_BYTES
}

/** Whether the disk reports blocks for a local file. If it reports none for any file, their absence proves nothing. */
export function reportsBlocks({ kind, size, blocks }: Pick<Entry, 'kind' | 'size' | 'blocks'>): boolean {
  return kind === 'file' && size >= MIN_BLOCK_BYTES && blocks > 0
}
