// What somebody would take who wants a search box in an app of JavaScript: MiniSearch, over the text of the same entries,
// all of it in memory, in the same run.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import MiniSearch from 'minisearch'
import { dataFolder } from './data.ts'
import { nextTurn, timed } from './latency.ts'
import { percentile } from './statistics.ts'

/** Milliseconds that this share of the questions does not exceed, each asked so often; and what filling the index took. */
export async function miniSearch(active: number, questions: readonly string[], { rounds, hits, share }: { rounds: number; hits: number; share: number }): Promise<{ ms: number; fillMs: number }> {
  const db = new Database(join(dataFolder(active), 'mirror.db'), { readonly: true })
  const entries = db.prepare('SELECT key AS id, numbers, words FROM search_entry').all()
  db.close()
  // As in a search field: each word may be the beginning of one, and all of them have to be there.
  const index = new MiniSearch({ fields: ['numbers', 'words'], searchOptions: { prefix: true, combineWith: 'AND' } })
  const fillMs = await timed(() => index.addAllAsync(entries))
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const text of questions) {
      times.push(await timed(() => Promise.resolve(index.search(text).slice(0, hits))))
      await nextTurn()
    }
  }
  return { ms: percentile(times, share), fillMs }
}
