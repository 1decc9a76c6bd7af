// The corrections of documents are in state.db, which a seed does not have. They are in a value of its mirror until the
// first start with it.
import { z } from 'zod'
import { EditValue } from '#contract/edits.ts'
import { loadMeta, saveMeta } from '../../db/meta.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import type { Write } from '../../db/write.ts'
import { loadAllCorrections, replaceCorrections } from '../edits/store.ts'
import { parseForeign } from './parse.ts'

const KEY = 'seed_corrections'

/** By the id of the document and the name of the field. */
const Corrections = z.record(z.string(), z.record(z.string(), EditValue))

export function addCorrections(seed: WritableDb, own: ReadableDb): void {
  saveMeta(seed, 'mirror', KEY, JSON.stringify(loadAllCorrections(own)))
}

/** Runs at each start, because the one before may have ended in between. */
export function takeCorrections(db: ReadableDb, write: Write): void {
  const text = loadMeta(db, 'mirror', KEY)
  if (text === null) return
  const corrections = parseForeign(Corrections, text)
  write((writable) => {
    for (const [documentId, fields] of Object.entries(corrections ?? {}))
      replaceCorrections(writable, documentId, fields)
    writable.run('DELETE FROM mirror.meta WHERE key = ?', KEY)
  })
}
