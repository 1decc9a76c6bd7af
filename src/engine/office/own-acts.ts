// Sends this member's changes of own data to the office, and stores those of the others. Needs no leader.
import { AppError } from '#contract/errors.ts'
import type { Log } from '../outside/log.ts'
import type { PostgresConnection } from '../outside/postgres.ts'
import type { Act, ActAnswer, OfficeEntry, SharedOwnData } from '../settings/own-marks.ts'
import { type OfficeFailure, isOfficeFailure, isRefusalOfData } from './failures.ts'

export type OwnActsDeps = Pick<PostgresConnection, 'query'> & {
  log: Log
  now: () => string
  space: number
  /** Of this member. */
  login: string
  /** The version of this program, as the office knows it. */
  client: number
  /** The version of the office's schema. */
  officeVersion: () => number
  ownData: SharedOwnData
}

/**
 * What each turn asks. `newest`: the last number of own data in the office; null if it has none, or without access.
 * `role`: of this member. `members`: changes with the logins and names of all members.
 */
export type OwnNews = { newest: number | null; role: string | null; members: string | null }
const NO_NEWS: OwnNews = { newest: null, role: null, members: null }

export type OwnActs = {
  /** A restored office ends all connections, so each new one begins with an exchange. */
  onConnected(): void
  onNews(news: OwnNews): void
  /** Asks the office nothing if neither side has news. Returns whether more is left to do. */
  exchange(): Promise<boolean>
}

/** From this version on, the office has own data. */
const OWN_VERSION = 11
/** From this version on, it knows when it took each value, and which texts the writers of a note had seen. */
const TAKEN_VERSION = 12
/** One statement sends or reads at most about this much. */
const MAX_BYTES = 1_000_000
const MAX_ACTS = 200
const MAX_ENTRIES = 500
/** Storing this many takes some milliseconds. */
const ENTRIES_PER_STEP = 200

export function createOwnActs(deps: OwnActsDeps): OwnActs {
  const { officeVersion, log, ownData } = deps
  let loggedCode: string | null = null
  let news = NO_NEWS
  /** The news when nothing was left to do. */
  let idleNews: OwnNews | null = null
  return {
    onConnected: () => {
      news = NO_NEWS
      idleNews = null
    },
    onNews: (next) => {
      news = next
    },
    exchange: async () => {
      const currentNews = news
      if (officeVersion() < OWN_VERSION || currentNews.newest === null) return false
      if (isSameNews(currentNews, idleNews) && !ownData.hasActs()) return false
      const failures: OfficeFailure[] = []
      // A failure ends neither the mirror nor the other direction of the exchange.
      const attempt = <Value>(work: Promise<Value>) =>
        work.catch((error: unknown) => {
          if (!isOfficeFailure(error)) throw error
          failures.push(error)
          return null
        })
      const state = await attempt(prepare(deps))
      const hasMoreActs = state?.mayAct === true && (await attempt(sendActs(deps))) === true
      // The office's answers have later numbers than its state before.
      const last = Math.max(state?.newest ?? 0, ownData.loadCursor()?.last?.seq ?? 0)
      const hasMoreEntries = state !== null && (await attempt(readEntries(deps, last))) === true
      const [failure] = failures
      const code = failure === undefined ? null : codeOf(failure)
      // Each turn fails in the same manner.
      if (code !== null && code !== loggedCode) log('warn', 'no exchange of own data', { code, error: String(failure) })
      loggedCode = code
      const isComplete = state !== null && !hasMoreActs && !hasMoreEntries && code === null
      const hasMore = isComplete ? await ownData.removeDuplicates() : hasMoreActs || hasMoreEntries
      idleNews = state === null || hasMore || code !== null ? null : { ...currentNews, newest: last }
      return hasMore
    },
  }
}

const isSameNews = (news: OwnNews, other: OwnNews | null) =>
  news.newest === other?.newest && news.role === other.role && news.members === other.members

const codeOf = (failure: OfficeFailure) =>
  failure instanceof AppError ? failure.code : (failure.sqlState ?? failure.reason)

/** `newest`: the last number of own data. `isKnown`: the office has the last version that this computer knows. */
type OwnState = { newest: number; mayAct: boolean; isKnown: boolean }

