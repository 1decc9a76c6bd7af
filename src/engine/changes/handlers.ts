// Answers to the calls about what changed, and the mark up to where the user has read.
import type { ChangeFilter } from '#contract/changes.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Board } from '../containers/board.ts'
import { listsAsOf } from '../containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Announce, Write } from '../db/write.ts'
import type { Lists } from '../lists.ts'
import type { InSlices } from '../slices.ts'
import { countTiles } from '../today/store.ts'
import { type Records, documentsWith, orderLines, orderLinesOf, requestsWith } from './list.ts'
import { canUndoLook, countLines, deleteLook, insertLook, loadLines, loadLook, newestChangeId, saveLookTiles } from './store.ts'

type Names = Extract<keyof Handlers<EngineContract>, `changes.${string}`>

/** Containers and shipments whose search text has every word, and the turns that long work is done in. */
export type Finder = {
  recordsWith(text: string): Promise<Pick<Records, 'container' | 'shipment'>>
  inSlices: InSlices
}

export type ChangesDeps = { db: ReadableDb; board: Board; write: Write; lists: Lists; now: () => string; finder: Finder }

export function changesHandlers({ db, board, write, lists, now, finder }: ChangesDeps): Pick<Handlers<EngineContract>, Names> {
  const countAll = lineCounter(db)
  return {
    'changes.list': async ({ filter, window, listId }) => {
      const list = await lists.open(listId, ['changes', filter], () => findLines(db, finder, filter))
      const ids = list.ids.slice(window.offset, window.offset + window.limit).map(Number)
      return {
        listId: list.listId,
        offset: window.offset,
        rows: loadLines(db, ids),
        total: list.ids.length,
        outOf: countAll(),
        moved: list.moved,
        asOf: listsAsOf(db),
      }
    },
    'changes.look': () => {
      const look = loadLook(db)
      return {
        lookedAt: look?.at ?? null,
        newestId: newestChangeId(db),
        unseen: countLines(db, look?.throughId ?? 0),
        canUndo: canUndoLook(db),
      }
    },
    'changes.markSeen': async ({ throughId }) => {
      // A mark that comes late (another screen was ahead of it) says nothing new.
      if (throughId < (loadLook(db)?.throughId ?? 0)) return
      const lookId = write((w, announce) => {
        announceLook(announce)
        return insertLook(w, now(), Math.min(throughId, newestChangeId(w)))
      })
      // Counted with the new mark in place: what is new from here on has to begin at none.
      await board.current('first')
      const tiles = Object.fromEntries(countTiles(board).map(({ tile, count }) => [tile, count]))
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

async function findLines(db: ReadableDb, finder: Finder, { text = '', ...filter }: ChangeFilter): Promise<string[]> {
  if (text.trim() === '') return orderLines(db, filter)
  const records = { ...(await finder.recordsWith(text)), tracking_request: requestsWith(db, text), document: documentsWith(db, text) }
  return finder.inSlices(orderLinesOf(db, records, filter))
}

/** Counting all of history takes tens of milliseconds; a line comes or goes only together with a newer one. */
function lineCounter(db: ReadableDb): () => number {
  let counted = { newestId: 0, lines: 0 }
  return () => {
    const newestId = newestChangeId(db)
    if (newestId !== counted.newestId) counted = { newestId, lines: countLines(db, 0) }
    return counted.lines
  }
}

/** Rows of containers tell what is new, and what moved since the look, too. */
function announceLook(announce: Announce): void {
  announce('changes')
  announce('containers')
}
