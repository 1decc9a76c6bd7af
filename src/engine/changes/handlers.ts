// Answers the calls about changes, and stores up to which change the user has read.
import type { HandlersOf } from '#contract/index.ts'
import type { Announce, DataDeps } from '../db/write.ts'
import type { ChangesAnswers } from './answers.ts'
import { countListedChanges, newestChangeId } from '../mirror/history/store.ts'
import {
  START_MARK,
  canUndoReadMark,
  deleteReadMark,
  insertReadMark,
  loadReadMark,
  loadSeenThrough,
  saveReadMarkTiles,
} from '../mirror/history/read-marks.ts'

/** `countTiles`: counts on the current board. */
export type ChangesDeps = DataDeps & { countTiles: () => Promise<Record<string, number>> }

export function changesHandlers({
  db,
  write,
  now,
  countTiles,
}: ChangesDeps): Omit<HandlersOf<'changes'>, keyof ChangesAnswers> {
  return {
    'changes.seenMark': () => {
      const readMark = loadReadMark(db)
      return {
        markedAt: readMark?.at ?? null,
        isStart: readMark === null || readMark.id === START_MARK,
        newestId: newestChangeId(db),
        unseen: countListedChanges(db, loadSeenThrough(db)),
        canUndo: canUndoReadMark(db),
      }
    },
    'changes.markSeen': async ({ throughId }) => {
      // A late mark, after a newer one of another screen, changes nothing.
      if (throughId < (loadReadMark(db)?.throughId ?? 0)) return
      const markId = write((db, announce) => {
        announceReadMark(announce)
        return insertReadMark(db, now(), Math.min(throughId, newestChangeId(db)))
      })
      // Counted after the mark, so that "new" begins at zero.
      const tiles = await countTiles()
      write((db, announce) => {
        saveReadMarkTiles(db, markId, tiles)
        announceReadMark(announce)
      })
    },
    'changes.undoSeen': () => {
      if (!canUndoReadMark(db)) return
      write((db, announce) => {
        deleteReadMark(db)
        announceReadMark(announce)
      })
    },
  }
}

/** Rows of containers show what changed since the mark. */
function announceReadMark(announce: Announce): void {
  announce('changes')
  announce('containers')
}
