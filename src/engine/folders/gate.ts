// Decides when a file is finished: two checks without a difference, a quiet time in between, and its end present.
// Growing never times out. Uses the process's own time, so a changed clock cannot shorten it. Pure.
import { type Entry, type Mark, isSameMark } from '../outside/user-files.ts'

export type Waiting = {
  mark: Mark
  /** Since when no change is known. */
  quietMono: number
  /** Since when its end has been missing, although nothing changed. */
  cutMono: number | null
}

export const QUIET_MS = 5_000
/** Shares and cloud folders report late, and in steps. */
export const QUIET_FAR_MS = 15_000
/** How long an end may be missing. Then the file is taken without it, with a note. */
export const CUT_MS = 10 * 60_000

export function firstCheck(mark: Mark, mono: number): Waiting {
  return { mark, quietMono: mono, cutMono: null }
}

/** The system reported a change. */
export function restartQuietTime(waiting: Waiting, mono: number): Waiting {
  return { ...waiting, quietMono: mono }
}

/** Returns the same object if nothing changed. */
export function recheck(waiting: Waiting, mark: Mark, mono: number): Waiting {
  return isSameMark(waiting.mark, mark) ? waiting : firstCheck(mark, mono)
}

/** Milliseconds until the second check; 0 or less: now. */
export function quietInMs({ quietMono }: Waiting, mono: number, quietMs: number): number {
  return quietMono + quietMs - mono
}

/** The result of the second check. `cut`: check again later. */
export function verdict(
  waiting: Waiting,
  isWhole: boolean,
  mono: number,
): { is: 'finished'; isCut: boolean } | { is: 'cut'; waiting: Waiting } {
  if (isWhole) return { is: 'finished', isCut: false }
  const cutMono = waiting.cutMono ?? mono
  if (mono - cutMono >= CUT_MS) return { is: 'finished', isCut: true }
  return { is: 'cut', waiting: { ...waiting, cutMono } }
}

const RACY_MS = 3_000

/**
 * The file was written so shortly before it was read that another write could have the same time, so it is read once
 * more later. The clock of a share may differ from ours; a time in the future counts as recent.
 */
export function isRacy({ mtimeNs }: Mark, wallMs: number): boolean {
  return Number(BigInt(mtimeNs) / 1_000_000n) > wallMs - RACY_MS
}

/** The size of a disk page. A smaller file may be stored inside its directory entry, without blocks. */
const MIN_BLOCK_BYTES = 4_096

/**
 * Reading such a file would download it, or wait forever. Windows and macOS mark these files (RECALL_ON_DATA_ACCESS,
 * SF_DATALESS), but Node does not show the marks: only the missing blocks do. Outside cloud folders a file without
 * blocks is a sparse file.
 */
export function isOnlineOnly({ size, blocks }: Pick<Entry, 'size' | 'blocks'>, isInCloud: boolean): boolean {
  return isInCloud && blocks === 0 && size >= MIN_BLOCK_BYTES
}

/** Whether the disk reports blocks for a local file. If it reports none for any file, their absence proves nothing. */
export function reportsBlocks({ kind, size, blocks }: Pick<Entry, 'kind' | 'size' | 'blocks'>): boolean {
  return kind === 'file' && size >= MIN_BLOCK_BYTES && blocks > 0
}
