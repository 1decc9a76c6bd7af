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
/** How long an end may be missing. Then the file is taken as it is, with a note. */
export const CUT_MS = 10 * 60_000

export function firstLook(mark: Mark, mono: number): Waiting {
  return { mark, quietMono: mono, cutMono: null }
}

/** The system reported a change. */
export function stir(waiting: Waiting, mono: number): Waiting {
  return { ...waiting, quietMono: mono }
}

/** Returns the same object if nothing changed. */
export function lookAgain(waiting: Waiting, mark: Mark, mono: number): Waiting {
  return isSameMark(waiting.mark, mark) ? waiting : firstLook(mark, mono)
}

/** Milliseconds until it may be looked at for the second time; 0 or less: now. */
export function quietInMs({ quietMono }: Waiting, mono: number, quietMs: number): number {
  return quietMono + quietMs - mono
}

/** After the second look. `cut`: the same again, later. */
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
 * Written to so shortly before it was read, by its own account, that another write could carry the same time:
 * it is read once more later. Clocks of shares differ from ours; one that is ahead is no better.
 */
export function isRacy({ mtimeNs }: Mark, wallMs: number): boolean {
  return Number(BigInt(mtimeNs) / 1_000_000n) > wallMs - RACY_MS
}

/** Of a page of the disk; files that small may lie in the folder itself and have no block of their own. */
const LEAST_BLOCK_BYTES = 4_096

/**
 * Reading such a file would fetch it, or wait for ever. Both systems mark it (RECALL_ON_DATA_ACCESS, SF_DATALESS), and
 * Node shows neither mark: that nothing of it lies on the disk is all it tells. Elsewhere a file without blocks is one
 * with a hole in it.
 */
export function isOnlineOnly({ size, blocks }: Pick<Entry, 'size' | 'blocks'>, isInCloud: boolean): boolean {
  return isInCloud && blocks === 0 && size >= LEAST_BLOCK_BYTES
}

/** Of a file that is here. Disks that say so of none cannot be asked which are not. */
export function saysBlocks({ kind, size, blocks }: Pick<Entry, 'kind' | 'size' | 'blocks'>): boolean {
  return kind === 'file' && size >= LEAST_BLOCK_BYTES && blocks > 0
}
