// Answers the calls about changes, and stores up to which change the user has read.
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Announce, Write } from '../db/write.ts'
import type { ChangesAnswers } from './answers.ts'
import { countLines, newestChangeId } from '../mirror/history/store.ts'
import { canUndoLook, deleteLook, insertLook, loadLook, saveLookTiles } from '../mirror/history/looks.ts'

type Names = Exclude<Extract<keyof Handlers<EngineContract>, `changes.${string}`>, keyof ChangesAnswers>

/** `countTiles`: counts on the current board. */
export type ChangesDeps = {
  db: ReadableDb
  write: Write
  now: () => string
  countTiles: () => Promise<Record<string, number>>
}

export function changesHandlers({ db, write, now, countTiles }: ChangesDeps): Pick<Handlers<EngineContract>, Names> {
  return {
    'changes.seenMark': () => {
      const look = loadLook(db)
      return {
        markedAt: look?.at ?? null,
        newestId: newestChangeId(db),
        unseen: countLines(db, look?.throughId ?? 0),
        canUndo: canUndoLook(db),
      }
    },
    'changes.markSeen': async ({ throughId }) => {
      // A late mark, after a newer one of another screen, changes nothing.
      if (throughId < (loadLook(db)?.throughId ?? 0)) return
      const lookId = write((w, announce) => {
        announceLook(announce)
        return insertLook(w, now(), Math.min(throughId, newestChangeId(w)))
      })
      // Counted after the mark, so that "new" begins at zero.
      const tiles = await countTiles()
      write((w, announce) => {
        saveLookTiles(w, lookId, tiles)
        announceLook(announce)
      })
    },
    'changes.undoSeen': () => {
      if (!canUndoLook(db)) return
      write((w, announce) => {
        deleteLook(w)
        announceLook(announce)
      })
    },
  }
}

/** Rows of containers show what changed since the mark. */
function announceLook(announce: Announce): void {
  announce('changes')
  announce('containers')
}