/** Null without access to the space. */
async function prepare({ query, space, login, ownData, log }: OwnActsDeps): Promise<OwnState | null> {
  const cursor = ownData.loadCursor()
  const [state] = await query<OwnState>(
    'SELECT newest, may_act AS "mayAct", is_known AS "isKnown" FROM office.own_state($1, $2, $3)',
    [space, cursor?.last?.seq ?? null, cursor?.last?.op ?? null],
  )
  if (state === undefined) return null
  ownData.saveReadOnly(!state.mayAct)
  const members = 'SELECT login, name FROM office.member WHERE removed_at IS NULL ORDER BY name, login'
  await ownData.saveMembers(await query(members), login)
  if (!state.isKnown)
    log('warn', 'own data is compared again, because the office was restored', { newest: state.newest })
  if (cursor === null || !state.isKnown) await ownData.startOver()
  return state
}

/** A change whose answer was lost is sent again under its op, which the office knows. */
async function sendActs(deps: OwnActsDeps): Promise<boolean> {
  const { ownData, officeVersion } = deps
  const comparesTexts = officeVersion() >= TAKEN_VERSION
  const acts = ownData.loadActs({ count: MAX_ACTS, bytes: MAX_BYTES, comparesTexts })
  if (acts.length === 0) return false
  try {
    await ownData.saveAnswers(acts, await act(deps, acts))
  } catch (error) {
    if (!isRefusalOfData(error)) throw error
    await sendOneByOne(deps, acts)
  }
  return ownData.hasActs()
}

/** The office refuses one of these changes, so it takes none of them. */
async function sendOneByOne(deps: OwnActsDeps, acts: readonly Act[]): Promise<void> {
  for (const one of acts)
    try {
      await deps.ownData.saveAnswers([one], await act(deps, [one]))
    } catch (error) {
      if (!isRefusalOfData(error)) throw error
      deps.ownData.leaveOut(one)
    }
}

const act = ({ query, space, client, now }: OwnActsDeps, acts: readonly Act[]) =>
  query<ActAnswer>('SELECT * FROM office.act($1, $2, $3, $4)', [
    space,
    client,
    now(),
    JSON.stringify(
      acts.map(({ op, part, key, value, seen, seenTakenAt, at, after, isOwnTime, mustSee }) => ({
        ...{ op, part, key, value, seen, at, after },
        seen_taken_at: seenTakenAt,
        is_own_time: isOwnTime,
        must_see: mustSee,
      })),
    ),
  ])

/** The entries after the cursor, up to a limit of bytes, but at least one. `taken`: when the office took each. */
const createEntriesSql = (taken: string) => `
  SELECT part, key, value, at, op, seq, author, taken AS "takenAt" FROM (
    SELECT next.*, row_number() OVER by_seq AS n,
      sum(octet_length(key) + coalesce(octet_length(value), 0)) OVER by_seq AS sum
    FROM (SELECT o.part, o.key, o.value, o.at, o.op, o.seq, m.name AS author, ${taken} AS taken
      FROM office.own o LEFT JOIN office.member m ON m.login = o.login
      WHERE o.space = $1 AND o.seq > $2 ORDER BY o.seq LIMIT ${MAX_ENTRIES}) next
    WINDOW by_seq AS (ORDER BY seq)) summed
  WHERE n = 1 OR sum <= ${MAX_BYTES} ORDER BY seq`
const ENTRIES_SQL = createEntriesSql('o.taken_at')
const UNDATED_ENTRIES_SQL = createEntriesSql('NULL::timestamptz')

async function readEntries({ query, space, ownData, officeVersion }: OwnActsDeps, newest: number): Promise<boolean> {
  const { seq } = ownData.loadCursor() ?? { seq: 0 }
  if (newest <= seq) return false
  const sql = officeVersion() < TAKEN_VERSION ? UNDATED_ENTRIES_SQL : ENTRIES_SQL
  const entries = await query<OfficeEntry>(sql, [space, seq])
  for (let from = 0; from < entries.length; from += ENTRIES_PER_STEP)
    await ownData.applyEntries(entries.slice(from, from + ENTRIES_PER_STEP))
  const last = entries.at(-1)
  return last !== undefined && last.seq < newest
}
