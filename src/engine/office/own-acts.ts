// Sends this member's changes of own data to the office, and stores those of the others. Needs no leader.
import { AppError } from '#contract/errors.ts'
import type { Log } from '../outside/log.ts'
import { PostgresFailure } from '../outside/postgres-failure.ts'
import type { PostgresConnection } from '../outside/postgres.ts'
import type { Act, ActAnswer, OfficeEntry, SharedOwnData } from '../settings/own-marks.ts'

export type OwnActsDeps = Pick<PostgresConnection, 'query'> & {
  log: Log
  now: () => string
  space: number
  /** The version of this program, as the office knows it. */
  client: number
  /** The version of the office's schema. */
  officeVersion: () => number
  ownData: SharedOwnData
}

/**
 * What each turn asks. `newest`: the last number of own data in the office; null if it has none, or without access.
 * `role`: of this member.
 */
export type OwnNews = { newest: number | null; role: string | null }

export type OwnActs = {
  /** A restored office ends all connections, so each new one begins with an exchange. */
  onConnected(): void
  onNews(news: OwnNews): void
  /** Asks the office nothing if neither side has news. Returns whether more is left to do. */
  exchange(): Promise<boolean>
}

/** From this version on, the office has own data. */
const OWN_VERSION = 11
const MAX_ACTS = 200
const MAX_ENTRIES = 500

export function createOwnActs(deps: OwnActsDeps): OwnActs {
  const { officeVersion, log, ownData } = deps
  let loggedCode: string | null = null
  let news: OwnNews = { newest: null, role: null }
  /** The news when nothing was left to do. */
  let idleNews: OwnNews | null = null
  return {
    onConnected: () => {
      news = { newest: null, role: null }
      idleNews = null
    },
    onNews: (next) => {
      news = next
    },
    exchange: async () => {
      const { newest, role } = news
      if (officeVersion() < OWN_VERSION || newest === null) return false
      if (newest === idleNews?.newest && role === idleNews.role && !ownData.hasActs()) return false
      const failures: Failure[] = []
      // A failure ends neither the mirror nor the other direction of the exchange.
      const attempt = <Value>(work: Promise<Value>) =>
        work.catch((error: unknown) => {
          if (!isOfficeFailure(error)) throw error
          failures.push(error)
          return null
        })
      const state = await attempt(prepare(deps))
      const hasMoreActs = state?.mayAct === true && (await attempt(sendActs(deps))) === true
      const hasMoreEntries = state !== null && (await attempt(readEntries(deps, state.newest))) === true
      const [failure] = failures
      const code = failure === undefined ? null : codeOf(failure)
      // Each turn fails in the same manner.
      if (code !== null && code !== loggedCode) log('warn', 'no exchange of own data', { code, error: String(failure) })
      loggedCode = code
      const hasMore = hasMoreActs || hasMoreEntries
      idleNews = state === null || hasMore || code !== null ? null : { newest: state.newest, role }
      return hasMore
    },
  }
}

type Failure = AppError | PostgresFailure

/** Every other error is a bug, or the end of the engine. */
const isOfficeFailure = (error: unknown): error is Failure =>
  error instanceof PostgresFailure || (error instanceof AppError && error.code.startsWith('office/'))

const codeOf = (failure: Failure) => (failure instanceof AppError ? failure.code : (failure.sqlState ?? failure.reason))

/** `newest`: the last number of own data. `isKnown`: the office has the last version that this computer knows. */
type OwnState = { newest: number; mayAct: boolean; isKnown: boolean }

/** Null without access to the space. */
async function prepare({ query, space, ownData }: OwnActsDeps): Promise<OwnState | null> {
  const cursor = ownData.loadCursor()
  const [state] = await query<OwnState>(
    'SELECT newest, may_act AS "mayAct", is_known AS "isKnown" FROM office.own_state($1, $2, $3)',
    [space, cursor?.last?.seq ?? null, cursor?.last?.op ?? null],
  )
  if (state === undefined) return null
  ownData.saveReadOnly(!state.mayAct)
  if (cursor === null || !state.isKnown) await ownData.startOver()
  return state
}

/** A change whose answer was lost is sent again under its op, which the office knows. */
async function sendActs(deps: OwnActsDeps): Promise<boolean> {
  const { ownData } = deps
  const acts = ownData.loadActs(MAX_ACTS)
  if (acts.length === 0) return false
  try {
    await ownData.saveAnswers(acts, await act(deps, acts))
  } catch (error) {
    if (!isRefusalOfData(error)) throw error
    await sendOneByOne(deps, acts)
  }
  return acts.length === MAX_ACTS
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

/** Classes of SQLSTATE: 22 is a wrong value, 23 a broken constraint, 54 a limit of the server. */
function isRefusalOfData(error: unknown): boolean {
  return error instanceof PostgresFailure && /^(22|23|54)/.test(error.sqlState ?? '')
}

const act = ({ query, space, client, now }: OwnActsDeps, acts: readonly Act[]) =>
  query<ActAnswer>('SELECT * FROM office.act($1, $2, $3, $4)', [
    space,
    client,
    now(),
    JSON.stringify(
      acts.map(({ op, part, key, value, seen, at, after, isOwnTime, mustSee }) => ({
        ...{ op, part, key, value, seen, at, after },
        is_own_time: isOwnTime,
        must_see: mustSee,
      })),
    ),
  ])

async function readEntries({ query, space, ownData }: OwnActsDeps, newest: number): Promise<boolean> {
  const { seq } = ownData.loadCursor() ?? { seq: 0 }
  if (newest <= seq) return false
  const entries = await query<OfficeEntry>(
    `SELECT o.part, o.key, o.value, o.at, o.op, o.seq, m.name AS author
     FROM office.own o LEFT JOIN office.member m ON m.login = o.login
     WHERE o.space = $1 AND o.seq > $2 ORDER BY o.seq LIMIT ${MAX_ENTRIES}`,
    [space, seq],
  )
  if (entries.length > 0) await ownData.applyEntries(entries)
  return entries.length === MAX_ENTRIES
}
