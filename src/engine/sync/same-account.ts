// Checks whether a key belongs to the account of the saved records. The interface names no account, so the check reads
// records that only this account has: documents name their account, and containers, shipments and documents are read by
// id.
import { AppError } from '#contract/errors.ts'
import type { AccountMatch } from '#contract/sync.ts'
import { related } from '../api/attributes.ts'
import type { ApiClient } from '../api/client.ts'
import type { Linkage } from '../api/decode.ts'
import type { ReadableDb } from '../db/open.ts'
import { recordKinds } from '../mirror/kinds.ts'
import { isAboutRecord } from '../mirror/record-reader.ts'

/** This many records must be found under the key. */
const ENOUGH = 3
/** Some may have been removed since they were read. */
const MAX_ASKED = 5

export type AskDeps = { client: ApiClient; db: ReadableDb }

/** Sends at most six requests. Rejects if no answer came, or if the key is refused. */
export async function matchAccount(
  { client, db }: AskDeps,
  signal: AbortSignal,
  patienceMs?: number,
): Promise<AccountMatch> {
  const asked = { priority: 0, signal, ...(patienceMs === undefined ? {} : { patienceMs }) } as const
  const byDocument = await matchDocuments({ client, db }, asked)
  if (byDocument !== null) return byDocument
  let found = 0
  let missing = 0
  for (const record of knownRecords(db)) {
    const answer = await ask(client, record, asked)
    if (answer === 'found' && ++found === ENOUGH) return 'same'
    if (answer === 'missing') missing++
  }
  return found === 0 && missing >= ENOUGH ? 'other' : 'unknown'
}

type Asked = { priority: 0; signal: AbortSignal; patienceMs?: number }

/** Null: neither side names the account of its documents. */
async function matchDocuments({ client, db }: AskDeps, asked: Asked): Promise<AccountMatch | null> {
  const known = db.value<string | null>(
    `SELECT json_extract(raw, '$.relationships.account.id') AS id FROM res WHERE type = 'document' AND id IS NOT NULL ORDER BY key DESC LIMIT 1`,
  )
  if (known === undefined || known === null) return null
  try {
    const { document } = await client.read({ path: '/documents?page[size]=1', ...asked }, 'document')
    const [newest] = document.data
    const account = newest && related(newest, 'account')
    return account ? (account.id === known ? 'same' : 'other') : null
  } catch (error) {
    if (error instanceof AppError && isAboutRecord(error)) return null
    throw error
  }
}

/** The newest records, which are the least likely to have been removed. */
function knownRecords(db: ReadableDb): Linkage[] {
  return db.all<Linkage>(
    `SELECT type, id FROM res JOIN seen USING (key) WHERE type IN ('container', 'shipment', 'document') AND gone_since IS NULL AND missing_count = 0
     ORDER BY key DESC LIMIT ${MAX_ASKED}`,
  )
}

async function ask(client: ApiClient, { type, id }: Linkage, asked: Asked): Promise<'found' | 'missing' | 'unclear'> {
  const kind = recordKinds[type]
  if (!kind) return 'unclear'
  try {
    const { document } = await client.read({ path: kind.path(encodeURIComponent(id)), ...asked }, kind.type)
    return document.data.some((record) => record.id === id) ? 'found' : 'unclear'
  } catch (error) {
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
    // A refusal does not show to which account the record belongs.
    return error.code === 'api/not-found' ? 'missing' : 'unclear'
  }
}
