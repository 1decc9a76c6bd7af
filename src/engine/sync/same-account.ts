// Checks whether a key belongs to the account of the saved records. The service's interface names no account, so the
// check reads records that only this account has: documents name their account, and containers, shipments and documents
// are read by id.
import { AppError } from '#contract/errors.ts'
import type { AccountMatch } from '#contract/sync.ts'
import { related } from '../api/attributes.ts'
import type { ApiClient } from '../api/client.ts'
import type { Linkage } from '../api/decode.ts'
import type { ReadableDb } from '../db/open.ts'
import { recordKinds } from '../mirror/kinds.ts'
import { isAboutRecord } from '../mirror/record-reader.ts'

/** The account is the same if this many records are found with the key. */
const MIN_FOUND = 3
/** More than MIN_FOUND, because some records may have been removed since they were read. */
const MAX_CHECKED = 5

export type MatchDeps = { client: ApiClient; db: ReadableDb }

/** Sends at most six requests. Rejects if no answer came, or if the key is refused. */
export async function matchAccount(
  { client, db }: MatchDeps,
  signal: AbortSignal,
  patienceMs?: number,
): Promise<AccountMatch> {
  const options = { priority: 0, signal, ...(patienceMs === undefined ? {} : { patienceMs }) } as const
  const documentMatch = await matchDocuments({ client, db }, options)
  if (documentMatch !== null) return documentMatch
  let foundCount = 0
  let missingCount = 0
  for (const record of loadNewestRecords(db)) {
    const answer = await checkRecord(client, record, options)
    if (answer === 'found' && ++foundCount === MIN_FOUND) return 'same'
    if (answer === 'missing') missingCount++
  }
  return foundCount === 0 && missingCount >= MIN_FOUND ? 'other' : 'unknown'
}

type ReadOptions = { priority: 0; signal: AbortSignal; patienceMs?: number }

/** Null if the stored or the read document does not name its account, or if the service refuses the list. */
async function matchDocuments({ client, db }: MatchDeps, options: ReadOptions): Promise<AccountMatch | null> {
  const storedAccountId = db.value<string>(
    `SELECT json_extract(raw, '$.relationships.account.id') FROM res
     WHERE type = 'document' AND json_extract(raw, '$.relationships.account.id') IS NOT NULL ORDER BY key DESC LIMIT 1`,
  )
  if (storedAccountId === undefined) return null
  try {
    const { document } = await client.read({ path: '/documents?page[size]=1', ...options }, 'document')
    const [newest] = document.data
    const account = newest && related(newest, 'account')
    return account ? (account.id === storedAccountId ? 'same' : 'other') : null
  } catch (error) {
    if (error instanceof AppError && isAboutRecord(error)) return null
    throw error
  }
}

/** The newest records, which are the least likely to have been removed. */
function loadNewestRecords(db: ReadableDb): Linkage[] {
  return db.all<Linkage>(
    `SELECT type, id FROM res JOIN seen USING (key) WHERE type IN ('container', 'shipment', 'document') AND gone_since IS NULL AND missing_count = 0
     ORDER BY key DESC LIMIT ${MAX_CHECKED}`,
  )
}

async function checkRecord(
  client: ApiClient,
  { type, id }: Linkage,
  options: ReadOptions,
): Promise<'found' | 'missing' | 'unclear'> {
  const kind = recordKinds[type]
  if (!kind) return 'unclear'
  try {
    const { document } = await client.read({ path: kind.path(encodeURIComponent(id)), ...options }, kind.type)
    return document.data.some((record) => record.id === id) ? 'found' : 'unclear'
  } catch (error) {
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
    // A refusal does not show to which account the record belongs.
    return error.code === 'api/not-found' ? 'missing' : 'unclear'
  }
}
