// The handlers for the list of changes. They find changes by the texts of their records, and list them one by one, or
// in one row for each record.
import type { ChangeFilter } from '#contract/changes.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { listsAsOf } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Lists } from '../table/lists.ts'
import type { InSlices } from '../db/slices.ts'
import { type Records, findDocuments, orderChanges, orderChangesOf, findRequests } from './list.ts'
import { countGroups, loadGroups, orderGroups } from './groups.ts'
import { countListedChanges, loadChangeRows, newestChangeId } from '../mirror/history/store.ts'

export type ChangesAnswers = Pick<Handlers<EngineContract>, 'changes.list' | 'changes.groups'>

/** Finds containers and shipments whose search text has every word. */
export type RecordFinder = { findRecords(text: string): Promise<Pick<Records, 'container' | 'shipment'>> }

export type ChangesDeps = { db: ReadableDb; lists: Lists; inSlices: InSlices; finder: RecordFinder }

export function changesAnswers(deps: ChangesDeps): ChangesAnswers {
  const { db, lists } = deps
  const countAll = createCachedCount(db, () => countListedChanges(db, 0))
  const countAllGroups = createCachedCount(db, () => countGroups(db))
  return {
    'changes.list': async ({ filter, ...request }) => {
      const { page, ids } = await lists.open(request, ['changes', filter], () => findChanges(deps, filter))
      return { ...page, rows: loadChangeRows(db, ids.map(Number)), outOf: countAll(), asOf: listsAsOf(db) }
    },
    'changes.groups': async ({ filter, unfolded = [], ...request }) => {
      const { page, ids } = await lists.open(request, ['changes.groups', filter, unfolded], async () =>
        orderGroups(db, await findChanges(deps, filter), unfolded),
      )
      const rows = loadGroups(db, ids, filter, unfolded)
      // The count goes as far back as a list without a filter. A filter may go further back.
      return { ...page, rows, outOf: Math.max(page.total, countAllGroups()), asOf: listsAsOf(db) }
    },
  }
}

async function findChanges(
  { db, inSlices, finder }: ChangesDeps,
  { text = '', ...filter }: ChangeFilter,
): Promise<string[]> {
  if (text.trim() === '') return orderChanges(db, filter)
  const records = {
    ...(await finder.findRecords(text)),
    tracking_request: findRequests(db, text),
    document: findDocuments(db, text),
  }
  return inSlices(orderChangesOf(db, records, filter))
}

/** Counting the whole history takes tens of ms. The number changes only together with the newest line. */
function createCachedCount(db: ReadableDb, count: () => number): () => number {
  let cached = { newestId: 0, count: 0 }
  return () => {
    const newestId = newestChangeId(db)
    if (newestId !== cached.newestId) cached = { newestId, count: count() }
    return cached.count
  }
}
