// Handlers about the cost of waiting for many containers: counted over the board.
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Board } from '../mirror/board/board.ts'
import { partOf } from '../mirror/board/list.ts'
import { listsAsOf } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import { dateInZone, instantMs } from '../outside/calendar.ts'
import { loadSettings } from '../settings/store.ts'
import { exposureOf, planOf } from './forecast.ts'
import { loadTables } from '../settings/rates.ts'

export type RateAnswers = Pick<Handlers<EngineContract>, 'rates.exposure' | 'rates.plan'>

export function rateAnswers({ db, board }: { db: ReadableDb; board: Board }): RateAnswers {
  const homeToday = () => {
    const at = listsAsOf(db)
    return dateInZone(instantMs(at) ?? 0, loadSettings(db).homeZone) ?? at.slice(0, 10)
  }
  return {
    'rates.exposure': ({ filter, days }) =>
      board.read(partOf(filter), () => ({
        ...exposureOf(board, filter, homeToday(), days),
        hasRates: loadTables(db).some(({ kind, tiers }) => kind === 'demurrage' && tiers.length > 0),
        asOf: listsAsOf(db),
      })),
    'rates.plan': ({ ids, days }) => board.read('all', () => planOf(board, ids, homeToday(), days)),
  }
}
